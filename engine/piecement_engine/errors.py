"""Errors of the engine. Each names the wrong value and the allowed ones; the game is as it was before the call."""

from collections.abc import Collection, Iterable
from typing import Final

LONGEST_ERROR: Final = 2_000
"""Maximum length of an error message (characters): some messages repeat the given value."""

LONGEST_NAME: Final = 60
"""Maximum length of the part of a mistyped name that is compared (characters)."""


def writable(given: object) -> object:
    """Return a value, or a text in its place if Python refuses to write a number in it."""
    try:
        repr(given)
    except ValueError:  # more than 4300 digits
        return "a number of too many digits"
    return given


def cut(given: object, longest: int = 60) -> str:
    """Return a value as text for an error, cut after `longest` characters."""
    text = str(writable(given))
    return text if len(text) <= longest else f"{text[:longest]}…"


def cut_repr(given: object) -> str:
    """Return the `repr` of a value as text for an error, cut if it is long."""
    return cut(repr(writable(given)))


def nearest(name: object, known: Iterable[str]) -> str | None:
    """Return the known name nearest to a mistyped one, if there is one."""
    from difflib import get_close_matches  # only for an error, not at the start of a program

    meant = get_close_matches(name[:LONGEST_NAME], [*known], 1) if isinstance(name, str) else ()
    return str(meant[0]) if meant else None  # a `Button` has another repr


def suggestion(name: object, known: Iterable[str]) -> str:
    """Return a question in brackets with the known name nearest to a mistyped one, or an empty text."""
    meant = nearest(name, known)
    return f" (did you mean {meant!r}?)" if meant else ""


def unknown_name(kind: str, name: object, known: Collection[str]) -> str:
    """Return a sentence that refuses a name and lists the known ones; `kind` is what they name, such as "mode"."""
    return f"unknown {kind} {cut_repr(name)}{suggestion(name, known)}: {kind}s are {', '.join(known) or 'none'}"


class EngineError(Exception):
    """Base of all errors that the engine raises on purpose.

    The sentence has named placeholders, apart from their values, so that callers can translate it.
    """

    def __init__(self, template: str = "", **values: object) -> None:
        values = {name: writable(value) for name, value in values.items()}
        super().__init__(cut(template.format(**values) if values else template, LONGEST_ERROR))
        self.template: Final = template
        """The sentence, with a placeholder in braces for each value."""
        self.values: Final = values
        """Values of the placeholders; an engine error among them has a sentence of its own."""


class RuleError(EngineError, ValueError):
    """A rule has a value that the engine cannot play by."""


class UnknownNameError(RuleError, KeyError):
    """A registry has no value of this name."""

    def __str__(self) -> str:
        """Return the sentence, and not its `repr` as other key errors do."""
        return Exception.__str__(self)


class UnknownButtonError(EngineError, ValueError):
    """A name is not the name of a button."""


class UpdateTimeError(EngineError, ValueError):
    """The time of an update is not a whole number, or exceeds the longest game."""


class PastUpdateError(EngineError):
    """An update lies before the present time of the game."""


class GameEndedError(EngineError):
    """An update reached a game that is over."""


class PiecesExhaustedError(EngineError):
    """A fixed sequence of pieces has none left to draw. A game asks first, and ends with `End.OUT_OF_PIECES`."""


class TooManyStepsError(EngineError):
    """A call would take more steps than its budget allows."""


class BoardTextError(EngineError, ValueError):
    """A text does not describe a board."""


class PlacementError(EngineError, ValueError):
    """A piece cannot be placed at the given spot."""


class FumenError(EngineError, ValueError):
    """A text is not a fumen, or a page cannot be written as one."""


class RecordingError(EngineError, ValueError):
    """A text is not a recording, or a recording does not replay to its recorded result."""
