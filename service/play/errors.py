"""Why a request is not carried out, apart from the rules and the store.

PlayError
├── GameNotFound       no game has this id
├── VersionNotFound    the game has not come that far
├── TokenInvalid       no seat anywhere has this token
├── WrongGame          it is the token of a seat in another game
├── KeyReused          the idempotency key was used for another request
├── VersionMismatch    the game is not at the version that was asked for
├── Conflict           others kept moving first
├── NotAHistory        what came in is no list of events
├── TooManyWatchers    this process holds as many watchers as it can
└── WatchEnded         the service stops, or the log was replaced
"""


class PlayError(Exception):
    """A request that cannot be carried out; the message is for the client."""


class GameNotFound(PlayError):
    """No game has this id."""


class VersionNotFound(PlayError):
    """The game has not come to this version."""


class TokenInvalid(PlayError):
    """The token belongs to no seat."""


class WrongGame(PlayError):
    """The token belongs to a seat in another game."""


class KeyReused(PlayError):
    """The idempotency key already belongs to another request."""


class VersionMismatch(PlayError):
    """The game has moved on, or was never at this version."""

    def __init__(self, version: int) -> None:
        super().__init__(f"The game is at version {version}.")
        self.version = version


class Conflict(PlayError):
    """Other commands were always a moment faster."""


class NotAHistory(PlayError):
    """What came in is no list of events, or an empty one."""


class TooManyWatchers(PlayError):
    """This process holds as many watchers as it can."""


class WatchEnded(PlayError):
    """The service stops, or the game's log was replaced: come back and read anew."""
