"""Where openapi.yaml shows examples."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from tests.api.spec import METHODS, SPEC, resolve

REQUEST = "request"
OF_NO_OPERATION = {
    "not_found": "404",
    "method_not_allowed": "405",
    "internal_error": "500",
}
"""The problems that every path can have, or none, with their statuses."""
COMPONENTS: dict[str, Any] = SPEC["components"]


class Place(NamedTuple):
    """One place that shows an example: the operation, the status of the answer (or
    `REQUEST`), and the example's name there.
    """

    operation: str
    status: str
    name: str


def places() -> dict[Place, str]:
    """Every place of the document with the name of the component that it shows.

    Problems of no operation have a place with the operation "".
    """
    found = {
        Place(operation["operationId"], status, name): _component(reference)
        for item in SPEC["paths"].values()
        for method, operation in item.items()
        if method in METHODS
        for status, content in _contents(operation)
        for media in content.values()
        for name, reference in media["examples"].items()
    }
    lone = {Place("", status, name): name for name, status in OF_NO_OPERATION.items()}
    return found | lone


def value_of(component: str) -> Any:
    """What the example of this name shows now."""
    return COMPONENTS["examples"][component]["value"]


def shown_elsewhere() -> dict[tuple[str, str], Any]:
    """The `example` of each header and parameter, by kind (`headers`, `parameters`)
    and name.
    """
    return {
        (kind, name): component["example"]
        for kind in ("headers", "parameters")
        for name, component in COMPONENTS[kind].items()
    }


def keywords(node: Any, path: str = "#") -> Iterator[str]:
    """The paths of all keywords `example` and `examples` in `node`, outermost only."""
    if isinstance(node, dict):
        for key, child in node.items():
            here = f"{path}/{key}"
            if key in {"example", "examples"}:
                yield here
            else:
                yield from keywords(child, here)
    elif isinstance(node, list):
        for number, child in enumerate(node):
            yield from keywords(child, f"{path}/{number}")


def _contents(operation: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    if "requestBody" in operation:
        yield REQUEST, operation["requestBody"]["content"]
    for status, response in operation["responses"].items():
        yield status, resolve(response).get("content", {})


def _component(reference: dict[str, str]) -> str:
    return reference["$ref"].removeprefix("#/components/examples/")
