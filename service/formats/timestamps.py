"""The form of times: RFC 3339 in UTC with milliseconds, `2026-01-31T18:30:00.000Z`."""

import re
from datetime import UTC, datetime, timedelta
from typing import Final

EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
MILLISECOND: Final = timedelta(milliseconds=1)
LATEST: Final = (datetime(9999, 12, 31, 23, 59, 59, 999000, UTC) - EPOCH) // MILLISECOND
"""The last time that can be written, in milliseconds since 1970."""

_FORM: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{8}\.[0-9]{3}Z")


def format_timestamp(at: int) -> str:
    """Milliseconds since 1970, up to `LATEST`, as text."""
    time = datetime.fromtimestamp(at // 1000, UTC)
    return f"{time.isoformat()[:19]}.{at % 1000:03d}Z"


def parse_timestamp(text: str) -> int:
    """Milliseconds since 1970, zero or more. Raises `ValueError`."""
    if _FORM.fullmatch(text):
        at = (datetime.fromisoformat(text) - EPOCH) // MILLISECOND
        if at >= 0:
            return at
    raise ValueError("a time has the form 2026-01-31T18:30:00.000Z, from 1970 on")
