"""Course of a walk through the program, with the checks at each end of the program."""

import re
import signal
import sqlite3
import tempfile
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Self

from piecement.settings.retention import Retention
from piecement.settings.settings import Settings
from piecement.storage.paths import Paths
from piecement.storage.settings_file import SettingsFile
from piecement.storage.store import Store
from piecement_base.errors import StorageError
from piecement_base.formatting import clock_text
from tests.terminal.key_codes import CTRL
from tests.terminal.walker.kinds import REPEAT_S
from tests.terminal.walker.moves import Doing, Step
from tests.terminal.walker.walk import ENDINGS, SECONDS, Walk
from tests.terminal.walker.watched_terminal import USUAL, WatchedTerminal, in_each_language

AT_ONCE: Final = 4
"""Number of walks at the same time, as a walk mostly waits."""

_OF_GAMES: Final = (
    *map("   ".join, zip(in_each_language("KEYS"), in_each_language("Game"), strict=True)),
    *in_each_language("End game"),
)
"""Texts visible only while there is a saved game: the title of its help, and an entry of its pause."""
_NOT_KEPT: Final = (
    *in_each_language("Not kept: no line was cleared."),
    *in_each_language("Not kept: no piece was placed."),
)
"""Texts of the result of a game that came to nothing."""
_LEFT: Final = tuple(map("   ".join, zip(in_each_language("KEYS"), in_each_language("Main menu"), strict=True)))
"""Titles of the help where a pause was left only just now, be it for the end of a game without a piece."""
_MOUSE_IN_PIXELS: Final = "1016"
_BEST: Final = "".join(f"(?<!{re.escape(text.removesuffix('{result}'))})" for text in in_each_language("best {result}"))
_CLOCK: Final = re.compile(rf"(?<!, ){_BEST}\b\d+:\d\d[.,]\d\d")
"""The clock of the game itself: not that of a stored one in a list, or of the best one."""


@dataclass(frozen=True, slots=True)
class Kept:
    """The games in a database, by their tokens."""

    running: frozenset[str] = frozenset()
    """Games that can be continued."""
    ended: frozenset[str] = frozenset()

    @property
    def worth(self) -> frozenset[str]:
        """Games that must never be lost."""
        return self.running | self.ended

    @classmethod
    def read(cls, path: Path) -> Self:
        """Return the games in a database."""
        database = sqlite3.connect(path)
        try:
            tables = ("checkpoints", "games")
            return cls(*(frozenset(t for (t,) in database.execute(f"SELECT token FROM {table}")) for table in tables))
        finally:
            database.close()


class Course:
    """A walk that is being walked, with a folder of its own; the program is started again whenever it was left."""

    def __init__(self, walk: Walk, folder: Path) -> None:
        walk.prepare(folder)
        self._walk = walk
        self._folder = folder
        self._at_first = self._kept()
        self._pressed: dict[str, int] = {}
        """The keys that are down, with their modifiers."""
        self.done = 0
        """Number of steps made."""
        self.terminal = self._started(walk.arguments, walk.size)

    def faults(self) -> list[str]:
        """Walk, and return what was not right."""
        try:
            for step in self._walk.steps:
                self._go_on()
                self._make(step)
                self.done += 1
            self._come_to_rest()
            self._end()
        except AssertionError as fault:
            return [str(fault), *self.terminal.failure()]
        finally:
            self.terminal.close()
        return []

    def _started(self, options: tuple[str, ...], size: tuple[int, int] = USUAL) -> WatchedTerminal:
        terminal = WatchedTerminal(self._walk.kind, self._folder, options, size=size)
        terminal.wait_for(lambda: terminal.alt_screen or terminal.program.has_ended(), what="for the program")
        return terminal

    def _go_on(self) -> None:
        """Continue the program if it stopped itself, and start it again if the player left it."""
        program = self.terminal.program
        if program.was_stopped():
            program.signal(signal.SIGCONT)
        if program.has_ended():
            self.terminal.check_end(0)
            self._pressed.clear()
            self.terminal = self._started(("--no-first-run",))

    def _make(self, step: Step) -> None:
        terminal = self.terminal
        if not (terminal.hears_keys or step.doing in {Doing.RESIZE, Doing.SIGNAL}):
            return  # it is stopped, and its terminal a shell's
        match step.doing:
            case Doing.TAP:
                terminal.tap(step.what, step.modifiers)
            case Doing.PRESS:
                self._pressed[step.what] = step.modifiers
                terminal.press(step.what, step.modifiers)
            case Doing.REPEAT:
                for _ in range(max(1, round(REPEAT_S / self._walk.kind.repeat_s))):
                    terminal.repeat(step.what, step.modifiers)
                    terminal.pump(self._walk.kind.repeat_s, until=terminal.program.has_ended)
                return
            case Doing.RELEASE:
                self._pressed.pop(step.what, None)
                terminal.release(step.what, step.modifiers)
            case Doing.SEND:
                terminal.send(step.what)
            case Doing.CLICK:
                self._click(*map(int, step.what.split()))
            case Doing.RESIZE:
                columns, rows = map(int, step.what.split("x"))
                self.terminal.resize(columns, rows)
            case Doing.SIGNAL:
                self._signal(signal.Signals[step.what])
        terminal.pump(step.then_s, until=terminal.program.has_ended)

    def _click(self, button: int, x: int, y: int) -> None:
        if self.terminal.modes.get("1000") and self.terminal.modes.get("1006"):
            ends = "Mm" if button < 3 else "M"
            self.terminal.send("".join(f"\x1b[<{button};{x + 1};{y + 1}{end}" for end in ends))

    def _signal(self, number: signal.Signals) -> None:
        if not self.terminal.program.has_ended():
            self.terminal.program.signal(number)

    def _come_to_rest(self) -> None:
        """Come to the help of whatever screen is shown, in a terminal of the usual size: the program still answers."""
        self._go_on()
        for key, modifiers in self._pressed.items():
            self.terminal.release(key, modifiers)
        self.terminal.bring_to_front()
        for _ in range(self.terminal.attempts):
            self._go_on()
            if self.terminal.shows_help():
                if self.terminal.modes.get(_MOUSE_IN_PIXELS):
                    raise AssertionError("the mouse is asked for pixels, which terminals promise that report cells")
                return
        raise AssertionError(f"the screen is deaf: it does not answer Esc and ?\n{self.terminal.stacks()}")

    def _end(self) -> None:
        """End the program, whose game stands still under the help, and check that nothing of the game is lost."""
        before, shown = self._kept(), self.terminal.text
        is_stored = before.running or before.ended > self._at_first.ended
        if self._is_to_be_kept and not is_stored and not self._is_in_a_slot:
            seen = f"{self.terminal.below_help}\n{shown}"
            raise AssertionError(f"the game is not stored as it goes on, with {before} after {self._at_first}\n{seen}")
        self._ask_for_end()
        self.terminal.check_end(ENDINGS[self._walk.ending])
        after = self._kept()
        if lost := before.worth - after.running - after.ended:
            raise AssertionError(f"games are lost: {lost} of {before}\n{shown}")
        self._check_games()

    def _ask_for_end(self) -> None:
        match self._walk.ending.strip():
            case "Ctrl+C":
                self.terminal.tap("c", CTRL)
            case "hang-up":
                self.terminal.program.hang_up()
            case name:
                self._signal(signal.Signals[name])

    @property
    def _is_to_be_kept(self) -> bool:
        """True if the visible game has begun and is saved."""
        text = f"{self.terminal.below_help}\n{self.terminal.text}"
        clocks = _CLOCK.findall(text)
        has_begun = bool(clocks) and not any(clock.endswith("00") for clock in clocks)
        if any(seen in text for seen in (*_NOT_KEPT, *_LEFT)):
            return False
        return has_begun and self._keeps_games and any(seen in text for seen in _OF_GAMES)

    @property
    def _is_in_a_slot(self) -> bool:
        """True if the visible game is a saved one that was loaded, and not played on since."""
        store = Store(Paths.of(self._folder), requires_file=True)
        try:
            saved = {clock_text(slot.result.time_ns) for slot in store.save_slots.all()}
        finally:
            store.close()
        return not saved.isdisjoint(_CLOCK.findall(self.terminal.below_help))

    @property
    def _keeps_games(self) -> bool:
        """True if the settings still save games."""
        settings = SettingsFile(Paths.of(self._folder).settings, Settings).load().settings
        return Retention(settings.storage.retention).includes(Retention.SCORES)

    def _kept(self) -> "Kept":
        path = Paths.of(self._folder).games
        return Kept.read(path) if path.exists() else Kept()

    def _check_games(self) -> None:
        """Check that each game that waits can be played on."""
        store = Store(Paths.of(self._folder), requires_file=True)
        try:
            for summary in store.autosaves.waiting():
                store.autosaves.resume(summary.origin.token)
        except StorageError as error:
            raise AssertionError(f"a game that waits cannot be played on: {error}") from error
        finally:
            store.close()


def report(seed: int, seconds: float = SECONDS, seen: Callable[[Course], object] = id) -> str:
    """Walk the walk of a seed, and return in lines what was not right; nothing if all was."""
    walk = Walk.drawn(seed, seconds)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        try:
            course = Course(walk, Path(folder))
            faults = course.faults()
        except AssertionError as error:
            return f"{walk}\nit never began: {error}"
        seen(course)
    if not faults:
        return ""
    last = " ".join(map(str, walk.steps[max(0, course.done - 12) : course.done + 1]))
    return "\n".join((str(walk), f"after {course.done} steps, the last of them {last}:", *faults))


def failures(seeds: Iterable[int], at_once: int = AT_ONCE) -> list[str]:
    """Walk the walks of some seeds, several at once; return the reports of those with faults."""
    with ThreadPoolExecutor(at_once) as pool:
        return list(filter(None, pool.map(report, seeds)))
