"""Text for the console."""

from service.rules import State


def describe_outcome(state: State) -> str:
    """In words, how a game stands or ended."""
    if state.result is None:
        return f"in progress in round {state.round}"
    winners = " and ".join(state.players[seat].name for seat in state.result.winners)
    best = state.result.standings[0]
    return f"won by {winners} with {best.score} points ({state.result.reason})"


def count_versions(number: int) -> str:
    """`number` with its noun: "1 version", "2 versions"."""
    return f"{number} version{'' if number == 1 else 's'}"


def printable(text: str) -> str:
    """`text` without control characters, which could change the terminal."""
    return "".join(
        character if character.isprintable() else "\N{REPLACEMENT CHARACTER}"
        for character in text
    )
