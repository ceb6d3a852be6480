"""Following games in one process: what is read, and what survives which failure."""

import logging
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from queue import Empty, SimpleQueue

import pytest

from service.games import updates as module
from service.games.catch_up import commits_after
from service.games.errors import SubscriptionEnded
from service.games.updates import Updates
from service.rules import TakeTiles
from service.store import StorageUnavailable
from testkit.waiting import wait_until
from tests.games.support import allowed, finished

MANY = 50


class FakeNotifications:
    """Announces what a test puts into `coming`, or raises it."""

    def __init__(self):
        self.coming = SimpleQueue()
        self.begun = 0

    def moved(self):
        self.begun += 1
        while (announced := self.coming.get()) is not self:
            if isinstance(announced, BaseException):
                raise announced
            yield announced

    def close(self):
        self.coming.put(self)


@pytest.fixture(autouse=True)
def _restart_at_once(monkeypatch):
    monkeypatch.setattr(module, "RESTART_DELAY", 0.0)


@pytest.fixture
def notifications():
    return FakeNotifications()


@pytest.fixture
def updates(one, notifications):
    updates = Updates(notifications, one.reader, streams=MANY, waits=MANY)
    yield updates
    updates.close()


@pytest.fixture
def made(one):
    return one.create()


@pytest.fixture
def game(made):
    return made.game


@pytest.mark.parametrize("error", [RuntimeError("unexpected"), KeyError("data")])
def test_after_any_failure_it_listens_again(
    two, updates, notifications, made, game, caplog, error
):
    with updates.stream(game.id) as subscription:
        notifications.coming.put(error)
        wait_until(lambda: notifications.begun == 2)
        two.step(made)
        notifications.coming.put(game.id)

        assert subscription.next(10).game.version == 2
    assert "cannot listen to the store; trying again" in caplog.text


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
@pytest.mark.parametrize("method", ["stream", "follow"])
def test_a_listener_that_was_ended_is_started_with_the_next_subscription(
    two, updates, notifications, made, game, method
):
    with updates.stream(game.id):
        notifications.coming.put(SystemExit())
        wait_until(lambda: not updates._listener.is_alive())

    with getattr(updates, method)(game.id) as subscription:
        two.step(made)
        notifications.coming.put(game.id)

        assert subscription.next(10).game.version == 2


def test_a_game_that_cannot_be_followed_ends_its_own_subscriptions_only(
    one, two, updates, notifications, game, monkeypatch, caplog
):
    second = one.create()
    commits_since = one.reader.commits_since

    def broken(known):
        if known.id == game.id:
            raise RuntimeError("unexpected")
        return commits_since(known)

    monkeypatch.setattr(one.reader, "commits_since", broken)
    with (
        updates.stream(game.id) as lost,
        updates.stream(second.game.id) as subscription,
    ):
        two.step(second)
        notifications.coming.put(None)

        assert subscription.next(10).game.version == 2
        with pytest.raises(SubscriptionEnded):
            lost.next(10)
    assert f"cannot follow game {game.id}" in caplog.text
    assert notifications.begun == 1


def test_one_read_serves_all_who_wait(
    one, two, updates, notifications, made, game, monkeypatch
):
    with ThreadPoolExecutor(MANY) as pool:
        waiting = [pool.submit(updates.wait, game.id, 1, 10) for _ in range(MANY)]
        wait_until(
            lambda: sum(hasattr(s, "game") for s in subscriptions(updates)) == MANY
        )
        two.step(made)
        reads = []
        tail = one.log.tail
        monkeypatch.setattr(one.log, "tail", lambda *a: reads.append(a) or tail(*a))
        monkeypatch.setattr(one.log, "read", lambda *a: reads.append(a))
        notifications.coming.put(game.id)

        assert [each.result(10).version for each in waiting] == [2] * MANY
    assert len(reads) == 1


def test_an_announcement_during_the_first_read_loses_nothing(
    one, two, updates, notifications, made, game
):
    """It comes while nobody knows yet which version the follower will have."""
    current = one.reader.current
    moves = []

    def late(game_id):
        found = current(game_id)
        if not moves:
            moves.append(two.step(made))
            notifications.coming.put(game_id)
            wait_until(lambda: any(s.has_update for s in subscriptions(updates)))
        return found

    one.reader.current = late
    with updates.stream(game.id) as subscription:
        published = subscription.next(10)

        commits = commits_after(subscription.game, published, one.reader)
    assert [commit.game.version for commit in commits] == [2]


def test_a_follower_whose_first_read_was_late_learns_what_others_know(
    one, two, updates, notifications, made, game
):
    """Its read is over before a move, and noticed after that move was published."""
    current = one.reader.current

    def late(game_id):
        one.reader.current = current
        found = current(game_id)
        two.step(made)
        with updates.stream(game_id) as other:
            assert other.game.version == 2
            notifications.coming.put(game_id)
            notifications.coming.put(None)
            wait_until(notifications.coming.empty)
            opened.append(updates.stream(game_id))
            opened[0].__enter__()
        return found

    opened = []
    one.reader.current = late
    with updates.stream(game.id) as subscription:
        assert subscription.game.version == 1
        published = subscription.next(10)

        commits = commits_after(subscription.game, published, one.reader)
    opened[0].__exit__(None, None, None)
    assert [commit.game.version for commit in commits] == [2]


def test_while_the_store_is_away_not_every_game_is_logged(
    one, updates, notifications, monkeypatch, caplog
):
    games = [one.create().game for _ in range(5)]

    def away(known):
        raise StorageUnavailable("the store is away")

    with ExitStack() as streams:
        for game in games:
            streams.enter_context(updates.stream(game.id))
        monkeypatch.setattr(one.reader, "commits_since", away)
        notifications.coming.put(None)
        notifications.coming.put(None)
        wait_until(lambda: caplog.text.count("the store is away") == 2)

    assert len(caplog.records) == 2


def subscriptions(updates):
    return [
        subscription
        for channel in updates._channels.values()
        for subscription in channel.subscriptions.copy()
    ]


def begun(updates):
    """Those that have read their game."""
    return [each for each in subscriptions(updates) if hasattr(each, "game")]


def test_an_update_that_is_known_already_is_no_commit(one, game):
    assert commits_after(one.reader.current(game.id), None, one.reader) == []


def test_nothing_is_logged_as_long_as_all_goes_well(
    one, updates, notifications, game, caplog
):
    caplog.set_level(logging.DEBUG)
    with updates.stream(game.id) as subscription:
        notifications.coming.put(None)
        with pytest.raises(Empty):
            subscription.next(0.05)
    assert caplog.text == ""


def test_a_follower_within_the_process_takes_no_place_of_a_stream(one, two, made):
    notifications = FakeNotifications()
    updates = Updates(notifications, one.reader, streams=0, waits=0)

    with updates.follow(made.game.id) as subscription, updates.follow_all():
        two.step(made)
        notifications.coming.put(made.game.id)

        assert subscription.next(10).game.version == 2
    updates.close()


def test_a_follower_of_all_games_learns_first_that_any_may_have_moved(updates):
    with updates.follow_all() as games:
        assert games.next(0) is None
        with pytest.raises(Empty):
            games.next(0)


def test_a_game_that_moves_often_is_named_once_to_a_slow_follower(
    updates, notifications, game
):
    with updates.follow_all() as games:
        games.next(0)
        for announced in (game.id, "another", game.id, None, game.id):
            notifications.coming.put(announced)
        wait_until(lambda: len(games._moved) == 3)

        assert [games.next(1) for _ in range(3)] == [game.id, "another", None]
        with pytest.raises(Empty):
            games.next(0)


def test_subscriptions_of_all_kinds_end_when_the_service_stops(updates, game):
    with updates.follow(game.id) as one_game, updates.follow_all() as games:
        updates.close()

        with pytest.raises(SubscriptionEnded):
            one_game.next(10)
        with pytest.raises(SubscriptionEnded):
            games.next(10)
        with pytest.raises(SubscriptionEnded):
            updates.follow(game.id).__enter__()
        with pytest.raises(SubscriptionEnded):
            updates.follow_all().__enter__()


def test_a_part_of_the_service_can_answer_moves_by_following_all_games(
    one, two, updates, notifications, made
):
    """What a computer player does: seat 1 moves by itself as soon as it may."""
    with updates.follow_all() as games:
        games.next(0)
        game = made.game
        while not finished(game.state):
            seat = game.state.current_seat
            command = allowed(game.state)
            assert isinstance(command, TakeTiles)
            if seat == 0:
                game = two.act(made, command).game
                notifications.coming.put(game.id)
            else:
                assert games.next(10) == game.id
                known = one.reader.current(game.id)
                assert known == game
                game = one.games.execute(game.id, allowed(known.state)).game

    assert one.now(made).state.result
