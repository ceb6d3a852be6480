"""Documents use the terms of the field, and none of the words that stood for them."""

import re

import pytest

from tests.docs.pages import PAGES, ROOT, text

# Word by word, what a reader would have to translate first.
AVOIDED = re.compile(
    r"\b(whoever|anew|spoilt|mend|patience|(?<!how )so many|parted? with|"
    r"that cannot be\b(?! \w+ed)|steered|the very)\b",
    re.IGNORECASE,
)
RULEBOOK = ROOT / "docs" / "rules.md"
"""Its rulings keep their wording."""


@pytest.mark.parametrize(
    "page",
    [page for page in PAGES if page != RULEBOOK],
    ids=lambda page: str(page.relative_to(ROOT)),
)
def test_a_document_uses_the_terms_of_the_field(page):
    shown = re.sub(r"(?ms)^```.*?^```$|`[^`]*`|\]\([^)]*\)", "", text(page))

    assert AVOIDED.findall(shown) == []
