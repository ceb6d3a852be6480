"""Somebody with a browser of their own, and what they see and do in it."""

from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, Locator, Page, expect

PHONE = {"width": 390, "height": 844}
DESK = {"width": 1280, "height": 800}
TIMEOUT = 10_000.0
"""Milliseconds in which everything must have happened."""


class Person:
    """One person's browser; `page` shows what they look at."""

    def __init__(self, browser: Browser, origin: str, **options: Any) -> None:
        self.origin = origin
        self.context = browser.new_context(**{"viewport": DESK, **options})
        self.context.set_default_timeout(TIMEOUT)
        self.urls: list[str] = []
        self.complaints: list[str] = []
        self.page = self._watched(self.context.new_page())

    def _watched(self, page: Page) -> Page:
        page.on("request", lambda request: self.urls.append(request.url))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", lambda said: self._listen(said.type, said.text))
        page.on("dialog", lambda dialog: dialog.accept())
        return page

    def _listen(self, kind: str, said: str) -> None:
        """A request that fails is reported, too, and is what some tests are about."""
        if kind == "error" and not said.startswith("Failed to load resource"):
            self.complaints.append(said)

    # Where they are

    def visit(self, path: str) -> None:
        """Open an address, and wait until its table is shown."""
        self.page.goto(self.origin + path)
        expect(self.page.locator("#position")).not_to_be_empty()

    def see(self, words: str, where: str = "body") -> None:
        """Wait until these words are there to be seen."""
        expect(self.page.locator(where)).to_contain_text(words, timeout=TIMEOUT)

    def see_version(self, version: int) -> None:
        """Wait until the table is shown as of this version."""
        self.page.wait_for_function(
            "text => document.getElementById('position')?.textContent === text",
            arg=f"{version} / {version}",
        )

    @property
    def version(self) -> int:
        """The version that is shown."""
        return int(self.page.locator("#position").inner_text().partition(" ")[0])

    # What they do

    @property
    def tiles(self) -> Locator:
        """The tiles that may be taken, one button for each color of a place."""
        return self.page.locator("button.pick")

    @property
    def open_lines(self) -> Locator:
        """The lines that take the chosen tiles, the floor line last."""
        return self.page.locator("button.line.open, button.floor.open")

    def take(self) -> None:
        """Take the first tiles there are to the first line that takes them."""
        before = self.version
        self.tiles.first.click()
        self.open_lines.first.click()
        self.see_version(before + 1)

    @property
    def may_take(self) -> bool:
        return self.page.title().startswith("● Your turn")

    # What must never be

    def check(self, secrets: list[str]) -> None:
        """Raises if a request left the service, a URL held a secret, or code failed."""
        assert {urlsplit(url).netloc for url in self.urls} == {
            urlsplit(self.origin).netloc
        }
        assert not [url for url in self.urls if any(each in url for each in secrets)]
        assert self.complaints == []
