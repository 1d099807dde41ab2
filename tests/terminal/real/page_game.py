"""The game in the page of a browser, or of a phone."""

import asyncio
import re
import sys
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

from piecement_server.visits.host import HostSettings
from piecement_server.visits.web import SiteSettings, run
from tests.terminal.real.browser import Browser, browser
from tests.terminal.real.recorded import autosave_of

PATIENCE_S: Final = 30.0
HELD_S: Final = 0.6
COMMAND: Final = (sys.executable, "-m", "piecement", "--mode", "zen", "--seed", "3", "--no-first-run")


async def waited_for(what: Callable[[], Awaitable[object]]) -> None:
    """Wait until something is true of the page."""
    async with asyncio.timeout(PATIENCE_S):
        while not await what():
            await asyncio.sleep(0.05)


async def shown(page: Browser, text: str) -> None:
    """Wait until a text is on the terminal of the page."""

    async def is_shown() -> bool:
        return text in await page.text()

    await waited_for(is_shown)


async def hold(page: Browser, key: str, seconds: float) -> None:
    """Hold a key as long in real time, which is what a browser measures too."""
    await page.press(key)
    await asyncio.sleep(seconds)
    await page.release(key)


@asynccontextmanager
async def played(folder: Path, phone: tuple[int, int] | None = None) -> AsyncGenerator[Browser]:
    """Serve the page, and have a browser, or a phone's of some size, play there until the end of the block."""
    address = asyncio.get_running_loop().create_future()
    hosting = HostSettings(folder=folder / "visitors", command=COMMAND)
    serving = asyncio.create_task(run(SiteSettings(token="a-token-of-tests", visits=hosting), address.set_result))
    try:
        async with browser(folder / "profile") as page:
            if phone is not None:
                await page.become_a_phone(phone)
            await page.open(await address)

            async def has_begun() -> bool:
                return re.search(r"0:0[1-9]", await page.text()) is not None

            await waited_for(has_begun)
            yield page
            assert page.faults == []
    finally:
        serving.cancel()
        await asyncio.wait([serving])


async def locked(folder: Path) -> Path:
    """Wait until the only visitor has locked a piece; return the folder of its games."""
    (visitor,) = (folder / "visitors").iterdir()

    async def has_locked() -> bool:
        return autosave_of(visitor).locks == 1

    await waited_for(has_locked)
    return visitor
