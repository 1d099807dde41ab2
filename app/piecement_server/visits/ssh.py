"""The game over SSH: a client that connects plays at once, and its key is its account.

Games are stored in a folder named after the key. A client without a key can play, but nothing is saved. The server
offers no shell, commands, file transfer or forwarding, and ignores the environment variables of a client.
"""

import asyncio
import hashlib
import os
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import asyncssh

from piecement_net.address import Address
from piecement_net.counted_sockets import listening_sockets
from piecement_server.visits.host import HostSettings, VisitHost, on_stop
from piecement_server.visits.terminal_visit import TerminalVisit

_LOGIN_S: Final = 20.0
"""Time limit for authentication, and for the session request after it (s)."""
_NAME_LENGTH: Final = 32
_MOST_WAITING: Final = 480
"""Connections allowed beyond the visitors: clients that are logging in or closing."""
_ALIVE_S: Final = 15.0
"""Keep-alive interval (s); the connection closes after three missed replies."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SshSettings:
    """Settings of the SSH server."""

    host: str = "127.0.0.1"
    port: int = 0
    key: Path
    """File of the server's own key; the server creates it if it is missing."""
    allowed: asyncssh.SSHAuthorizedKeys | None = None
    """Keys that may connect, or None for any client."""
    visits: HostSettings


class SshServer:
    """Connections and visits of a running server."""

    def __init__(self, settings: SshSettings) -> None:
        """Raises `OSError` if the folder of the visitors cannot be created."""
        self.allowed: Final = settings.allowed
        self.host: Final = VisitHost(settings.visits)
        self.stopped: Final = asyncio.Event()
        self.connections: Final = set[SshConnection]()
        self.visits: Final = set[asyncio.Task[None]]()


class SshConnection(asyncssh.SSHServer):
    """One connection: its key, and its only session."""

    _ssh: asyncssh.SSHServerConnection
    """Its other side, known from the first call on, which is `connection_made`."""

    def __init__(self, server: SshServer) -> None:
        self._server: Final = server
        self._offered: str | None = None
        self._player: str | None = None
        self._may_begin = False
        """Whether the connection may have its session: from authentication on, once."""
        self._deadline: asyncio.TimerHandle | None = None
        """End of the wait for the session."""

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        self._ssh = conn
        self._server.connections.add(self)
        if len(self._server.connections) > self._server.host.settings.most_visitors + _MOST_WAITING:
            conn.abort()

    def abort(self) -> None:
        self._ssh.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._server.connections.discard(self)
        self._stop_waiting()

    def public_key_auth_supported(self) -> bool:
        return True

    def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:
        # A client may query any number of keys; the last one before the end is the key whose signature held.
        self._offered = hashlib.sha256(key.public_data).hexdigest()[:_NAME_LENGTH]
        return self._server.allowed is None or self._server.allowed.validate(key, "", "") is not None

    def kbdint_auth_supported(self) -> bool:
        return self._server.allowed is None

    def get_kbdint_challenge(
        self, username: str, lang: str, submethods: str
    ) -> tuple[str, str, str, list[tuple[str, bool]]]:
        return "", "", lang, []

    def validate_kbdint_response(self, username: str, responses: Sequence[str]) -> bool:
        self._offered = None
        return True

    def auth_completed(self) -> None:
        self._player = self._offered
        self._may_begin = True
        self._deadline = asyncio.get_running_loop().call_later(_LOGIN_S, self._ssh.close)

    def session_requested(self) -> asyncssh.SSHServerProcess[bytes] | bool:
        if not self._may_begin:
            return False
        self._may_begin = False
        self._stop_waiting()
        return asyncssh.SSHServerProcess(self._visit, sftp_factory=None, sftp_version=3, allow_scp=False)

    async def _visit(self, process: asyncssh.SSHServerProcess[bytes]) -> None:
        visit = asyncio.ensure_future(self._play(process))
        self._server.visits.add(visit)
        visit.add_done_callback(self._server.visits.discard)
        await visit

    async def _play(self, process: asyncssh.SSHServerProcess[bytes]) -> None:
        try:
            process.exit(await TerminalVisit(process).play(self._server.host, self._player, self._server.stopped))
            await process.wait_closed()
        finally:
            self._ssh.close()

    def _stop_waiting(self) -> None:
        """Cancel the time limit of the session request."""
        if self._deadline is not None:
            self._deadline.cancel()


async def run(settings: SshSettings, listening: Callable[[int, str], None]) -> None:
    """Serve until SIGTERM or SIGINT; `listening` receives the port and the fingerprint of the server's key.

    Raises `OSError` if the server cannot listen or create its key, and `asyncssh.KeyImportError` if the file holds no
    key.
    """
    key = _server_key(settings.key)
    server = SshServer(settings)
    on_stop(server.stopped.set)
    sockets = await listening_sockets(Address("tcp", settings.host, settings.port), server.host.ledger)
    async with AsyncExitStack() as closing:
        listeners = [
            await closing.enter_async_context(
                await asyncssh.listen(
                    sock=listening_socket,
                    server_factory=lambda: SshConnection(server),
                    server_host_keys=[key],
                    server_version="Piecement",
                    config=[],
                    encoding=None,
                    line_editor=False,
                    password_auth=False,
                    host_based_auth=False,
                    gss_host=None,
                    agent_forwarding=False,
                    x11_forwarding=False,
                    login_timeout=_LOGIN_S,
                    keepalive_interval=_ALIVE_S,
                )
            )
            for listening_socket in sockets
        ]
        listening(listeners[0].get_port(), key.get_fingerprint())
        await server.stopped.wait()
        for listener in listeners:
            listener.close()
        await asyncio.gather(*server.visits, return_exceptions=True)  # games are saved and terminals restored
        while server.connections:  # which are logging in, or closing
            for connection in list(server.connections):
                connection.abort()
            await asyncio.sleep(0)


def _server_key(path: Path) -> asyncssh.SSHKey:
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        key = asyncssh.generate_private_key("ssh-ed25519", comment="piecement")
        with os.fdopen(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "wb") as file:
            file.write(key.export_private_key())
    return asyncssh.read_private_key(path)
