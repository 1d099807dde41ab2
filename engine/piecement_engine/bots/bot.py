"""Bots choose placements. A bot is an object with a `think` method; the built-in bots search, set by their `Habits`."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import exp
from typing import Final, Protocol

from piecement_engine.bots.bit_boards import full_rows
from piecement_engine.bots.perfect_clear import PerfectClears
from piecement_engine.bots.placement import Placement
from piecement_engine.bots.position import Position
from piecement_engine.bots.search import Search
from piecement_engine.errors import RuleError, cut_repr
from piecement_engine.json_values import is_whole
from piecement_engine.rng import Rng


class Bot(Protocol):
    """Chooser of placements. Write a class with this method, and pass an `Opponent` that makes it to `register_bot`."""

    def think(self, position: Position) -> Iterator[Placement | None]:
        """Yield the best choice so far as often as possible, as the caller may stop after any of them.

        The last one counts. None means that there is no choice yet, and as the last one that every choice loses.
        """
        ...


_USUAL_SEARCH: Final = Search()


@dataclass(frozen=True, slots=True, kw_only=True)
class Habits:
    """Settings of a searching bot."""

    search: Search = _USUAL_SEARCH
    error_rate: float = 0.0
    """Probability of another placement than the best; better ones are more likely."""
    perfect_clear_boards: int = 0
    """Maximum number of boards examined in the search for a perfect clear."""

    def __post_init__(self) -> None:
        """Check the fields. Raises `RuleError`."""
        if not isinstance(self.search, Search):
            raise RuleError(f"the search is {cut_repr(self.search)}: it is a Search")
        rate: object = self.error_rate
        if isinstance(rate, bool) or not isinstance(rate, int | float) or not 0 <= rate <= 1:
            raise RuleError(f"error_rate is {cut_repr(rate)}: it must be a number from 0 to 1")
        if not is_whole(self.perfect_clear_boards, 0):
            raise RuleError(f"perfect_clear_boards is {cut_repr(self.perfect_clear_boards)}: it must be a whole number")


class SearchingBot:
    """Bot that searches for the best placement, with mistakes at times; its seed fixes them."""

    def __init__(self, habits: Habits, seed: int = 0) -> None:
        self._habits = habits
        self._rng = Rng(seed)
        self._clears = PerfectClears()

    def think(self, position: Position) -> Iterator[Placement | None]:
        habits = self._habits
        search = habits.search
        if habits.error_rate and self._rng() < habits.error_rate:
            yield _mistake(search.rank(position), self._rng)
            return
        rows = _rows_to_clear(position) if habits.perfect_clear_boards else None
        if rows is not None:
            choices = yield from self._clears.solving(position, rows, habits.perfect_clear_boards)
            if choices:
                yield choices[0]
                return
        yield from search.think(position)

    def seeing(self, depth: int, seed: int = 0) -> "SearchingBot":
        """Return a bot with the same habits that searches `depth` pieces deep, the piece in play included."""
        return SearchingBot(replace(self._habits, search=replace(self._habits.search, depth=depth)), seed)


def _rows_to_clear(position: Position) -> int | None:
    """Return the minimum number of rows that contain all blocks and that known pieces fill exactly."""
    if position.piece is None:
        return None
    layout = position.arena.layout
    filled = position.bits & layout.field
    pieces = len(position.queue) + (position.hold is not None)
    size = len(position.piece.shape.cells)
    for rows in range(1, 7):
        empty = rows * layout.width - filled.bit_count()
        if filled & layout.above[rows - 1] or empty % size:
            continue
        return rows if 0 < empty <= pieces * size and not full_rows(layout, position.bits) else None
    return None


def _mistake(ranked: list[Placement], rng: Rng) -> Placement | None:
    """Return one of the choices but the best, each the likelier the nearer its value is to the best."""
    others = ranked[1:] or ranked
    if not others:
        return None
    spread = max(abs(others[0].value), 1.0) / 10
    weights = [exp(max(-50.0, (choice.value - others[0].value) / spread)) for choice in others]
    return others[rng.weighted(weights)]
