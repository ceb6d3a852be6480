"""Runs the whole service in the foreground: the embedded store, where no other store
is named, and gunicorn over it. Starts what ends unasked again, and stops in order.
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

from service.runner.banner import banner
from service.runner.child_process import end, spawn
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

APP = "service.server.application:app"
CONF = "python:service.server.gunicorn_config"

# Reading a large append-only file takes its time; this is for a server that hangs.
LOADING_LIMIT = 600.0
# How much longer than GRACEFUL_TIMEOUT gunicorn may need to end.
STOP_MARGIN = 5.0


def serve(settings: Settings, *, app: str = APP, conf: str = CONF) -> int:
    """Serve until SIGTERM, SIGINT or SIGHUP; what is under way is finished first.

    `app` and `conf` say what gunicorn runs, and how. Returns the exit code 0. Raises
    `StartError` if the service cannot start.
    """
    raise_file_limit()
    service = Service(settings, app, conf)
    with Signals() as signals, contextlib.suppress(StopRequested):
        service.run(signals)
    return 0


class Service:
    """One run of the service."""

    def __init__(self, settings: Settings, app: str, conf: str) -> None:
        self._settings = settings
        self._app = app
        self._conf = conf
        self._children: list[RestartingProcess] = []

    def run(self, signals: Signals) -> None:
        """Start everything, then look after it until `StopRequested` is raised."""
        self._signals = signals
        self._ready, self._tell_ready = os.pipe()
        with contextlib.ExitStack() as opened:
            opened.callback(os.close, self._ready)
            opened.callback(os.close, self._tell_ready)
            settings = self._settings
            if settings.redis_url:
                # Loaded only here: redis-py takes as long as the rest of the start.
                from service.runner.external_store import warn_of_unfit_store  # noqa: PLC0415

                warn_of_unfit_store(settings.redis_url)
            else:
                settings = opened.enter_context(self._embedded_store())
            opened.enter_context(claim_port(settings.host, settings.port))
            opened.enter_context(self._gunicorn(settings))
            sys.stdout.write(banner(self._settings))
            sys.stdout.flush()
            try:
                while True:
                    self._look_after_children()
            except StopRequested:
                log.info("stopping; requests under way are finished first")
                raise

    @contextlib.contextmanager
    def _embedded_store(self) -> Iterator[Settings]:
        """The settings with which the rest of the service reaches its own store."""
        folder = DataFolder(self._settings.data_dir)
        lock = folder.lock("service.lock")
        if lock is None:
            raise StartError(
                f"another service uses the data folder {folder.path}: "
                "stop it, or set DATA_DIR to another"
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
        deadline = time.monotonic() + LOADING_LIMIT
        while not store.answers():
            if child.ended:
                raise StartError(
                    f"the embedded store ended at once; {store.last_words()}"
                )
            if time.monotonic() > deadline:
                raise StartError("the embedded store does not get ready")
            self._signals.wait(0.01, self._ready)

    @contextlib.contextmanager
    def _gunicorn(self, settings: Settings) -> Iterator[None]:
        """gunicorn, all of whose workers are up."""
        data = None if self._settings.redis_url else self._settings.data_dir
        with metrics_folder(data and data.absolute()) as metrics:
            environment = self._environment(settings, metrics)
            child = RestartingProcess(
                "gunicorn", lambda: self._spawn_gunicorn(environment)
            )
            try:
                self._await_workers(child)
                self._children.append(child)
                yield
            finally:
                if not end(child.process, settings.graceful_timeout + STOP_MARGIN):
                    log.error("gunicorn did not end in time and was killed")

    def _await_workers(self, child: RestartingProcess) -> None:
        up = 0
        while up < self._settings.workers:
            if child.ended:
                how = describe_exit(child.process.returncode)
                raise StartError(f"gunicorn did not start ({how}); see above")
            up += len(self._look_after_children())

    def _look_after_children(self) -> bytes:
        pause = min((child.poll() for child in self._children), default=1.0)
        return self._signals.wait(pause, self._ready)

    def _spawn_gunicorn(self, environment: dict[str, str]) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", "gunicorn", "-c", self._conf, self._app]
        return spawn(command, env=environment, keep=[self._tell_ready])

    def _environment(self, settings: Settings, metrics: Path) -> dict[str, str]:
        environment = {
            **os.environ,
            **settings.as_env(),
            "PROMETHEUS_MULTIPROC_DIR": str(metrics),
            READY_FD: str(self._tell_ready),
        }
        # It would override what was checked and told here.
        environment.pop("GUNICORN_CMD_ARGS", None)
        return environment
