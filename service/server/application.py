"""The application for the gevent worker: `service.server.application:app`.

Loaded in the worker only, after gevent's patches.
"""

import os

from service.app import create_app
from service.server.slots import released
from service.server.thread_pool import HeavyWork
from service.settings import Settings

app = create_app(
    Settings.from_env(os.environ),
    run_heavy=HeavyWork().run,
    while_waiting=released,
)
