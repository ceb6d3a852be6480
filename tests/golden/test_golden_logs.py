"""Logs as each released schema wrote them are read for ever.

The files beside this one stand for games on other people's disks. They are NEVER
edited and never deleted. If a test fails on one, the program must learn to read it. A
new schema adds files of its own, in a folder of its own (see make.py); until its first
release they may be made again. A new board or form of tokens adds files to the folder
of the current schema.

`<game>.jsonl` is a finished game's stream, a line for each entry, the exact bytes of
its fields as text. `<game>.json` says what is found in it: how many versions, who may
act, some commands with their keys, and what some versions looked like. The states may
come to say more than they did, never anything else.
"""

import json
from pathlib import Path

import fakeredis
import pytest

from service.credentials.keyring import TOKEN_VERSIONS
from service.rules import (
    BOARDS,
    EVENT_TYPES,
    RULES_VERSION,
    GameEnded,
    PlaceTile,
    RoundStarted,
    TakeTiles,
    TilePlaced,
    audit,
)
from service.store import Draft, RedisGameLog
from service.store.codec import decode, encode
from service.store.redis_log import log_key
from service.store.upcasters import SCHEMA
from testkit.store_fixtures import server, servers
from tests.games.support import NEWER, Process, order
from tests.golden.make import FOLDER, state_at

__all__ = ["server", "servers"]

LOGS = sorted(FOLDER.glob("schema_*/*.jsonl"))


def name_of(log: Path) -> str:
    return f"{log.parent.name}/{log.stem}"


def stream(log: Path) -> list[dict[bytes, bytes]]:
    lines = log.read_text("utf-8").splitlines()
    return [
        {name.encode(): value.encode() for name, value in json.loads(line).items()}
        for line in lines
    ]


class Golden:
    """A golden log, put into a store as it was when its game had ended."""

    def __init__(self, log: Path, redis) -> None:
        self.found = json.loads(log.with_suffix(".json").read_text("utf-8"))
        self.stream = stream(log)
        self.redis = redis
        self.id = self.found["game_id"]
        self.key = log_key(self.id)
        for version, fields in enumerate(self.stream, start=1):
            redis.xadd(self.key, fields, id=f"{version}-0")
        self.process = Process(redis, NEWER, self.found["secret"])

    def stored(self):
        return [fields for _, fields in self.redis.xrange(self.key)]


golden_logs = pytest.mark.parametrize("log", LOGS, ids=name_of)


@pytest.fixture
def golden(log):
    return Golden(log, fakeredis.FakeRedis())


def holds(actual, expected):
    """Whether all that was expected is so; objects may have members besides."""
    if isinstance(expected, dict):
        return all(
            name in actual and holds(actual[name], part)
            for name, part in expected.items()
        )
    if isinstance(expected, list):
        return len(actual) == len(expected) and all(map(holds, actual, expected))
    return type(actual) is type(expected) and actual == expected


@golden_logs
def test_the_game_ends_as_it_ended(golden):
    game = golden.process.reader.current(golden.id)

    assert game.version == golden.found["versions"] == len(golden.stream)
    assert game.state.result is not None
    assert str(game.version) in golden.found["states"]


@golden_logs
def test_versions_look_as_they_looked(golden):
    states = golden.found["states"]

    assert len(states) >= 3
    for version, expected in states.items():
        actual = state_at(golden.process.reader, golden.id, int(version))
        assert holds(actual, expected), version


@golden_logs
def test_the_rules_of_that_time_still_lead_to_the_same_facts(golden):
    """Replaying judges nothing; but unless the rules have a new version, judging the
    same commands again must give the same events.
    """
    versions = [entry.events for entry in golden.process.log.read(golden.id)]
    (created, _) = versions[0]

    assert created.rules_version != RULES_VERSION or audit(versions).violation is None


@golden_logs
def test_its_draws_follow_from_its_seed(golden):
    game = golden.process.reader.current(golden.id)
    seed, salt = golden.process.keyring.decrypt_seed(game.encrypted_seed)

    assert (game.state.seed, game.state.seed_salt) == (seed, salt)
    made = Process(fakeredis.FakeRedis()).create(
        players=len(game.state.players),
        board=game.state.board.name,
        starting_seat=golden.process.reader.at(golden.id, 1).state.starting_seat,
        seed=seed,
    )
    assert made.game.state.displays == (
        golden.process.reader.at(golden.id, 1).state.displays
    )


@golden_logs
def test_its_tokens_still_belong_to_its_seats(golden):
    keyring = golden.process.keyring

    seats = [keyring.verify_token(golden.id, token) for token in golden.found["tokens"]]

    assert seats == list(range(len(golden.found["tokens"])))


@golden_logs
def test_its_creation_can_still_be_repeated(golden):
    options = dict(golden.found["creation"])
    key, names = options.pop("key"), tuple(options.pop("names"))
    made = golden.process.games.create(type(order())(names, **options), key)

    assert made.replayed
    assert made.game.id == golden.id
    assert list(made.tokens) == golden.found["tokens"]
    assert golden.stored() == golden.stream


@golden_logs
def test_its_commands_can_still_be_repeated(golden):
    tokens = golden.found["tokens"]
    for sent in golden.found["commands"]:
        kind = {"TakeTiles": TakeTiles, "PlaceTile": PlaceTile}[sent["type"]]
        command = kind(*sent["fields"])
        outcome = golden.process.act_with(
            golden.id, tokens[command.seat], lambda _, c=command: c, sent["key"]
        )

        assert outcome.replayed
        assert outcome.game.version == sent["version"]
    assert golden.stored() == golden.stream


@pytest.mark.parametrize(
    "log", sorted(FOLDER.glob(f"schema_{SCHEMA}/*.jsonl")), ids=lambda log: log.stem
)
def test_entries_of_todays_schema_are_written_with_these_very_bytes(log):
    game_id, previous = Golden(log, fakeredis.FakeRedis()).id, ""
    for version, fields in enumerate(stream(log), start=1):
        _, *parts, digest = decode(game_id, previous, version, fields)
        again = encode(game_id, previous, Draft(*parts))
        assert list(again.items()) == list(fields.items())
        previous = digest


@pytest.mark.server
def test_a_real_server_gives_them_back_byte_for_byte(server):
    client = server.client()
    for log in LOGS:
        golden = Golden(log, client)

        assert golden.stored() == golden.stream
        assert golden.process.reader.current(golden.id).state.result

    assert len(list(RedisGameLog(client).game_ids())) == len(LOGS)


def test_together_they_hold_every_kind_of_event_and_end():
    events = []
    for log in LOGS:
        golden = Golden(log, fakeredis.FakeRedis())
        for entry in golden.process.log.read(golden.id):
            events += entry.events

    ends = [event for event in events if isinstance(event, GameEnded)]
    assert {type(event) for event in events} == set(EVENT_TYPES.values())
    assert {end.reason for end in ends} >= {"row_completed", "no_progress"}
    assert {len(end.winners) for end in ends} >= {1, 2}
    assert any(isinstance(event, RoundStarted) and event.lid_poured for event in events)
    assert any(isinstance(event, TilePlaced) and not event.forced for event in events)


def test_todays_schema_has_a_log_of_each_board_and_number_of_players():
    """`python -m tests.golden.make` adds those that are missing."""
    names = {log.stem for log in LOGS if log.parent.name == f"schema_{SCHEMA}"}

    assert names >= {f"{board}_{players}" for board in BOARDS for players in (2, 3, 4)}


@pytest.mark.parametrize("version", TOKEN_VERSIONS)
def test_there_is_a_log_whose_creation_was_answered_with_tokens_of_each_form(version):
    """The text of a form decides whether such a creation can be repeated, as above."""
    found = [json.loads(log.with_suffix(".json").read_text("utf-8")) for log in LOGS]

    assert any(one["tokens"][0].startswith(version + one["game_id"]) for one in found)
