"""gunicorn's settings, from ours. Read by gunicorn's master, which opens no sockets
and does not load the application: each worker does so after its fork.
"""

import gc
import logging
import os
from typing import Any

from service.server.file_limits import max_connections, max_streams
from service.server.log_format import log_to_stderr
from service.server.metrics_folder import scratch_folder
from service.server.readiness import signal_ready
from service.settings import Settings

log = logging.getLogger(__name__)

_settings = Settings.from_env(os.environ)
_host = f"[{_settings.host}]" if ":" in _settings.host else _settings.host

bind = f"{_host}:{_settings.port}"
# Each worker has a listening socket of its own; with one for all, one worker can end
# up with every kept-alive connection.
reuse_port = True
backlog = 1024

workers = _settings.workers
worker_class = "service.server.worker.Worker"
_streams = max_streams(_settings.concurrency, _settings.streams)
worker_connections = max_connections(_settings.concurrency, _streams)
worker_tmp_dir = scratch_folder()
preload_app = False
proc_name = "azul"

# Longer than the usual minute after which proxies drop an idle connection: they must
# be the ones to close, or a request gets lost in between.
keepalive = 65
graceful_timeout = _settings.graceful_timeout

limit_request_line = 8190
limit_request_fields = 64
limit_request_field_size = 8190
http_parser = "python"
# Sending files so would wait for the client.
sendfile = False

# No header of a client names the path that the application is mounted at, nor the
# scheme; whose X-Forwarded-For is believed is the application's setting.
forwarded_allow_ips = ""
forwarder_headers = ""

control_socket_disable = True
accesslog = None
# What gunicorn says of its own start is said, and better, by the supervisor.
loglevel = "warning" if _settings.log_level == "info" else _settings.log_level


def on_starting(_server: Any) -> None:
    """Say what the system does not allow."""
    log_to_stderr(_settings.log_level)
    if _streams < _settings.streams:
        log.warning(
            "The limit of open files allows %d streams for each worker instead of %d.",
            *(_streams, _settings.streams),
        )


def post_fork(_server: Any, _worker: Any) -> None:
    """What the application logs looks like the rest."""
    log_to_stderr(_settings.log_level)


def post_worker_init(_worker: Any) -> None:
    """Signal readiness to the supervisor."""
    # Looking through all games in memory for cycles, which they have none of, stops a
    # worker for a tenth of a second: let it happen a hundred times less often.
    gc.freeze()
    gc.set_threshold(700, 10, 1000)
    signal_ready()
