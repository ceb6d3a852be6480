"""The API over a real connection, in the way in which the tests of the API ask it."""

import http.client
import json
from collections.abc import Mapping
from contextlib import closing
from typing import Any, NamedTuple
from urllib.parse import urlencode


class Answer(NamedTuple):
    """What tests look at in a response."""

    status_code: int
    text: str
    headers: Mapping[str, str]

    @property
    def json(self) -> Any:
        return json.loads(self.text)


class Client:
    """Asks the service at a port of this machine, with a connection for each request:
    a kept one is closed by the service while a long game is played in the browsers."""

    def __init__(self, port: int) -> None:
        self.origin = f"http://127.0.0.1:{port}"
        self.port = port

    def get(
        self,
        path: str,
        query_string: Mapping[str, Any] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Answer:
        query = f"?{urlencode(query_string)}" if query_string else ""
        return self._ask("GET", path + query, None, headers or {})

    def post(
        self, path: str, json: Any, headers: Mapping[str, str] | None = None
    ) -> Answer:
        return self._ask("POST", path, json, headers or {})

    def _ask(
        self, method: str, path: str, body: Any, headers: Mapping[str, str]
    ) -> Answer:
        sent = None if body is None else json.dumps(body).encode()
        headers = {"Content-Type": "application/json", **headers}
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        with closing(connection):
            connection.request(method, path, sent, headers)
            response = connection.getresponse()
            text = response.read().decode()
        return Answer(response.status, text, dict(response.getheaders()))
