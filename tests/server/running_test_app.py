"""The service with the application of the tests in the place of its own."""

from pathlib import Path
from typing import Final

from testkit.running_service import Running

START: Final = ("-m", "tests.server.start")

USUAL_SETTINGS: Final = (*START, "python:service.server.gunicorn_config")
SHORT_TIMEOUTS: Final = (*START, "python:tests.server.short_timeouts")
MANY_CONNECTIONS: Final = (*START, "python:tests.server.many_connections")


class RunningTestApp(Running):
    """Serves `tests.server.app`, with gunicorn's settings from one of these modules."""

    def __init__(
        self,
        data: Path,
        *,
        command: tuple[str, ...] = USUAL_SETTINGS,
        **variables: str,
    ) -> None:
        super().__init__(data, command=command, **variables)
