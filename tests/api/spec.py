"""openapi.yaml, and what it says about a request."""

import re
from pathlib import Path
from typing import Any, NamedTuple

import yaml

TEXT = (Path(__file__).parents[2] / "openapi.yaml").read_text("utf-8")
SPEC: dict[str, Any] = yaml.safe_load(TEXT)
SCHEMAS = SPEC["components"]["schemas"]
METHODS = ("get", "post")


class Operation(NamedTuple):
    """One operation: its place in the document and what it may answer."""

    id: str
    method: str
    path: str
    responses: dict[str, Any]

    def response(self, status: int) -> dict[str, Any]:
        """The documented answer with `status`; empty if there is none."""
        return resolve(self.responses.get(str(status), {}))

    def codes(self, status: str) -> set[str]:
        """The problem codes that the examples of an error show."""
        content = resolve(self.responses[status])["content"]
        examples = content["application/problem+json"]["examples"]
        return {resolve(example)["value"]["code"] for example in examples.values()}


def resolve(node: dict[str, Any]) -> dict[str, Any]:
    """What `node` refers to, or `node` itself if it is no reference."""
    while "$ref" in node:
        target: Any = SPEC
        for part in node["$ref"].removeprefix("#/").split("/"):
            target = target[part]
        node = target
    return node


OPERATIONS = {
    operation["operationId"]: Operation(
        operation["operationId"], method, path, operation["responses"]
    )
    for path, item in SPEC["paths"].items()
    for method, operation in item.items()
    if method in METHODS
}
_PATHS = {path: re.compile(re.sub(r"{\w+}", "[^/]+", path)) for path in SPEC["paths"]}


def template_of(path: str) -> str | None:
    """The documented path that `path` is an instance of; None if there is none."""
    return next((t for t, like in _PATHS.items() if like.fullmatch(path)), None)


def methods_of(template: str) -> dict[str, Operation]:
    """The operations of a documented path by method, in upper case."""
    return {o.method.upper(): o for o in OPERATIONS.values() if o.path == template}


def allowed_methods(template: str) -> set[str]:
    """What the Allow header of a path has to say."""
    methods = set(methods_of(template))
    return methods | {"OPTIONS"} | ({"HEAD"} if "GET" in methods else set())
