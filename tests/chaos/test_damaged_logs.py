"""A log was damaged by hand: its game is refused and left as it is, others go on."""

import random

import pytest

from service.__main__ import main
from service.credentials.keyring import Keyring
from service.store.redis_log import log_key
from testkit.http_client import Client, request, send
from testkit.recorded_games import NewGame, legal_commands, new_key
from testkit.retrying import create_game, retry_until_answered
from testkit.running_service import SECRET
from tests.chaos.damage import DAMAGES, LENGTH, DamagedGame

pytestmark = pytest.mark.server

CHOICE = random.Random(2)  # noqa: S311 -- for keys and moves, not for secrets
each_damage = pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)


@pytest.fixture(scope="module")
def played_at(start):
    """The service at which the games are played, so that it remembers them."""
    return start()


@pytest.fixture(scope="module")
def service(start):
    """Another one, which has not seen them."""
    return start()


@pytest.fixture
def redis(store):
    with store.client() as client:
        yield client


def play_to(port, version, game=None):
    with Client(port) as client:
        game = game or create_game(client, NewGame(), CHOICE)
        while game.state["version"] < version:
            key = new_key(CHOICE)
            command = CHOICE.choice(legal_commands(game.state))
            game.record(key, retry_until_answered(client, game.request(command, key)))
    return game


@pytest.fixture
def other(played_at):
    """A game that stays whole."""
    return play_to(played_at.port, LENGTH)


@pytest.fixture
def game(played_at, redis, other, damage):
    """A game whose log was damaged when it had come to version 6."""
    game = play_to(played_at.port, LENGTH)
    damage.do(DamagedGame(redis, game.id, other.id))
    return game


def command(game):
    return game.request(CHOICE.choice(legal_commands(game.state)), new_key(CHOICE))


@each_damage
def test_the_game_is_refused_and_its_log_stays_as_it_is(service, redis, game, damage):
    before = redis.dump(log_key(game.id))
    requests = [command(game)]
    if not damage.hidden:
        requests += [
            request("GET", game.path),
            request("GET", f"{game.path}/events"),
            request("GET", f"{game.path}/stream"),
            request("GET", f"{game.path}?wait=1"),
        ]

    answers = [send(service.port, raw) for raw in requests]

    assert {(answer.status, answer.code) for answer in answers} == {
        (503, "log_corrupt")
    }
    where = f"at version {damage.version} " if damage.version else ""
    assert damage.hidden or all(
        f"is damaged {where}and was left unchanged" in answer.json["detail"]
        for answer in answers
    )
    assert redis.dump(log_key(game.id)) == before


@each_damage
def test_what_came_before_the_damage_can_be_read(service, game, damage):
    for version in range(1, LENGTH + 1):
        answer = send(service.port, request("GET", f"{game.path}?version={version}"))
        if version < damage.version:
            assert answer.status == 200
            if version > 1:
                acknowledged = game.acknowledged[version].body
                assert answer.body == _game_in(acknowledged)
        elif not damage.hidden:
            assert answer.code == "log_corrupt"


def _game_in(body):
    """The bytes of the state in an answer to a command, of which it is the last."""
    return body[body.index(b'"game":') + len(b'"game":') : -1]


@each_damage
def test_a_service_that_remembers_the_game_tells_the_truth_or_refuses(
    played_at, redis, game, damage
):
    answer = send(played_at.port, request("GET", game.path))

    if answer.status == 200 and not damage.hidden:
        assert answer.json == game.state
    elif not damage.hidden:
        assert (answer.status, answer.code) == (503, "log_corrupt")


@each_damage
def test_other_games_go_on(service, game, other, damage):
    send(service.port, request("GET", game.path))

    assert play_to(service.port, LENGTH + 2, other).state["version"] == LENGTH + 2


@pytest.fixture
def inspect(store, monkeypatch, capsys):
    """The exit code and the lines of `python -m service inspect`."""
    monkeypatch.setenv("REDIS_URL", store.url)
    monkeypatch.delenv("SERVICE_SECRETS", raising=False)

    def run(*words):
        code = main(["inspect", *words])
        printed = capsys.readouterr()
        assert printed.err == ""
        return code, printed.out.splitlines()

    return run


@each_damage
def test_inspect_says_where_the_damage_is_and_what_and_changes_nothing(
    inspect, redis, game, damage
):
    before = redis.dump(log_key(game.id))
    entries = len(DamagedGame(redis, game.id, "").stream()) if damage.version else 0

    code, lines = inspect(game.id)

    assert code == 1
    where = f"at version {damage.version}" if damage.version else "as a whole"
    assert lines[0].startswith(f"{game.id}: damaged {where}: ")
    assert damage.words in lines[0]
    if damage.version > 1:
        good = damage.version - 1
        assert lines[1].startswith(f"  {entries} entries; {good} version")
        assert lines[1].endswith(f"GET {game.path}?version={good} shows it.")
    else:
        assert lines[1] == f"  {entries} entries; no version is good."
    assert "log_corrupt" in lines[2]
    assert "\x1b" not in "".join(lines)
    assert redis.dump(log_key(game.id)) == before


@pytest.mark.parametrize("damage", [DAMAGES["a field is changed"]])
def test_inspect_looks_into_all_games_and_tells_of_the_damaged_ones(
    inspect, redis, game, other, damage
):
    for key in redis.keys("azul:*:log"):
        if key.decode() not in (log_key(game.id), log_key(other.id)):
            redis.delete(key)

    code, lines = inspect("--all")

    assert code == 1
    assert lines[0].startswith(f"{game.id}: damaged at version 3: ")
    assert lines[3:] == ["2 games, 1 damaged"]

    redis.delete(log_key(game.id))
    assert inspect("--all") == (0, ["1 games, 0 damaged"])


def test_inspect_calls_a_good_game_good(inspect, other):
    assert inspect(other.id) == (
        0,
        [f"{other.id}: good, {LENGTH} versions, in progress in round 1"],
    )


def test_inspect_decrypts_the_seed_where_the_secrets_are_known(
    inspect, monkeypatch, other
):
    monkeypatch.setenv("SERVICE_SECRETS", SECRET)
    assert inspect(other.id)[0] == 0

    monkeypatch.setenv("SERVICE_SECRETS", "x" * 32)
    code, lines = inspect(other.id)
    assert code == 1
    assert lines[0] == (
        f"{other.id}: damaged at version 1: no configured secret decrypts the seed"
    )


def test_inspect_finds_a_seed_that_was_exchanged(
    inspect, redis, monkeypatch, played_at, other
):
    """Encrypted as it should be, but not the one that was promised."""
    monkeypatch.setenv("SERVICE_SECRETS", SECRET)
    damaged = DamagedGame(redis, other.id, "")
    seed, salt = Keyring([SECRET]).decrypt_seed(damaged.stream()[0][b"x"].decode())
    damaged.forge(
        1, b"x", Keyring([SECRET]).encrypt_seed(_Seed(seed + "!", salt)).encode()
    )

    code, lines = inspect(other.id)

    assert code == 1
    assert lines[0].endswith("the encrypted seed does not match seed_hash")


class _Seed:
    def __init__(self, seed, seed_salt):
        self.seed, self.seed_salt = seed, seed_salt


def test_inspect_tells_of_points_that_the_rules_do_not_give(inspect, redis, other):
    """The service, which trusts what it stored, shows them."""
    damaged = DamagedGame(redis, other.id, "")
    events = damaged.stream()[0][b"e"].replace(b'"blue"', b'"red"', 1)
    damaged.forge(1, b"e", events)

    code, lines = inspect(other.id)

    assert code == 1
    assert "event 1: " in lines[0] or "event 0: " in lines[0]


def test_inspect_does_not_know_every_game(inspect, capsys):
    assert inspect("A" * 22) == (1, [f"{'A' * 22}: no such game"])
    for dashed in ("-" + "A" * 21, "--" + "A" * 20):
        assert inspect(dashed) == (1, [f"{dashed}: no such game"])
    assert main(["inspect", "Ana's"]) == 2
    assert "a game's id has 22 characters" in capsys.readouterr().err


def test_inspect_says_so_where_there_is_no_store(monkeypatch, capsys, tmp_path):
    monkeypatch.setenv("REDIS_URL", f"unix://{tmp_path}/no.sock")
    assert main(["inspect", "--all"]) == 1
    assert capsys.readouterr().err.startswith("the store does not answer: ")

    monkeypatch.setenv("REDIS_URL", "")
    monkeypatch.setenv("DATA_DIR", str(tmp_path / "data"))
    assert main(["inspect", "--all"]) == 1
    assert "there is no store in DATA_DIR" in capsys.readouterr().err
    assert not (tmp_path / "data").exists()


@pytest.mark.parametrize("ends", ["runs", "stopped"])
def test_inspect_reads_the_embedded_store_whether_it_runs_or_not(
    start, monkeypatch, capsys, ends
):
    service = start(REDIS_URL="", SERVICE_SECRETS="")
    game = play_to(service.port, 3)
    if ends == "stopped":
        assert service.stop() == 0
    before = _contents(service.data)
    monkeypatch.setenv("REDIS_URL", "")
    monkeypatch.setenv("DATA_DIR", str(service.data))

    assert main(["inspect", game.id]) == 0
    assert main(["inspect", "--all"]) == 0

    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == f"{game.id}: good, 3 versions, in progress in round 1"
    assert lines[1] == "1 games, 0 damaged"
    if ends == "stopped":
        assert _contents(service.data) == before


def _contents(folder):
    return {
        path.relative_to(folder): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }
