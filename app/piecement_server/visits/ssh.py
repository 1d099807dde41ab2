"""The game over SSH: a client that connects plays at once, and its key is its account.

Games are stored in a folder named after the key. A client without a key can play, but nothing is saved. The server
offers no shell, commands, file transfer or forwarding, and ignores the environment variables of a client.
"""

import asyncio
import hashlib
import os
import signal
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import asyncssh

from piecement_base.language import _
from piecement_net.address import Address
from piecement_net.streams import listening_sockets
from piecement_server.visits.host import HostSettings, VisitHost
from piecement_server.visits.visit_program import END_S, TerminalSize, VisitProgram

_READ_BYTES: Final = 16_384
_USUAL: Final = TerminalSize(80, 24)

ENDED: Final = 0
REFUSED: Final = 1


class TerminalVisit:
    """Session of one connection, from its first byte to its last."""

    def __init__(self, process: asyncssh.SSHServerProcess[bytes]) -> None:
        self._process: Final = process

    async def play(self, host: VisitHost, player: str | None, stopped: asyncio.Event) -> int:
        """Play until the visit ends; return the exit status."""
        why_not = self._refusal()
        if why_not is not None:
            return await self._send_line(why_not, REFUSED)
        terminal = self._process.term_type or ""
        columns, rows, *_pixels = self._process.term_size
        size = TerminalSize(columns or _USUAL.columns, rows or _USUAL.rows)
        peer = self._process.get_extra_info("peername")
        with host.place(str(peer[0])) as why_not:
            if why_not:
                return await self._send_line(why_not, REFUSED)
            try:
                async with host.program(player, size, terminal=terminal) as program:
                    last_words = await self._play(program, host, stopped)
            except OSError:
                return await self._send_line(_("The game cannot be started on the server."), REFUSED)
        return await self._send_line(last_words, ENDED)

    def _refusal(self) -> str | None:
        """Return the reason for refusing this session, or None."""
        if self._process.command is not None or self._process.subsystem is not None:
            return _("This server plays the game and runs no commands: leave the command out.")
        if not self._process.term_type:
            return _("The game needs a terminal: use ssh -t.")
        return None

    async def _play(self, program: VisitProgram, host: VisitHost, stopped: asyncio.Event) -> str:
        """Relay both directions until the visit ends; return the closing sentence for the visitor."""
        screen = asyncio.create_task(self._screen(program))
        keys = asyncio.create_task(self._keys(program, host.settings))
        stopping = asyncio.create_task(stopped.wait())
        try:
            done, __ = await asyncio.wait((screen, keys, stopping), return_when=asyncio.FIRST_COMPLETED)
            if screen in done:
                return ""
            # The program draws its last screen and restores the visitor's terminal.
            program.terminate()
            with suppress(TimeoutError):
                await asyncio.wait_for(asyncio.shield(screen), END_S)
            return keys.result() if keys in done else _("The server is shutting down. Your game is saved.")
        finally:
            for task in (screen, keys, stopping):
                task.cancel()

    async def _screen(self, program: VisitProgram) -> None:
        with suppress(asyncssh.Error, OSError):  # the connection broke
            while data := await program.read():
                self._process.stdout.write(data)
                await self._process.stdout.drain()

    async def _keys(self, program: VisitProgram, settings: HostSettings) -> str:
        """Pass on keys until the visitor leaves or is idle; return the closing sentence."""
        clock = asyncio.get_running_loop().time
        try:
            async with asyncio.timeout(settings.idle_s) as idle:
                while True:
                    try:
                        data = await self._process.stdin.read(_READ_BYTES)
                    except asyncssh.TerminalSizeChanged as change:
                        program.resize(TerminalSize(change.width, change.height).within(settings.largest))
                        continue
                    except (asyncssh.BreakReceived, asyncssh.SignalReceived):
                        continue
                    if not data:
                        return ""
                    idle.reschedule(clock() + settings.idle_s)
                    await program.write(data)
        except TimeoutError:
            return _("No input for a while. Your game is saved.")
        except (asyncssh.Error, OSError):
            return ""

    async def _send_line(self, sentence: str, status: int) -> int:
        if sentence:
            with suppress(asyncssh.Error, OSError):
                self._process.stdout.write(f"{sentence}\r\n".encode())
                await self._process.stdout.drain()
        return status


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
        self._deadline: asyncio.TimerHandle | None = None

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        self._ssh = conn
        self._server.connections.add(self)
        if len(self._server.connections) > self._server.host.settings.most_visitors + _MOST_WAITING:
            conn.abort()

    def abort(self) -> None:
        self._ssh.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._server.connections.discard(self)
        self._await_session(None)

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
        self._await_session(_LOGIN_S)

    def session_requested(self) -> asyncssh.SSHServerProcess[bytes] | bool:
        if self._deadline is None:
            return False  # the connection has had its session
        self._await_session(None)
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

    def _await_session(self, seconds: float | None) -> None:
        """Close the connection unless a session begins in time; None cancels the limit."""
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
        if seconds is not None:
            self._deadline = asyncio.get_running_loop().call_later(seconds, self._ssh.close)


async def run(settings: SshSettings, listening: Callable[[int, str], None]) -> None:
    """Serve until SIGTERM or SIGINT; `listening` receives the port and the fingerprint of the server's key.

    Raises `OSError` if the server cannot listen or create its key, and `asyncssh.KeyImportError` if the file holds no
    key.
    """
    key = _server_key(settings.key)
    server = SshServer(settings)
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, server.stopped.set)
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
