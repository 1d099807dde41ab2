"""Stands for the process that plays, and notes what it is told."""

from collections.abc import Sequence
from typing import cast

from piecement.sound.effects import Effect
from piecement.sound.process import SoundProcess


class SoundHeard:
    """Messages of the application to the process that plays."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.starts = 0
        self.is_open = False

    def start(self) -> SoundProcess:
        self.starts += 1
        self.is_open = True
        return cast("SoundProcess", self)

    def send(self, line: str) -> None:
        assert self.is_open
        self.lines.append(line)

    def close(self) -> None:
        self.is_open = False

    @property
    def effects(self) -> list[str]:
        """The names of the effects that were played."""
        return [line.split()[1] for line in self.lines if line.startswith("play ")]

    def last(self, command: str) -> Sequence[str]:
        """Return the words of the last line with a command."""
        return next((words for line in reversed(self.lines) if (words := line.split())[0] == command), list[str]())

    def forget(self) -> None:
        self.lines.clear()

    def count(self, effect: Effect) -> int:
        return self.effects.count(effect)
