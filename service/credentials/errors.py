"""What can be wrong with a token or an encrypted seed.

CredentialsError
├── TokenInvalid         it is not the token of any seat
├── WrongGame            it is the token of a seat in another game
└── SeedDecryptionError  no configured secret decrypts the seed
"""


class CredentialsError(Exception):
    """A credential that cannot be used."""


class TokenInvalid(CredentialsError):
    """It is not the token of any seat."""


class WrongGame(CredentialsError):
    """The token belongs to a seat in another game."""


class SeedDecryptionError(CredentialsError):
    """None of the server's secrets decrypts this seed."""
