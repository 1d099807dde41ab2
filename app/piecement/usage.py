"""What is wrong with a command line."""

from typing import Final

WRONG_USAGE: Final = 2
"""The exit status when the arguments, or the terminal, will not do."""


class UsageError(Exception):
    """What was asked for cannot be done; the text says why, in one sentence."""
