"""Serve `tests.server.app`: python -m tests.server.start CONF [MAX_OPEN_FILES]."""

import resource
import sys
from unittest.mock import patch

from service import __main__
from service.cli import serve_command as command
from service.runner import supervisor
from service.settings import Settings


def serve_test_app(settings: Settings) -> int:
    if files := sys.argv[2:]:
        resource.setrlimit(resource.RLIMIT_NOFILE, (int(files[0]), int(files[0])))
    return supervisor.serve(settings, app="tests.server.app:app", conf=sys.argv[1])


if __name__ == "__main__":
    with patch.object(command, "serve", serve_test_app):
        sys.exit(__main__.main(["serve"]))
