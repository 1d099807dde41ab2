"""What to say of a result beside those before it."""

from collections.abc import Iterator
from typing import Final

from piecement.session.result import FinishedGame
from piecement.ui.texts.game_columns import headline

_MARKS: Final = {
    "practice": "practice, with a hint, an undo or a saved moment",
    "bot": "watched, as a bot played",
    "unranked": "unranked, by rules or a board of your own",
    "imported": "imported",
}


def result_message(game: FinishedGame) -> str:
    """Return how a game compares with the others of its mode, or why it does not."""
    placing = game.placing
    if placing is None or placing.place is None:
        said = ["This game was not kept."] if placing is None else []
        return " ".join([*said, *_unranked_reasons(game)])
    before = placing.best_before
    if placing.is_best and before is None:
        return "The first of its kind."
    if placing.is_best and before is not None:
        return f"A new best! Before it was {headline(before)}."
    best = f", the best is {headline(before)}" if before is not None else ""
    return f"Place {placing.place}{best}."


def _unranked_reasons(game: FinishedGame) -> Iterator[str]:
    if game.unranked:
        yield f"Does not compete: {'; '.join(_MARKS[name] for name in game.unranked.names())}."
