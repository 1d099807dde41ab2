"""A real NATS broker for tests, at a port of its own of this machine; where the program is installed."""

import shutil
import subprocess
from typing import Final

from tests.free_ports import free_port

PROGRAM: Final = "nats-server"


def is_installed() -> bool:
    return shutil.which(PROGRAM) is not None


class Broker:
    """A broker that can be ended, and started again at the same place."""

    def __init__(self) -> None:
        self._port: Final = free_port()
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"nats://127.0.0.1:{self._port}"

    def start(self) -> None:
        command = [PROGRAM, "-a", "127.0.0.1", "-p", str(self._port)]
        self._process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def kill(self) -> None:
        """End it as if its machine lost power."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None
