"""ARCHITECTURE.md's ways of a key, of a finished game and of a setting, as the real program takes them."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from piecement_engine.native import COMPILED
from tests.sampling import together
from tests.terminal.played_game import CTRL, PAUSE_SEEN, SETTINGS_SEEN, PlayedGame, piece_falling
from tests.terminal.traced_ways import GAME, KEY, SETTING, Way, traced

ARCHITECTURE: Final = Path(__file__).parents[2] / "ARCHITECTURE.md"
HEADINGS: Final = {KEY: "The way of a key", GAME: "The way of a finished game", SETTING: "The way of a setting"}
LIMITS: Final = {KEY: 28, GAME: 16, SETTING: 17}
MOTION: Final = "piecement_engine.game.motion"
PRESS: Final = "piecement_engine.game.finesse"
ENGINE: Final = "piecement_engine."
PRESSES: Final = 5
SETTINGS: Final = 'version = 6\n[interface]\nnews = ""\n[graphics]\nskin = "unicode"\nhud = "full"\n'
"""Those of the look that the fields of a played game are read in, as the program writes them."""

pytestmark = pytest.mark.skipif(COMPILED, reason="a profile hook sees no compiled function")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Ways of a game in which pieces are moved, a setting is changed, and which is given up."""
    file = tmp_path / "ways.jsonl"
    (tmp_path / "settings.toml").write_text(SETTINGS)
    arguments = ["--mode", "marathon", "--seed", "36421"]
    with piece_falling(tmp_path, *arguments, altered=True, env={"KEEP_WAYS": str(file)}) as game:
        while len(ways(file, KEY)) < PRESSES:
            move(game, "left")
            move(game, "right")
        game.pause()
        game.choose("Settings")
        game.expect_text(SETTINGS_SEEN)
        game.move_to("Countdown")
        game.wait_for(lambda: "‹" in game.highlighted, what="for the signs of a value")
        game.tap("right")
        game.wait_for(lambda: any(traced(file, SETTING)), what="for the written file")
        game.tap("escape")
        game.expect_text(PAUSE_SEEN)
        game.play_on()
        game.tap("space")
        game.wait_for(lambda: game.pieces == 1, what="for the piece to lie")  # a game without one is not kept
        game.press("d", CTRL)
        game.wait_for(lambda: any(traced(file, GAME)), what="for the row")
        game.quit()
    return file


def move(game: PlayedGame, key: str) -> None:
    column = game.column
    game.press(key)
    game.wait_for(lambda: game.column != column, what="for the piece to move")
    game.release(key)
    game.pump(0.05)  # a press is to come when nothing else is drawn


def ways(file: Path, name: str) -> list[Way]:
    """Return the ways of a name, the shortest first; those of presses that moved a piece between two frames."""
    needed = {MOTION, PRESS} if name == KEY else set[str]()
    found = [way for way in traced(file, name) if not way.is_disturbed and needed <= set(way.modules)]
    return sorted(found, key=lambda way: len(way.modules))


def way(file: Path, name: str) -> Way:
    """Return the shortest way: what others have more belongs to messages that were handled meanwhile."""
    return ways(file, name)[0]


def listed(heading: str) -> Iterator[list[str]]:
    """Yield the modules of each step of a list, as ARCHITECTURE.md names them."""
    section = ARCHITECTURE.read_text().partition(f"## {heading}")[2].partition("\n## ")[0]
    for line in re.findall(r"^\d+\. (.*)$", section, re.MULTILINE):
        yield re.findall(r"`(\w+/[\w/]+)`", line.replace("`terminal/windows_driver`", ""))


@together("name", LIMITS)
def test_ways_are_short_and_those_that_are_listed(file: Path, name: str) -> None:
    """Each listed module is entered, and the first ones of the steps in that order."""
    modules = way(file, name).modules
    ours = [module for module in modules if name == KEY or not module.startswith(ENGINE)]
    entered = [re.sub(r"^piecement(_engine)?\.", "", module).replace(".", "/") for module in modules]
    steps = [*listed(HEADINGS[name])]

    assert len(ours) <= LIMITS[name], " ".join(ours)
    assert {module for step in steps for module in step} <= set(entered)
    assert [step[0] for step in steps] == sorted((step[0] for step in steps), key=entered.index)
