"""The API over a real connection, in the way in which the tests of the API ask it."""

from collections.abc import Mapping
from typing import Any, NamedTuple
from urllib.parse import urlencode

from werkzeug.datastructures import Headers

from testkit import http_client


class Response(NamedTuple):
    """A response under the names that Flask's test client uses."""

    status_code: int
    text: str
    headers: Headers
    json: Any


class Client:
    """Sends requests to the service at a port of this machine."""

    def __init__(self, port: int) -> None:
        self.origin = f"http://127.0.0.1:{port}"
        self._port = port

    def get(
        self,
        path: str,
        query_string: Mapping[str, Any] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Response:
        query = f"?{urlencode(query_string)}" if query_string else ""
        return self._send("GET", path + query, None, headers)

    def post(
        self, path: str, json: Any, headers: Mapping[str, str] | None = None
    ) -> Response:
        return self._send("POST", path, json, headers)

    def _send(
        self, method: str, path: str, body: Any, headers: Mapping[str, str] | None
    ) -> Response:
        raw = http_client.request(method, path, body, headers=headers)
        found = http_client.send(self._port, raw)
        is_json = "json" in found.headers.get("content-type", "")
        return Response(
            found.status,
            found.body.decode(),
            Headers(dict(found.headers)),
            found.json if is_json else None,
        )
