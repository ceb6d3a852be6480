"""Knowing a request again: idempotency keys, bound by accepted requests only.

Each log entry carries a key field, `<digest of the key>.<fingerprint of the
request>`, so a repeat is recognised for as long as the game exists, on any worker,
and without a second write that could be lost. Requests without a key get a nonce.
"""

import secrets
from hashlib import sha256

from service.play.errors import KeyReused
from service.play.game import Game
from service.play.vault import Vault


class Request:
    """One request for a change: its idempotency key, if any, and what it asks.

    `wish` is the request in canonical form: what counts when two are compared.
    """

    def __init__(self, vault: Vault, key: str | None, wish: str) -> None:
        self._fingerprints = vault.fingerprints(wish) if key else []
        self._digest = _digest(key) if key else None
        self.field = f"{self._digest}.{self._fingerprints[0]}" if key else _nonce()

    def answered_in(self, game: Game) -> int | None:
        """The version that this very request brought about earlier, or None.

        Raises `KeyReused` if its key brought about something else.
        """
        if self._digest is None:
            return None
        for version, field in enumerate(game.keys, start=1):
            digest, _, fingerprint = field.partition(".")
            if digest == self._digest:
                if fingerprint in self._fingerprints:
                    return version
                raise KeyReused(
                    f"This Idempotency-Key was used for another request, which made "
                    f"version {version}. Use a new key for a new request."
                )
        return None


def _digest(key: str) -> str:
    """96 bits are plenty to tell the few hundred keys of a game apart."""
    return sha256(key.lower().encode()).hexdigest()[:24]


def _nonce() -> str:
    return "-" + secrets.token_urlsafe(9)
