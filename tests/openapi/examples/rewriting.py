"""New values for the examples of openapi.yaml; everything else stays as it is."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import yaml

from tests.openapi.examples.layout import Layout, scalar

EXAMPLE_INDENT = 6
"""How far the keyword `value` of an example is indented."""


class _Edit(NamedTuple):
    """New lines in place of those from `first` up to, without, `end`."""

    first: int
    end: int
    lines: list[str]


def rewritten(
    text: str, examples: Mapping[str, Any], elsewhere: Mapping[tuple[str, str], Any]
) -> str:
    """`text`, a document, with these values of its components' examples.

    `examples` holds those of `components/examples` by name, all of them; `elsewhere`
    the `example` of other components by kind and name.
    """
    lines = text.splitlines()
    document = yaml.compose(text, yaml.SafeLoader)
    assert document, "the document is empty"
    components = _child(document, "components")
    edits = [
        *_edits_of_examples(_child(components, "examples"), lines, examples),
        *_edits_elsewhere(components, lines, elsewhere),
    ]
    for edit in sorted(edits, reverse=True):
        lines[edit.first : edit.end] = edit.lines
    return "\n".join(lines) + "\n"


def _edits_of_examples(
    node: yaml.Node, lines: list[str], examples: Mapping[str, Any]
) -> Iterator[_Edit]:
    """In the order of the document, since aliases stand behind their anchors."""
    names = [key.value for key, _ in _pairs(node)]
    layout = Layout({name: examples[name] for name in names})
    for name, (_, example) in zip(names, _pairs(node), strict=True):
        first = next(k for k, _ in _pairs(example) if k.value == "value")
        start = first.start_mark.line
        new = layout.example(examples[name], EXAMPLE_INDENT)
        yield _Edit(start, _end_of_block(lines, start), list(new))


def _end_of_block(lines: list[str], start: int) -> int:
    """Where the lines end that belong to the key in line `start`."""
    end = start + 1
    for number in range(start + 1, len(lines)):
        line = lines[number]
        if line.strip() and len(line) - len(line.lstrip()) <= EXAMPLE_INDENT:
            break
        if line.strip():
            end = number + 1
    return end


def _edits_elsewhere(
    components: yaml.Node, lines: list[str], elsewhere: Mapping[tuple[str, str], Any]
) -> Iterator[_Edit]:
    for (kind, name), value in elsewhere.items():
        node = _child(components, kind, name, "example")
        line, column = node.start_mark.line, node.start_mark.column
        new = lines[line][:column] + scalar(value)
        yield _Edit(line, line + 1, [new])


def _pairs(node: yaml.Node) -> list[tuple[yaml.Node, yaml.Node]]:
    assert isinstance(node, yaml.MappingNode)
    return node.value


def _child(node: yaml.Node, *path: str) -> yaml.Node:
    for step in path:
        node = next(child for key, child in _pairs(node) if key.value == step)
    return node
