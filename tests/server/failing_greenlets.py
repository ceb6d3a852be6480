"""gunicorn's settings with a worker whose greenlets break when a file tells them to."""

import os
from pathlib import Path

import gevent

from service.server.gunicorn_config import *  # noqa: F403
from service.server.worker import Worker


class WorkerWithFailingGreenlets(Worker):
    def _spawn_essential(self, name, run):
        file = Path(os.environ["DATA_DIR"]) / f"break-{name}"

        def run_until_broken():
            gevent.spawn(run)
            while not file.exists():
                gevent.sleep(0.01)
            file.unlink()
            raise RuntimeError("broken by a test")

        super()._spawn_essential(name, run_until_broken)


worker_class = "tests.server.failing_greenlets.WorkerWithFailingGreenlets"
