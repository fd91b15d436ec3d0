"""The chat page in headless Chromium."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from evals.screenshots import ARGUMENTS, CHROMIUM
from graph.server.app import create_app
from graph.settings import Settings
from stores.passages import Passage
from tests.serving import ADA, BEN, PASSAGES, opener, serving, settings_with_keys

pytestmark = pytest.mark.system("chromium")
TURNS = ["What is the parental leave policy?", "How does it differ for part-time employees?", "make it shorter"]
HOSTILE = Passage("html", "The gate code is <img src=x onerror=document.title='hacked'> 4711.", source="gate.md")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """The system's Chromium."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(ARGUMENTS))
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def local(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server for the one local user; one passage holds HTML."""
    settings = Settings(home=tmp_path_factory.mktemp("page"), turns_per_minute=1000)
    with serving(create_app(settings, opener=opener([*PASSAGES, HOSTILE]))) as address:
        yield address


@pytest.fixture
def page(browser: Browser, local: str) -> Iterator[Page]:
    """The page, opened; it must ask nothing of anybody else and log no error."""
    page = browser.new_page()
    page.set_default_timeout(15_000)
    wrong: list[str] = []
    page.on("request", lambda sent: None if sent.url.startswith((local, "data:", "blob:")) else wrong.append(sent.url))
    page.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.goto(local)
    yield page
    page.close()
    assert wrong == []


def say(page: Page, message: str) -> None:
    """Send a message and wait for its answer."""
    page.fill("#message", message)
    page.click("#send")
    page.wait_for_function("() => !document.getElementById('send').disabled")


def test_a_conversation_streams_is_explained_and_survives_a_reload(page: Page) -> None:
    """Three turns; the inspector shows what was added and from where; after a reload all of it is there."""
    for message in TURNS:
        say(page, message)
    assert page.locator(".turn").count() == 3
    page.locator(".asked").nth(1).click()
    inside = page.locator("#inside")
    assert "parental leave" in inside.inner_text()
    page.wait_for_selector("#topics")
    said = inside.inner_text()
    assert "Novelty" in said
    assert "leave.md › Part-time employees" in said
    assert page.locator("#bars g").count() == 3
    page.locator("#inside .chip", has_text="turn 1").first.click()
    assert "chosen" in str(page.locator("#turn-1").get_attribute("class"))
    page.reload()
    page.wait_for_selector(".turn >> nth=2")
    assert page.locator(".asked").all_inner_texts() == TURNS


def test_a_source_opens_at_its_passage(page: Page) -> None:
    """The number in an answer, the chip below it and the inspector's list open the passage, within its document."""
    say(page, "How many weeks of parental leave do part-time employees receive?")
    page.locator(".cite").first.click()
    page.wait_for_selector("#passage[open]")
    assert "Part-time employees" in page.locator("#passage-text").inner_text()
    assert page.locator("#passage-place").inner_text() == "leave.md"
    assert "Full-time employees" in page.locator("#passage-before").inner_text()
    page.keyboard.press("Escape")
    page.locator(".passages .link").first.click()
    page.wait_for_selector("#passage[open]")


def test_html_in_a_document_is_shown_as_text(page: Page) -> None:
    """Nothing that an answer holds becomes markup of the page."""
    say(page, "What is the gate code?")
    assert "<img src=x" in page.locator(".answered").inner_text()
    assert page.locator(".answered img").count() == 0
    assert page.title() == "Anaphora"


def test_a_second_user_sees_nothing_of_the_first(browser: Browser, tmp_path: Path) -> None:
    """Each browser sends its own token; a copied address of a thread shows an empty conversation."""
    with serving(create_app(settings_with_keys(tmp_path), opener=opener(PASSAGES))) as address:
        ada, ben = (browser.new_context().new_page() for _ in range(2))
        for page, key in ((ada, ADA), (ben, BEN)):
            page.goto(address)
            page.fill("#token-value", key)
            page.keyboard.press("Enter")
            page.wait_for_function("() => !document.getElementById('token').open")
        say(ada, TURNS[0])
        ben.goto(ada.url)
        ben.reload()
        ben.wait_for_function("() => !location.hash")
        assert ben.locator(".turn").count() == 0
        assert ben.locator("#list li").count() == 0
        for page in (ada, ben):
            page.context.close()


def test_it_works_at_phone_width(page: Page) -> None:
    """Nothing is wider than the screen, and the panels open and close."""
    page.set_viewport_size({"width": 390, "height": 800})
    say(page, TURNS[0])
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.click("#show-inspector")
    assert page.locator("#inspector").is_visible()
    page.keyboard.press("Escape")
    assert not page.locator("#inspector").is_visible()
    page.click("#show-threads")
    assert page.locator("#list").is_visible()


def test_it_can_be_used_without_a_mouse(page: Page) -> None:
    """Enter sends, a slash goes to the message, Alt and the arrows go from turn to turn, a question mark helps."""
    page.keyboard.type(TURNS[0])
    page.keyboard.press("Enter")
    page.wait_for_selector("#turn-1")
    page.wait_for_function("() => !document.getElementById('send').disabled")
    page.keyboard.type(TURNS[1])
    page.keyboard.press("Enter")
    page.wait_for_selector("#turn-2.chosen")
    page.keyboard.press("Alt+ArrowUp")
    page.wait_for_selector("#turn-1.chosen")
    page.locator("#title").click()
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("?")
    assert page.locator("#help").is_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("/")
    assert page.evaluate("document.activeElement.id") == "message"


def test_the_dark_theme_is_kept(page: Page) -> None:
    """The choice survives a reload and changes the page's colours."""
    light = page.evaluate("getComputedStyle(document.body).backgroundColor")
    page.click("#theme")
    page.reload()
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") != light


def test_a_conversation_is_renamed_exported_reset_and_deleted(page: Page) -> None:
    """What the menu says is done, after a confirmation where something is lost."""
    page.on("dialog", lambda dialog: dialog.accept("Claims" if dialog.type == "prompt" else None))
    say(page, "How many days for expense claims?")
    page.wait_for_selector("#list [aria-current=true]")
    before = page.locator("#list li").count()
    page.click("#menu summary")
    page.click("#rename")
    page.wait_for_selector("#list button >> text=Claims")
    page.click("#menu summary")
    with page.expect_download() as download:
        page.click("#export")
    assert "expense claims" in Path(download.value.path()).read_text()
    page.click("#menu summary")
    page.click("#reset")
    page.wait_for_function("() => !document.querySelector('.turn')")
    assert page.locator("#title").inner_text() == "Claims"
    say(page, "How many days for expense claims?")
    assert page.locator("#turn-1").count() == 1
    page.click("#menu summary")
    page.click("#delete")
    page.wait_for_function(f"() => document.querySelectorAll('#list li').length === {before - 1}")
    assert page.locator(".turn").count() == 0


def test_documents_are_added_and_removed(page: Page, tmp_path: Path) -> None:
    """A file is taken in, answers, and is gone when it was removed."""
    page.on("dialog", lambda dialog: dialog.accept())
    menu = tmp_path / "canteen.md"
    menu.write_text("# Canteen\n\nThe canteen opens at eleven o'clock.\n")
    page.click("#documents summary")
    page.set_input_files("#files", menu)
    page.wait_for_selector("#documents li >> text=canteen.md")
    assert "1 passages added" in page.locator("#taking").inner_text()
    say(page, "When does the canteen open?")
    assert "eleven" in page.locator(".answered").inner_text()
    page.click("#documents li:has-text('canteen.md') button")
    page.wait_for_function("() => !document.querySelector('#documents ul').textContent.includes('canteen.md')")
