"""Fit: whether a board has room on the screen."""

from piecement_engine.piece_sets import size_for_rank
from piecement_engine.polyominoes import HIGHEST_RANK
from piecement_engine.rules import Rules


def misfit(rules: Rules, columns: int, rows: int) -> str | None:
    """Return a sentence that says why a board does not fit on a screen of so many cells; None where it fits."""
    if rules.width <= columns and rules.skyline <= rows:
        return None
    board = f"The board is {rules.width} by {rules.skyline} cells, and there is room for {columns} by {rows}"
    fitting = [rank for rank in range(1, HIGHEST_RANK + 1) if _fits(rank, columns, rows)]
    if not fitting or _is_usual(rules):
        return f"{board}: make the window larger."
    return f"{board}: choose pieces of at most {fitting[-1]} cells, the usual board, or a larger window."


def _fits(rank: int, columns: int, rows: int) -> bool:
    width, skyline, _ = size_for_rank(rank)
    return width <= columns and skyline <= rows


def _is_usual(rules: Rules) -> bool:
    """Return whether the board is no larger than that of tetrominoes, so that smaller pieces are no help."""
    usual = Rules()
    return rules.width <= usual.width and rules.skyline <= usual.skyline
