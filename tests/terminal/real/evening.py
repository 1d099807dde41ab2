"""A whole evening with the game in a window, by its keys alone, with a picture of everything that is seen."""

import sys
import time
from pathlib import Path
from typing import Final

from piecement.storage.paths import Paths
from piecement.storage.settings_migrations import SETTINGS_VERSION
from piecement.ui.menu_graph import Node, Trigger, edges_from
from tests.terminal.real.desktop import wait_until
from tests.terminal.real.emulator_window import EmulatorWindow

PROGRAM: Final = str(Path(__file__).with_name("evening_game.py"))

_SETTINGS: Final = f"version = {SETTINGS_VERSION}\n[computer]\npieces_per_second = 20\n"
"""A new player's, but for a bot that wins within seconds."""

_SEEN_S: Final = 0.5
"""Time for a drawn screen to be seen, and for the program to follow a key that leads to no other screen."""

_DEAF: Final = {Node.FIRST_RUN, Node.GAME_OVER, Node.GAME_COMPLETE, Node.MATCH_OVER}
"""The screens that take no key for their first 600 ms."""

_DEAF_S: Final = 1.0
"""Time until they surely take keys."""

_READY_S: Final = 1.5
"""Duration of READY and GO before a game."""

_BOT_S: Final = 120.0
"""Most time for a bot to win."""

_PIECES: Final = 40
"""So many pieces that are dropped where they come in reach the top of any field."""

_NOT_OFFERED: Final = {Node.LEFT_GAME, Node.ROOM}
"""What is offered only where a game was left, or others wait in a room."""


class Evening:
    """Plays, and keeps pictures."""

    def __init__(self, window: EmulatorWindow, folder: Path, pictures: Path) -> None:
        """Prepare a program that keeps everything in a folder; the pictures go to another."""
        self._window: Final = window
        self._desktop: Final = window.desktop
        self._folder: Final = folder
        self._pictures: Final = pictures
        self._log: Final = folder / "screens"
        self.taken: Final[list[str]] = []
        """The names of the pictures so far."""
        pictures.mkdir(parents=True, exist_ok=True)
        Paths.of(folder).settings.write_text(_SETTINGS)

    def spend(self) -> int:
        """Spend the evening, and return the status that the program ends with."""
        argv = [sys.executable, PROGRAM, str(self._log), "--data-dir", str(self._folder)]
        self._window.start(argv, self._folder)
        self._welcome()
        self._set()
        self._lose("marathon", "2")
        self._look_back()
        self._play_some("cheese", "5")
        self._win("40-lines", "1")
        self._practise()
        self._match()
        self._scoreboard()
        self._desktop.press("End", "Return")
        return self._window.status()

    def _welcome(self) -> None:
        self._arrive(Node.FIRST_RUN, 1)
        self._picture("first-run")
        self._picture("guideline", "2")
        self._press("1 1", Node.TITLE)  # Piecement, whose keys are used below
        self._picture("title")

    def _set(self) -> None:
        """Find the countdown and turn it off, have V hold, and look at all tabs."""
        self._choose(Node.TITLE, Node.SETTINGS)
        self._picture("play-settings")
        self._picture("found", "slash", *"count")
        self._picture("countdown-off", "Return", *["Left"] * 5)
        self._press("Tab", Node.CONTROLS)
        self._picture("hold-found", "slash", *"hold", "Down", "Return")
        self._picture("hold-asked", "Return")
        self._picture("hold-rebound", "v")
        for tab in (Node.LOOK, Node.SOUND, Node.SYSTEM):
            self._press("Tab", tab)
            self._picture(tab)
        self._back()

    def _begin(self, name: str, digit: str) -> None:
        self._choose(Node.TITLE, Node.PLAY)
        self._picture(f"{name}-chosen", digit)
        self._press("Return", Node.GAME)
        self._picture(f"{name}-ready")
        time.sleep(_READY_S)
        self._picture(name, "Left", "space", "v", "Right", "space", "x", "space")

    def _lose(self, name: str, digit: str) -> None:
        self._begin(name, digit)
        self._press("Escape", Node.PAUSE)
        self._picture("pause")
        self._back()
        self._press(" ".join(["space"] * _PIECES), Node.GAME_OVER)
        self._picture("loss")

    def _look_back(self) -> None:
        """Watch the game that was lost, ask the coach, and go back to the title."""
        self._press("End Return", Node.MORE_RESULTS)
        self._choose(Node.MORE_RESULTS, Node.REPLAY)
        self._picture("replay", "space")
        self._back()
        self._choose(Node.MORE_RESULTS, Node.COACH)
        time.sleep(_SEEN_S)
        self._picture("coach")
        self._back()
        self._back()
        self._press("Escape", Node.TITLE)

    def _play_some(self, name: str, digit: str) -> None:
        self._begin(name, digit)
        self._press("ctrl+d", Node.GAME_OVER)
        self._picture(f"{name}-given-up", "c")
        self._press("Escape", Node.TITLE)

    def _win(self, name: str, digit: str) -> None:
        """Win the race that is played with its preset, by a bot."""
        self._begin(name, digit)
        self._press("ctrl+w", Node.GAME_COMPLETE, seconds=_BOT_S)
        self._picture("win")
        self._press("Escape", Node.TITLE)

    def _match(self) -> None:
        self._choose(Node.TITLE, Node.VERSUS)
        self._picture("new-match")
        self._press("Return", Node.MATCH)
        time.sleep(_READY_S)
        self._picture("match", "Left", "space", "Right", "space", "space")
        self._press("ctrl+d", Node.MATCH_OVER)
        self._picture("match-over")
        self._press("Escape", Node.VERSUS)
        self._back()

    def _practise(self) -> None:
        self._choose(Node.TITLE, Node.PRACTICE)
        self._picture("practice")
        self._choose(Node.PRACTICE, Node.FINESSE_DRILL)
        self._picture("finesse", "Left", "space")
        self._back()
        self._back()

    def _scoreboard(self) -> None:
        self._choose(Node.TITLE, Node.SCOREBOARD)
        self._picture("scoreboard")
        for tab in (Node.STATISTICS, Node.ACHIEVEMENTS):
            self._press("Tab", tab)
            self._picture(tab)
        self._back()

    def _choose(self, source: Node, target: Node) -> None:
        """Go down a menu, from its first entry, to an entry."""
        entries = [edge.target for edge in edges_from(source, Trigger.MENU) if edge.target not in _NOT_OFFERED]
        self._press(" ".join(["Home", *["Down"] * entries.index(target), "Return"]), target)

    def _back(self) -> None:
        """Leave a screen for any other."""
        count = len(self._shown())
        self._desktop.press("Escape")
        wait_until(lambda: len(self._shown()) > count, "for another screen")
        time.sleep(_SEEN_S)

    def _press(self, keys: str, target: Node, seconds: float = 30.0) -> None:
        """Press keys, and wait for the screen that they lead to."""
        count = self._shown().count(target) + 1
        self._desktop.press(*keys.split())
        self._arrive(target, count, seconds)

    def _arrive(self, node: Node, count: int, seconds: float = 30.0) -> None:
        try:
            wait_until(lambda: self._shown().count(node) >= count, f"for the screen {node}", seconds)
        except AssertionError:
            self._picture(f"not-{node}")
            raise
        time.sleep(_DEAF_S if node in _DEAF else _SEEN_S)

    def _shown(self) -> list[str]:
        """Return the screens that came to the front so far."""
        return self._log.read_text().split() if self._log.exists() else []

    def _picture(self, name: str, *keys: str) -> None:
        """Press keys, and take a picture of what they lead to."""
        if keys:
            self._desktop.press(*keys)
            time.sleep(_SEEN_S)
        number = f"{len(self.taken) + 1:02}"
        self._desktop.picture(self._window.window, self._pictures / f"{number}-{name}.png")
        self.taken.append(name)
