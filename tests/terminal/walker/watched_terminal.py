"""A terminal of some kind with the program in it, and what must hold there: that it answers, and how it ends."""

import re
import signal
import string
import sys
import termios
import tty
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from piecement_base.language import LANGUAGES, text_in
from tests.patience import PATIENCE_S
from tests.terminal.fake_terminal import FakeTerminal
from tests.terminal.key_codes import PRESS, RELEASE, encode_key
from tests.terminal.pty_program import PtyProgram
from tests.terminal.walker import lonely_game
from tests.terminal.walker.kinds import Kind
from tests.terminal.walker.moves import FOCUS_IN
from tests.terminal.warm_program import WarmProgram, can_be_warm

USUAL: Final = (80, 24)


def in_each_language(text: str) -> tuple[str, ...]:
    """Return a text in each language, as a player may change it."""
    return tuple(text_in(language, text) for language in LANGUAGES)


_HELP: Final = re.compile(rf"^ *({'|'.join(in_each_language('KEYS'))})   \S", re.MULTILINE)
"""The heading of the help; settings have a group of that name."""

_TERM: Final = re.compile("|".join(map(re.escape, in_each_language("? again: all keys."))))
"""The last line of the board of a term, which the key of the help shows first on some settings."""

_GAME: Final = str(Path(lonely_game.__file__))
_OF_ERRORS: Final = ("Traceback", "Exception ignored in", "was never awaited", "never retrieved")
"""Texts that Python writes after an error."""
_BETWEEN_KEYS_S: Final = 0.25
"""An Esc is one, and not the start of what follows, after a tenth of a second while an answer is awaited."""
_LOOKS: Final = re.compile(r"\x1b\[[\d;]*m|\r")


class WatchedTerminal(FakeTerminal):
    """A terminal with the program, which keeps its games in a folder."""

    def __init__(
        self,
        kind: Kind,
        folder: Path,
        options: tuple[str, ...],
        *,
        command: tuple[str, ...] = (),
        size: tuple[int, int] = USUAL,
    ) -> None:
        """Start the program by a command and its options; without a command it is the game itself."""
        self.kind = kind
        self._folder = folder
        self.below_help = ""
        """The screen before the key of the help was pressed, which hides it."""
        super().__init__(
            [sys.executable, _GAME, *command, "--data-dir", str(folder), *options],
            kitty=kind.kitty,
            size=size,
            resize_reports=kind.resize_reports,
            background=kind.background,
            attributes=kind.attributes,
            env=kind.env,
            cwd=folder,
            program=WarmProgram if can_be_warm(kind.env) else PtyProgram,
        )

    @property
    def hears_keys(self) -> bool:
        """True if the program has the terminal, and not a shell, to which Ctrl+C is a signal."""
        return not self.program.attributes[tty.LFLAG] & termios.ISIG

    @property
    def answer_s(self) -> float:
        """Maximum time for a key to act before it is pressed again (s), as it may have meant something else."""
        return 6.0

    @property
    def attempts(self) -> int:
        """Number of tries to open the help before the program counts as hung."""
        return int(PATIENCE_S / self.answer_s)

    def code_of(self, key: str, event: int, modifiers: int = 0, base: str | None = None) -> str:
        """Return what is sent for a key: a letter is that of the layout, or at the place of one that it lacks."""
        layout = self.kind.layout
        if layout is not None and len(key) == 1 and key in string.ascii_lowercase:
            place = layout.base_of(key)
            key, base = layout.typed(place), None if layout.typed(place) == place else place
        if not self.kind.sends_releases:
            if event == RELEASE:
                return ""
            event = PRESS
        return encode_key(key, self.flags, event, modifiers, base, locks=self.kind.locks)

    def shows_help(self) -> bool:
        """Press Esc, and then the key of the help, and tell whether it comes: on any screen it does, soon or late."""
        self.tap("escape")
        self.pump(_BETWEEN_KEYS_S)
        self.below_help = self.text
        self.tap("?")
        self.pump(self.answer_s, until=lambda: _HELP.search(self.text) or _TERM.search(self.text))
        if _TERM.search(self.text):
            self.tap("?")
        return self.pump(self.answer_s, until=lambda: _HELP.search(self.text))

    def bring_to_front(self) -> None:
        """Continue the program in a focused window of the usual size."""
        if not self.program.has_ended():
            self.program.signal(signal.SIGCONT)
        self.resize(*USUAL)
        self.send(FOCUS_IN)

    def check_end(self, status: int) -> None:
        """Wait for the end, and check that it is as it should be."""
        try:
            found = self.wait_exit()
        except AssertionError as error:
            raise AssertionError(f"the program does not end\n{error}\n{self.stacks()}") from error
        if found != status:
            raise AssertionError(f"the status is {found}, not {status}")
        if any(self.failure()):
            raise AssertionError("the program writes of an error")
        if self.program.has_terminal and status >= 0:
            try:
                self.assert_restored()
            except AssertionError as error:
                raise AssertionError(f"the terminal is not as before: {self.flag_stacks} {self.modes}") from error
            if self.program.attributes != self.program.attributes_before:
                raise AssertionError("the terminal treats what is typed otherwise than before")

    def _ended(self) -> bool:
        """Return True if the program has ended; continue it if it stopped itself.

        On a slow machine Ctrl+Z or SIGTSTP takes effect only after the SIGCONT that a walk sends next.
        """
        if self.program.was_stopped():
            self.program.signal(signal.SIGCONT)
        return super()._ended()

    def failure(self) -> Iterator[str]:
        """Yield what was written of an error: by the program to its file, or else to the terminal."""
        if "Traceback" in (written := self._stacks_written):
            yield written
            return
        shown = _LOOKS.sub("", self.output.decode(errors="replace"))
        if places := [shown.find(words) for words in _OF_ERRORS if words in shown]:
            yield shown[min(places) :][-6000:]

    def stacks(self) -> str:
        """Return the screen, and what each thread of the program does."""
        if not self.program.has_ended():
            self.program.signal(signal.SIGUSR1)
            self.pump(1, until=lambda: "Current thread" in self._stacks_written)
        return f"{self.text}\n{self._stacks_written}"

    @property
    def _stacks_written(self) -> str:
        file = self._folder / lonely_game.STACKS
        return file.read_text() if file.exists() else ""
