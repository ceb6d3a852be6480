"""Why a request about a game fails, apart from the rules and the store.

GameError
├── GameNotFound       no game has this id
├── VersionNotFound    the game has not reached this version
├── KeyReused          the idempotency key was used for another request
├── VersionMismatch    the game is not at the version that If-Match names
├── Conflict           other commands were accepted first, at every attempt
├── TooManyWatchers    this process has as many watchers as it allows
└── SubscriptionEnded  the service is stopping, or the log was replaced
"""


class GameError(Exception):
    """A request that fails; the message is for the client."""


class GameNotFound(GameError):
    """No game has this id."""

    def __init__(self) -> None:
        super().__init__("There is no game with this id.")


class VersionNotFound(GameError):
    """The game has not reached this version."""


class KeyReused(GameError):
    """The idempotency key already belongs to another request."""


class VersionMismatch(GameError):
    """The game is not at the version that the client named."""

    def __init__(self, version: int) -> None:
        super().__init__(
            f"The game is at version {version}, not at the version of If-Match. "
            "Read it and decide again."
        )
        self.version = version


class Conflict(GameError):
    """Other commands were accepted first, at every attempt."""


class TooManyWatchers(GameError):
    """This process has as many watchers as it allows."""


class SubscriptionEnded(GameError):
    """The service is stopping, or the log was replaced: connect and read again."""
