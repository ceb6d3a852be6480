"""Names are arbitrary text: none of it can become markup, or be too wide."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.pictures import picture
from service.pictures.text_width import truncated_to_width
from tests.pictures.reading import board_of, drawn, texts, words
from tests.rules.support import table

NASTY = [
    "<script>alert(1)</script>",
    "&amp;&\"'<>",
    "]]><!--",
    "</text></svg>",
    "“Ana” 日本語 😀",
]


def named(name):
    """A table at which a player of that name is to move."""
    state = table()
    first, *others = state.players
    return state._replace(players=(first._replace(name=name), *others))


@pytest.mark.parametrize("name", NASTY)
def test_a_name_stays_a_name(name):
    root = drawn(named(name))

    assert f"{name}’s turn" in words(root)
    assert truncated_to_width(name, 20) in texts(board_of(root, 0))
    assert "<script" not in picture(named(name))


def test_a_long_name_does_not_hide_whose_turn_it_is():
    written = texts(drawn(named("Evangelina of the long name")))

    assert "Evangelina of …’s turn" in written


@given(st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=40))
def test_any_name_gives_well_formed_xml(name):
    assert len(texts(drawn(named(name)))) > 20


def test_what_xml_cannot_write_is_replaced():
    assert "A\N{REPLACEMENT CHARACTER}B’s turn" in words(drawn(named("A\uffffB")))


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Ana", "Ana"),
        ("Evangelina", "Evangelina"),
        ("Evangelina!", "Evangelin…"),
        ("日本語日本", "日本語日本"),
        ("日本語日本語", "日本語日…"),
        ("e\u0301" * 10, "e\u0301" * 10),
    ],
)
def test_a_name_of_more_than_ten_letters_widths_is_cut(name, shown):
    assert truncated_to_width(name, 10) == shown
