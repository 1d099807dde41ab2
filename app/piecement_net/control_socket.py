"""The control socket in the folder of a server: it answers each line with a line of JSON.

It is a unix socket, on Windows a named pipe, and only the user who runs the server can use it.
"""

import asyncio
import json
import sys
from asyncio import StreamReader, StreamReaderProtocol, StreamWriter
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager, closing, suppress
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

_LONGEST: Final = 64 * 1024 * 1024
"""Maximum length of an answer (bytes)."""
_PATIENCE_S: Final = 30.0
"""Maximum wait for an answer (s)."""

Status = dict[str, Any]  # a JSON object has values of any JSON type
"""State of a server."""

Answer = Callable[[str], Awaitable[Status]]


async def ask(folder: Path, line: str) -> Status:
    """Return the answer of the server of a folder. Raises `OSError` if none runs there or it does not answer."""
    async with asyncio.timeout(_PATIENCE_S):  # `TimeoutError` is an `OSError`
        reader, writer = await _connect(folder)
        with closing(writer):
            writer.write(f"{line}\n".encode())
            answer = await reader.readline()
    try:
        status: Status = json.loads(answer)
    except ValueError as error:  # the server ended before it answered
        raise OSError(f"{folder} sent no answer") from error
    return status


@asynccontextmanager
async def serving_control(folder: Path, answer: Answer) -> AsyncGenerator[None]:
    """Answer each line that arrives at the socket of a folder, until the end of the block."""

    async def converse(reader: StreamReader, writer: StreamWriter) -> None:
        with closing(writer), suppress(OSError, ValueError):  # the other side has left, or its line is too long
            line = (await reader.readline()).decode(errors="replace").strip()
            writer.write(json.dumps(await answer(line)).encode() + b"\n")
            await writer.drain()

    close = await _serve(folder, converse)
    try:
        yield
    finally:
        close()


_Converse = Callable[[StreamReader, StreamWriter], Awaitable[None]]

if sys.platform == "win32":

    def _pipe(folder: Path) -> str:
        """Return the name of the pipe, to which only the user and administrators can write."""
        return rf"\\.\pipe\piecement-{sha256(str(folder.resolve()).encode()).hexdigest()[:32]}"

    def _loop() -> "asyncio.ProactorEventLoop":
        loop = asyncio.get_running_loop()
        if not isinstance(loop, asyncio.ProactorEventLoop):
            raise OSError("this event loop has no named pipes")
        return loop

    async def _serve(folder: Path, converse: _Converse) -> Callable[[], object]:
        (server,) = await _loop().start_serving_pipe(
            lambda: StreamReaderProtocol(StreamReader(), converse), _pipe(folder)
        )
        return server.close

    async def _connect(folder: Path) -> tuple[StreamReader, StreamWriter]:
        reader = StreamReader(_LONGEST)
        transport, protocol = await _loop().create_pipe_connection(lambda: StreamReaderProtocol(reader), _pipe(folder))
        return reader, StreamWriter(transport, protocol, reader, asyncio.get_running_loop())

else:
    NAME: Final = "status.sock"
    """File name of the socket."""

    async def _serve(folder: Path, converse: _Converse) -> Callable[[], object]:
        path = folder / NAME
        path.unlink(missing_ok=True)
        server = await asyncio.start_unix_server(converse, path, start_serving=False)
        path.chmod(0o600)  # until it listens, nobody can connect
        await server.start_serving()

        def close() -> None:
            server.close()
            path.unlink(missing_ok=True)

        return close

    async def _connect(folder: Path) -> tuple[StreamReader, StreamWriter]:
        return await asyncio.open_unix_connection(folder / NAME, limit=_LONGEST)
