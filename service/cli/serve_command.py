"""`python -m service serve`."""

import argparse
import os

from service.runner.supervisor import serve
from service.server.log_format import log_to_stderr
from service.settings import Settings


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """It takes none: everything is set by environment variables."""
    del parser


def run(_arguments: argparse.Namespace) -> int:
    """Serve until told to stop."""
    settings = Settings.from_env(os.environ)
    log_to_stderr(settings.log_level)
    return serve(settings)
