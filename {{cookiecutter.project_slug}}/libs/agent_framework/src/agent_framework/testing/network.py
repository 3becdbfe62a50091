"""No test talks to anything but this machine."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final
from unittest.mock import patch

__all__ = ["NetworkUsed", "only_this_machine"]

LOCAL_NAMES: Final = frozenset({"localhost", "testserver", "", "::1", "0.0.0.0", "::"})


class NetworkUsed(RuntimeError):
    """A test tried to reach another machine."""


@contextmanager
def only_this_machine() -> Iterator[None]:
    """Inside, a connection or a name look-up that leaves this machine raises NetworkUsed."""
    connect, connect_ex, look_up = socket.socket.connect, socket.socket.connect_ex, socket.getaddrinfo

    def guarded_connect(self: socket.socket, address: Any) -> None:
        _refuse_remote(address)
        connect(self, address)

    def guarded_connect_ex(self: socket.socket, address: Any) -> int:
        _refuse_remote(address)
        return connect_ex(self, address)

    def guarded_look_up(host: Any, *args: Any, **options: Any) -> Any:
        _refuse_remote((host,))
        return look_up(host, *args, **options)

    with (
        patch.object(socket.socket, "connect", guarded_connect),
        patch.object(socket.socket, "connect_ex", guarded_connect_ex),
        patch.object(socket, "getaddrinfo", guarded_look_up),
    ):
        yield


def _refuse_remote(address: Any) -> None:
    if not isinstance(address, tuple):  # a path: a Unix socket
        return
    host = address[0].decode() if isinstance(address[0], bytes) else str(address[0] or "")
    if host not in LOCAL_NAMES and not host.startswith("127."):
        raise NetworkUsed(
            f"a test tried to reach {host}; tests run offline: replace the client by one of the test's own"
        )
