"""Bots choose placements. A bot is an object with a `think` method; the built-in bots search, set by their `Habits`.

A search is a beam over the known pieces, with hold, that can stop at any time. Every layer is one more piece. A node is
a board with its hold, the used part of the queue, combo and back-to-back; a node that is reached twice is one, with its
best score. The best `width` nodes of a layer continue to the next. Then the best few are examined for each possible
next piece, the first unknown one.
"""

from collections.abc import Generator, Iterator
from dataclasses import dataclass, replace
from math import exp
from operator import itemgetter
from typing import Final, Protocol

from piecement_engine.board.piece_sets import piece_set
from piecement_engine.bots.beam import Beam, Nodes
from piecement_engine.bots.bit_boards import full_rows
from piecement_engine.bots.evaluators import EVALUATORS
from piecement_engine.bots.perfect_clear import PerfectClears
from piecement_engine.bots.placement import Placement
from piecement_engine.bots.position import Position
from piecement_engine.errors import RuleError, cut
from piecement_engine.json_values import is_whole
from piecement_engine.native import COMPILED
from piecement_engine.rng import Rng

BOARDS: Final = 20 if COMPILED else 10
"""Default number of boards of each layer that are examined further.

The compiled engine examines these, and six by chances, in the time that plain Python takes for ten.
"""

_MOST_SHAPES: Final = 7
"""Maximum number of shapes of a game to try each of them: more would take too long."""


@dataclass(frozen=True, slots=True)
class Search:
    """Goal and size of a search."""

    evaluator: str = "survive"
    """Goal: a name in `EVALUATORS`."""
    width: int = BOARDS
    """Number of boards of each layer that are examined further."""
    depth: int = 6
    """Maximum number of pieces to look ahead, of the known ones; 1 is the piece in play alone."""
    chances: int = 0
    """Number of boards of the last layer that are evaluated by the best placement of each possible next piece."""

    def __post_init__(self) -> None:
        """Check the fields. Raises `RuleError` for an unknown evaluator or an impossible number."""
        if not isinstance(self.evaluator, str):
            raise RuleError(f"the evaluator is {cut(repr(self.evaluator))}: it is the name of one")
        _ = EVALUATORS[self.evaluator]
        for name, least in (("width", 1), ("depth", 1), ("chances", 0)):
            if not is_whole(getattr(self, name), least):
                raise RuleError(
                    f"{name} is {cut(repr(getattr(self, name)))}: it must be a whole number of at least {least}"
                )

    def think(self, position: Position, first: Placement | None = None) -> Iterator[Placement | None]:
        """Yield the best choice so far after each board, or None while there is none.

        With a `first` choice no other is placed first: its value is then that of the best line of play after it.
        """
        beam = Beam(self.evaluator, self.depth, position)
        best: Placement | None = None
        for layer in range(min(self.depth, len(beam.queue))):
            found: Nodes = {}
            for node in beam.nodes:
                yield best
                beam.expand(node, found)
            if first and not layer:
                found = beam.beginning_with(first, found)
            if not found:
                break
            beam.nodes = sorted(found.values(), key=itemgetter(0), reverse=True)[: self.width]
            best = beam.choice(beam.nodes[0])
        if best and self._takes_chances(position):
            yield from self._expect(position, beam)
        else:
            yield best

    def _takes_chances(self, position: Position) -> bool:
        """Return whether the next piece after the placed ones is unknown, and one of few."""
        if not self.chances or len(position.next) >= self.depth:
            return False
        return len(piece_set(position.arena.rules.pieces)) <= _MOST_SHAPES

    def _expect(self, position: Position, beam: Beam) -> Iterator[Placement]:
        """Yield the best choice so far while chances are examined, and finally the one with the best chances."""
        nodes = beam.nodes[: self.chances]
        chosen = nodes[0]
        most = float("-inf")
        first_placements = {first for _, _, _, _, _, _, _, _, first in nodes}
        for node in nodes if len(first_placements) > 1 else ():
            total = 0.0
            _, _, _, _, hold, _, _, _, _ = node
            of_hold = beam.best_with(node, hold) if hold else float("-inf")
            for shape in piece_set(position.arena.rules.pieces):
                yield beam.choice(chosen)
                total += max(of_hold, beam.best_with(node, shape))
            if total > most:
                chosen, most = node, total
        yield beam.choice(chosen)

    def rank(self, position: Position) -> list[Placement]:
        """Return every choice by its own value without further search, best first."""
        beam = Beam(self.evaluator, self.depth, position)
        found: Nodes = {}
        beam.expand(beam.nodes[0], found)
        return [beam.choice(node) for node in sorted(found.values(), key=itemgetter(0), reverse=True)]


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
            raise RuleError(f"the search is {cut(repr(self.search))}: it is a Search")
        rate: object = self.error_rate
        if isinstance(rate, bool) or not isinstance(rate, int | float) or not 0 <= rate <= 1:
            raise RuleError(f"error_rate is {cut(repr(rate))}: it must be a number from 0 to 1")
        if not is_whole(self.perfect_clear_boards, 0):
            raise RuleError(
                f"perfect_clear_boards is {cut(repr(self.perfect_clear_boards))}: it must be a whole number"
            )


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
        if habits.perfect_clear_boards:
            choices = yield from self._perfect_clear(position)
            if choices:
                yield choices[0]
                return
        yield from search.think(position)

    def seeing(self, depth: int, seed: int = 0) -> "SearchingBot":
        """Return a bot with the same habits that searches `depth` pieces deep, the piece in play included."""
        return SearchingBot(replace(self._habits, search=replace(self._habits.search, depth=depth)), seed)

    def _perfect_clear(self, position: Position) -> Generator[None, None, list[Placement] | None]:
        """Search for placements of the known pieces that empty the board."""
        rows = _rows_to_clear(position)
        if rows is None:
            return None
        return (yield from self._clears.solving(position, rows, self._habits.perfect_clear_boards))


def _rows_to_clear(position: Position) -> int | None:
    """Return the minimum number of rows that contain all blocks and that known pieces fill exactly."""
    layout = position.arena.layout
    filled = position.bits & layout.field
    pieces = len(position.queue) + (position.hold is not None)
    size = len(position.queue[0].cells)
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
