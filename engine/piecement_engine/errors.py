"""The errors of the engine. Each names what was wrong and what is allowed; the game is as it was before the call."""

from collections.abc import Iterable
from typing import Final

LONGEST_ERROR: Final = 2_000
"""The most characters of an error: some repeat what was given."""


LONGEST_NAME: Final = 60
"""The most characters of a mistyped name that are looked at."""


def cut(given: object, longest: int = 60) -> str:
    """Return a value as text for an error, cut where it has more than so many characters."""
    text = str(given)
    return text if len(text) <= longest else f"{text[:longest]}…"


def suggestion(name: object, known: Iterable[str]) -> str:
    """Return the known name that is meant by a mistyped one, as a question in brackets; nothing if none is like it."""
    from difflib import get_close_matches  # noqa: PLC0415 - only for an error, and not at the start of a program

    meant = get_close_matches(name[:LONGEST_NAME], [*known], 1) if isinstance(name, str) else ()
    return f" (did you mean {meant[0]!r}?)" if meant else ""


class EngineError(Exception):
    """The base of every error that the engine raises on purpose.

    A sentence with named places keeps them apart from what stands there, for those who say it in another language.
    """

    def __init__(self, template: str = "", **values: object) -> None:
        super().__init__(cut(template.format(**values) if values else template, LONGEST_ERROR))
        self.template: Final = template
        """The sentence, with a place in braces for each value."""
        self.values: Final = values
        """What stands in the places; an error of the engine among them has a sentence of its own."""


class RuleError(EngineError, ValueError):
    """A rule has a value that the engine cannot play by."""


class UnknownButtonError(EngineError, ValueError):
    """A name is not that of a button."""


class UpdateTimeError(EngineError, ValueError):
    """The time of an update is not a whole number, or later than any game lasts."""


class PastUpdateError(EngineError):
    """An update lies before the game's present time."""


class GameEndedError(EngineError):
    """An update of a game that is over."""


class PiecesExhaustedError(EngineError):
    """A fixed sequence of pieces ran out at a draw."""


class TooManyStepsError(EngineError):
    """A call would take more steps than its budget allows."""


class BoardTextError(EngineError, ValueError):
    """A text does not describe a board."""


class PlacementError(EngineError, ValueError):
    """A piece cannot be placed where it was to be."""


class FumenError(EngineError, ValueError):
    """A text is not a fumen, or a page cannot be written as one."""


class RecordingError(EngineError, ValueError):
    """A text is not a recording, or a recording does not replay as it says."""
