"""The game in a real browser: keys go down and up as in a terminal, fingers hold, and the game is kept."""

import asyncio
from pathlib import Path

import pytest

from piecement_engine import Button
from piecement_engine.events import PieceLocked
from tests.terminal.real.browser import is_installed
from tests.terminal.real.page_game import HELD_S, hold, locked, played, shown
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


async def test_gestures_move_turn_hold_and_drop(tmp_path: Path) -> None:
    async with played(tmp_path, (412, 840)) as page:
        cell = 2 * float(await page.value("document.getElementById('terminal').clientWidth / terminal.cols"))
        x, y = 200.0, 300.0
        await page.slide((x, y), (x, y - 3 * cell))
        await page.slide((x, y))
        await page.slide((x, y), *((x - step * cell, y + 3) for step in (1.1, 2.1, 3.1)))
        await page.slide((x, y), (x + 1.1 * cell, y))
        await page.slide((x, y), *((x, y + step * cell) for step in (1.1, 2, 3, 3.1)), seconds=HELD_S)
        await page.slide((x, y), (x, y + 3 * cell))
        visitor = await locked(tmp_path)
        await page.picture(tmp_path / "gestures.png")
    game = autosave_of(visitor)

    expected = {
        Button.HOLD: 1,
        Button.ROTATE_RIGHT: 1,
        Button.MOVE_LEFT: 3,
        Button.MOVE_RIGHT: 1,
        Button.SOFT_DROP: 1,
        Button.HARD_DROP: 1,
    }
    assert {button: game.presses(button) for button in expected} == expected


async def test_a_finger_chooses_in_a_menu(tmp_path: Path) -> None:
    async with played(tmp_path, (412, 840)) as page:
        await page.touch("Pause, or back")
        await page.let_go()
        await shown(page, "Settings")
        await page.slide(await page.place_of("Settings"))
        await shown(page, "Controls")
