"""The chat page in headless Chromium."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from graph.server.app import create_app
from graph.settings import Settings
from stores.passages import Passage
from tests.serving import ADA, BEN, PASSAGES, opener, serving, settings_with_keys

pytestmark = pytest.mark.system("chromium")
ARGUMENTS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip
TURNS = ["What is the parental leave policy?", "How does it differ for part-time employees?", "make it shorter"]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """The system's Chromium."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def local(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server for the one local user; one passage holds HTML."""
    hostile = Passage("html", "The gate code is <img src=x onerror=document.title='hacked'> 4711.", source="gate.md")
    app = create_app(Settings(home=tmp_path_factory.mktemp("page")), opener=opener([*PASSAGES, hostile]))
    with serving(app) as address:
        yield address


def say(page: Page, message: str) -> None:
    """Send a message and wait for its answer."""
    page.fill("#message", message)
    page.click("#send")
    page.wait_for_function("message => !document.getElementById('send').disabled", arg=message)


def test_a_conversation_streams_is_explained_and_survives_a_reload(browser: Browser, local: str) -> None:
    """Three turns; the inspector shows what was added and from where; after a reload all of it is there."""
    page = browser.new_page()
    outside: list[str] = []
    page.on(
        "request",
        lambda request: None if request.url.startswith((local, "data:", "blob:")) else outside.append(request.url),
    )
    page.goto(local)
    for message in TURNS:
        say(page, message)
    assert page.locator(".turn").count() == 3
    page.locator(".asked").nth(1).click()
    assert "turn 1" in page.locator("#inside .chip").first.inner_text()
    page.locator(".sources button").first.click()
    assert "parental leave" in page.locator("#passage-text").inner_text()
    page.keyboard.press("Escape")
    page.reload()
    page.wait_for_selector(".turn >> nth=2")
    assert [one.strip() for one in page.locator(".asked").all_inner_texts()] == TURNS
    assert outside == []
    page.close()


def test_html_in_a_document_is_shown_as_text(browser: Browser, local: str) -> None:
    """Nothing that an answer holds becomes markup of the page."""
    page = browser.new_page()
    page.goto(local)
    say(page, "What is the gate code?")
    assert "<img src=x" in page.locator(".answered").inner_text()
    assert page.locator(".answered img").count() == 0
    assert page.title() == "Anaphora"
    page.close()


def test_a_second_user_sees_nothing_of_the_first(browser: Browser, tmp_path: Path) -> None:
    """Each browser sends its own token; a copied address of a thread shows an empty conversation."""
    with serving(create_app(settings_with_keys(tmp_path), opener=opener(PASSAGES))) as address:
        pages = []
        for key in (ADA, BEN):
            page = browser.new_context().new_page()
            page.add_init_script(f"sessionStorage.setItem('token', '{key}')")
            pages.append(page)
        ada, ben = pages
        ada.goto(address)
        say(ada, TURNS[0])
        ben.goto(ada.url)
        ben.wait_for_function("() => !location.hash")
        assert ben.locator(".turn").count() == 0
        assert ben.locator("#list li").count() == 0
        for page in pages:
            page.context.close()


def test_it_works_at_phone_width(browser: Browser, local: str) -> None:
    """Nothing is wider than the screen, and the panels open and close."""
    page = browser.new_page(viewport={"width": 390, "height": 800})
    page.goto(local)
    say(page, TURNS[0])
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.click("#show-inspector")
    assert page.locator("#inspector").is_visible()
    page.keyboard.press("Escape")
    assert not page.locator("#inspector").is_visible()
    page.close()


def test_deleting_erases_and_starts_anew(browser: Browser, local: str) -> None:
    """After the confirmation the conversation is gone from the list."""
    page = browser.new_page()
    page.on("dialog", lambda dialog: dialog.accept())
    page.goto(local)
    say(page, "How many days for expense claims?")
    before = page.locator("#list li").count()
    page.click("#delete")
    page.wait_for_function(f"() => document.querySelectorAll('#list li').length === {before - 1}")
    assert page.locator(".turn").count() == 0
    page.close()
