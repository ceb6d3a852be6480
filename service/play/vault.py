"""Everything that must not be guessed: ids, seat tokens, seeds.

All of it is derived from the server's secrets or sealed with them, so a stolen copy
of the store lets nobody act and foretells no draw. The first secret is the one in
use; older ones still open what they sealed, which is how secrets are rotated.
"""

import hmac
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Sequence
from functools import lru_cache
from hashlib import sha256
from typing import Final

from cryptography.fernet import Fernet, InvalidToken

from service.play.chance import SeededChance
from service.play.errors import TokenInvalid, WrongGame

ID_BYTES: Final = 16


class SealBroken(Exception):
    """None of the server's secrets opens this game's seal."""


class Vault:
    """Derives and seals with `server_secrets`, newest first, at least one."""

    def __init__(self, server_secrets: Sequence[str]) -> None:
        self._secrets = [secret.encode() for secret in server_secrets]
        self._fernets = [Fernet(_key(s, "seal")) for s in self._secrets]
        self._open = lru_cache(maxsize=4096)(self._unseal)

    def new_game_id(self) -> str:
        """128 random bits, as 22 characters."""
        return _text(secrets.token_bytes(ID_BYTES))

    def game_ids(self, key: str) -> list[str]:
        """The ids of the game that is created under idempotency key `key`.

        The id follows from the key, so that the game's own log tells whether it was
        created before. One id for each secret, the one in use first.
        """
        key = key.lower()  # a UUID is the same in either case
        return [_text(_mac(s, "game id", key)[:ID_BYTES]) for s in self._secrets]

    def fingerprints(self, request: str) -> list[str]:
        """Digests by which to know `request` again; keyed, as it may hold a seed."""
        return [_text(_mac(s, "request", request)[:ID_BYTES]) for s in self._secrets]

    def seal(self, chance: SeededChance) -> str:
        """The seed and its salt, in a form that only this vault can read."""
        text = f"{chance.seed_salt}:{chance.seed}"
        return self._fernets[0].encrypt(text.encode()).decode()

    def open(self, seal: str) -> tuple[str, str]:
        """The seed and the salt in `seal`. Raises `SealBroken`."""
        _, seed, salt = self._open(seal)
        return seed, salt

    def _unseal(self, seal: str) -> tuple[int, str, str]:
        for number, fernet in enumerate(self._fernets):
            try:
                salt, _, seed = fernet.decrypt(seal.encode()).decode().partition(":")
            except InvalidToken:
                continue
            return number, seed, salt
        raise SealBroken("no configured secret opens the seal")

    def tokens(self, game_id: str, seats: int, seal: str) -> list[str]:
        """The seats' tokens, made with the secret that sealed the game.

        So a repeated creation gives the same tokens even after a rotation.
        """
        secret = self._secrets[self._open(seal)[0]]
        return [_token(secret, game_id, seat) for seat in range(seats)]

    def seat(self, game_id: str, token: str) -> int:
        """The seat of `game_id` that `token` may act for.

        Raises `TokenInvalid`, or `WrongGame` for a genuine token of another game.
        """
        owner, _, rest = token.partition(".")
        number = rest.partition(".")[0]
        if number not in ("0", "1", "2", "3") or not self._is_genuine(
            owner, int(number), token
        ):
            raise TokenInvalid("This token belongs to no seat.")
        if owner != game_id:
            raise WrongGame("This token belongs to a seat in another game.")
        return int(number)

    def _is_genuine(self, owner: str, seat: int, token: str) -> bool:
        given = token.encode()
        return any(
            hmac.compare_digest(given, _token(secret, owner, seat).encode())
            for secret in self._secrets
        )


def _token(secret: bytes, game_id: str, seat: int) -> str:
    return f"{game_id}.{seat}.{_text(_mac(secret, 'seat', f'{game_id}.{seat}'))}"


def _mac(secret: bytes, purpose: str, message: str) -> bytes:
    return hmac.digest(_key(secret, purpose), message.encode(), "sha256")


@lru_cache(maxsize=64)
def _key(secret: bytes, purpose: str) -> bytes:
    """A key of its own for each purpose, in the form that Fernet takes."""
    return urlsafe_b64encode(hmac.digest(secret, purpose.encode(), sha256))


def _text(raw: bytes) -> str:
    return urlsafe_b64encode(raw).rstrip(b"=").decode()
