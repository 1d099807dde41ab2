"""What came of a game, as lines of text."""

from collections.abc import Iterable, Iterator
from itertools import chain, zip_longest
from typing import Final

from textual.content import Content

from piecement.language import _
from piecement.session.clock_text import clock_text
from piecement.session.counts import Counts
from piecement.session.result import FinishedGame
from piecement.session.statistics import SessionStatistics, finesse_text, pieces_per_second, presses_per_piece
from piecement_engine import End, Result

Figure = tuple[str, str]
"""A label and a value."""

_WIDTH: Final = 17
"""The columns of a label and its value, at least: two of them, and what lies between, fit a pop-up on 40 columns."""

_BETWEEN: Final = "  "

_NOTHING: Final = "-"
_LARGE: Final = 1000
"""An average bonus of so many points is told without its tenths."""

_REASONS: Final = {
    End.COMPLETED: _("You reached the goal."),
    End.LIMIT_REACHED: _("You reached the limit."),
    End.BLOCK_OUT: _("There was no room for the next piece."),
    End.LOCK_OUT: _("A piece locked above the field."),
    End.TOP_OUT: _("Blocks were pushed out of the top."),
    End.FORFEIT: _("You gave up."),
}


def reason(game: FinishedGame) -> str:
    """Return why a game ended."""
    return _REASONS[game.end]


def result_table(game: FinishedGame) -> Content:
    """Return all figures of a game."""
    outcome, counts = figures(game.result, game.statistics.counts)
    return figure_table(chain(outcome, _average_bonus(game.statistics)), counts)


def figures(result: Result, counts: Counts) -> tuple[Iterator[Figure], Iterator[Figure]]:
    """Return what a game came to, and what was done in it."""
    return _outcome(result, counts), _counts(counts)


def figure_table(left: Iterable[Figure], right: Iterable[Figure]) -> Content:
    """Return figures in two columns."""
    columns = list(left), list(right)
    widths = tuple(map(_width, columns))
    rows = zip_longest(*columns, fillvalue=("", ""))
    cells = ([_cell(*figure, width) for figure, width in zip(row, widths, strict=True)] for row in rows)
    return Content("\n").join(Content(_BETWEEN).join(row) for row in cells)


def _width(figures: list[Figure]) -> int:
    """Return how wide a column is, so that a blank lies between each label and its value."""
    return max([_WIDTH, *(len(label) + 1 + len(value) for label, value in figures)])


def _cell(label: str, value: str, width: int) -> Content:
    return Content.assemble((label, "$muted"), (f"{value:>{width - len(label)}}", "bold"))


def _outcome(result: Result, counts: Counts) -> Iterator[Figure]:
    yield _("Score"), str(result.score)
    yield _("Level"), str(result.level)
    yield _("Lines"), str(result.lines)
    yield _("Pieces"), str(result.pieces)
    yield _("Time"), clock_text(result.time_ns)
    yield _("Pieces/s"), f"{pieces_per_second(result.pieces, result.time_ns):.2f}"
    yield _("Keys/piece"), f"{presses_per_piece(counts.presses, result.pieces):.2f}"
    if finesse := finesse_text(counts.finesse(result.pieces)):
        yield _("Finesse"), finesse


def _average_bonus(statistics: SessionStatistics) -> Iterator[Figure]:
    average = statistics.average_bonus
    yield _("Avg. bonus"), _NOTHING if average is None else f"{average:.1f}" if average < _LARGE else f"{average:.0f}"


def feats(done: Counts) -> Iterator[Figure]:
    """Yield what was cleared and the most there was of it, in one game or in many."""
    yield _("Singles"), str(done.singles)
    yield _("Doubles"), str(done.doubles)
    yield _("Triples"), str(done.triples)
    yield _("Quads"), str(done.quads)
    if done.larger:
        yield _("Larger"), str(done.larger)
    yield _("Spins"), str(done.spins)
    yield _("Perfect clears"), str(done.perfect_clears)
    yield _("Best combo"), str(done.max_combo)
    yield _("Best B2B"), str(done.max_back_to_back)


def _counts(counts: Counts) -> Iterator[Figure]:
    yield from feats(counts)
    if counts.faults is not None:
        yield _("Finesse faults"), str(counts.faults)
