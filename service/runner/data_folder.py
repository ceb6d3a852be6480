"""The data folder of the embedded store: its places, its locks, the secret in it."""

import fcntl
import os
import secrets
import shutil
import tempfile
from pathlib import Path

from service.runner.errors import StartError
from service.settings import SECRET_LENGTH

# A unix socket's path has room for 103 bytes (macOS) or 107 (Linux).
SOCKET_PATH_LENGTH = 100


class DataFolder:
    """The folder at `path`, made if missing, readable by this user alone.

    Raises `StartError` if it cannot be made or written.
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
        """A file descriptor that holds the lock `name`, or None if somebody has it.

        The lock is held until the descriptor is closed here and in every process that
        inherited it, so even a killed process gives it back.
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
        """The secret kept in the folder, made at the first time."""
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
                f"{file} does not hold the secret any more: bring it back from a "
                "backup, or remove it if no seat token needs to stay valid"
            )
        return secret

    def socket(self) -> Path:
        """Where the store's socket is: in the folder, or, since the path of a socket
        must be short, in a private temporary folder that the data folder remembers.
        """
        inside = self.path / "store.sock"
        if len(os.fsencode(inside)) <= SOCKET_PATH_LENGTH:
            return inside
        if (remembered := self._remembered()) is not None:
            return remembered
        outside = Path(tempfile.mkdtemp(prefix="azul-")) / "store.sock"
        _write_private(self.path / "store.sock.path", str(outside))
        return outside

    def open_socket(self) -> Path | None:
        """Where a store that runs can be reached; None if none seems to run."""
        places = (self.path / "store.sock", self._remembered())
        return next((place for place in places if place and place.exists()), None)

    def forget_socket(self) -> None:
        """Remove the temporary folder of the socket, if there is one."""
        if (remembered := self._remembered()) is not None:
            shutil.rmtree(remembered.parent, ignore_errors=True)
            (self.path / "store.sock.path").unlink()

    def _remembered(self) -> Path | None:
        try:
            socket = Path((self.path / "store.sock.path").read_text("utf-8"))
        except FileNotFoundError:
            return None
        home = socket.parent  # may have been cleaned away, and even made by another
        ours = home.is_dir() and home.stat().st_uid == os.getuid()
        return socket if ours else None


def _write_private(file: Path, text: str) -> None:
    """Write the whole file or nothing, for this user's eyes only."""
    draft = file.with_name(file.name + ".new")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as opened:
        opened.write(text)
        opened.flush()
        os.fsync(opened.fileno())
    draft.replace(file)


def _cannot_use(path: Path, error: OSError) -> str:
    return f"cannot use DATA_DIR {path}: {error.strerror or error}"
