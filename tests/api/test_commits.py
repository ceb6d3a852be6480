"""A commit is written once: the answer to a command is what watchers get, too."""

from service.api.serializers import commit_json
from tests.api.support import sit_down


def test_the_answer_to_a_command_and_the_message_to_watchers_are_the_same_bytes(client):
    table = sit_down(client, seed="a1")
    token = table.tokens[table.game["current_seat"]]
    before = commit_json.cache_info().misses
    answer = client.post(
        f"{table.path}/take-tiles",
        json=table.legal_moves[0],
        headers={"Authorization": f"Bearer {token}"},
    )
    stream = client.get(f"{table.path}/stream?after=1", buffered=False)
    message = next(iter(stream.response))
    stream.close()

    assert answer.status_code == 200
    assert b"data: " + answer.data + b"\n\n" in message
    assert commit_json.cache_info().misses == before + 1


def test_a_game_as_it_stands_is_not_the_commit_that_led_there(client):
    table = sit_down(client, seed="a1")
    table.take(table.legal_moves[0])
    shown = client.get(f"{table.path}/stream", buffered=False)
    first = next(iter(shown.response))
    shown.close()
    resumed = client.get(f"{table.path}/stream?after=1", buffered=False)
    second = next(iter(resumed.response))
    resumed.close()

    assert b'"events":[]' in first
    assert b'"events":[{' in second
