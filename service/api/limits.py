"""Rate limits: so many requests of a kind from one address, over all processes.

The counts are shared through the store, but asking it at every request would double
the price of a read. So a process takes requests in lots: one round trip buys a
fiftieth of the limit, which it then hands out by itself.
"""

import time
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from math import ceil
from threading import Lock
from typing import Final

from flask import Flask, request

from service.api.problems import Problem
from service.store import StoreError, Tally

WINDOW: Final = 10
"""Seconds over which a limit is averaged."""
LOTS_PER_LIMIT: Final = 50
PATIENCE: Final = 0.2
"""Seconds to wait for a lot; a request is rather let through than kept longer."""
BLIND: Final = 1.0
"""Seconds without limits after the store did not answer."""
MOST_ADDRESSES: Final = 10_000

KINDS: Final = {
    "createGame": "creations",
    "takeTiles": "commands",
    "placeTile": "commands",
    "getLiveness": None,
    "getReadiness": None,
    "getMetrics": None,
}
"""The kind of each operation; everything else is a read, None is not limited."""


@dataclass(slots=True)
class _Lot:
    """Requests that may still be handed out until `ends` (monotonic seconds)."""

    left: int
    ends: float
    is_last: bool


class Limits:
    """At most `rates[kind]` requests a second of a kind and address; 0 is no limit."""

    def __init__(self, tally: Tally, rates: Mapping[str, int]) -> None:
        self._tally = tally
        self._rates = rates
        self._lots: OrderedDict[tuple[str, str], _Lot] = OrderedDict()
        self._lock = Lock()
        self._drawing = Lock()
        self._blind_until = 0.0

    def check(self, kind: str, address: str) -> None:
        """Count one request. Raises `Problem` (rate_limited) if it is one too many.

        While the store does not answer nobody is limited: the request itself will
        tell.
        """
        if not self._rates[kind]:
            return
        lot = self._hand_out(kind, address) or self._next_lot(kind, address)
        if lot is not None and lot.left < 0:
            wait = max(1, ceil(lot.ends - time.monotonic()))
            raise Problem(
                "rate_limited",
                f"Too many {kind} from your address; go on in {wait} s.",
                headers={"Retry-After": str(wait)},
            )

    def _next_lot(self, kind: str, address: str) -> _Lot | None:
        """One request out of a new lot; None while the store does not answer.

        One thread at a time draws lots, or a crowd would draw one each and use up
        the limit at once.
        """
        if not self._drawing.acquire(timeout=PATIENCE):
            return None
        try:
            lot = self._hand_out(kind, address)
            if lot is None and time.monotonic() >= self._blind_until:
                self._draw(kind, address)
                lot = self._hand_out(kind, address)
        except StoreError:
            self._blind_until = time.monotonic() + BLIND
            return None
        else:
            return lot
        finally:
            self._drawing.release()

    def _hand_out(self, kind: str, address: str) -> _Lot | None:
        """One request out of the lot at hand; None if a new lot is needed."""
        with self._lock:
            lot = self._lots.get((kind, address))
            if lot is None or lot.ends <= time.monotonic():
                return None
            if lot.left == 0 and not lot.is_last:
                return None
            lot.left = max(-1, lot.left - 1)
            return lot

    def _draw(self, kind: str, address: str) -> None:
        most = self._rates[kind] * WINDOW
        size = max(1, most // LOTS_PER_LIMIT)
        count, seconds = self._tally.add(f"{kind}:{address}", size, WINDOW)
        granted = max(0, min(size, most - (count - size)))
        ends = time.monotonic() + max(seconds, 0.001)
        with self._lock:
            self._lots[kind, address] = _Lot(granted, ends, is_last=granted < size)
            self._lots.move_to_end((kind, address))
            if len(self._lots) > MOST_ADDRESSES:
                self._lots.popitem(last=False)


def register(app: Flask, limits: Limits) -> None:
    """Check each request's limit before anything else is done with it."""

    @app.before_request
    def check_limit() -> None:
        operation = (request.endpoint or "").rpartition(".")[2]
        kind = KINDS.get(operation, "reads")
        if kind and request.method != "OPTIONS":
            limits.check(kind, request.remote_addr or "unknown")
