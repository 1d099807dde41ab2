"""A terminal without a window: runs a program on a pty and plays the terminal's part.

It answers queries, keeps the modes and the kitty keyboard flags of both screens, sends keys the
way the flags in force ask for, repeats held keys as an operating system does, and shows what is
on the screen.
"""

import re
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from tests.patience import PATIENCE_S
from tests.quick_screen import QuickScreen, QuickStream
from tests.terminal.key_codes import PRESS, RELEASE, REPEAT, encode_key
from tests.terminal.pty_program import PtyProgram

_SEQUENCE: Final = re.compile(
    rb"\x1b\[(?P<prefix>[<=>?]?)(?P<values>[\d;:]*)(?P<middle>[$ ]?)(?P<final>[@-GI-ln-~])"
    rb"|\x1b\](?P<text>[^\x07\x1b]*)(?:\x07|\x1b\\)"
    rb"|\x1b[()#][0-9A-Za-z]|\x1b[=>78cDEHM]"
)
"""What a terminal obeys, but for where it draws and how, which is the screen's."""
_UNFINISHED: Final = re.compile(rb"\x1b(?:\[[<=>?]?[\d;:]*[$ ]?|\][^\x07\x1b]*\x1b?|[()#])?\Z")
"""A sequence that goes on in what is read next."""
_ALT_SCREEN: Final = "1049"
_SYNCHRONIZED: Final = "2026"
WIN32_INPUT: Final = "9001"
_RESIZE_REPORTS: Final = "2048"
_ON_BY_DEFAULT: Final = {"7": True, "25": True}
_KITTY_ALL: Final = 31
ENVIRONMENT: Final[dict[str, str | None]] = {
    "TERM": "xterm-256color",
    "COLORTERM": "truecolor",
    "NO_COLOR": None,
    "TERM_PROGRAM": None,
    "SSH_TTY": "/dev/pts/0",
}
"""The variables of a program in this terminal, whose player seems to be elsewhere, so that no test is heard."""

MODES_OF_A_PROGRAM: Final = ("1000", "1003", "1004", "1006", "1049", "2004", "9001")
"""Mouse, focus, alternate screen, paste and win32 input modes, all off for a shell."""


class _Screen(QuickScreen):
    """A screen that takes numbers too many as terminals do: a shell says Killed in the middle of a game's sequence."""

    def erase_in_line(self, how: int = 0, private: bool | int = False, *_: int) -> None:
        """Erase as the first number says."""
        super().erase_in_line(how, private is True)


@dataclass(frozen=True, slots=True)
class KeyRepeat:
    """Key repeat of the operating system."""

    delay: float = 0.5
    """Seconds from the press to the first repeat."""
    interval: float = 0.033
    """Seconds from one repeat to the next."""


class _Side:
    """State of a terminal that its main and its alternate screen keep apart."""

    def __init__(self, size: tuple[int, int]) -> None:
        self.screen = _Screen(*size)
        self.stream = QuickStream(self.screen)
        self.flags = [0]
        self.display: list[str] | None = None
        """The text of the screen, where it was made since something was drawn."""


class FakeTerminal:
    """A program on a pty, and the terminal that it believes to run in.

    `kitty` is the mask of keyboard flags that the terminal knows, None for a legacy terminal.
    Use it as a context manager: the program is killed at the end if it still runs.
    """

    def __init__(
        self,
        command: Sequence[str],
        *,
        kitty: int | None = _KITTY_ALL,
        size: tuple[int, int] = (80, 24),
        resize_reports: bool = False,
        win32_input: bool = False,
        background: str | None = None,
        columns_astray: int = 0,
        alternate: bool = True,
        env: Mapping[str, str | None] | None = None,
        cwd: Path | None = None,
        key_repeat: KeyRepeat = KeyRepeat(),
        program: type[PtyProgram] = PtyProgram,
        attributes: str = "62;4;22",
    ) -> None:
        """Start a program; `env` adds variables to this process's, and takes away those of None.

        Without `alternate` there is but one screen.
        """
        self.kitty = kitty
        self.size = size
        self.key_repeat = key_repeat
        self.background = background
        """What is answered to the question for the background, such as `ffff/ffff/ffff`; None does not answer."""
        self.columns_astray = columns_astray
        """How many columns the cursor is further to the right than a program would expect after blocks and letters."""
        self._attributes = attributes
        self.output = bytearray()
        """All that the program wrote."""
        self.chunks: list[tuple[int, int]] = []
        """When output came (monotonic ns), and how long it was."""
        self.keyboard_log: list[str] = []
        """What the program wrote about keyboard flags: ">31", "?", "<" …"""
        self.modes: dict[str, bool] = dict(_ON_BY_DEFAULT)
        self._has_alternate = alternate
        self._modes_known = {_SYNCHRONIZED: True, _RESIZE_REPORTS: resize_reports, WIN32_INPUT: win32_input}
        self.modes_unanswered: set[str] = set()
        """Modes of which the terminal does not say whether it knows them."""
        self._sides = {alt: _Side(size) for alt in (False, True)}
        self._unfinished = b""
        self._undrawn: list[tuple[bool, bytes]] = []
        self.program = program(command, size, ENVIRONMENT | dict(env or {}), cwd)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    @property
    def alt_screen(self) -> bool:
        """True while the alternate screen is shown."""
        return self.modes.get(_ALT_SCREEN, False)

    @property
    def flags(self) -> int:
        """The keyboard flags in force."""
        return self._sides[self.alt_screen].flags[-1]

    @property
    def flag_stacks(self) -> tuple[list[int], list[int]]:
        """The keyboard flags of the main and of the alternate screen, the ones in force last."""
        return self._sides[False].flags, self._sides[True].flags

    @property
    def screen(self) -> QuickScreen:
        """The screen that is shown, with `buffer[y][x]` for its cells; a frame is shown when it is whole."""
        if self._undrawn and not self.modes.get(_SYNCHRONIZED):
            undrawn, self._undrawn = self._undrawn, []
            for alt, parts in groupby(undrawn, itemgetter(0)):
                self._sides[alt].stream.feed(b"".join(data for _, data in parts))
                self._sides[alt].display = None
        return self._sides[self.alt_screen].screen

    @property
    def display(self) -> list[str]:
        """The text of the screen, row by row, with all blanks; made once for what is shown."""
        screen, side = self.screen, self._sides[self.alt_screen]
        if side.display is None:
            side.display = list(screen.display)
        return side.display

    @property
    def lines(self) -> list[str]:
        """The text of the screen, row by row."""
        return [line.rstrip() for line in self.display]

    @property
    def text(self) -> str:
        """The text of the screen."""
        return "\n".join(self.lines)

    def wait_for(self, condition: Callable[[], object], timeout: float = PATIENCE_S, *, what: str = "") -> None:
        """Play the terminal until a condition holds; fail, showing the screen, if it never does."""
        if not self.pump(timeout, until=condition):
            raise AssertionError(f"waited {timeout} s in vain {what}\n{self._state()}")

    def expect_text(self, text: str, timeout: float = PATIENCE_S) -> None:
        """Play the terminal until a text is on the screen."""
        self.wait_for(lambda: text in self.text, timeout, what=f"for {text!r}")

    def expect_no_text(self, text: str, timeout: float = PATIENCE_S) -> None:
        """Play the terminal until a text is not on the screen."""
        self.wait_for(lambda: text not in self.text, timeout, what=f"for {text!r} to go")

    def pump(self, seconds: float, until: Callable[[], object] | None = None) -> bool:
        """Play the terminal for a time or until a condition holds, and tell whether it does."""
        end = time.monotonic() + seconds
        while True:
            if until is not None and until():
                return True
            left = end - time.monotonic()
            if left <= 0:
                return False
            self._play(min(left, 0.02))

    def drain(self) -> None:
        """Play the terminal until it has taken in all that the program has written so far."""
        while self._play(0):
            pass

    def wait_exit(self, timeout: float = PATIENCE_S) -> int:
        """Play the terminal until the program ended, and return its exit code."""
        self.wait_for(self._ended, timeout, what="for the end of the program")
        assert self.program.exit_code is not None
        return self.program.exit_code

    def wait_stopped(self, timeout: float = PATIENCE_S) -> None:
        """Play the terminal until the program was stopped by a signal."""
        self.wait_for(self.program.was_stopped, timeout, what="for the program to stop")

    def code_of(self, key: str, event: int, modifiers: int = 0, base: str | None = None) -> str:
        """Return what is sent for a key with the flags in force."""
        return encode_key(key, self.flags, event, modifiers, base)

    def press(self, key: str, modifiers: int = 0, base: str | None = None) -> int:
        """Press a key, and return when (monotonic ns); `base` is its place on a US keyboard."""
        return self.send(self.code_of(key, PRESS, modifiers, base))

    def repeat(self, key: str, modifiers: int = 0, base: str | None = None) -> int:
        """Repeat a held key once."""
        return self.send(self.code_of(key, REPEAT, modifiers, base))

    def release(self, key: str, modifiers: int = 0, base: str | None = None) -> int:
        """Release a key, which a legacy terminal does not report."""
        return self.send(self.code_of(key, RELEASE, modifiers, base))

    def tap(self, key: str, modifiers: int = 0) -> int:
        """Press a key and let it go, both at once, however slow the machine; return when (monotonic ns)."""
        kinds = (PRESS, RELEASE)
        return self.send("".join(self.code_of(key, kind, modifiers) for kind in kinds))

    def hold(self, key: str, seconds: float, modifiers: int = 0) -> None:
        """Hold a key for a time, with the operating system's repeats."""
        start = time.monotonic()
        self.press(key, modifiers)
        due = start + self.key_repeat.delay
        while due < start + seconds:
            self.pump(due - time.monotonic())
            self.repeat(key, modifiers)
            due += self.key_repeat.interval
        self.pump(start + seconds - time.monotonic())
        self.release(key, modifiers)

    def type(self, text: str) -> None:
        """Tap the keys of a text, one by one."""
        for character in text:
            self.tap("space" if character == " " else character)

    def send(self, data: str) -> int:
        """Send bytes as they are, and return when (monotonic ns)."""
        sent_at = time.monotonic_ns()
        if data:
            self.program.write(data.encode())
        return sent_at

    def resize(self, columns: int, rows: int) -> None:
        """Change the size of the window."""
        _ = self.screen  # what was written for the old size is drawn at the old size
        self.size = (columns, rows)
        for side in self._sides.values():
            side.screen.resize(rows, columns)
            side.display = None
        self.program.resize(self.size)
        self._report_size()

    def assert_restored(self) -> None:
        """Assert that the terminal is as a shell expects it."""
        assert self.flag_stacks == ([0], [0]), self.keyboard_log
        assert [mode for mode in MODES_OF_A_PROGRAM if self.modes.get(mode)] == []
        assert [mode for mode in _ON_BY_DEFAULT if not self.modes[mode]] == []

    def close(self) -> None:
        """End the program if it still runs, and close the terminal."""
        self.program.close()

    def _ended(self) -> bool:
        if not self.program.has_ended():
            return False
        self.drain()
        return True

    def _play(self, seconds: float) -> bool:
        return self._take_in(self.program.read(seconds))

    def _take_in(self, data: bytes) -> bool:
        """Take in what the program wrote, and tell whether it was anything."""
        if data:
            self.chunks.append((time.monotonic_ns(), len(data)))
            self.output += data
            self._scan(data)
        return bool(data)

    def _scan(self, data: bytes) -> None:
        data = self._unfinished + data
        position = 0
        for match in _SEQUENCE.finditer(data):
            self._draw(data[position : match.start()])
            self._obey(match)
            position = match.end()
        unfinished = _UNFINISHED.search(data, position)
        end = unfinished.start() if unfinished else len(data)
        self._draw(data[position:end])
        self._unfinished = data[end:]

    def _draw(self, data: bytes) -> None:
        if data:
            self._undrawn.append((self.alt_screen, data))

    def _answer(self, text: str) -> None:
        self.send(text)

    def _report_size(self) -> None:
        """Report the size if the program asked for that: at once, and after each change."""
        if self._modes_known[_RESIZE_REPORTS] and self.modes.get(_RESIZE_REPORTS):
            columns, rows = self.size
            self.send(f"\x1b[48;{rows};{columns};{rows * 16};{columns * 8}t")

    def _obey(self, sequence: re.Match[bytes]) -> None:
        prefix, final = sequence["prefix"], sequence["final"]
        values = (sequence["values"] or b"").decode()
        if final == b"u" and prefix:
            self._obey_keyboard(prefix.decode(), values)
        elif final == b"p" and sequence["middle"] == b"$":
            if values in self._modes_known and values not in self.modes_unanswered:
                known = 2 if self._modes_known[values] else 0
                self._answer(f"\x1b[?{values};{known}$y")
        elif final in {b"h", b"l"} and prefix == b"?":
            named = [mode for mode in values.split(";") if self._has_alternate or mode != _ALT_SCREEN]
            self.modes |= dict.fromkeys(named, final == b"h")
            if _RESIZE_REPORTS in named:
                self._report_size()
        elif final == b"c" and not prefix:
            self._answer(f"\x1b[?{self._attributes}c")
        elif final == b"n" and values == "6":
            cursor = self.screen.cursor
            self._answer(f"\x1b[{cursor.y + 1};{cursor.x + 1 + self.columns_astray}R")
        elif sequence["text"] == b"11;?" and self.background is not None:
            self._answer(f"\x1b]11;rgb:{self.background}\x1b\\")
        elif not prefix and not sequence["middle"] and sequence["text"] is None:
            self._draw(sequence[0])

    def _obey_keyboard(self, prefix: str, values: str) -> None:
        self.keyboard_log.append(prefix + values)
        if self.kitty is None:
            return
        stack = self._sides[self.alt_screen].flags
        if prefix == ">":
            stack.append(int(values or 0) & self.kitty)
        elif prefix == "=":
            self._set_flags(stack, *map(int, values.split(";")))
        elif prefix == "<":
            del stack[-int(values or 1) :]
            stack[:] = stack or [0]
        elif prefix == "?":
            self._answer(f"\x1b[?{stack[-1]}u")

    def _set_flags(self, stack: list[int], flags: int, how: int = 1) -> None:
        """Set the flags in force to others, add some, or take some away."""
        stack[-1] = {1: flags, 2: stack[-1] | flags, 3: stack[-1] & ~flags}[how] & (self.kitty or 0)

    def _state(self) -> str:
        rule = "-" * self.size[0]
        log = " ".join(self.keyboard_log)
        return f"{rule}\n{self.text}\n{rule}\nexit code {self.program.exit_code}, keyboard {log}"
