"""The headers of responses with pictures."""

from base64 import b64encode
from functools import cache
from hashlib import sha256
from typing import Final

from service.pictures import style

SVG: Final = "image/svg+xml"


@cache
def svg_headers() -> dict[str, str]:
    """Headers that allow a picture its own style sheet, and nothing else."""
    digest = b64encode(sha256(style().encode()).digest()).decode()
    return {
        "Content-Security-Policy": f"default-src 'none'; style-src 'sha256-{digest}'; "
        "sandbox",
        "X-Content-Type-Options": "nosniff",
    }
