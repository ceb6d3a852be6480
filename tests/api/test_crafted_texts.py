"""Texts that are made to take long to look at are looked at no longer than others."""

import time

import pytest

from tests.api.support import KEY, bearer, order

SOON = 0.05
"""Seconds."""
LENGTH = 50_000
TEXTS = {
    "one letter": "a" * LENGTH,
    "blanks": " " * LENGTH,
    "dashes": "-" * LENGTH,
    "words, and then not": "a " * (LENGTH // 2) + "!",
    "digits": "0" * LENGTH,
    "marks on a letter": "e" + "\u0301" * (LENGTH // 2),
    "quotes": '"' * LENGTH,
}
SHORT = 6_000
"""Characters of an address or a header: a server takes no more than 8 kB."""


def soonest(ask, times=5):
    """How long the quickest answer took: a busy machine is no fault of the text."""
    lasted = []
    for _ in range(times):
        began = time.perf_counter()
        response = ask()
        lasted.append(time.perf_counter() - began)
        assert 400 <= response.status_code < 500
    return min(lasted)


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_in_a_body(table, text):
    client = table.client
    bodies = [
        order(seed=text),
        order(board=text),
        {"players": [{"name": text}, {"name": "Rui"}]},
        {**order(), text: 1},
    ]
    for body in bodies:
        assert soonest(lambda body=body: client.post("/v1/games", json=body)) < SOON
    take = {**table.legal_moves[0], "color": text}
    assert soonest(lambda: table.take(take)) < SOON


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_in_an_address(table, text):
    text = text[:SHORT]
    for path in (f"/v1/games/{text}", f"/{text}", f"{table.path}/events?after={text}"):
        assert soonest(lambda path=path: table.client.get(path)) < SOON


@pytest.mark.parametrize("name", ["Authorization", "Idempotency-Key", "If-Match"])
@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_in_a_header(table, name, text):
    text = text[:SHORT].encode("ascii", "ignore").decode()
    given = {**bearer(table.tokens[0]), "Idempotency-Key": KEY}

    def send(value):
        return table.client.post(
            f"{table.path}/take-tiles",
            json=table.legal_moves[0],
            headers={**given, name: value},
        )

    for value in (text, f"Bearer {text}", f'"{text}"'):
        assert soonest(lambda value=value: send(value)) < SOON
