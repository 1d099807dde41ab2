"""What the engine raises: each error names what was wrong and what is allowed, and leaves everything as it was."""


def cut(given: object, longest: int = 60) -> str:
    """Return a value as text for an error, cut where it has more than so many characters."""
    text = str(given)
    return text if len(text) <= longest else f"{text[:longest]}…"


class EngineError(Exception):
    """The base of every error that the engine raises on purpose."""


class RuleError(EngineError, ValueError):
    """A rule has a value that the engine cannot play by."""


class UnknownButtonError(EngineError, ValueError):
    """A button was named that no game has."""


class UpdateTimeError(EngineError, ValueError):
    """An update is to what is no time of a game: not a whole number, or later than any game lasts."""


class PastUpdateError(EngineError):
    """An update lies before the game's present time."""


class GameEndedError(EngineError):
    """An update of a game that is over."""


class PiecesExhaustedError(EngineError):
    """A fixed sequence of pieces ran out at a draw."""


class TooManyStepsError(EngineError):
    """More would happen in a game than its budget allows."""


class BoardTextError(EngineError, ValueError):
    """A text does not describe a board."""


class RecordingError(EngineError, ValueError):
    """A text is not a recording, or a recording does not replay as it says."""
