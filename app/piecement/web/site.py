"""The server of the page: who may come in, how many, and with what.

WebSockets know no rule of same origin, so that any page in the world could open one to a server on this machine. So the
address has a token, and `Origin` must be the host that was asked. A visitor's program is started with fixed arguments
and an environment of three variables, has a folder of its own, and runs as a guest (see `terminal.guest`).
"""

import asyncio
import hmac
import os
import signal
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from http import HTTPStatus
from pathlib import Path
from typing import Final

from websockets.asyncio.server import ServerConnection, serve
from websockets.datastructures import Headers
from websockets.http11 import Request, Response

from piecement.language import _
from piecement.terminal.guest import GUEST
from piecement.web.page_files import HEADERS, page_file
from piecement.web.visit import Visit
from piecement.web.visit_program import Size, VisitProgram

_LONGEST_MESSAGE: Final = 65_536
"""Of a page, in bytes: more than a key, less than a book that is pasted."""
_LARGEST: Final = Size(240, 80)
_SOCKET: Final = "play"
_LANGUAGE: Final = "C.UTF-8"


@dataclass(frozen=True, slots=True, kw_only=True)
class SiteSettings:
    """What a site is started with."""

    host: str = "127.0.0.1"
    port: int = 0
    token: str
    """What addresses begin with."""
    folder: Path
    """Where the folders of visitors lie."""
    origins: Sequence[str] = ()
    """Where else the page may come from: the addresses of a proxy before it, as https://games.example."""
    most_visitors: int = 20
    """At a time."""
    most_folders: int = 1_000
    """Visitors whose games are kept; who comes when there are as many plays without."""
    largest: Size = _LARGEST
    idle_s: float = 1_800.0
    command: Sequence[str] = field(default_factory=lambda: (sys.executable, "-m", "piecement"))


class Site:
    """Answers requests, and brings each page together with a program."""

    def __init__(self, settings: SiteSettings, clock: Callable[[], float] = time.monotonic) -> None:
        self._settings: Final = settings
        self._clock: Final = clock
        self._visitors = 0

    def answer(self, connection: ServerConnection, request: Request) -> Response | None:
        """Return the answer to a request, or None for a WebSocket that may come in."""
        name = self._name_in(request.path.partition("?")[0])
        if name is None:
            return _refusal(HTTPStatus.NOT_FOUND, _("There is nothing here: the address with its token was printed."))
        if name == _SOCKET:
            if not self._is_own_page(request.headers):
                return _refusal(HTTPStatus.FORBIDDEN, _("Only the page of this server may play."))
            if self._visitors >= self._settings.most_visitors:
                return _refusal(HTTPStatus.SERVICE_UNAVAILABLE, _("As many as may play are here already."))
            return None
        file = page_file(name)
        if file is None:
            return _refusal(HTTPStatus.NOT_FOUND, _("There is no such file."))
        return _response(HTTPStatus.OK, file.kind, file.body)

    async def welcome(self, connection: ServerConnection) -> None:
        """Have a visitor play until the end."""
        if self._visitors >= self._settings.most_visitors:  # several came in at once
            await connection.close(1013, _("As many as may play are here already."))
            return
        self._visitors += 1
        try:
            await self._visit(connection)
        finally:
            self._visitors -= 1

    async def _visit(self, connection: ServerConnection) -> None:
        settings = self._settings
        visit = Visit(connection, settings.largest, settings.idle_s, self._clock)
        arrived = await visit.arrival()
        if arrived is None:
            return
        command = [*settings.command, "--mute", *self._folder_options(arrived.visitor)]
        try:
            program = await VisitProgram.start(command, _environment(), arrived.size.within(settings.largest))
        except OSError:
            await visit.refuse(_("The game cannot be started on the server."))
            return
        try:
            await visit.play(program)
        finally:
            await program.end()

    def _folder_options(self, visitor: str) -> list[str]:
        folder = self._settings.folder / visitor
        if not folder.is_dir():
            if sum(1 for _ in self._settings.folder.iterdir()) >= self._settings.most_folders:
                return ["--no-save"]
            folder.mkdir(mode=0o700)
        return ["--data-dir", str(folder)]

    def _name_in(self, path: str) -> str | None:
        """Return what follows the token in a path, or None where it does not begin with it."""
        __, token, *names = [*path.split("/", 2), ""][:3]
        known = hmac.compare_digest(token.encode(errors="replace"), self._settings.token.encode())
        return names[0] if known and path.count("/") == 2 else None

    def _is_own_page(self, headers: Headers) -> bool:
        origin, host = headers.get("Origin", ""), headers.get("Host", "")
        return origin in self._settings.origins or (host != "" and origin.partition("://")[2] == host)


async def run(settings: SiteSettings, listening: Callable[[str], None]) -> None:
    """Serve until SIGTERM or SIGINT; `listening` is called with the address.

    Raises `OSError` where it cannot listen.
    """
    settings.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    site = Site(settings)
    stopped = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, stopped.set)
    async with serve(
        site.welcome,
        settings.host,
        settings.port,
        process_request=site.answer,
        max_size=_LONGEST_MESSAGE,
        max_queue=4,
        server_header=None,
    ) as server:
        host, port, *_ = next(iter(server.sockets)).getsockname()
        listening(f"http://{f'[{host}]' if ':' in host else host}:{port}/{settings.token}/")
        await stopped.wait()


def _environment() -> dict[str, str]:
    """Return all variables that a visitor's program has; where modules lie is this program's own matter."""
    own = {name: os.environ[name] for name in ("PYTHONPATH",) if name in os.environ}
    return {"TERM": "xterm-256color", "COLORTERM": "truecolor", "LANG": _LANGUAGE, GUEST: "1", **own}


def _refusal(status: HTTPStatus, sentence: str) -> Response:
    return _response(status, "text/plain; charset=utf-8", f"{sentence}\n".encode())


def _response(status: HTTPStatus, kind: str, body: bytes) -> Response:
    headers = {**HEADERS, "Content-Type": kind, "Content-Length": str(len(body)), "Connection": "close"}
    return Response(status.value, status.phrase, Headers(headers), body)
