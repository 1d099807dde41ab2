"""What came of a game, as lines of text."""

from collections.abc import Iterable, Iterator
from itertools import zip_longest
from typing import Final

from textual.content import Content

from piecement.plan import Result
from piecement.statistics import finesse_text, pieces_per_second, presses_per_piece
from piecement_engine import End
from piecement_engine.recording import clock

Figure = tuple[str, str]
"""A label and a value."""

_WIDTH: Final = 17
"""The columns of a label and its value: two of them, and what lies between, fit a pop-up on 40 columns."""

_BETWEEN: Final = "  "

_CLEARS: Final = {1: "Singles", 2: "Doubles", 3: "Triples", 4: "Quads"}

_REASONS: Final = {
    End.COMPLETED: "The goal is reached.",
    End.LIMIT_REACHED: "The limit is reached.",
    End.BLOCK_OUT: "A new piece had no room.",
    End.LOCK_OUT: "A piece locked above the field.",
    End.TOP_OUT: "Blocks were pushed out of the top.",
    End.FORFEIT: "You gave up.",
}


def reason(result: Result) -> str:
    """Return why the game ended."""
    return _REASONS[result.end]


def result_table(result: Result) -> Content:
    """Return all figures of a game."""
    return figure_table(_outcome(result), _clears(result))


def figure_table(left: Iterable[Figure], right: Iterable[Figure]) -> Content:
    """Return figures in two columns."""
    pairs = zip_longest(left, right, fillvalue=("", ""))
    return Content("\n").join(Content(_BETWEEN).join([_cell(one), _cell(other)]) for one, other in pairs)


def _cell(figure: Figure) -> Content:
    label, value = figure
    return Content.assemble((label, "$muted"), (f"{value:>{_WIDTH - len(label)}}", "bold"))


def _outcome(result: Result) -> Iterator[Figure]:
    yield "Score", str(result.score)
    yield "Level", str(result.level)
    yield "Lines", str(result.lines)
    yield "Pieces", str(result.pieces)
    yield "Time", clock(result.time_ns)
    yield "Pieces/s", f"{pieces_per_second(result.pieces, result.time_ns):.2f}"
    yield "Keys/piece", f"{presses_per_piece(result.statistics.presses, result.pieces):.2f}"
    if result.pieces:
        yield "Finesse", finesse_text(result.statistics.finesse.part(result.pieces))


def _clears(result: Result) -> Iterator[Figure]:
    counted = result.statistics
    for lines, title in _CLEARS.items():
        yield title, str(counted.clears[lines])
    if larger := sum(times for lines, times in counted.clears.items() if lines not in _CLEARS):
        yield "Larger", str(larger)
    yield "Spins", str(counted.spins)
    yield "Perfect clears", str(counted.perfect_clears)
    yield "Best combo", str(counted.max_combo)
    yield "Best B2B", str(counted.max_back_to_back)
    yield "Finesse faults", str(counted.finesse.faults)
