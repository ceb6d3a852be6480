"""How commands say things."""

from service.rules import State


def outcome(state: State) -> str:
    """How a game stands, or ended."""
    if state.result is None:
        return f"in progress in round {state.round}"
    winners = " and ".join(state.players[seat].name for seat in state.result.winners)
    best = state.result.standings[0]
    return f"won by {winners} with {best.score} points ({state.result.reason})"


def versions(number: int) -> str:
    """So many versions."""
    return f"{number} version{'' if number == 1 else 's'}"


def harmless(text: str) -> str:
    """`text`, which may come from a damaged log, as a terminal may show it."""
    return "".join(
        sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in text
    )
