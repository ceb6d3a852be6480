"""One form for what all processes of the service log, on their standard error."""

import logging


def log_to_stderr(level: str) -> None:
    """Log from `level` (as in LOG_LEVEL) on, in the form that gunicorn uses too."""
    logging.basicConfig(
        level=level.upper(),
        format="%(asctime)s [%(process)d] [%(levelname)s] %(message)s",
        datefmt="[%Y-%m-%d %H:%M:%S %z]",
    )
