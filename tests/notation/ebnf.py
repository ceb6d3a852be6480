"""A grammar in the notation of the XML specification, as a regular expression.

That is possible since no rule of it leads back to itself.
"""

import re

_PIECE = re.compile(
    r"""(?P<literal>"[^"]*"|'[^']*') | (?P<set>\[[^\]]+\]) | \#x(?P<sign>[0-9A-F]+)
      | (?P<name>[a-z_]+) | (?P<operator>[()?*+|]) | (?P<blank>\s+)""",
    re.VERBOSE,
)


def rules(grammar: str) -> dict[str, str]:
    """The right side of each rule, by its name."""
    lines = [line.split("::=") for line in grammar.splitlines() if line.strip()]
    return {name.strip(): right for name, right in lines}


def pattern(grammar: str, start: str) -> re.Pattern[str]:
    """What the rule `start` allows."""
    return re.compile(_expression(rules(grammar), start))


def _expression(grammar: dict[str, str], name: str) -> str:
    right = grammar[name]
    parts = []
    at = 0
    while at < len(right):
        piece = _PIECE.match(right, at)
        assert piece, f"{name}: {right[at:]}"
        parts.append(_part(grammar, piece))
        at = piece.end()
    return f"(?:{''.join(parts)})"


def _part(grammar: dict[str, str], piece: re.Match[str]) -> str:
    text = piece[0]
    match piece.lastgroup:
        case "literal":
            return f"(?:{re.escape(text[1:-1])})"
        case "set":
            literal = text.replace("\\", r"\\")
            return re.sub("#x([0-9A-F]+)", lambda m: re.escape(_sign(m[1])), literal)
        case "sign":
            return re.escape(_sign(piece["sign"]))
        case "name":
            return _expression(grammar, text)
        case "operator":
            return text.replace("(", "(?:")
        case _:
            return ""


def _sign(number: str) -> str:
    return chr(int(number, 16))
