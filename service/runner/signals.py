"""Signals as something to wait for, beside other news."""

import os
import select
import signal
from types import TracebackType
from typing import Self

STOP = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)


class StopRequested(Exception):
    """Somebody asked the service to stop."""


class Signals:
    """Within `with`, signals interrupt nothing: they wait until `wait` looks.

    A stop signal that comes after the first is therefore harmless. SIGHUP stays
    ignored where it was before: that is how nohup works.
    """

    def __enter__(self) -> Self:
        self._news, self._bell = os.pipe()
        os.set_blocking(self._bell, False)
        os.set_blocking(self._news, False)
        self._before = {
            number: signal.signal(number, lambda *_: None)
            for number in (*STOP, signal.SIGCHLD)
            if number != signal.SIGHUP or signal.getsignal(number) != signal.SIG_IGN
        }
        signal.set_wakeup_fd(self._bell, warn_on_full_buffer=False)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        signal.set_wakeup_fd(-1)
        for number, handler in self._before.items():
            signal.signal(number, handler)
        os.close(self._news)
        os.close(self._bell)

    def wait(self, seconds: float, also: int) -> bytes:
        """Wait for a signal (of a child's end, too), for something to read from the
        descriptor `also`, or until the seconds are over. Returns what was read.

        Raises `StopRequested`.
        """
        ready, _, _ = select.select([self._news, also], [], [], seconds)
        if self._news in ready and set(os.read(self._news, 512)) & set(STOP):
            raise StopRequested
        return os.read(also, 512) if also in ready else b""
