"""Seat tokens, game ids and encrypted seeds, all derived from the server's secrets.

With a stolen copy of the store one can neither act nor predict draws. The first secret
is the one in use. The older ones still verify and decrypt what was made with them, so
that secrets can be rotated.
"""

import hmac
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Sequence
from functools import lru_cache
from hashlib import sha256
from typing import Final, NamedTuple

from cryptography.fernet import Fernet, InvalidToken

from service.credentials.errors import (
    SeedDecryptionError,
    TokenInvalid,
    WrongGame,
)
from service.credentials.seeded_draws import SeededDraws
from service.rules import MAX_PLAYERS

ID_BYTES: Final = 16
"""Length of game ids and fingerprints before encoding."""
TOKEN_VERSIONS: Final = ("v1.", "")
"""The prefixes of tokens, newest first. Every token is made with the first; tokens of
earlier releases have another, and stay valid."""
MAX_CACHED_SEEDS: Final = 4096

_SEATS: Final = {str(seat): seat for seat in range(MAX_PLAYERS)}


class _DecryptedSeed(NamedTuple):
    seed: str
    seed_salt: str
    secret: bytes
    """The server secret that decrypted it."""


class Keyring:
    """The keys that follow from `server_secrets`, newest first, at least one."""

    def __init__(self, server_secrets: Sequence[str]) -> None:
        self._secrets = [secret.encode() for secret in server_secrets]
        # Stored seeds depend on the purpose: changing it makes them undecryptable.
        self._fernets = [(s, Fernet(_key(s, "seal"))) for s in self._secrets]
        self._decrypt = lru_cache(maxsize=MAX_CACHED_SEEDS)(self._decrypt_uncached)

    def new_game_id(self) -> str:
        """128 random bits, as 22 characters."""
        return _base64(secrets.token_bytes(ID_BYTES))

    def game_ids(self, key: str) -> list[str]:
        """The possible ids of the game that is created with idempotency key `key`.

        The id follows from key and secret, so that a repeated creation finds the log of
        the first. One id for each secret, in the order of the secrets.
        """
        key = key.lower()  # a UUID is the same in either case
        return [_base64(_mac(s, "game id", key)[:ID_BYTES]) for s in self._secrets]

    def fingerprints(self, request: str) -> list[str]:
        """Digests that identify `request`, one for each secret.

        They are keyed, since the request may contain a seed.
        """
        return [_base64(_mac(s, "request", request)[:ID_BYTES]) for s in self._secrets]

    def encrypt_seed(self, draws: SeededDraws) -> str:
        """The seed and its salt, encrypted with the newest secret."""
        text = f"{draws.seed_salt}:{draws.seed}"
        _, newest = self._fernets[0]
        return newest.encrypt(text.encode()).decode()

    def decrypt_seed(self, encrypted_seed: str) -> tuple[str, str]:
        """The seed and its salt. Raises `SeedDecryptionError`."""
        decrypted = self._decrypt(encrypted_seed)
        return decrypted.seed, decrypted.seed_salt

    def _decrypt_uncached(self, encrypted_seed: str) -> _DecryptedSeed:
        for secret, fernet in self._fernets:
            try:
                text = fernet.decrypt(encrypted_seed.encode()).decode()
            except InvalidToken:
                continue
            salt, _, seed = text.partition(":")
            return _DecryptedSeed(seed, salt, secret)
        raise SeedDecryptionError("no configured secret decrypts the seed")

    def seat_tokens(
        self,
        game_id: str,
        seats: int,
        encrypted_seed: str,
        *,
        version: str = TOKEN_VERSIONS[0],
    ) -> list[str]:
        """The tokens of seats 0 to `seats` - 1.

        They are made with the secret that encrypted the game's seed, so that a repeated
        creation gives the same tokens even after a rotation. `version` is one of
        `TOKEN_VERSIONS`. Raises `SeedDecryptionError`.
        """
        secret = self._decrypt(encrypted_seed).secret
        return [f"{version}{_token(secret, game_id, seat)}" for seat in range(seats)]

    def verify_token(self, game_id: str, token: str) -> int:
        """The seat of `game_id` that `token` belongs to.

        Raises `TokenInvalid`, or `WrongGame` for a valid token of another game.
        """
        owner, _, rest = _without_version(token).partition(".")
        seat = _SEATS.get(rest.partition(".")[0])
        if seat is None or not self._is_genuine(owner, seat, token):
            raise TokenInvalid("This token does not belong to any seat.")
        if owner != game_id:
            raise WrongGame("This token belongs to a seat in another game.")
        return seat

    def _is_genuine(self, owner: str, seat: int, token: str) -> bool:
        given = _without_version(token).encode()
        return any(
            hmac.compare_digest(given, _token(secret, owner, seat).encode())
            for secret in self._secrets
        )


def _without_version(token: str) -> str:
    """Every token begins with one of the versions, if only with that of no letters."""
    version = next(each for each in TOKEN_VERSIONS if token.startswith(each))
    return token.removeprefix(version)


def _token(secret: bytes, game_id: str, seat: int) -> str:
    return f"{game_id}.{seat}.{_base64(_mac(secret, 'seat', f'{game_id}.{seat}'))}"


def _mac(secret: bytes, purpose: str, message: str) -> bytes:
    return hmac.digest(_key(secret, purpose), message.encode(), "sha256")


@lru_cache(maxsize=64)
def _key(secret: bytes, purpose: str) -> bytes:
    """A separate key for each purpose, in the format of Fernet."""
    return urlsafe_b64encode(hmac.digest(secret, purpose.encode(), sha256))


def _base64(raw: bytes) -> str:
    return urlsafe_b64encode(raw).rstrip(b"=").decode()
