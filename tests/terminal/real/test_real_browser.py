"""The game in a real browser: keys go down and up as in a terminal, and a closed tab keeps the game."""

import asyncio
import re
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from piecement.visits.visit_host import HostSettings
from piecement.web.site import SiteSettings, run
from piecement_engine import Button
from piecement_engine.events import PieceLocked
from tests.terminal.real.browser import Browser, browser, is_installed
from tests.terminal.real.recorded import autosave_of

PATIENCE_S = 30.0
HELD_S = 0.6
COMMAND = (sys.executable, "-m", "piecement", "--mode", "zen", "--seed", "3", "--no-first-run")


async def waited_for(what: Callable[[], Awaitable[object]]) -> None:
    """Wait until something is true of the page."""
    async with asyncio.timeout(PATIENCE_S):
        while not await what():
            await asyncio.sleep(0.05)


async def hold(page: Browser, key: str, seconds: float) -> None:
    """Hold a key as long in real time, which is what a browser measures too."""
    await page.press(key)
    await asyncio.sleep(seconds)
    await page.release(key)


@pytest.mark.skipif(not is_installed(), reason="chromium is not installed")
async def test_a_game_is_played_held_keys_and_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pytestconfig: pytest.Config
) -> None:
    root = pytestconfig.rootpath
    monkeypatch.setenv("PYTHONPATH", f"{root / 'app'}:{root / 'engine'}")
    visitors = tmp_path / "visitors"
    address = asyncio.get_running_loop().create_future()
    settings = SiteSettings(token="a-token-of-tests", visits=HostSettings(folder=visitors, command=COMMAND))
    serving = asyncio.create_task(run(settings, address.set_result))
    async with browser(tmp_path / "profile") as page:
        await page.open(await address)

        async def has_begun() -> bool:
            return re.search(r"0:0[1-9]", await page.text()) is not None

        await waited_for(has_begun)
        await hold(page, "ArrowLeft", HELD_S)
        await page.tap("ArrowUp")
        (folder,) = visitors.iterdir()

        async def has_locked() -> bool:
            return autosave_of(folder).locks == 1

        await waited_for(has_locked)
        await page.picture(tmp_path / "browser.png")
        assert page.faults == []
    serving.cancel()
    await asyncio.wait([serving])
    played = autosave_of(folder)
    assert played.presses(Button.MOVE_LEFT) == 1, "a hold is one press, without repeats of the browser"
    assert played.presses(Button.HARD_DROP) == 1
    (lock,) = (event for event in played.events if isinstance(event, PieceLocked))
    assert min(x for x, _ in lock.piece.cells) == 0
    assert (tmp_path / "browser.png").stat().st_size > 5_000
