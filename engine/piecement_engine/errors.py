"""The errors of the engine. Each names what was wrong and what is allowed; the game is as it was before the call."""

from typing import Final

LONGEST_ERROR: Final = 2_000
"""The most characters of an error: some repeat what was given."""


def cut(given: object, longest: int = 60) -> str:
    """Return a value as text for an error, cut where it has more than so many characters."""
    text = str(given)
    return text if len(text) <= longest else f"{text[:longest]}…"


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


class FumenError(EngineError, ValueError):
    """A text is not a fumen, or a page cannot be written as one."""


class RecordingError(EngineError, ValueError):
    """A text is not a recording, or a recording does not replay as it says."""
