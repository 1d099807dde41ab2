"""The game in a browser: one page with a terminal in it, and a program of its own for each visitor.

The same-origin policy does not cover WebSockets: any page in the world could open one to a server on this machine.
Therefore the address holds a token, and `Origin` must match the requested host.
"""

import asyncio
import hmac
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from http import HTTPStatus
from typing import Annotated, Final

from pydantic import BaseModel, Field, ValidationError
from websockets.asyncio.server import ServerConnection
from websockets.datastructures import Headers
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request, Response

from piecement_base.language import _
from piecement_base.language.languages import ENGLISH
from piecement_net.address import Address
from piecement_net.websocket import close_counted, peer_of, serve_counted
from piecement_server.visits.host import HostSettings, NoPlaceError, VisitHost, on_stop
from piecement_server.visits.page_files import HEADERS, page_file
from piecement_server.visits.visit_program import TerminalSize, VisitProgram

_FIRST_S: Final = 10.0
"""Time limit for the first message of a page (s)."""
_LONGEST_MESSAGE: Final = 65_536
"""Maximum size of a message from the page (bytes): more than a key, less than a pasted book."""
_SOCKET: Final = "play"
"""Name of the WebSocket, beside the files of the page."""

POLICY: Final = 1008
"""WebSocket close code for a policy violation."""
ENDED: Final = 1000
"""WebSocket close code for a normal end."""
BUSY: Final = 1013
"""WebSocket close code for a server without room: try again later."""

_Cells = Annotated[int, Field(ge=1, le=10_000)]


class Resized(BaseModel, extra="forbid", strict=True):
    """New size of the page's terminal, in cells."""

    columns: _Cells
    rows: _Cells

    @property
    def size(self) -> TerminalSize:
        return TerminalSize(self.columns, self.rows)


class Arrived(Resized):
    """First message of a page."""

    visitor: Annotated[str, Field(pattern=r"^[0-9a-f]{32}$")]
    """Id of the visitor, which names the folder of its games."""
    language: Annotated[str, Field(pattern=r"^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$")] = ENGLISH
    """Language of the page (ISO 639-1)."""


async def _relay(connection: ServerConnection, program: VisitProgram, settings: HostSettings) -> None:
    """Relay both directions until the program or the page ends, or the visitor is idle for too long."""
    async with asyncio.TaskGroup() as tasks:
        keys = tasks.create_task(_pass_keys(connection, program, settings))
        with suppress(ConnectionClosed):
            while data := await program.read():
                await connection.send(data)
            await connection.close(ENDED, _("The game has ended."))
        keys.cancel()


async def _pass_keys(connection: ServerConnection, program: VisitProgram, settings: HostSettings) -> None:
    """Pass on keys and sizes until the page ends or the visitor is idle, then hang up."""
    clock = asyncio.get_running_loop().time
    try:
        async with asyncio.timeout(settings.idle_s) as idle:
            async for message in connection:
                idle.reschedule(clock() + settings.idle_s)
                if isinstance(message, bytes):
                    await program.write(message)
                else:
                    program.resize(Resized.model_validate_json(message).size.within(settings.largest))
    except TimeoutError:
        await connection.close(ENDED, _("No input for a while. Your game is saved."))
    except ValidationError:
        await connection.close(POLICY, _("The page sent an invalid size."))
    except ConnectionClosed:  # the connection broke, or a message was too long
        pass
    program.hang_up()


@dataclass(frozen=True, slots=True, kw_only=True)
class SiteSettings:
    """Settings of the web server."""

    host: str = "127.0.0.1"
    port: int = 0
    token: str
    """First part of the path of every address."""
    origins: Sequence[str] = ()
    """Further allowed origins of the page: the addresses of a reverse proxy, such as https://games.example."""
    visits: HostSettings

    @property
    def is_behind_proxy(self) -> bool:
        """Whether the last address in `X-Forwarded-For` identifies a visitor."""
        return bool(self.origins)


class Site:
    """Request handler, which connects each page with a program."""

    def __init__(self, settings: SiteSettings) -> None:
        self._settings: Final = settings
        self.host: Final = VisitHost(settings.visits)

    def answer(self, connection: ServerConnection, request: Request) -> Response | None:
        """Return the response to a request, or None to accept a WebSocket."""
        path = request.path.partition("?")[0]
        name = self._name_in(path)
        if name is None and self._name_in(f"{path}/") == "":
            return _response(HTTPStatus.PERMANENT_REDIRECT, "text/plain", b"", Location=f"{self._settings.token}/")
        if name is None:
            return _refusal(HTTPStatus.NOT_FOUND, _("There is nothing here: the address with its token was printed."))
        if name == _SOCKET:
            origin, host = (request.headers.get(field, "") for field in ("Origin", "Host"))
            if origin in self._settings.origins or (host and origin.partition("://")[2] == host):
                return None
            return _refusal(HTTPStatus.FORBIDDEN, _("Only this server's own page can connect."))
        file = page_file(name, request.headers.get("Accept-Language", ""))
        if file is None:
            return _refusal(HTTPStatus.NOT_FOUND, _("There is no such file."))
        return _response(HTTPStatus.OK, *file)

    async def welcome(self, connection: ServerConnection) -> None:
        """Play with a visitor until the visit ends."""
        try:
            arrived = Arrived.model_validate_json(await asyncio.wait_for(connection.recv(), _FIRST_S))
        except (TimeoutError, ValidationError):
            await connection.close(POLICY, _("The page did not send its name and size."))
            return
        except ConnectionClosed:
            return
        try:
            with self.host.place(peer_of(connection, behind_proxy=self._settings.is_behind_proxy)):
                await self._visit(connection, arrived)
        except NoPlaceError as error:  # pages can read a close reason, but not an HTTP refusal of a WebSocket
            await connection.close(BUSY, str(error))

    async def _visit(self, connection: ServerConnection, arrived: Arrived) -> None:
        try:
            async with self.host.program(
                arrived.visitor, arrived.size, color="truecolor", language=arrived.language
            ) as program:
                await _relay(connection, program, self.host.settings)
        except OSError:
            await connection.close(POLICY, _("The game cannot be started on the server."))

    def _name_in(self, path: str) -> str | None:
        """Return the part of a path after the token, or None if the token is wrong."""
        if path.count("/") != 2:
            return None
        __, token, name = path.split("/")
        is_known = hmac.compare_digest(token.encode(errors="replace"), self._settings.token.encode())
        return name if is_known else None


async def run(settings: SiteSettings, listening: Callable[[str], None]) -> None:
    """Serve until SIGTERM or SIGINT; `listening` receives the address.

    Raises `OSError` if the server cannot listen.
    """
    site = Site(settings)
    stopped = asyncio.Event()
    on_stop(stopped.set)
    servers = await serve_counted(
        site.welcome,
        Address("tcp", settings.host, settings.port),
        site.host.ledger,
        behind_proxy=settings.is_behind_proxy,
        process_request=site.answer,
        max_size=_LONGEST_MESSAGE,
        max_queue=4,
    )
    listening(f"http://{Address('tcp', *servers[0].sockets[0].getsockname()[:2]).host_and_port}/{settings.token}/")
    try:
        await stopped.wait()
    finally:
        await close_counted(servers)


def _refusal(status: HTTPStatus, sentence: str) -> Response:
    return _response(status, "text/plain; charset=utf-8", f"{sentence}\n".encode())


def _response(status: HTTPStatus, kind: str, body: bytes, **others: str) -> Response:
    headers = {**HEADERS, "Content-Type": kind, "Content-Length": str(len(body)), "Connection": "close", **others}
    return Response(status.value, status.phrase, Headers(headers), body)
