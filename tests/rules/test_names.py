"""Names and texts that clients see: they are part of what is promised."""

from service.rules import BOARDS, DEFAULT_BOARD, END_REASONS, PHASES


def test_boards_introduce_themselves_by_a_title_and_a_sentence():
    shown = {name: (board.title, board.summary) for name, board in BOARDS.items()}

    assert shown == {
        "colored": ("Colored", "Every space has its color."),
        "gray": ("Gray", "You choose the space."),
        "crystal_1": ("Crystal 1", "Printed spaces count double."),
        "crystal_2": ("Crystal 2", "Higher bonuses at the end."),
    }
    assert DEFAULT_BOARD == "colored"


def test_phases_and_reasons_have_the_names_that_are_stored():
    assert PHASES == ("factory_offer", "wall_tiling", "finished")
    assert END_REASONS == ("row_completed", "no_tiles_left", "no_progress")
