"""Idempotency keys, which are stored for accepted requests only.

Each log entry has a key field, `<digest of the key>.<fingerprint of the request>`, so a
repeat is recognized as long as the game exists, by every worker, and without a second
write that could be lost. A request without a key gets a nonce.
"""

import secrets
from hashlib import sha256
from typing import NamedTuple

from service.credentials.keyring import Keyring
from service.games.errors import KeyReused
from service.games.game import Game


class FirstAttempt(NamedTuple):
    """The version that the first attempt of a request led to, and the index of the
    canonical form that was stored.
    """

    version: int
    form: int


class IdempotentRequest:
    """A request for a change, with its idempotency key, if any.

    Two requests are the same if their canonical forms are. The first of `forms` is
    stored, as part of `field`; the others are those of earlier releases, which are
    still recognized.
    """

    def __init__(self, keyring: Keyring, key: str | None, *forms: str) -> None:
        self._digest = _digest(key) if key else None
        self._fingerprints = [keyring.fingerprints(form) for form in forms if key]
        self.field = f"{self._digest}.{self._fingerprints[0][0]}" if key else _nonce()

    def first_attempt(self, game: Game) -> FirstAttempt | None:
        """What an earlier attempt of this request led to; None if there is none.

        Raises `KeyReused` if the key was used for another request.
        """
        if self._digest is None:
            return None
        for version, field in enumerate(game.keys, start=1):
            digest, _, fingerprint = field.partition(".")
            if digest == self._digest:
                return FirstAttempt(version, self._form_of(fingerprint, version))
        return None

    def _form_of(self, fingerprint: str, version: int) -> int:
        for form, fingerprints in enumerate(self._fingerprints):
            if fingerprint in fingerprints:
                return form
        raise KeyReused(
            "This Idempotency-Key was used for another request, which led to version "
            f"{version}. Use a new key for a new request."
        )


def _digest(key: str) -> str:
    """96 bits: enough to distinguish the few hundred keys of a game."""
    return sha256(key.lower().encode()).hexdigest()[:24]


def _nonce() -> str:
    return "-" + secrets.token_urlsafe(9)
