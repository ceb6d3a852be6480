"""TCP ports of this machine that are free."""

import socket


def free_port() -> int:
    """A port of 127.0.0.1 that nobody listened on a moment ago."""
    (port,) = free_ports(1)
    return port


def free_ports(number: int) -> list[int]:
    """The same, `number` different ones."""
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(number)]
    ports = [each.getsockname()[1] for each in sockets]
    for each in sockets:
        each.close()
    return ports
