"""Why a command is refused.

RulesError
├── Refused          the command breaks a rule; the state is unchanged
└── ImpossibleEvent  a recorded event is impossible in its state; the log is damaged
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
    """A command or an event that the rules do not allow."""


class Refused(RulesError):
    """A command that breaks a rule.

    `code` is stable and for programs, `detail` a sentence for players, `field` the
    field of the command that is wrong, None if no single field is.
    """

    def __init__(
        self, code: RefusalCode, detail: str, field: str | None = None
    ) -> None:
        super().__init__(detail)
        self.code = code
        self.detail = detail
        self.field = field


class ImpossibleEvent(RulesError):
    """An event that cannot happen in the state that it is recorded to follow."""
