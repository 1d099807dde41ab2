"""The findings of `piecement doctor`."""

from collections.abc import Mapping
from typing import NamedTuple

from piecement.storage.paths import Paths
from piecement.terminal.key_events import KeyboardCapabilities


class Finding(NamedTuple):
    """Something that was found out."""

    title: str
    value: str
    meaning: str = ""
    """What it is good for, or what to do about it."""


class Surroundings(NamedTuple):
    """What the program runs in."""

    environment: Mapping[str, str]
    size: tuple[int, int]
    is_terminal: bool
    colour_system: str | None
    keyboard: KeyboardCapabilities | None
    """None where the terminal gave no answer."""
    paths: Paths
    heard: str = ""
    """All that the terminal answered, as it came."""
    is_windows: bool = False
    """Whether it is a console of Windows, which is not asked: it records releases, or makes them up."""
