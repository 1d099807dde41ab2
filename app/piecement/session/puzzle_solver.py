"""Solver of puzzles: the number of their solutions, and the fewest pieces that reach their goal."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from piecement_engine import Rules
from piecement_engine.bots import PerfectClears, Position
from piecement_engine.events import Spin
from piecement_engine.modes.puzzle_stages import MOST_OF_A_PIECE, PERFECT_CLEAR, PuzzleStage
from piecement_engine.rules.attack import GUIDELINE, Clear

MOST_SOLUTIONS: Final = 1000
"""Number at which the count of the solutions of a puzzle ends."""


def solutions(stage: PuzzleStage, rules: Rules, used: int) -> Iterator[bool]:
    """Yield True for each solution of a stage, and False now and then, so that a caller can stop.

    A solution is a spot for each of the first `used` pieces, whatever path leads there.
    """
    plain = replace(rules, modifiers=())
    known = stage.pieces[: used if rules.hold == "off" else used + 1]
    position = Position.from_text("\n".join(stage.rows), known, plain)
    # PerfectClears looks only at the rows to be cleared, and blocks over an empty row may lie above them.
    if stage.goal != PERFECT_CLEAR or any("#" not in row for row in stage.rows):
        yield from _search(position, stage, 0, used, set())
        return
    rows, rest = divmod(sum(row.count("#") for row in stage.rows) + 4 * used, plain.width)
    if not rest:
        yield from (found is not None for found in PerfectClears().ways(position, rows))


def fewest_pieces(stage: PuzzleStage, rules: Rules) -> Iterator[int]:
    """Yield the fewest pieces that reach the goal of a stage, if any do, and before that 0 now and then."""
    for used in range(1, len(stage.pieces) + 1):
        for is_solution in solutions(stage, rules, used):
            yield used if is_solution else 0
            if is_solution:
                return


def _search(position: Position, stage: PuzzleStage, reached: int, left: int, failed: set[object]) -> Iterator[bool]:
    key: object = (position.bits, position.piece and position.piece.shape, position.hold, left, reached)
    if stage.goal == "attack":
        key = (key, position.combo, position.back_to_back)
    if key in failed or _is_hopeless(position, stage, reached, left):
        return
    yield False
    is_solved = False
    for placement in position.placements:
        lines = placement.lines
        after = position.push(placement)
        is_perfect = after.bits == position.arena.layout.empty
        match stage.goal:
            case "lines":
                now = reached + lines
            case "attack":
                clear = Clear(lines, placement.spin, is_perfect, position.combo, position.back_to_back)
                now = reached + GUIDELINE.rows(clear)
            case "spin":
                now = max(reached, lines if placement.spin is not Spin.NONE else 0)
            case _:
                now = stage.lines if is_perfect else -1  # all or nothing
        if left == 1:
            found: Iterator[bool] = iter([True] if now >= stage.lines else [])
        else:
            found = _search(after, stage, now, left - 1, failed)
        for is_solution in found:
            is_solved |= is_solution
            yield is_solution
    if not is_solved:
        failed.add(key)


def _is_hopeless(position: Position, stage: PuzzleStage, reached: int, left: int) -> bool:
    """Return whether the pieces left cannot reach the goal, even if each scored the most or filled only gaps."""
    if stage.goal == "lines":
        width = position.arena.layout.width
        gaps = sorted(row.count(0) for row in position.rows)
        missing = max(0, stage.lines - reached)
        return sum(gaps[:missing]) + width * max(0, missing - len(gaps)) > 4 * left
    return stage.goal == "attack" and reached + MOST_OF_A_PIECE[stage.goal] * left < stage.lines
