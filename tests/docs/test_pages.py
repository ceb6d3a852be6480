"""Documents lead to what there is, and the README to all of them."""

from pathlib import Path

import pytest

from service.settings import VARIABLES
from tests.docs.pages import PAGES, README, ROOT, anchors, links, table, text

each_page = pytest.mark.parametrize(
    "page", PAGES, ids=lambda page: str(page.relative_to(ROOT))
)


def target(page: Path, link: str) -> Path:
    return (page.parent / link.partition("#")[0]).resolve()


def inside(page: Path) -> list[str]:
    """The links of a page that stay within the project."""
    return [link for link in links(page) if "://" not in link]


@each_page
def test_every_link_within_the_project_leads_to_something(page):
    for link in inside(page):
        place, _, anchor = link.partition("#")
        aim = target(page, link) if place else page
        assert aim.exists(), link
        assert not anchor or anchor in anchors(aim), link


@each_page
def test_no_link_leaves_the_project(page):
    assert all(target(page, link).is_relative_to(ROOT) for link in inside(page))


def test_every_page_can_be_reached_from_the_readme():
    seen: set[Path] = set()
    ahead = [README]
    while ahead:
        page = ahead.pop()
        seen.add(page)
        ahead += [
            aim
            for link in inside(page)
            if (aim := target(page, link)).suffix == ".md" and aim not in seen
        ]

    assert set(PAGES) - seen == set()


def test_the_readme_stays_short_and_begins_with_what_it_is_and_how_to_start_it():
    lines = text(README).splitlines()

    assert len(lines) <= 150
    assert "make run" in "\n".join(lines[:15])
    assert "make test" in "\n".join(lines[:15])


def test_the_readme_lists_every_setting_with_its_default():
    assert table(README, "variable") == [
        [
            f"`{variable.name}`",
            f"`{variable.default}`" if variable.default else "none",
            variable.meaning,
        ]
        for variable in VARIABLES
    ]
