"""The game in a window of a terminal emulator."""

import os
import shlex
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

from piecement.storage.paths import Paths
from tests.terminal.real.desktop import Desktop, Size, wait_until
from tests.terminal.real.emulator_window import EmulatorWindow
from tests.terminal.real.observed_game import MENU, PAUSED, RUNNING
from tests.terminal.real.recorded import Played, autosave_of

SETTINGS: Final = "[interface]\nresume_countdown = 0\n"
"""A game that was paused goes on at once."""

END_S: Final = 5.0
"""How long a game that a test left running may take to end."""

OBSERVED: Final = str(Path(__file__).with_name("observed_game.py"))


class WindowGame:
    """The game in a window of an emulator; it is a marathon with always the same pieces."""

    def __init__(self, window: EmulatorWindow, folder: Path) -> None:
        """Prepare a game that keeps everything in a folder."""
        self.window: Final = window
        self.folder: Final = folder
        self._log: Final = folder / "states"
        paths = Paths.of(folder)
        paths.settings.write_text(SETTINGS)
        options = ("--data-dir", str(folder), "--mode", "marathon", "--seed", "3")
        self.argv: Final = [sys.executable, OBSERVED, str(self._log), *options]

    @property
    def desktop(self) -> Desktop:
        """The desktop of its window."""
        return self.window.desktop

    @property
    def states(self) -> list[str]:
        """All states of the game so far: running, paused, or the buttons that are held."""
        return [line.split(maxsplit=1)[1] for line in self._lines()[1:]]

    @property
    def pid(self) -> int:
        """The process of the game."""
        return int(self._lines()[0].split()[0])

    @property
    def is_paused(self) -> bool:
        """True while the game stands still."""
        states = [state for state in self.states if state in {RUNNING, PAUSED}]
        return not states or states[-1] == PAUSED

    def start(self) -> None:
        """Run it in the window, and wait until it goes on."""
        self.window.start(self.argv, self.folder)
        self.expect_running()

    def start_in_shell(self) -> None:
        """Run it by a shell that waits for a command in the window, and wait until it goes on."""
        script = self.folder / "play"
        script.write_text(f"#!/bin/sh\nexec {shlex.join(self.argv)}\n")
        script.chmod(0o700)
        self.desktop.type("./play")
        self.expect_running()

    def terminal_size(self) -> tuple[int, int]:
        """Return the columns and rows of its terminal."""
        terminal = os.open(f"/proc/{self.pid}/fd/0", os.O_RDONLY | os.O_NOCTTY)
        try:
            columns, rows = os.get_terminal_size(terminal)
            return columns, rows
        finally:
            os.close(terminal)

    def resize(self, size: Size, until: Callable[[], bool]) -> None:
        """Give the window another size in pixels, and wait for what follows from it."""
        self.desktop.run("xdotool", "windowsize", self.window.window, *map(str, size))
        wait_until(until, "for another size")

    def expect_running(self) -> None:
        """Wait until game time passes."""
        wait_until(lambda: not self.is_paused, "for the game to go on")

    def expect_paused(self) -> None:
        """Wait until it does not, and the game is stored as it stands."""
        wait_until(lambda: self.is_paused, "for the game to pause")
        stopped_ns = int(self._lines()[-1].split()[0])
        wait_until(lambda: self.played().time_ns >= stopped_ns, "for the game to be stored")

    def expect_held(self, button: str, since: int) -> None:
        """Wait until a button was held in one of the states since a number of them, be it with others."""
        wait_until(lambda: any(button in state.split() for state in self.states[since:]), f"for {button}")

    def played(self) -> Played:
        """Return the stored part of the game so far."""
        return autosave_of(self.folder)

    def after(self, act: Callable[[], object]) -> Played:
        """Do something with keys, and return what the game made of it: it is paused then, and goes on."""
        before = self.played()
        act()
        self.pause()
        deeds = self.played().since(before)
        self.play_on()
        return deeds

    def pause(self) -> None:
        """Pause the game by its key."""
        self.desktop.press("Escape")
        self.expect_paused()

    def signal(self, *numbers: signal.Signals) -> None:
        """Send the game signals, one right after the other."""
        with suppress(ProcessLookupError):
            for number in numbers:
                os.kill(self.pid, number)

    def play_on(self) -> None:
        """Leave the pause by its key, once its menu is there."""
        wait_until(lambda: self._has_menu, "for the menu of the pause")
        self.desktop.press("Escape")
        self.expect_running()

    @property
    def is_stopped(self) -> bool:
        """True if the process was stopped, and its shell has the terminal."""
        state, _, group, _, _, foreground, *_ = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return state == "T" and group != foreground

    @property
    def has_ended(self) -> bool:
        """True if the process is gone."""
        return not Path(f"/proc/{self.pid}").exists()

    def picture(self, name: str) -> Path:
        """Write a picture of the window beside what the game stores."""
        return self.desktop.picture(self.window.window, self.folder / f"{self.window.emulator.name}-{name}.png")

    def end(self) -> None:
        """End it if it runs; by force where it does not go, and then the window is spoilt."""
        if self.window.is_idle or not self.pid:
            return
        self.picture("end")
        self.signal(signal.SIGTERM)
        with suppress(AssertionError):
            self.window.status(END_S)
        if not self.window.is_idle:
            self.signal(signal.SIGKILL)

    @property
    def _has_menu(self) -> bool:
        """True if a menu came since the game was paused last."""
        states = [state for state in self.states if state in {PAUSED, MENU}]
        return bool(states) and states[-1] == MENU

    def _lines(self) -> list[str]:
        text = self._log.read_text() if self._log.exists() else ""
        return text.splitlines() or ["0 process"]
