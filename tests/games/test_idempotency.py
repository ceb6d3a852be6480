"""The field of an entry by which a request is known again, also by later releases."""

import re

from service.credentials.keyring import Keyring
from service.games.idempotency import IdempotentRequest
from tests.games.support import SECRET

KEYRING = Keyring((SECRET,))
KEY = "0A1b2C3d-1111-4222-8333-ABCDEFabcdef"


def test_a_key_and_a_request_are_kept_in_exactly_this_form():
    field = IdempotentRequest(KEYRING, KEY, "a wish").field

    assert field == "e9c1774bf70e63f91c734db0.Hi4yJBurWojdo_Y5huB8AA"


def test_without_a_key_there_is_a_short_nonce_that_no_key_can_equal():
    fields = [IdempotentRequest(KEYRING, None, "a wish").field for _ in range(100)]

    assert len(set(fields)) == 100
    assert all(re.fullmatch(r"-[\w-]{12}", field) for field in fields)
