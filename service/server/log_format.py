"""The log format of all processes; they log to standard error."""

import logging


def log_to_stderr(level: str) -> None:
    """Log messages of `level` (as in LOG_LEVEL) and above, in gunicorn's format."""
    logging.basicConfig(
        level=level.upper(),
        format="%(asctime)s [%(process)d] [%(levelname)s] %(message)s",
        datefmt="[%Y-%m-%d %H:%M:%S %z]",
    )
