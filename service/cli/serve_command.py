"""`python -m service serve`: run the service."""

import argparse
import os

from service.runner.supervisor import serve
from service.server.log_format import log_to_stderr
from service.settings import Settings


def add_arguments(_parser: argparse.ArgumentParser) -> None:
    """Adds nothing: all settings are environment variables."""


def run(_arguments: argparse.Namespace) -> int:
    """Serve until a stop signal."""
    settings = Settings.from_env(os.environ)
    log_to_stderr(settings.log_level)
    return serve(settings)
