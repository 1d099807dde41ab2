"""What to say of a result beside those before it."""

from piecement.plan import Result
from piecement.scoreboard.columns import headline


def praise(result: Result) -> str:
    """Return how a game compares with the others of its mode; nothing where it does not compete, or was given up."""
    placing = result.placing
    if placing is None:
        return "This game was not kept." if not result.marks else ""
    if placing.place is None:
        return f"It does not compete: {', '.join(result.marks.names())}." if result.marks else ""
    before = placing.best_before
    if placing.is_best and before is None:
        return "The first of its kind."
    if placing.is_best and before is not None:
        return f"A new best! Before it was {headline(before)}."
    best = f", the best is {headline(before)}" if before is not None else ""
    return f"Place {placing.place}{best}."
