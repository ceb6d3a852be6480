"""The application for the gevent worker: `service.server.application:app`.

Loaded in the worker only, after gevent's patches.
"""

import os

from service.app import create_app
from service.server.heavy import run_heavy
from service.settings import Settings

app = create_app(Settings.from_env(os.environ), run_heavy=run_heavy)
