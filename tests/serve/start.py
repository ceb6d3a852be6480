"""Serve `tests.serve.app`: python -m tests.serve.start CONF."""

import sys
from unittest.mock import patch

from service import __main__
from service.serve import command, supervisor
from service.settings import Settings


def serve_test_app(settings: Settings) -> int:
    return supervisor.serve(settings, app="tests.serve.app:app", conf=sys.argv[1])


if __name__ == "__main__":
    with patch.object(command, "serve", serve_test_app):
        sys.exit(__main__.main(["serve"]))
