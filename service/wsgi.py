"""The application for any WSGI server: `service.wsgi:app`."""

import os

from service.app import create_app
from service.settings import Settings

app = create_app(Settings.from_env(os.environ))
