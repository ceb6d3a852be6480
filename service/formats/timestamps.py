"""The format of times: RFC 3339, UTC, milliseconds: `2026-01-31T18:30:00.000Z`."""

import re
from datetime import UTC, datetime, timedelta
from typing import Final

EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
MILLISECOND: Final = timedelta(milliseconds=1)
MAX_TIMESTAMP: Final = (
    datetime(9999, 12, 31, 23, 59, 59, 999000, UTC) - EPOCH
) // MILLISECOND
"""The last time that can be formatted, in milliseconds since 1970."""

_FORM: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{8}\.[0-9]{3}Z")


def format_timestamp(at: int) -> str:
    """The text for `at`, milliseconds since 1970, from 0 to `MAX_TIMESTAMP`."""
    time = datetime.fromtimestamp(at // 1000, UTC)
    return f"{time.isoformat()[:19]}.{at % 1000:03d}Z"


def parse_timestamp(text: str) -> int:
    """Milliseconds since 1970. Raises `ValueError`, also for a time before 1970."""
    if _FORM.fullmatch(text):
        at = (datetime.fromisoformat(text) - EPOCH) // MILLISECOND
        if at >= 0:
            return at
    raise ValueError("must be a time such as 2026-01-31T18:30:00.000Z, from 1970 on")
