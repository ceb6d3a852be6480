"""Fixed-window counters with expiry, shared by all processes."""

from typing import Final

from service.store.connect import Client
from service.store.errors import store_errors

_ADD: Final = """
local count = redis.call('INCRBY', KEYS[1], ARGV[1])
if count == tonumber(ARGV[1]) then redis.call('PEXPIRE', KEYS[1], ARGV[2]) end
return {count, redis.call('PTTL', KEYS[1])}
"""


class WindowCounter:
    """Counters in Redis; the window of each begins when it is first added to."""

    def __init__(self, redis: Client) -> None:
        self._add = redis.register_script(_ADD)

    def add(self, name: str, amount: int, seconds: int) -> tuple[int, float]:
        """Add `amount` to the counter `name`, whose window lasts `seconds`.

        Returns the count in this window, and the seconds until it ends. Raises
        `StorageUnavailable`.
        """
        with store_errors(name):
            count, left = self._add(
                keys=[f"azul:tally:{{{name}}}"], args=(amount, seconds * 1000)
            )
        return count, left / 1000
