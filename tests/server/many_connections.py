"""gunicorn's settings without regard for how many files may be open."""

from tests.server.short_timeouts import *  # noqa: F403

worker_connections = 1000
