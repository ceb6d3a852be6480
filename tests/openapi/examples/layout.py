"""Values as YAML for readers: small things on one line, long lists in rows."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

import yaml

WIDTH = 110
ROWS_FROM = 6
"""How many small mappings of a list are laid out in rows rather than one a line."""
LONG = 300
"""From how many characters on a value that occurs again is written only once."""


class Layout:
    """Lays out the values of examples, given in the order of the document.

    What is long and occurs twice gets an anchor, and an alias where it occurs again.
    """

    def __init__(self, examples: Mapping[str, Any]) -> None:
        self._names: dict[str, str] = {}
        self._written: set[str] = set()
        seen: dict[str, str] = {}
        for name, value in examples.items():
            self._find_repetitions(value, name, name, seen)

    def _find_repetitions(
        self, value: Any, example: str, name: str, seen: dict[str, str]
    ) -> None:
        """Name what occurs again; the items of lists are left out, without a `name`."""
        text = json.dumps(value)
        if text in seen:
            self._names[text] = seen[text]
            return
        if len(text) >= LONG and isinstance(value, dict | list) and name:
            seen[text] = name
        if isinstance(value, dict):
            for key, child in value.items():
                self._find_repetitions(child, example, f"{example}_{key}", seen)
        elif isinstance(value, list):
            for child in value:
                self._find_repetitions(child, example, "", seen)

    def example(self, value: Any, indent: int) -> Iterator[str]:
        """The keyword `value` of an example, whose fields each get a line."""
        yield from self.lines("value:", value, indent, in_block=bool(value))

    def lines(
        self, prefix: str, value: Any, indent: int, *, in_block: bool = False
    ) -> Iterator[str]:
        """`value` behind `prefix`, which is a key with its colon, or the dash of a
        list's item; a mapping `in_block` stands on a line for each key.
        """
        head = " " * indent + prefix
        text = json.dumps(value)
        if text in self._written:
            yield f"{head} *{self._names[text]}"
            return
        if name := self._names.get(text):
            self._written.add(text)
            head = f"{head} &{name}"
        if in_block and isinstance(value, dict):
            yield from self._block(head, value, indent)
        else:
            yield from self._behind(head, value, indent)

    def _behind(self, head: str, value: Any, indent: int) -> Iterator[str]:
        if isinstance(value, str) and _is_literal(value):
            yield f"{head} |"
            for line in value[:-1].split("\n"):
                yield f"{' ' * (indent + 2)}{line}".rstrip()
        elif _is_small(value) and (
            head.endswith("-") or len(f"{head} {_flow(value)}") <= WIDTH
        ):
            yield f"{head} {_flow(value)}"
        elif not isinstance(value, dict | list):
            yield f"{head} {scalar(value)}"
        elif parts := _parts_of_rows(value):
            yield head
            yield from _rows(parts, indent + 2)
        else:
            yield from self._block(head, value, indent)

    def _block(self, head: str, value: Any, indent: int) -> Iterator[str]:
        children = (
            [(f"{scalar(key)}:", child) for key, child in value.items()]
            if isinstance(value, dict)
            else [("-", child) for child in value]
        )
        lines = (
            line
            for prefix, child in children
            for line in self.lines(prefix, child, indent + 2)
        )
        if head.endswith("-"):
            yield f"{head} {next(lines).lstrip()}"
        else:
            yield head
        yield from lines


def scalar(value: Any, *, in_flow: bool = False) -> str:
    """A scalar, plain if YAML reads it as the same, else in quotes; `in_flow` within
    braces or brackets, where more needs quotes.
    """
    if isinstance(value, str) and _reads_as_itself(value, in_flow=in_flow):
        return value
    quoted = json.dumps(value, ensure_ascii=False)
    if '\\"' in quoted and quoted.count("\\") == value.count('"') and "'" not in value:
        return f"'{value}'"
    return quoted


def _reads_as_itself(text: str, *, in_flow: bool) -> bool:
    """Digits in front are not left to readers: some take 1e5 for a number."""
    if not text[:1].isalpha():
        return False
    document = f"[{text}, {{a: {text}}}]" if in_flow else f"- {text}\n- a: {text}"
    try:
        return bool(yaml.safe_load(document) == [text, {"a": text}])
    except yaml.YAMLError:
        return False


def _is_literal(text: str) -> bool:
    """Whether a text is some lines, each of which ends, and is read back as it is."""
    *lines, rest = text.split("\n")
    return (
        rest == ""
        and bool(lines)
        and all(line.isprintable() and line == line.rstrip() for line in lines)
        and not lines[0].startswith(" ")
        and "" not in (lines[0], lines[-1])
    )


def _is_word(value: Any) -> bool:
    return not isinstance(value, dict | list) and " " not in str(value)


def _is_small(value: Any) -> bool:
    """Whether a value is a word, a list of words, or a mapping of such."""
    if isinstance(value, dict):
        return all(
            _is_word(child) or (isinstance(child, list) and _is_small(child))
            for child in value.values()
        )
    if isinstance(value, list):
        return all(map(_is_word, value))
    return _is_word(value)


def _flow(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(_pairs(value)) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_flow, value)) + "]"
    return scalar(value, in_flow=True)


def _pairs(value: dict[str, Any]) -> list[str]:
    return [f"{_flow(key)}: {_flow(child)}" for key, child in value.items()]


def _parts_of_rows(value: Any) -> list[str]:
    """What to lay out in rows, brackets included; nothing if it should not be."""
    if isinstance(value, dict) and _is_small(value):
        parts, opening, closing = _pairs(value), "{", "}"
    elif isinstance(value, list) and len(value) >= ROWS_FROM and _are_mappings(value):
        parts, opening, closing = list(map(_flow, value)), "[", "]"
    else:
        return []
    parts = [f"{part}," for part in parts[:-1]] + [parts[-1] + closing]
    return [opening + parts[0], *parts[1:]]


def _are_mappings(values: list[Any]) -> bool:
    return all(isinstance(value, dict) and _is_small(value) for value in values)


def _rows(parts: list[str], indent: int) -> Iterator[str]:
    """`parts` in rows that are filled up to the width."""
    row = " " * indent + parts[0]
    for part in parts[1:]:
        if len(row) + 1 + len(part) > WIDTH:
            yield row
            row = " " * (indent + 1) + part
        else:
            row = f"{row} {part}"
    yield row
