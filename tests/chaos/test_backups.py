"""A copy of the data folder, taken while games go on, is a backup."""

import shutil
import time

import pytest
from redis.exceptions import ResponseError

from chaos.checker import check
from chaos.concurrent_players import ConcurrentPlayers
from service.__main__ import main
from service.store import RedisGameLog, connect
from service.store.redis_log import log_key

pytestmark = pytest.mark.server


def test_games_go_on_from_a_copy_of_the_folder_with_the_same_tokens(
    start, tmp_path, monkeypatch, capsys
):
    copy = tmp_path / "copy"
    service = start(REDIS_URL="", SERVICE_SECRETS="")
    with ConcurrentPlayers(service.port, 4) as players:
        players.all_answered_since(time.monotonic())
        before = {game.id: game.state["version"] for game in players.games}
        shutil.copytree(service.data, copy, ignore=shutil.ignore_patterns("*.sock"))
    players.check()

    monkeypatch.setenv("REDIS_URL", "")
    monkeypatch.setenv("DATA_DIR", str(copy))
    assert main(["inspect", "--all"]) == 0
    assert capsys.readouterr().out.endswith("games, 0 damaged\n")
    restored = start(REDIS_URL="", SERVICE_SECRETS="", DATA_DIR=str(copy))
    with connect(f"unix://{copy}/store.sock", connections=1) as redis:
        versions = {each: len(RedisGameLog(redis).read(each)) for each in before}
    assert all(versions[each] >= before[each] for each in before)
    with ConcurrentPlayers(restored.port, 2) as players:
        players.all_answered_since(time.monotonic())
    players.check()
    assert restored.stop() == 0


def test_a_game_that_is_brought_back_is_the_same_and_does_not_mix_with_another(
    start, store, log
):
    service = start()
    with ConcurrentPlayers(service.port, 1) as players:
        players.all_answered_since(time.monotonic())
    game = players.games[0]
    with store.client() as redis:
        saved = redis.dump(log_key(game.id))

        with pytest.raises(ResponseError, match="BUSYKEY"):
            redis.restore(log_key(game.id), 0, saved)

        redis.delete(log_key(game.id))
        redis.restore(log_key(game.id), 0, saved)
    findings = check(log, players.games)
    assert findings.lost == []
    assert [each for each in findings.wrong if game.id in each] == []
