"""The supervisor: runs the service in the foreground.

It starts the embedded store, unless REDIS_URL names another, and gunicorn; restarts
them if they exit, and stops them in order.
"""

import contextlib
import dataclasses
import logging
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from service.runner.banner import banner
from service.runner.child_process import spawn, terminate
from service.runner.data_folder import DataFolder
from service.runner.embedded_store import EmbeddedStore
from service.runner.errors import StartError
from service.runner.port import claim_port
from service.runner.restarting_process import RestartingProcess, describe_exit
from service.runner.signals import Signals, StopRequested
from service.server.file_limits import raise_file_limit
from service.server.metrics_folder import metrics_folder
from service.server.readiness import READY_FD
from service.settings import Settings

log = logging.getLogger(__name__)

APP: Final = "service.server.application:app"
CONF: Final = "python:service.server.gunicorn_config"

LOADING_TIMEOUT: Final = 600.0
"""Seconds for the store to load its data; a large append-only file takes long."""
STOP_MARGIN_SECONDS: Final = 5.0
"""How much longer than GRACEFUL_TIMEOUT gunicorn may need to end."""


def serve(settings: Settings, *, app: str = APP, conf: str = CONF) -> int:
    """Serve until SIGTERM, SIGINT or SIGHUP; requests in progress are finished first.

    `app` and `conf` are gunicorn's application and configuration. Returns the exit code
    0. Raises `StartError` if the service cannot start.
    """
    raise_file_limit()
    supervisor = Supervisor(settings, app, conf)
    with Signals() as signals, contextlib.suppress(StopRequested):
        supervisor.run(signals)
    return 0


class Supervisor:
    """One run of the service."""

    def __init__(self, settings: Settings, app: str, conf: str) -> None:
        self._settings = settings
        self._app = app
        self._conf = conf
        self._children: list[RestartingProcess] = []

    def run(self, signals: Signals) -> None:
        """Start all children and restart them until `StopRequested` is raised."""
        self._signals = signals
        self._ready_fd, self._worker_ready_fd = os.pipe()
        with contextlib.ExitStack() as opened:
            opened.callback(os.close, self._ready_fd)
            opened.callback(os.close, self._worker_ready_fd)
            settings = self._settings
            if settings.redis_url:
                # Imported only here: redis-py takes as long as the rest of the start.
                from service.runner.external_store import warn_of_unsafe_store  # noqa: PLC0415

                warn_of_unsafe_store(settings.redis_url)
            else:
                settings = opened.enter_context(self._embedded_store())
            opened.enter_context(claim_port(settings.host, settings.port))
            opened.enter_context(self._gunicorn(settings))
            sys.stdout.write(banner(self._settings))
            sys.stdout.flush()
            try:
                while True:
                    self._poll_children()
            except StopRequested:
                log.info("stopping; requests in progress are finished first")
                raise

    @contextlib.contextmanager
    def _embedded_store(self) -> Iterator[Settings]:
        """Run the embedded store; yields the settings for the rest of the service."""
        folder = DataFolder(self._settings.data_dir)
        lock = folder.lock("service.lock")
        if lock is None:
            raise StartError(
                f"another service uses the data folder {folder.path}: stop it, or set "
                "DATA_DIR to another folder"
            )
        secrets = self._settings.secrets or (folder.secret(),)
        store = EmbeddedStore(folder, self._settings.appendfsync)
        child = RestartingProcess("the embedded store", store.spawn)
        try:
            self._await_store(store, child)
            self._children.append(child)
            yield dataclasses.replace(
                self._settings, redis_url=store.url, secrets=secrets
            )
        finally:
            if not store.stop(child.process):
                log.error("the embedded store did not end in time and was killed")
            os.close(lock)

    def _await_store(self, store: EmbeddedStore, child: RestartingProcess) -> None:
        deadline = time.monotonic() + LOADING_TIMEOUT
        while not store.is_ready():
            if child.ended:
                raise StartError(
                    f"the embedded store exited while starting:\n{store.log_tail()}"
                )
            if time.monotonic() > deadline:
                raise StartError(
                    f"the embedded store was not ready after {LOADING_TIMEOUT:g} s"
                )
            self._signals.wait(0.01, self._ready_fd)

    @contextlib.contextmanager
    def _gunicorn(self, settings: Settings) -> Iterator[None]:
        """Run gunicorn; yields when all its workers accept requests."""
        data_dir = None if self._settings.redis_url else self._settings.data_dir
        with metrics_folder(data_dir and data_dir.absolute()) as metrics:
            environment = self._environment(settings, metrics)
            child = RestartingProcess(
                "gunicorn", lambda: self._spawn_gunicorn(environment)
            )
            try:
                self._await_workers(child)
                self._children.append(child)
                yield
            finally:
                if not terminate(
                    child.process, settings.graceful_timeout + STOP_MARGIN_SECONDS
                ):
                    log.error("gunicorn did not end in time and was killed")

    def _await_workers(self, child: RestartingProcess) -> None:
        ready = 0
        while ready < self._settings.workers:
            if child.ended:
                reason = describe_exit(child.process.returncode)
                raise StartError(
                    f"gunicorn did not start ({reason}); see the messages above"
                )
            ready += len(self._poll_children())

    def _poll_children(self) -> bytes:
        delay = min((child.poll() for child in self._children), default=1.0)
        return self._signals.wait(delay, self._ready_fd)

    def _spawn_gunicorn(self, environment: dict[str, str]) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", "gunicorn", "-c", self._conf, self._app]
        return spawn(command, env=environment, pass_fds=[self._worker_ready_fd])

    def _environment(self, settings: Settings, metrics: Path) -> dict[str, str]:
        environment = {
            **os.environ,
            **settings.as_env(),
            "PROMETHEUS_MULTIPROC_DIR": str(metrics),
            READY_FD: str(self._worker_ready_fd),
        }
        # What gunicorn reads would override or extend the checked settings.
        for name in ("GUNICORN_CMD_ARGS", "SCRIPT_NAME", "FORWARDED_ALLOW_IPS"):
            environment.pop(name, None)
        return environment
