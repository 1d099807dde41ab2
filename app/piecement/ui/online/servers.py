"""Servers near the player: the one on this computer, in a process of its own, and those of the local network."""

import asyncio
import os
import socket
import subprocess
import sys
from contextlib import suppress
from contextvars import Context
from pathlib import Path
from typing import Final

from textual.app import App

from piecement.storage.paths import Paths
from piecement.terminal.environment import is_guest
from piecement.ui.live_settings import LiveSettings
from piecement.ui.messages import OnlineChanged
from piecement_base.errors import StorageError
from piecement_base.language import _
from piecement_net.address import PORT, Address
from piecement_net.control_socket import ask
from piecement_net.lan import LanBrowser

_HOME: Final = str(Path(__file__).parents[3])
"""Folder of this program's packages, for `PYTHONPATH` of the child."""
_POLL_S: Final = 0.05
"""Interval between checks whether the child serves (s)."""
_POLLS: Final = 600
"""Maximum number of these checks."""


class HostedServer:
    """The server of a data folder: one that runs already, or a child process of this program."""

    def __init__(self, paths: Paths) -> None:
        self._data: Final = paths.data
        self._folder: Final = paths.server
        self._log: Final = self._folder / "host.log"
        self._process: subprocess.Popen[bytes] | None = None
        self.address: Address | None = None
        """The address for others of the server that ran when it was last looked for."""

    async def find(self) -> Address | None:
        """Return the address for others of the server that runs; None if there is none."""
        found = None
        with suppress(OSError, ValueError, KeyError):
            status = await ask(self._folder, "")  # an empty command asks for the status
            served = [Address.parse(address) for address in status["addresses"]]
            ports = [address.port for address in served if address.kind == "tcp"]
            found = Address("tcp", _own_host(), ports[0]) if ports else None
        self.address = found
        return found

    async def start(self, *, stays: bool) -> Address:
        """Return the address of the server that runs, or start one; only one that `stays` outlives this program.

        Raises `StorageError` with the reason if it does not start.
        """
        if (found := await self.find()) is not None:
            return found
        said = ""
        for port in (PORT, 0):  # another one if the usual one is taken
            try:
                self._folder.mkdir(parents=True, exist_ok=True)
                self._process = self._begin(port, stays=stays)
            except OSError as error:
                raise StorageError(_("Cannot start a server: {why}."), why=error.strerror) from None
            for _attempt in range(_POLLS):
                if (found := await self.find()) is not None:
                    return found
                if self._process.poll() is not None:
                    break
                await asyncio.sleep(_POLL_S)
            self._process.kill()
            said = self._log.read_text(errors="replace").strip().rpartition("piecement: ")[2]
        raise StorageError(_("The server did not start: {why}"), why=said or _("no answer."))

    def _begin(self, port: int, *, stays: bool) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", "piecement", "serve", "--port", str(port), "--patience", "0"]
        paths = os.pathsep.join(filter(None, (_HOME, os.environ.get("PYTHONPATH"))))
        with self._log.open("wb") as errors:
            return subprocess.Popen(  # noqa: S603 - this program itself
                [*command, "--data-dir", str(self._data), *([] if stays else ["--until-eof"])],
                stdin=subprocess.DEVNULL if stays else subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=errors,
                env={**os.environ, "PYTHONPATH": paths},
                creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
                start_new_session=True,  # Ctrl+C and the end of the terminal are not for the server
            )

    async def stop(self) -> None:
        """End the server, and its matches with it."""
        with suppress(OSError):
            await ask(self._folder, "drain")
        self.close()
        self.address = None

    def close(self) -> None:
        """End a child that does not stay, by its input, whose end it also sees when this program is killed."""
        process, self._process = self._process, None
        if process is not None:
            if process.stdin is not None:
                process.stdin.close()
            process.poll()


def _own_host() -> str:
    """Return the address of this computer in its network; that of the computer alone if it has no network."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))  # sends nothing: it chooses the network by which others are reached
        host: str = probe.getsockname()[0]
        return host
    return "127.0.0.1"


class Servers:
    """The servers near the player: those of the local network, and the one on this computer."""

    def __init__(self, app: App[None], settings: LiveSettings, *, searches: bool) -> None:
        """Prepare to find servers, which are announced as `lan`; one that never `searches` finds none."""
        self.hosted: Final = HostedServer(settings.store.paths)
        self.invites = False
        """Whether the next room is to copy its invitation, as the player hosts it."""
        self._browser: Final = LanBrowser(lambda: app.post_message(OnlineChanged("lan")))
        self._settings: Final = settings
        self._searches: Final = searches
        self._opening: asyncio.Task[bool] | None = None

    def find(self) -> None:
        """Look for servers on the local network from now on, where that can be done."""
        if self._opening is None and self._searches and not is_guest():
            self._opening = asyncio.get_running_loop().create_task(self._browser.open(), context=Context())

    @property
    def found(self) -> tuple[str, ...]:
        """The addresses of the servers on the local network."""
        return tuple(map(str, self._browser.servers))

    @property
    def known(self) -> tuple[str, ...]:
        """The last servers, and those on the local network."""
        last = self._settings.now.online.servers
        return (*last, *(server for server in self.found if server not in last))

    @property
    def is_hosting(self) -> bool:
        """Whether a server runs on this computer, as far as is known."""
        return self.hosted.address is not None

    async def close(self) -> None:
        """Look for no servers any more, and end the one here unless it stays."""
        if self._opening is not None:
            self._opening.cancel()
        await self._browser.close()
        self.hosted.close()
