"""Why a request about a game is not carried out, apart from the rules and the store.

GameError
├── GameNotFound       no game has this id
├── VersionNotFound    the game has not reached this version
├── KeyReused          the idempotency key was used for another request
├── VersionMismatch    the game is not at the version that was asked for
├── Conflict           other commands were always faster
├── TooManyWatchers    this process holds as many watchers as it can
└── SubscriptionEnded  the service stops, or the log was replaced
"""


class GameError(Exception):
    """A request that cannot be carried out; the message is for the client."""


class GameNotFound(GameError):
    """No game has this id."""

    def __init__(self) -> None:
        super().__init__("There is no game with this id.")


class VersionNotFound(GameError):
    """The game has not reached this version."""


class KeyReused(GameError):
    """The idempotency key already belongs to another request."""


class VersionMismatch(GameError):
    """The game has moved on, or was never at this version."""

    def __init__(self, version: int) -> None:
        super().__init__(f"The game is at version {version}.")
        self.version = version


class Conflict(GameError):
    """Other commands were always a moment faster."""


class TooManyWatchers(GameError):
    """This process holds as many watchers as it can."""


class SubscriptionEnded(GameError):
    """The service stops, or the game's log was replaced: come back and read again."""
