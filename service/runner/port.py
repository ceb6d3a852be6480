"""Holding the port, so that no other program can share it unseen.

The workers share their port by SO_REUSEPORT, and by that option a second service of
the same user could join them without an error: each would get half of the requests.
"""

import errno
import socket
import time

from service.runner.errors import StartError

# A service that was killed a moment ago gives its port back within this.
PATIENCE = 2.0


def claim_port(host: str, port: int, patience: float = PATIENCE) -> socket.socket:
    """A socket that keeps the port for this service's workers until it is closed.

    Raises `StartError` if the port is taken for longer than `patience` (seconds), or
    the address is not one of this machine.
    """
    deadline = time.monotonic() + patience
    while True:
        try:
            return _hold(_listen_alone(host, port), host, port)
        except OSError as error:
            if error.errno != errno.EADDRINUSE or time.monotonic() > deadline:
                raise StartError(_why(error, host, port)) from error
        time.sleep(0.05)


def _listen_alone(host: str, port: int) -> socket.socket:
    """Without SO_REUSEPORT, listening succeeds only where nobody else does."""
    claim = socket.socket(_family(host))
    try:
        claim.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        claim.bind((host, port))
        claim.listen(1)
    except BaseException:
        claim.close()
        raise
    return claim


def _hold(claim: socket.socket, host: str, port: int) -> socket.socket:
    """The same socket, still bound but listening no more and open for our workers.

    Linux lets a bound socket change so; where that fails the port is merely known to
    have been free, and the claim is closed to make way for the workers.
    """
    try:
        claim.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        claim.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 0)
        claim.shutdown(socket.SHUT_RDWR)
        with socket.socket(_family(host)) as worker:
            worker.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            worker.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
            worker.bind((host, port))
    except OSError:
        claim.close()
    return claim


def _family(host: str) -> socket.AddressFamily:
    return socket.AF_INET6 if ":" in host else socket.AF_INET


def _why(error: OSError, host: str, port: int) -> str:
    if error.errno == errno.EADDRINUSE:
        return (
            f"port {port} on {host} is in use: stop the program that has it, "
            "or set PORT to another"
        )
    if error.errno == errno.EACCES:
        return f"port {port} needs more rights: set PORT to one above 1023"
    return f"cannot listen on HOST {host}: {error.strerror or error}"
