"""The application for the gevent worker: `service.server.application:app`.

Loaded in the worker only, after gevent's patches.
"""

import os
from dataclasses import replace

from service.app import create_app
from service.server.file_limits import max_streams
from service.server.thread_pool import HeavyWork
from service.server.waiting import waiting
from service.settings import Settings

_settings = Settings.from_env(os.environ)

app = create_app(
    replace(_settings, streams=max_streams(_settings.concurrency, _settings.streams)),
    run_heavy=HeavyWork().run,
    while_waiting=waiting,
)
