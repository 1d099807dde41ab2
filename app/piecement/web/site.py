"""Web server of the page: access, requests and shutdown.

The same-origin policy does not cover WebSockets: any page in the world could open one to a server on this machine.
Therefore the address holds a token, and `Origin` must match the requested host.
"""

import asyncio
import hmac
import signal
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from http import HTTPStatus
from typing import Final

from websockets.asyncio.server import ServerConnection, serve
from websockets.datastructures import Headers
from websockets.http11 import Request, Response

from piecement.language import _
from piecement.visits.visit_host import HostSettings, VisitHost
from piecement.web.page_files import HEADERS, page_file
from piecement.web.visit import Visit

_LONGEST_MESSAGE: Final = 65_536
"""Maximum size of a message from the page (bytes): more than a key, less than a pasted book."""
_SOCKET: Final = "play"


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


class Site:
    """Request handler, which connects each page with a program."""

    def __init__(self, settings: SiteSettings, clock: Callable[[], float] = time.monotonic) -> None:
        self._settings: Final = settings
        self._host: Final = VisitHost(settings.visits)
        self._clock: Final = clock

    def answer(self, connection: ServerConnection, request: Request) -> Response | None:
        """Return the response to a request, or None to accept a WebSocket."""
        path = request.path.partition("?")[0]
        name = self._name_in(path)
        if name is None and self._name_in(f"{path}/") == "":
            return _response(HTTPStatus.PERMANENT_REDIRECT, "text/plain", b"", Location=f"{self._settings.token}/")
        if name is None:
            return _refusal(HTTPStatus.NOT_FOUND, _("There is nothing here: the address with its token was printed."))
        if name == _SOCKET:
            if not self._is_own_page(request.headers):
                return _refusal(HTTPStatus.FORBIDDEN, _("Only the page of this server may play."))
            return None
        file = page_file(name, request.headers.get("Accept-Language", ""))
        if file is None:
            return _refusal(HTTPStatus.NOT_FOUND, _("There is no such file."))
        return _response(HTTPStatus.OK, file.kind, file.body)

    async def welcome(self, connection: ServerConnection) -> None:
        """Play with a visitor until the visit ends."""
        if self._host.is_full:  # pages can read a close reason, but not an HTTP refusal of a WebSocket
            await connection.close(1013, _("As many as may play are here already."))
            return
        with self._host.place():
            await self._visit(connection)

    async def _visit(self, connection: ServerConnection) -> None:
        visit = Visit(connection, self._host.settings.largest, self._host.settings.idle_s, self._clock)
        arrived = await visit.arrival()
        if arrived is None:
            return
        try:
            async with self._host.program(
                arrived.visitor, arrived.size, color="truecolor", language=arrived.language
            ) as program:
                await visit.play(program)
        except OSError:
            await visit.refuse(_("The game cannot be started on the server."))

    def _name_in(self, path: str) -> str | None:
        """Return the part of a path after the token, or None if the token is wrong."""
        __, token, *names = [*path.split("/", 2), ""][:3]
        known = hmac.compare_digest(token.encode(errors="replace"), self._settings.token.encode())
        return names[0] if known and path.count("/") == 2 else None

    def _is_own_page(self, headers: Headers) -> bool:
        origin, host = headers.get("Origin", ""), headers.get("Host", "")
        return origin in self._settings.origins or (host != "" and origin.partition("://")[2] == host)


async def run(settings: SiteSettings, listening: Callable[[str], None]) -> None:
    """Serve until SIGTERM or SIGINT; `listening` receives the address.

    Raises `OSError` if the server cannot listen.
    """
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


def _refusal(status: HTTPStatus, sentence: str) -> Response:
    return _response(status, "text/plain; charset=utf-8", f"{sentence}\n".encode())


def _response(status: HTTPStatus, kind: str, body: bytes, **others: str) -> Response:
    headers = {**HEADERS, "Content-Type": kind, "Content-Length": str(len(body)), "Connection": "close", **others}
    return Response(status.value, status.phrase, Headers(headers), body)
