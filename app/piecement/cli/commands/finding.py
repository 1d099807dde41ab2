"""Findings of `piecement doctor`, and their sources."""

from collections.abc import Mapping
from typing import NamedTuple

from piecement.storage.paths import Paths
from piecement.terminal.key_events import KeyboardCapabilities


class Finding(NamedTuple):
    """One finding."""

    title: str
    value: str
    meaning: str = ""
    """Meaning for the player, or advice."""


class Surroundings(NamedTuple):
    """Environment of the program."""

    environment: Mapping[str, str]
    size: tuple[int, int]
    is_terminal: bool
    colour_system: str | None
    keyboard: KeyboardCapabilities | None
    """Keyboard capabilities, or None without a reply of the terminal."""
    paths: Paths
    heard: str = ""
    """All replies of the terminal, unchanged."""
    is_windows: bool = False
    """Whether it is a Windows console, which needs no requests: it records releases, or infers them."""
