"""What can be set from outside: environment variables, read once, checked at start.

Each field of `Settings` says which variable it comes from, its default, what it means
and how it is read; everything else, the table in the README included, follows from it.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, NamedTuple, Self

from service.setting_parsers import folder, host_name, one_of, origins, switch, whole

SECRET_LENGTH = 32
SCHEMES = ("redis", "rediss", "unix", "redis+sentinel", "redis+cluster")
FSYNC = ("everysec", "always")
LEVELS = ("debug", "info", "warning", "error")


class SettingsError(Exception):
    """One or more variables hold what cannot be; `problems` has a line for each."""

    def __init__(self, problems: tuple[str, ...]) -> None:
        super().__init__("\n".join(problems))
        self.problems = problems


class Variable(NamedTuple):
    """A variable as the README's table shows it."""

    name: str
    default: str
    meaning: str


def _redis_url(text: str) -> str:
    """The address itself stays out of the message: it may carry a password."""
    scheme, separator, _ = text.partition("://")
    if text and not (separator and scheme in SCHEMES):
        known = ", ".join(f"{scheme}://" for scheme in SCHEMES)
        raise ValueError(f"does not begin with one of {known}")
    return text


def _secrets(text: str) -> tuple[str, ...]:
    secrets = tuple(part.strip() for part in text.split(",")) if text else ()
    for place, secret in enumerate(secrets, start=1):
        if len(secret) < SECRET_LENGTH:
            raise ValueError(
                f"secret number {place} has {len(secret)} characters, "
                f"each needs at least {SECRET_LENGTH}"
            )
    return secrets


def _variable(
    name: str,
    default: str,
    meaning: str,
    parse: Callable[[str], Any],
    *,
    shown: bool = True,
) -> Any:
    """The field that `name` fills; what is not `shown` never gets into a repr."""
    about = {"variable": Variable(name, default, meaning), "parse": parse}
    return field(default=parse(default), repr=shown, metadata=about)


@dataclass(frozen=True, kw_only=True, slots=True)
class Settings:
    """All settings, valid ones. `Settings()` holds the defaults."""

    host: str = _variable("HOST", "127.0.0.1", "Address to listen on.", host_name)
    port: int = _variable("PORT", "8000", "Port to listen on.", whole(1, 65535))
    data_dir: Path = _variable(  # noqa: RUF009 -- gives a field, not a value
        "DATA_DIR",
        "./data",
        "Folder of the embedded store: games, secret, log. Unused with `REDIS_URL`.",
        folder,
    )
    redis_url: str = _variable(
        "REDIS_URL",
        "",
        "Address of a Redis or Valkey that keeps the games. Empty: the service starts "
        "one of its own in `DATA_DIR`.",
        _redis_url,
        shown=False,
    )
    secrets: tuple[str, ...] = _variable(
        "SERVICE_SECRETS",
        "",
        "Secrets that seat tokens are made from, newest first, separated by commas, "
        f"each of {SECRET_LENGTH} characters or more. Needed with `REDIS_URL`; without "
        "it, one is made and kept in `DATA_DIR/secret`.",
        _secrets,
        shown=False,
    )
    workers: int = _variable(
        "WORKERS", "2", "Processes that answer requests.", whole(1, 256)
    )
    concurrency: int = _variable(
        "CONCURRENCY",
        "64",
        "Requests that each worker carries out at a time, with a connection to the "
        "store for each. Those that only wait, and streams, do not count.",
        whole(1, 900),
    )
    streams: int = _variable(
        "STREAMS",
        "2000",
        "Streams of games that each worker holds at a time, fewer if it may open few "
        "files; half as many requests, 16 at least, may wait for a game to move on "
        "(`?wait=`).",
        whole(0, 20000),
    )
    graceful_timeout: int = _variable(
        "GRACEFUL_TIMEOUT",
        "10",
        "Seconds that requests under way may take when the service is stopped.",
        whole(1, 3600),
    )
    appendfsync: str = _variable(
        "APPENDFSYNC",
        "always",
        "When the embedded store writes to disk: `always`, before each answer, or "
        "`everysec`, where a power cut, and on a slow disk a crash of the store, may "
        "lose the last two seconds.",
        one_of(*FSYNC),
    )
    allow_unsafe_store: bool = _variable(
        "ALLOW_UNSAFE_STORE",
        "0",
        "`1`: ready although the store at `REDIS_URL` may lose games. For development.",
        switch,
    )
    log_level: str = _variable(
        "LOG_LEVEL",
        "info",
        "How much is logged: `debug`, `info`, `warning` or `error`.",
        one_of(*LEVELS),
    )
    rate_creations: int = _variable(
        "RATE_CREATIONS",
        "300",
        "Games that one client address may create per second, averaged over ten "
        "seconds. `0` is no limit, here and in the next two.",
        whole(0, 1_000_000),
    )
    rate_commands: int = _variable(
        "RATE_COMMANDS",
        "1000",
        "Commands (take-tiles, place-tile) per second from one client address.",
        whole(0, 1_000_000),
    )
    rate_reads: int = _variable(
        "RATE_READS",
        "2000",
        "Other requests per second from one client address.",
        whole(0, 1_000_000),
    )
    trusted_proxies: int = _variable(
        "TRUSTED_PROXIES",
        "0",
        "Proxies in front of the service whose `X-Forwarded-For` is believed; `0`: the "
        "peer of the connection is the client.",
        whole(0, 10),
    )
    cors_origins: tuple[str, ...] = _variable(
        "CORS_ORIGINS",
        "*",
        "Origins whose pages may use the service, separated by commas; `*` is any.",
        origins,
    )

    @classmethod
    def from_env(cls, environ: Mapping[str, str]) -> Self:
        """The settings that `environ` asks for; a variable that is empty or missing
        has its default, an unknown one is ignored.

        Raises `SettingsError` with every wrong value at once.
        """
        given = {name: text.strip() for name, text in environ.items() if text.strip()}
        values: dict[str, Any] = {}
        problems: list[str] = []
        for each in fields(cls):
            name = each.metadata["variable"].name
            if name in given:
                try:
                    values[each.name] = each.metadata["parse"](given[name])
                except ValueError as error:
                    problems.append(f"{name}: {error}")
        if "REDIS_URL" in given and "SERVICE_SECRETS" not in given:
            problems.append(
                "SERVICE_SECRETS: needed with REDIS_URL, since all services that share "
                "a store make their seat tokens from the same secret"
            )
        if problems:
            raise SettingsError(tuple(problems))
        return cls(**values)

    def as_env(self) -> dict[str, str]:
        """The variables that give these very settings to another process."""
        return {
            each.metadata["variable"].name: _as_text(getattr(self, each.name))
            for each in fields(self)
        }


def _as_text(value: object) -> str:
    if isinstance(value, tuple):
        return ",".join(value)
    return str(int(value)) if isinstance(value, bool) else str(value)


VARIABLES: tuple[Variable, ...] = tuple(
    each.metadata["variable"] for each in fields(Settings)
)
