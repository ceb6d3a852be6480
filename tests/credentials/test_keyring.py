"""Tokens, ids and fingerprints: derived from the server's secret, and from nothing
that the store holds.
"""

import hmac

import pytest

from service.credentials.errors import TokenInvalid, WrongGame
from service.credentials.keyring import Keyring
from service.credentials.seeded_draws import SeededDraws
from tests.games.support import NEWER, SECRET, key

GAME = "AAAAAAAAAAAAAAAAAAAAAA"
OTHER = "BBBBBBBBBBBBBBBBBBBBBB"


@pytest.fixture
def keyring():
    return Keyring((SECRET,))


@pytest.fixture
def tokens(keyring):
    return keyring.seat_tokens(GAME, 4, encrypted(keyring))


def encrypted(keyring, seed="a1"):
    return keyring.encrypt_seed(SeededDraws(seed, "salt", seeded=True))


def test_each_token_is_its_seats_and_no_others(keyring, tokens):
    assert [keyring.verify_token(GAME, token) for token in tokens] == [0, 1, 2, 3]
    assert len(set(tokens)) == 4


def test_tokens_are_made_again_the_same(keyring, tokens):
    assert Keyring((SECRET,)).seat_tokens(GAME, 4, encrypted(keyring)) == tokens
    newer = Keyring((NEWER,))
    assert newer.seat_tokens(GAME, 4, encrypted(newer)) != tokens


def test_these_very_tokens_are_made_for_ever(tokens):
    """A new release must not turn players out of their games."""
    assert tokens[::2] == [
        f"v1.{GAME}.0.-M3NqPN-_zirsejajAdBt73DEdbEulfmLkID59szsWA",
        f"v1.{GAME}.2.GepbVF4_iZhS686P3quvGA6l0ycxPEEtk9X1LwM15ac",
    ]


def test_tokens_of_before_they_named_a_version_go_on_working(keyring, tokens):
    unversioned = [token.removeprefix("v1.") for token in tokens]
    given = keyring.seat_tokens(GAME, 4, encrypted(keyring), version="")

    assert given == unversioned
    assert [keyring.verify_token(GAME, token) for token in unversioned] == [0, 1, 2, 3]


@pytest.mark.parametrize("version", ["v0.", "v2.", "V1.", "v1", "v1.v1.", "."])
def test_a_token_of_another_version_belongs_to_no_seat(keyring, tokens, version):
    with pytest.raises(TokenInvalid):
        keyring.verify_token(GAME, version + tokens[0].removeprefix("v1."))


def test_a_token_fits_into_a_header(tokens):
    assert all(token.isascii() and token.isprintable() for token in tokens)
    assert max(map(len, tokens)) < 100


@pytest.mark.parametrize("place", range(len(GAME) + 3))
def test_a_changed_letter_of_game_or_seat_makes_a_token_worthless(
    keyring, tokens, place
):
    changed = "1" if tokens[0][place] != "1" else "0"

    with pytest.raises(TokenInvalid):
        keyring.verify_token(GAME, tokens[0][:place] + changed + tokens[0][place + 1 :])


def test_a_changed_letter_of_its_signature_does_too(keyring, tokens):
    start = len(GAME) + 3
    for place in range(start, len(tokens[0])):
        for letter in "Aa0-":
            changed = tokens[0][:place] + letter + tokens[0][place + 1 :]
            if changed != tokens[0]:
                with pytest.raises(TokenInvalid):
                    keyring.verify_token(GAME, changed)


SHAPES = [
    *("", ".", "..", "...", "0", f"{GAME}.0", f"{GAME}.0.", f"{GAME}..", f".0.{GAME}"),
    *(
        f"{GAME}.4.x",
        f"{GAME}.-1.x",
        f"{GAME}.00.x",
        f"{GAME}.0x.x",
        f"{GAME}.\u0660.x",
    ),
    *("é" * 40, "\ud800", "x" * 100_000, "\0", f"{GAME}.0.\n"),
]


@pytest.mark.parametrize("token", SHAPES, ids=range(len(SHAPES)))
def test_what_is_no_token_is_refused_and_breaks_nothing(keyring, token):
    with pytest.raises(TokenInvalid):
        keyring.verify_token(GAME, token)


def test_space_around_a_token_is_no_part_of_it(keyring, tokens):
    for token in (f" {tokens[0]}", f"{tokens[0]} ", f"{tokens[0]}=", f"{tokens[0]}\n"):
        with pytest.raises(TokenInvalid):
            keyring.verify_token(GAME, token)


def test_a_genuine_token_of_another_game_is_distinguished_from_an_invented_one(
    keyring, tokens
):
    with pytest.raises(WrongGame):
        keyring.verify_token(OTHER, tokens[0])
    with pytest.raises(TokenInvalid):
        keyring.verify_token(OTHER, tokens[0].replace(GAME, OTHER))


def test_tokens_are_compared_in_constant_time(keyring, tokens, monkeypatch):
    """By the function that is made for it: the time to fail tells nothing."""
    compared = []

    def compare(given, right):
        compared.append(given)
        return original(given, right)

    original = hmac.compare_digest
    monkeypatch.setattr("service.credentials.keyring.hmac.compare_digest", compare)

    keyring.verify_token(GAME, tokens[2])

    assert compared == [tokens[2].removeprefix("v1.").encode()]


def test_an_id_follows_from_its_key_and_the_secret(keyring):
    (game_id,) = keyring.game_ids(key(1))

    assert Keyring((SECRET,)).game_ids(key(1)) == [game_id]
    assert keyring.game_ids(key(2)) != [game_id]
    assert Keyring((NEWER,)).game_ids(key(1)) != [game_id]
    assert Keyring((NEWER, SECRET)).game_ids(key(1))[1] == game_id


def test_ids_are_22_letters_that_need_no_escape(keyring):
    for game_id in (keyring.new_game_id(), *keyring.game_ids(key(1))):
        assert len(game_id) == 22
        assert game_id.replace("-", "a").replace("_", "a").isalnum()


def test_purposes_have_keys_of_their_own(keyring):
    """The same message under two purposes gives nothing alike."""
    message = f"{GAME}.0"
    (game_id,) = keyring.game_ids(message.lower())
    (fingerprint,) = keyring.fingerprints(message)
    (token, *_) = keyring.seat_tokens(GAME, 1, encrypted(keyring))
    signature = token.rpartition(".")[2]

    assert len({game_id, fingerprint, signature[:22]}) == 3


def test_a_fingerprint_cannot_be_made_without_the_secret(keyring):
    """It stands in the store, and a request may hold a seed that is easy to guess."""
    assert keyring.fingerprints("request") != Keyring((NEWER,)).fingerprints("request")
    assert keyring.fingerprints("request") != keyring.fingerprints("Request")


@pytest.mark.parametrize("seed", ["", "a", ":", "a:b::", "Žofie 🎲", "x" * 64])
def test_decrypting_gives_back_the_seed_and_the_salt(keyring, seed):
    assert keyring.decrypt_seed(encrypted(keyring, seed)) == (seed, "salt")
