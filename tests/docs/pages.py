"""The project's documents, and the pieces of them that can be tried."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
README = ROOT / "README.md"
PAGES = sorted(
    [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *ROOT.glob("benchmarks/*.md")]
)


def text(page: Path) -> str:
    return page.read_text("utf-8")


def blocks(page: Path, language: str) -> list[str]:
    """The fenced blocks of a language."""
    return re.findall(rf"(?ms)^```{language}\n(.*?)^```$", text(page))


def table(page: Path, first_heading: str) -> list[list[str]]:
    """The rows of the table whose heading begins so, each as its cells."""
    _, _, rest = text(page).partition(f"| {first_heading} |")
    assert rest, f"{page.name} has no such table"
    _, _, *rows = rest.partition("\n\n")[0].splitlines()
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in rows]


def tables(page: Path) -> list[list[list[str]]]:
    """All tables of a page: the rows of each, without the headings, as their cells."""
    found = re.findall(r"(?m)^\|.*\|\n\|[-|: ]+\|\n((?:\|.*\|\n)*)", text(page))
    return [
        [[cell.strip() for cell in row.strip("|").split("|")] for row in rows]
        for rows in map(str.splitlines, found)
    ]


def links(page: Path) -> list[str]:
    """What a page links to, apart from pictures' addresses and code."""
    prose = re.sub(r"(?ms)^```.*?^```$|`[^`\n]*`", "", text(page))
    return re.findall(r"\]\(([^)\s]+)\)", prose)


def anchors(page: Path) -> set[str]:
    """The names of a page's headings, as links call them."""
    headings = re.findall(r"(?m)^#+ +(.*)$", text(page))
    return {
        re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
        for heading in headings
    }
