"""From what a subscription publishes to every commit, once and in order."""

from collections.abc import Iterator
from queue import Empty

from service.games.game import Commit, Game
from service.games.reader import Reader
from service.games.subscription import Subscription


def backlog(
    subscription: Subscription, reader: Reader, after: int | None
) -> list[Commit]:
    """What a follower that has version `after` must get first.

    The game as it stands (a commit without events) without `after`, and also if the
    game never came to it. Raises the store's errors.
    """
    game = subscription.game
    if after is None or after > game.version:
        return [Commit(game, ())]
    return reader.commits_between(after, game)


def commits_from(
    subscription: Subscription, reader: Reader, timeout: float
) -> Iterator[Commit | None]:
    """Every commit after the subscription's game, until the game ends.

    None after each `timeout` seconds in which nothing happened. Raises
    `SubscriptionEnded` and the store's errors.
    """
    game = subscription.game
    while not game.state.result:
        try:
            published = subscription.next(timeout)
        except Empty:
            yield None
            continue
        commits = commits_after(game, published, reader)
        yield from commits
        game = commits[-1].game if commits else game


def commits_after(game: Game, published: Commit | None, reader: Reader) -> list[Commit]:
    """The commits after `game`, as far as they follow from what was `published`.

    Raises the store's errors.
    """
    if published is None:
        is_newest = reader.latest_known(game.id).version == game.version
        return [] if is_newest else reader.commits_since(game) or []
    if published.game.version > game.version + 1:
        return reader.commits_since(game) or []
    return [published] if published.game.version == game.version + 1 else []
