"""`python -m service serve`."""

import argparse
import logging
import os
import sys

from service.serve.supervisor import serve
from service.settings import Settings


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """It takes none: everything is set by environment variables."""
    del parser


def run(_arguments: argparse.Namespace) -> int:
    """Serve until told to stop."""
    settings = Settings.from_env(os.environ)
    logging.basicConfig(
        level=settings.log_level.upper(),
        format="%(asctime)s %(levelname)s %(message)s",
        stream=sys.stderr,
    )
    return serve(settings)
