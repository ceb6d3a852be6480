"""A stolen copy of the store allows no commands and reveals no draws to come."""

import gzip
import json
from base64 import b64encode, urlsafe_b64decode, urlsafe_b64encode

import pytest

from service.credentials.errors import SeedDecryptionError
from service.credentials.keyring import Keyring
from service.credentials.seeded_draws import commitment
from testkit.waiting import wait_until
from tests.games.support import NEWER, SECRET, Process, finished, key, stored


def dump(redis):
    """Every key and every value of the store, as bytes."""
    parts = []
    for name in redis.scan_iter():
        parts.append(name)
        for entry_id, fields in redis.xrange(name):
            parts += [entry_id, *fields, *fields.values()]
    return b"\n".join(parts)


def disguises(secret):
    """A secret as it is, and as it might be hidden by carelessness alone."""
    raw = secret.encode()
    forms = {raw, raw.hex().encode(), json.dumps(secret)[1:-1].encode()}
    for encoded in (b64encode(raw), urlsafe_b64encode(raw)):
        forms.add(encoded.rstrip(b"=")[:-1])
    if all(letter in "0123456789abcdef" for letter in secret):
        forms.add(bytes.fromhex(secret))
    return forms


def secrets_of(process, made):
    """What the server alone may know of a game: its seed, salt and tokens."""
    seed, salt = process.keyring.decrypt_seed(made.game.encrypted_seed)
    macs = [token.rpartition(".")[2] for token in made.tokens]
    return [seed, salt, *made.tokens, *macs, SECRET]


@pytest.fixture
def made(one):
    made = one.create(key(1), seed=None)
    one.play(made, lambda state: state.round == 3)
    return made


def test_neither_seed_nor_salt_nor_token_lies_in_the_store(one, made, redis):
    everything = dump(redis)

    assert made.game.id.encode() in everything, "the dump is one"
    for secret in secrets_of(one, made):
        for form in disguises(secret):
            assert form not in everything


def test_a_given_seed_cannot_be_read_in_the_store_either(one, redis):
    one.create(seed="a seed that its giver knows")

    assert b"a seed that" not in dump(redis)
    assert urlsafe_b64encode(b"a seed that").rstrip(b"=") not in dump(redis)


def test_a_short_seed_cannot_be_guessed_from_what_is_stored(one, redis):
    """Without the salt, trying all short seeds leads nowhere."""
    made = one.create(seed="7")
    stored_hash = made.game.state.seed_hash

    guesses = {commitment(str(number), "") for number in range(100)}

    assert stored_hash not in guesses
    assert len(one.keyring.decrypt_seed(made.game.encrypted_seed)[1]) == 32, (
        "128 bits of salt"
    )


def test_the_same_request_without_a_key_stores_nothing_equal(one, redis):
    """Not even that two games have the same seed can be seen."""
    first, second = (stored(redis, one.create(seed="7"))[0][1] for _ in range(2))

    assert first[b"x"] != second[b"x"]
    assert first[b"k"].partition(b".")[0] != second[b"k"].partition(b".")[0]


@pytest.mark.server
def test_nothing_secret_lies_on_the_disk_of_a_real_server(spare_server):
    one = Process(spare_server.client())
    made = one.create(key(1), seed=None)
    one.play(made, lambda state: state.round == 3)
    admin = spare_server.admin
    admin.bgrewriteaof()
    wait_until(lambda: not admin.info("persistence")["aof_rewrite_in_progress"])
    written = b"".join(
        path.read_bytes() for path in spare_server.folder.rglob("appendonly.aof*")
    )

    assert made.game.id.encode() in written
    for secret in secrets_of(one, made):
        for form in disguises(secret):
            assert form not in written


def test_at_the_end_seed_and_salt_are_published_and_tokens_still_are_not(
    one, made, redis
):
    seed, salt = one.keyring.decrypt_seed(made.game.encrypted_seed)
    end = one.play(made, finished)

    assert (end.state.seed, end.state.seed_salt) == (seed, salt)
    assert commitment(seed, salt) == end.state.seed_hash
    assert seed.encode() in dump(redis)
    for secret in (*made.tokens, SECRET):
        assert secret.encode() not in dump(redis)


def test_before_the_end_no_state_and_no_event_tells_the_seed(one, made):
    secrets = secrets_of(one, made)[:2]
    page = one.reader.history(made.game.id, 0, None)

    shown = repr((one.now(made).state, [entry.events for entry in page.entries]))

    assert not any(secret in shown for secret in secrets)


def test_the_seed_is_decrypted_with_its_secret_and_with_no_other(one, made):
    assert Keyring((SECRET,)).decrypt_seed(made.game.encrypted_seed)
    assert Keyring((NEWER, SECRET)).decrypt_seed(made.game.encrypted_seed)
    for secrets in ((NEWER,), (SECRET + " ",), (SECRET[:-1],), (NEWER, SECRET.upper())):
        with pytest.raises(SeedDecryptionError):
            Keyring(secrets).decrypt_seed(made.game.encrypted_seed)


@pytest.mark.parametrize("place", [0, 12, 40, 80, -2])
def test_a_changed_ciphertext_is_not_decrypted(one, made, place):
    raw = bytearray(urlsafe_b64decode(made.game.encrypted_seed))
    raw[place] ^= 1

    with pytest.raises(SeedDecryptionError):
        one.keyring.decrypt_seed(urlsafe_b64encode(bytes(raw)).decode())


def test_all_encrypted_seeds_are_equally_long_unless_the_seed_was_given(one):
    lengths = {len(one.create(seed=None).game.encrypted_seed) for _ in range(10)}

    assert len(lengths) == 1


def test_tokens_and_ids_look_like_chance(one):
    """They do not compress, so there is no pattern for a guess to begin with."""
    made = [one.create(players=4) for _ in range(50)]
    macs = [
        urlsafe_b64decode(token.rpartition(".")[2] + "=")
        for each in made
        for token in each.tokens
    ]
    ids = b"".join(urlsafe_b64decode(each.game.id + "==") for each in made)

    assert {len(mac) for mac in macs} == {32}
    assert len(set(macs)) == 200
    for raw in (b"".join(macs), ids):
        assert len(gzip.compress(raw)) >= len(raw)
