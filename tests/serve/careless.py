"""gunicorn's settings without regard for how many files may be open."""

from tests.serve.hasty import *  # noqa: F403

worker_connections = 1000
