"""The parts that are shown of answers too long to be shown as a whole."""

import json
import re
from typing import Any

from werkzeug.test import TestResponse

SHOWN_LINES = 4


def first_lines(response: TestResponse) -> str:
    """The first lines, as many as name a document."""
    lines = response.text.splitlines(keepends=True)
    return "".join(lines[:SHOWN_LINES])


def first_tag(response: TestResponse) -> str:
    """The first tag of an SVG or HTML document."""
    text = response.text
    return text[: text.index(">") + 1]


def title(response: TestResponse) -> Any:
    """The version and the title of an OpenAPI document."""
    document = json.loads(response.text)
    info = document["info"]
    return {
        "openapi": document["openapi"],
        "info": {name: info[name] for name in ("title", "version")},
    }


def counters(response: TestResponse) -> str:
    """Of the metrics, two lines about takes that were accepted."""
    wanted = re.compile(
        r'azul_request_seconds_(bucket{le="0\.005",|count{)'
        r'operation="takeTiles",status="200"} .*\n'
    )
    return "".join(match[0] for match in wanted.finditer(response.text))


def messages(text: str) -> str:
    """The messages of a stream, with what takes the most room in their data cut."""
    return re.sub(r"^data: (.*)$", _shortened, text, flags=re.MULTILINE)


def _shortened(match: re.Match[str]) -> str:
    data = json.loads(match[1])
    events = "[{…}]" if data["events"] else "[]"
    return f'data: {{"version":{data["version"]},"events":{events},"game":{{…}}}}'
