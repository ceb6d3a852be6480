"""The data folder of the embedded store: its files, locks and secret."""

import fcntl
import os
import secrets
import shutil
import tempfile
from pathlib import Path
from typing import Final

from service.runner.errors import StartError
from service.settings import SECRET_LENGTH

MAX_SOCKET_PATH_BYTES: Final = 100
"""The path of a unix socket is limited to 103 bytes (macOS) or 107 (Linux)."""


class DataFolder:
    """The folder at `path`, created if missing, and private to this user.

    Raises `StartError` if it cannot be created or written.
    """

    def __init__(self, path: Path) -> None:
        self.path = path.absolute()
        self.store = self.path / "store"
        self.log = self.path / "store.log"
        try:
            self.path.mkdir(mode=0o700, parents=True, exist_ok=True)
            self.store.mkdir(mode=0o700, exist_ok=True)
        except OSError as error:
            raise StartError(_cannot_use(self.path, error)) from error

    def lock(self, name: str) -> int | None:
        """Acquire the lock `name`: its file descriptor; None if it is already held.

        The lock is held until the descriptor is closed here and in every process that
        inherited it, so it is also released if those are killed.
        """
        try:
            lock = os.open(self.path / name, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise StartError(_cannot_use(self.path, error)) from error
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(lock)
            return None
        return lock

    def secret(self) -> str:
        """The secret in the folder, generated if there is none."""
        file = self.path / "secret"
        try:
            if not file.exists():
                _write_private(file, secrets.token_urlsafe(48) + "\n")
            file.chmod(0o600)
            secret = file.read_text("utf-8").strip()
        except OSError as error:
            raise StartError(_cannot_use(file, error)) from error
        if len(secret) < SECRET_LENGTH:
            raise StartError(
                f"{file} does not contain a valid secret: restore it from a backup, or "
                "remove it if no seat token needs to stay valid"
            )
        return secret

    def socket(self) -> Path:
        """The path of the store's socket: in the folder; if that path is too long, in a
        private temporary folder whose path is stored in `store.sock.path`.
        """
        inside = self.path / "store.sock"
        if len(os.fsencode(inside)) <= MAX_SOCKET_PATH_BYTES:
            return inside
        if (temporary := self._temporary_socket()) is not None:
            return temporary
        outside = Path(tempfile.mkdtemp(prefix="azul-")) / "store.sock"
        _write_private(self.path / "store.sock.path", str(outside))
        return outside

    def open_socket(self) -> Path | None:
        """The socket of a running store; None if there is no socket."""
        places = (self.path / "store.sock", self._temporary_socket())
        return next((place for place in places if place and place.exists()), None)

    def remove_temporary_socket(self) -> None:
        """Remove the temporary folder of the socket, if there is one."""
        if (temporary := self._temporary_socket()) is not None:
            shutil.rmtree(temporary.parent, ignore_errors=True)
            (self.path / "store.sock.path").unlink()

    def _temporary_socket(self) -> Path | None:
        try:
            socket = Path((self.path / "store.sock.path").read_text("utf-8"))
        except FileNotFoundError:
            return None
        folder = socket.parent  # may have been removed, or replaced by another user
        is_ours = folder.is_dir() and folder.stat().st_uid == os.getuid()
        return socket if is_ours else None


def _write_private(file: Path, text: str) -> None:
    """Write a file atomically, private to this user."""
    temporary = file.with_name(file.name + ".new")
    descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as opened:
        opened.write(text)
        opened.flush()
        os.fsync(opened.fileno())
    temporary.replace(file)


def _cannot_use(path: Path, error: OSError) -> str:
    return f"cannot use DATA_DIR {path}: {error.strerror or error}"
