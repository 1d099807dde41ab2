"""The program that serves, in the process of the test, at a socket of its folder or at another address."""

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from piecement_net.address import Address
from piecement_net.limits import ServerLimits
from piecement_server.program import ServerSettings, run
from tests.patience import PATIENCE_S


@asynccontextmanager
async def serving(
    folder: Path,
    address: Address | None = None,
    limits: ServerLimits | None = None,
    *,
    database: str | None = None,
    read_limits: Callable[[], ServerLimits] | None = None,
) -> AsyncGenerator[tuple[asyncio.Task[None], Address]]:
    """Run a server in this process."""
    listening: asyncio.Future[str] = asyncio.get_running_loop().create_future()
    settings = ServerSettings(
        addresses=(address or Address("unix", path=f"{folder}/socket"),),
        folder=folder,
        database=database,
        limits=limits or ServerLimits(),
        read_limits=read_limits,
        announces=False,
        patience_s=PATIENCE_S,
    )
    async with asyncio.timeout(PATIENCE_S):
        task = asyncio.create_task(run(settings, lambda places: listening.set_result(places[0])))
        await asyncio.wait((task, listening), return_when=asyncio.FIRST_COMPLETED)
        yield task, Address.parse(await listening)
        task.cancel()
        await asyncio.wait([task])
