"""Waiting for signals, together with other events."""

import os
import select
import signal
from types import TracebackType
from typing import Final, Self

STOP_SIGNALS: Final = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)


class StopRequested(Exception):
    """A stop signal was received."""


class Signals:
    """Inside `with`, signals interrupt nothing; `wait` reports them.

    A second stop signal is therefore harmless. SIGHUP stays ignored if it was before,
    as by nohup.
    """

    def __enter__(self) -> Self:
        self._read_fd, self._write_fd = os.pipe()
        os.set_blocking(self._write_fd, False)
        os.set_blocking(self._read_fd, False)
        self._handlers = {
            number: signal.signal(number, lambda *_: None)
            for number in (*STOP_SIGNALS, signal.SIGCHLD)
            if number != signal.SIGHUP or signal.getsignal(number) != signal.SIG_IGN
        }
        signal.set_wakeup_fd(self._write_fd, warn_on_full_buffer=False)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        signal.set_wakeup_fd(-1)
        for number, handler in self._handlers.items():
            signal.signal(number, handler)
        os.close(self._read_fd)
        os.close(self._write_fd)

    def wait(self, seconds: float, fd: int) -> bytes:
        """Wait up to `seconds` for a signal (SIGCHLD included) or for data on `fd`.

        Returns what was read from `fd`, empty if nothing. Raises `StopRequested`.
        """
        ready, _, _ = select.select([self._read_fd, fd], [], [], seconds)
        if self._read_fd in ready and set(os.read(self._read_fd, 512)) & set(
            STOP_SIGNALS
        ):
            raise StopRequested
        return os.read(fd, 512) if fd in ready else b""
