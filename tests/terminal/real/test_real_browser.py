"""The game in a real browser: keys go down and up as in a terminal, fingers hold, and the game is kept."""

import asyncio
from pathlib import Path

import pytest

from piecement_engine import Button
from piecement_engine.events import PieceLocked
from tests.terminal.real.browser import is_installed
from tests.terminal.real.page_game import HELD_S, hold, locked, played
from tests.terminal.real.recorded import autosave_of

pytestmark = pytest.mark.skipif(not is_installed(), reason="chromium is not installed")


def assert_held_to_the_wall_and_dropped(visitor: Path) -> None:
    game = autosave_of(visitor)
    assert game.presses(Button.MOVE_LEFT) == 1, "a hold is one press, without repeats of the browser"
    assert game.presses(Button.HARD_DROP) == 1
    (lock,) = (event for event in game.events if isinstance(event, PieceLocked))
    assert min(x for x, _ in lock.piece.cells) == 0


@pytest.fixture(autouse=True)
def _this_checkout(monkeypatch: pytest.MonkeyPatch, pytestconfig: pytest.Config) -> None:
    root = pytestconfig.rootpath
    monkeypatch.setenv("PYTHONPATH", f"{root / 'app'}:{root / 'engine'}")


async def test_a_game_is_played_held_keys_and_all(tmp_path: Path) -> None:
    async with played(tmp_path) as page:
        await hold(page, "ArrowLeft", HELD_S)
        await page.tap("Space")
        visitor = await locked(tmp_path)
        await page.picture(tmp_path / "browser.png")
    assert_held_to_the_wall_and_dropped(visitor)
    assert (tmp_path / "browser.png").stat().st_size > 5_000


@pytest.mark.parametrize("phone", [(412, 840), (840, 412)], ids=["upright", "on its side"])
async def test_fingers_hold_and_drop_on_a_phone(tmp_path: Path, phone: tuple[int, int]) -> None:
    async with played(tmp_path, phone) as page:
        await page.touch("Left")
        await asyncio.sleep(HELD_S)  # as `hold` does
        await page.let_go()
        await page.touch("Hard drop")
        await page.let_go()
        visitor = await locked(tmp_path)
        await page.picture(tmp_path / "phone.png")
    assert_held_to_the_wall_and_dropped(visitor)
