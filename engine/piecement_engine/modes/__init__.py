"""Modes: the ways to play, each a value."""

from piecement_engine.modes.mode import Mode
from piecement_engine.modes.regular import FORTY_LINES, MARATHON

MODES: dict[str, Mode] = {mode.name: mode for mode in (FORTY_LINES, MARATHON)}
"""The modes by name, in the order of the menu."""


def register_mode(mode: Mode) -> None:
    """Add a mode of one's own to the menu."""
    MODES[mode.name] = mode


__all__ = ["MODES", "Mode", "register_mode"]
