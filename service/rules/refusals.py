"""Why a command is refused.

RulesError
├── Refused          the command breaks a rule; nothing happens
└── ImpossibleEvent  a recorded event cannot follow; the log is damaged
"""

from typing import Literal, get_args

RefusalCode = Literal[
    "validation_failed",
    "game_finished",
    "wrong_phase",
    "not_your_turn",
    "display_empty",
    "color_not_in_source",
    "line_holds_other_color",
    "line_full",
    "color_on_wall_row",
    "dropped_too_many",
    "line_not_pending",
    "column_not_allowed",
]

REFUSAL_CODES: tuple[str, ...] = get_args(RefusalCode)


class RulesError(Exception):
    """Something that the rules do not allow."""


class Refused(RulesError):
    """A command that breaks a rule.

    `code` is stable and for programs, `detail` a sentence for players, `field` the
    part of the command that is wrong (None if it is the moment that is wrong).
    """

    def __init__(
        self, code: RefusalCode, detail: str, field: str | None = None
    ) -> None:
        super().__init__(detail)
        self.code = code
        self.detail = detail
        self.field = field


class ImpossibleEvent(RulesError):
    """An event that cannot have happened in the state it is said to follow."""
