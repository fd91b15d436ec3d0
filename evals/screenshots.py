"""Pictures of the page over the example handbook: `python -m evals.screenshots docs`."""

import os
import subprocess
import sys
import tempfile
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from evals.servers import free_port, wait_until

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

CORPORA = Path(__file__).parent / "corpora"
TURNS, INSPECTED = 5, 3
CHROMIUM = "/usr/bin/chromium"
ARGUMENTS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
)  # fmt: skip


@contextmanager
def served(home: Path) -> Iterator[str]:
    """The address of a server over the handbook, in a process of its own."""
    port = free_port()
    address = f"http://127.0.0.1:{port}"
    kept = {name: value for name, value in os.environ.items() if not name.startswith("ANAPHORA_")}
    command = [
        sys.executable,
        "-c",
        "from evals.cli import main; main()",
        "serve",
        str(CORPORA / "handbook"),
        "--port",
        str(port),
    ]
    process = subprocess.Popen(command, env={**kept, "ANAPHORA_HOME": str(home)}, stdout=sys.stderr)

    def answers() -> bool:
        try:
            with urllib.request.urlopen(f"{address}/ready", timeout=5) as response:  # noqa: S310  -- our own server
                return bool(response.status == 200)
        except OSError:
            return False

    try:
        wait_until(answers, address, process)
        yield address
    finally:
        process.terminate()
        process.wait()


def converse(page: "Page", messages: list[str]) -> None:
    """Hold a conversation on the page, and inspect one of its turns."""
    for message in messages:
        page.fill("#message", message)
        page.click("#send")
        page.wait_for_function("() => !document.getElementById('send').disabled")
    page.locator(".asked").nth(INSPECTED - 1).click()
    page.wait_for_selector("#topics")
    page.evaluate(f"document.getElementById('turn-{INSPECTED - 1}').scrollIntoView()")


def picture(page: "Page", target: Path) -> None:
    """Save what the page shows, in 256 colours."""
    from PIL import Image

    page.screenshot(path=target)
    with Image.open(target) as image:
        image.convert("RGB").quantize(256).save(target, optimize=True)


def take(browser: "Browser", address: str, folder: Path) -> None:
    """The page in light and dark, and at phone width."""
    messages = (CORPORA / "handbook_questions.txt").read_text(encoding="utf-8").splitlines()[:TURNS]
    page = browser.new_page(viewport={"width": 1440, "height": 900}, color_scheme="light")
    page.goto(address)
    converse(page, messages)
    page.locator("#documents summary").click()
    picture(page, folder / "page.png")
    page.click("#theme")
    picture(page, folder / "page-dark.png")
    phone = browser.new_page(viewport={"width": 390, "height": 844}, color_scheme="light", device_scale_factor=2)
    phone.goto(page.url)
    phone.wait_for_selector(f".turn >> nth={TURNS - 1}")
    picture(phone, folder / "page-phone.png")


def main() -> None:
    """Write the pictures into the folder named on the command line."""
    from playwright.sync_api import sync_playwright

    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "docs")
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as home, served(Path(home)) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(ARGUMENTS))
        take(browser, address, folder)
        browser.close()
    for path in sorted(folder.glob("page*.png")):
        print(f"{path}: {path.stat().st_size / 1000:.0f} kB")


if __name__ == "__main__":
    main()
