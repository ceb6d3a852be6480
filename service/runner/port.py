"""Claiming the port, so that no other program can share it unnoticed.

The workers share the port by SO_REUSEPORT. With that option a second service of the
same user could share it, too, without an error: each would get half of the requests.
"""

import errno
import socket
import time
from typing import Final

from service.runner.errors import StartError

CLAIM_TIMEOUT: Final = 2.0
"""Seconds within which a service that was just killed releases its port."""


def claim_port(host: str, port: int, timeout: float = CLAIM_TIMEOUT) -> socket.socket:
    """A socket that reserves the port for this service's workers until it is closed.

    Raises `StartError` if the port is still in use after `timeout` seconds, or if the
    address is not one of this machine.
    """
    deadline = time.monotonic() + timeout
    while True:
        try:
            return _share_with_workers(_listen_alone(host, port), host, port)
        except OSError as error:
            if error.errno != errno.EADDRINUSE or time.monotonic() > deadline:
                raise StartError(_reason(error, host, port)) from error
        time.sleep(0.05)


def _listen_alone(host: str, port: int) -> socket.socket:
    """A listening socket; without SO_REUSEPORT it fails if another program listens."""
    claim = socket.socket(_family(host))
    try:
        claim.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        claim.bind((host, port))
        claim.listen(1)
    except BaseException:
        claim.close()
        raise
    return claim


def _share_with_workers(claim: socket.socket, host: str, port: int) -> socket.socket:
    """The same socket, still bound, but not listening, and sharing its port.

    Linux can change a bound socket in this way. On other systems the socket is closed
    to make way for the workers; the port is then known to have been free.
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


def _reason(error: OSError, host: str, port: int) -> str:
    if error.errno == errno.EADDRINUSE:
        return (
            f"port {port} on {host} is in use: stop the program that uses it, or set "
            "PORT to another"
        )
    if error.errno == errno.EACCES:
        return f"no permission to use port {port}: set PORT to one above 1023"
    return f"cannot listen on HOST {host}: {error.strerror or error}"
