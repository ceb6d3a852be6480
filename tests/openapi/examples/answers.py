"""What the service answered, by the place of the document that shows it."""

import json
from collections.abc import Callable
from typing import Any

from werkzeug.test import TestResponse

from tests.openapi.examples.document import REQUEST, Place

JSON_TYPES = ("application/json", "application/problem+json")


def whole(response: TestResponse) -> Any:
    """The body: JSON as what it holds, anything else as text."""
    is_json = response.mimetype in JSON_TYPES
    return json.loads(response.text) if is_json else response.text


class Answers(dict[Place, Any]):
    """The values to be shown; `headers` are the headers that are shown of answers."""

    def __init__(self) -> None:
        super().__init__()
        self.headers: dict[str, str] = {}

    def request(self, operation: str, name: str, body: Any) -> None:
        """Keep `body`, which was sent and accepted."""
        self[Place(operation, REQUEST, name)] = body

    def response(
        self,
        operation: str,
        name: str,
        response: TestResponse,
        shown: Callable[[TestResponse], Any] = whole,
    ) -> None:
        """Keep what is `shown` of `response`."""
        self[Place(operation, str(response.status_code), name)] = shown(response)

    def header(self, response: TestResponse, name: str) -> None:
        """Keep a header of `response`."""
        self.headers[name] = response.headers[name]
