"""How the texts of settings are read; a text that cannot be raises `ValueError`."""

import ipaddress
import re
from collections.abc import Callable
from pathlib import Path


def host_name(text: str) -> str:
    """An IP address, or the name of a host."""
    if re.fullmatch(r"[0-9.]+|.*:.*", text):
        try:
            return str(ipaddress.ip_address(text.strip("[]")))
        except ValueError:
            raise ValueError(f"{text!r} is no IP address") from None
    if re.fullmatch(r"[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?", text):
        return text
    raise ValueError(f"{text!r} is neither an IP address nor a host name")


def whole(low: int, high: int) -> Callable[[str], int]:
    """Reads a whole number from `low` to `high`."""

    def parse(text: str) -> int:
        # No more digits than `high` has: int() takes its time over long ones.
        if re.fullmatch(rf"[0-9]{{1,{len(str(high))}}}", text):
            number = int(text)
            if low <= number <= high:
                return number
        raise ValueError(f"{text!r} is not a whole number from {low} to {high}")

    return parse


def one_of(*choices: str) -> Callable[[str], str]:
    """Reads one of `choices`, in small letters or capitals."""

    def parse(text: str) -> str:
        if text.lower() in choices:
            return text.lower()
        raise ValueError(f"{text!r} is none of {', '.join(choices)}")

    return parse


def switch(text: str) -> bool:
    """Whether it is `1`; `0` is the other choice."""
    return one_of("0", "1")(text) == "1"


def folder(text: str) -> Path:
    """The path of a folder, which need not exist."""
    return Path(text).expanduser()


def origins(text: str) -> tuple[str, ...]:
    """Origins of pages, separated by commas, or `*`."""
    parts = tuple(part.strip() for part in text.split(","))
    for origin in parts:
        if origin != "*" and not re.fullmatch(r"https?://[^\s/?#@,*]+", origin):
            raise ValueError(
                f"{origin!r} is neither * nor an origin like https://example.org"
            )
    return parts
