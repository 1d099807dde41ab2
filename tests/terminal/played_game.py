"""The real program in a terminal, and its field as a player sees it."""

import re
import sys
import time
from collections import Counter
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import pytest
from pyte.screens import Char

from piecement.settings.interface import Interface
from piecement.ui.game.phases import COUNT_NS
from piecement_engine.version import __version__
from tests.patience import PATIENCE_S
from tests.sampling import mostly_wide
from tests.terminal.fake_terminal import FakeTerminal
from tests.terminal.pty_program import PtyProgram
from tests.terminal.warm_program import WarmProgram, can_be_warm

CTRL: Final = 4

FLOATING: Final = "▓▓"
"""A cell of the piece in play, in the usual skin."""
GHOST: Final = "░░"
"""A cell of where the piece would land."""
LOCKED: Final = "██"
"""A cell of a piece that lies."""
EDGED: Final = "▔▔"
"""A cell of any piece in the skin of a new player."""

SUBTITLE_SEEN: Final = "D daily"
TITLE_SEEN: Final = "Choose a mode and play."
MODES_SEEN: Final = "  PLAY\n"
GERMAN_MODES_SEEN: Final = "  SPIELEN\n"
SETTINGS_SEEN: Final = "  SETTINGS  "
SCORES_SEEN: Final = "  SCOREBOARD  "
"""Highest texts of menus: as their rows appear from the bottom up, a cursor that is seen with them is theirs."""
TITLE_WHOLE: Final = f" {__version__}\n"
"""The same of the title that is come back to."""
_LOGO: Final = (
    "██  ██  ██  ██      ██      ██      ████  ████  ██      ████  ██    ██",
    "██████  ██  ████    ██      ████    ██  ██  ██  ████    ██  ████    ██",
    "██      ██  ██      ██      ██      ██      ██  ██      ██    ██    ██",
    "██      ██  ██████  ██████  ██████  ██      ██  ██████  ██    ██    ██",
)
"""The letters of the title, once all have fallen."""
GAME_KEYS_SEEN: Final = "[Esc]"
PAUSE_SEEN: Final = "PAUSED"
HELP_SEEN: Final = "KEYS   "
RESULT_SEEN: Final = "Play again"
GERMAN_RESULT_SEEN: Final = "Noch einmal"
SETTLING_S: Final = 0.7
"""The time for which a result or the welcome takes no key, and a little more."""

FOCUS_LOST: Final = "\x1b[O"
FOCUS_GAINED: Final = "\x1b[I"

BOTH_KINDS: Final = pytest.mark.parametrize("kitty", [31, None], ids=["kitty", "legacy"])
"""Runs a test in a terminal that reports releases, and in one that does not."""
KITTY_FIRST: Final = mostly_wide("kitty", [31, None], ids=["kitty", "legacy"])
"""Both kinds, the second as a wide test: for tests in which keys are only the way to something else."""

_ALTERED: Final = str(Path(__file__).with_name("altered_game.py"))
_FLOOR: Final = re.compile("[█▝](▀{12,})[█▘]")
_HEIGHT: Final = 20
_CURSOR_COLOUR: Final = "5cd0e8"
_INPUT_CURSOR_COLOUR: Final = "e4e8f6"
_SHOWN_S: Final = 0.02
"""How exactly a game shows its time: hundredths of a second, and those of a press on a grid of 2 ms."""
_CLOCK: Final = re.compile(r"(\d+):(\d\d\.\d\d)")

_COUNTDOWN_NS: Final = Interface().resume_countdown * COUNT_NS

Cells = frozenset[tuple[int, int]]
"""Columns and rows of the field, from the lower left."""


@dataclass(frozen=True, slots=True)
class Reading:
    """Time on the clock of a game, and a moment (monotonic ns) before it was shown."""

    seconds: float
    asked_ns: int


class PlayedGame(FakeTerminal):
    """Piecement in a terminal; what it stores goes to a folder of the test's."""

    def __init__(
        self, folder: Path, *arguments: str, altered: bool = False, **options: Any
    ) -> None:  # Any: options of the terminal, handed on
        """Start the program, or with `altered` the one that is changed by `altered_game.py`.

        It has the keys and the look of version 4, unless the folder has settings.
        """
        settings = folder / "settings.toml"
        if not settings.exists():
            folder.mkdir(parents=True, exist_ok=True)
            settings.write_text('version = 4\n[interface]\nnews = ""\n')
        program = [_ALTERED] if altered else ["-m", "piecement"]
        env = options.pop("env", {})
        super().__init__(
            [sys.executable, *program, "--data-dir", str(folder), "--no-first-run", "--no-ready-go", *arguments],
            env=env,
            cwd=folder,
            program=WarmProgram if can_be_warm(env) else PtyProgram,
            **options,
        )

    @property
    def field(self) -> list[str]:
        """The rows of the field from the lowest up, two characters a cell; none where no field is seen."""
        return ["".join(cell.data for cell in row) for row in self._field()]

    def _field(self) -> list[list[Char]]:
        for y, line in enumerate(self.display):
            if floor := _FLOOR.search(line):
                rows = [self.screen.buffer[row] for row in reversed(range(y - _HEIGHT, y))]
                return [[row[x] for x in range(*floor.span(1))] for row in rows]
        return []

    @property
    def field_x(self) -> int:
        """The column of the terminal where the field begins; -1 where no field is seen."""
        floor = next(filter(None, map(_FLOOR.search, self.display)), None)
        return floor.start(1) if floor else -1

    def cells(self, tile: str) -> Cells:
        """Return the cells of the field that are drawn so; a block on a ground of its colour is written as a blank."""
        rows = self._field()
        ground = next(iter(Counter(cell.bg for row in rows for cell in row).most_common(1)), ("", 0))[0]
        drawn = [["█" if cell.data == " " and cell.bg != ground else cell.data for cell in row] for row in rows]
        return frozenset(
            (x // 2, y) for y, row in enumerate(drawn) for x in range(0, len(row), 2) if "".join(row[x : x + 2]) == tile
        )

    @property
    def column(self) -> int:
        """The leftmost column of the piece in play, or of its ghost: it is itself seen in part above the field."""
        return min((x for x, _ in self.cells(FLOATING) | self.cells(GHOST)), default=-1)

    @property
    def shape(self) -> Cells:
        """The piece in play, moved to the lower left: its ghost, as it is itself seen in part above the field."""
        cells = self.cells(GHOST)
        left, low = min((x for x, _ in cells), default=0), min((y for _, y in cells), default=0)
        return frozenset((x - left, y - low) for x, y in cells)

    @property
    def pieces(self) -> int:
        """Number of pieces on the panel."""
        return self.figure("PIECES")

    def figure(self, label: str) -> int:
        """Return a number that stands behind a label."""
        found = re.search(rf"{label}\s+(\d+)", self.text)
        return int(found[1]) if found else -1

    @property
    def seconds(self) -> float:
        """The game time on the screen."""
        found = _CLOCK.search(self.text)
        assert found is not None, self.text
        return int(found[1]) * 60 + float(found[2])

    def expect_piece(self) -> None:
        """Wait until a piece is in play, high above where it would land."""
        self.wait_for(lambda: self.cells(FLOATING) and len(self.cells(GHOST)) == 4, what="for a piece")

    def expect_whole_title(self) -> None:
        """Wait until nothing on the title moves any more."""
        self.expect_text(TITLE_SEEN)
        self.wait_for(lambda: all(row in self.text for row in _LOGO), what="for all letters to have fallen")

    def expect_running(self) -> None:
        """Wait until the clock of the game is seen to move."""
        before = self.seconds
        self.wait_for(lambda: self.seconds > before, what="for the clock to move")

    def read_clock(self) -> Reading:
        """Move the piece to the left: what the clock changes to after that is no older.

        The frame that answers a key has the clock of the frame before it.
        """
        column = self.column
        asked_ns = self.tap("left")
        self.wait_for(lambda: self.column == column - 1, what="for a step to the left")
        self.expect_running()
        return Reading(self.seconds, asked_ns)

    def assert_clock_stood(self, read: Reading, from_ns: int, until_ns: int | None = None) -> None:
        """Assert that the clock did not run on between two moments (monotonic ns) after a reading, or until now."""
        now_ns = time.monotonic_ns()
        stood_ns = (now_ns if until_ns is None else until_ns) - from_ns
        assert self.seconds - read.seconds <= (now_ns - read.asked_ns - stood_ns) / 1e9 + _SHOWN_S

    @property
    def highlighted(self) -> str:
        """The text under the cursor of a menu, in the usual colours."""
        return self._text_on(_CURSOR_COLOUR)

    @property
    def may_type(self) -> bool:
        """True if the cursor of an input is seen, in the usual colours."""
        return bool(self._text_on(_INPUT_CURSOR_COLOUR))

    def choose(self, entry: str) -> None:
        """Move the cursor of a menu to an entry, and choose it."""
        self.move_to(entry)
        self.tap("enter")

    def move_to(self, entry: str) -> None:
        """Move the cursor of a menu to an entry."""
        self.wait_for(lambda: self.highlighted, what="for a menu")
        if any(seen in self.text for seen in (RESULT_SEEN, GERMAN_RESULT_SEEN)):
            self.pump(SETTLING_S)
        for _ in range(40):
            before = self._cursor()
            if entry in self.highlighted:
                break
            self.tap("up" if self._lies_above(entry) else "down")
            self.wait_for(lambda: self._cursor() not in (before, None), what="for a move")  # noqa: B023 - called at once
        assert entry in self.highlighted

    def pause(self) -> int:
        """Pause the game, wait for the menu, and return a moment (monotonic ns) at which the clock stood."""
        self.tap("escape")
        self.expect_text(PAUSE_SEEN)
        return time.monotonic_ns()

    def play_on(self) -> int:
        """Leave the pause, cut the countdown short, wait until the game runs, and return until when the clock stood."""
        left_ns = self.tap("escape")
        self.expect_no_text(PAUSE_SEEN)
        return self.cut_countdown(left_ns)

    def cut_countdown(self, begun_ns: int) -> int:
        """Cut a countdown short that began at some moment or later, and return until when the clock surely stood."""
        cut_ns = self.tap("enter")
        self.expect_running()
        return min(cut_ns, begun_ns + _COUNTDOWN_NS)

    def drop(self) -> None:
        """Drop the piece in play, and wait until it lies and the next one is there."""
        before = self.pieces
        self.strike("up")
        self.wait_for(lambda: self.pieces == before + 1, what="for the piece to lie")
        self.expect_piece()

    def lose(self) -> None:
        """Drop pieces on one another until the result is shown, and all keys were taken."""
        end = time.monotonic() + PATIENCE_S
        while RESULT_SEEN not in self.text:
            assert time.monotonic() < end, self.text
            before = self.pieces
            self.strike("up")
            self.pump(0.15, until=lambda: self.pieces != before)  # noqa: B023 - called at once
            self.pump(0.05)
        self.tap("?")
        self.expect_text(HELP_SEEN)
        self.tap("escape")
        self.expect_no_text(HELP_SEEN)

    def strike(self, key: str) -> None:
        """Tap a key so that a legacy terminal's byte for it is surely a new press, as another key came before it."""
        self.tap("x")
        self.tap(key)

    def quit(self) -> None:
        """Leave by Ctrl+C, and check that nothing of the program stays behind."""
        self.press("c", CTRL)
        assert self.wait_exit() == 0
        self.assert_restored()

    def _lies_above(self, entry: str) -> bool:
        """Return True if an entry of the menu is seen, and only above the cursor; a sentence may begin as an entry."""
        alone = re.compile(rf"{re.escape(entry)}(  |$)")
        rows = [y for y, line in enumerate(self.lines) if alone.search(line.rstrip())]
        rows = rows or [y for y, line in enumerate(self.lines) if entry in line]
        cursor = self._cursor()
        return bool(rows) and cursor is not None and max(rows) < cursor[0]

    def _cursor(self) -> tuple[int, str] | None:
        """Return the row of the cursor and the label in it.

        The mark of a tab, in a row above it, and the signs around a value have its colour too, but come a frame later.
        """
        rows = ((y, self._text_on(_CURSOR_COLOUR, range(y, y + 1))) for y in reversed(range(self.size[1])))
        return next(((y, text.strip().partition("  ")[0].partition(" ‹")[0]) for y, text in rows if text), None)

    def _text_on(self, background: str, lines: range | None = None) -> str:
        rows = (self.screen.buffer[y] for y in lines or range(self.size[1]))
        return "".join(row[x].data for row in rows for x in range(self.size[0]) if row[x].bg == background)


@contextmanager
def piece_falling(folder: Path, *arguments: str, **options: Any) -> Generator[PlayedGame]:
    """Run the program with a game, and wait until its first piece is seen."""
    with PlayedGame(folder, *arguments, **options) as game:
        game.expect_piece()
        yield game


@contextmanager
def title_shown(folder: Path, *arguments: str, **options: Any) -> Generator[PlayedGame]:
    """Run the program, and wait until its title is seen."""
    with PlayedGame(folder, *arguments, **options) as game:
        game.expect_text(TITLE_SEEN)
        yield game
