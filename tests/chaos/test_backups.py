"""A copy of the data folder, taken while games go on, is a backup."""

import shutil
import time

import pytest
from redis.exceptions import ResponseError

from chaos.checker import check
from chaos.concurrent_games import Crowd
from service.__main__ import main
from service.store import RedisGameLog, connect
from service.store.redis_log import log_key

pytestmark = pytest.mark.server


def test_games_go_on_from_a_copy_of_the_folder_with_the_same_tokens(
    start, tmp_path, monkeypatch, capsys
):
    copy = tmp_path / "copy"
    service = start(REDIS_URL="", SERVICE_SECRETS="")
    with Crowd(service.port, 4) as crowd:
        crowd.all_answered_since(time.monotonic())
        told = {story.id: story.game["version"] for story in crowd.stories}
        shutil.copytree(service.data, copy, ignore=shutil.ignore_patterns("*.sock"))
    crowd.check()

    monkeypatch.setenv("REDIS_URL", "")
    monkeypatch.setenv("DATA_DIR", str(copy))
    assert main(["inspect", "--all"]) == 0
    assert capsys.readouterr().out.endswith("games, 0 damaged\n")
    restored = start(REDIS_URL="", SERVICE_SECRETS="", DATA_DIR=str(copy))
    with connect(f"unix://{copy}/store.sock", connections=1) as redis:
        versions = {each: len(RedisGameLog(redis).read(each)) for each in told}
    assert all(versions[each] >= told[each] for each in told)
    with Crowd(restored.port, 2) as crowd:
        crowd.all_answered_since(time.monotonic())
    crowd.check()
    assert restored.stop() == 0


def test_a_game_that_is_brought_back_is_the_same_and_does_not_mix_with_another(
    start, store, log
):
    service = start()
    with Crowd(service.port, 1) as crowd:
        crowd.all_answered_since(time.monotonic())
    story = crowd.stories[0]
    with store.client() as redis:
        saved = redis.dump(log_key(story.id))

        with pytest.raises(ResponseError, match="BUSYKEY"):
            redis.restore(log_key(story.id), 0, saved)

        redis.delete(log_key(story.id))
        redis.restore(log_key(story.id), 0, saved)
    findings = check(log, crowd.stories)
    assert findings.lost == []
    assert [each for each in findings.wrong if story.id in each] == []
