"""Stages of puzzles: the built-in ones, from tetrs (MIT, see LICENSE), and a check of custom ones."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from piecement_engine.board.pieces import TETROMINOES
from piecement_engine.errors import RuleError, cut, cut_repr
from piecement_engine.json_values import as_list, as_texts
from piecement_engine.modes.custom import MOST_PIECES
from piecement_engine.rules.attack import MOST_SENT

PERFECT_CLEAR: Final = "perfect_clear"
"""Default goal: an empty board after the last piece."""


class PuzzleStage(NamedTuple):
    """A board, and the pieces that can reach its goal in their order."""

    name: str
    pieces: str
    rows: tuple[str, ...]
    """Rows as `Board.from_text` reads them, but highest first."""
    goal: str = PERFECT_CLEAR
    """One of `GOALS`."""
    lines: int = 0
    """Number of lines of the goal, or of rows of attack by the guideline."""
    hints: tuple[str, ...] = ()
    """Sentences, one more of which is shown at each new attempt."""
    par: int = 0
    """The fewest pieces that reach the goal, or 0 for none.

    A stage with a par is won as soon as its goal is reached.
    """


GOALS: Final = (PERFECT_CLEAR, "lines", "spin", "attack")
"""Goals of a stage: an empty board after the last piece, a number of lines in all or by one spin, or an attack."""

GOAL_TEXTS: Final = {
    "lines": ("Goal: {count} line", "Goal: {count} lines"),
    "spin": ("Goal: {count} line by one spin", "Goal: {count} lines by one spin"),
    "attack": ("Goal: {count} row of attack", "Goal: {count} rows of attack"),
}
"""Sentence of each goal with a count, for one and for more."""

_COLUMN: Final = 17
"""Width of each drawn stage, in characters."""

_DRAWN: Final = Path(__file__).with_name("stages.txt").read_text("utf-8")
"""Name, pieces and rows of each stage."""


def _stages() -> Iterator[PuzzleStage]:
    for band in _DRAWN.split("\n\n"):
        lines = band.splitlines()
        for left in range(0, len(lines[0]), _COLUMN):
            name, pieces, *rows = (line[left : left + _COLUMN].rstrip() for line in lines)
            yield PuzzleStage(name, pieces, tuple(filter(None, rows)))


STAGES: Final = tuple(_stages())
"""All built-in stages in order."""

MOST_OF_A_PIECE: Final = {"lines": 4, "spin": 4, "attack": MOST_SENT}
"""Highest count of a goal for each piece."""

_MOST_STAGES: Final = 100
_MOST_TEXT: Final = 80
"""Maximum length of a name or a hint (characters)."""
_MOST_ROWS: Final = 16


def checked_stages(given: object, kind: str) -> tuple[PuzzleStage, ...]:
    """Return the stages of a modifier of this kind. Raises `RuleError` for anything else."""
    complaint = f"stages of {kind} are {cut_repr(given)}: they are a list of 1 to {_MOST_STAGES}"
    stages = as_list(given, complaint)
    if not 1 <= len(stages) <= _MOST_STAGES:
        raise RuleError(complaint)
    return tuple(map(_checked, stages))


def _checked(given: object) -> PuzzleStage:
    """Return a stage, whose rows are equally wide. Raises `RuleError` for anything else."""
    complaint = f"a stage is {cut_repr(given)}: it is a name, pieces, rows, a goal, a count, hints and a par"
    match as_list(given, complaint):
        case [str(name), str(pieces), rows, str(goal), int(count), hints, int(par)]:
            pass
        case _:
            raise RuleError(complaint)
    texts = (name, *as_texts(hints, "a stage has a hint that is no text"))
    lines = as_texts(rows, "a row is no text")
    if not all(len(text) <= _MOST_TEXT and text.isprintable() for text in texts):
        raise RuleError(f"name and hints of a stage are texts of up to {_MOST_TEXT} letters")
    if not 1 <= len(pieces) <= MOST_PIECES or not set(pieces) <= TETROMINOES.keys():
        raise RuleError(f"pieces of a stage are {cut(pieces)!r}: they are 1 to {MOST_PIECES} of {''.join(TETROMINOES)}")
    if len(lines) > _MOST_ROWS or not all(row and set(row) <= {"#", "."} for row in lines):
        raise RuleError(f"the rows of a stage are {cut_repr(rows)}: they are up to {_MOST_ROWS} of # and .")
    if len({len(row) for row in lines}) > 1 or any("." not in row for row in lines):
        raise RuleError("the rows of a stage are not equally wide, or one is full")
    most = MOST_OF_A_PIECE.get(goal, 0) * len(pieces)
    if goal not in GOALS or isinstance(count, bool) or not (goal == PERFECT_CLEAR or 1 <= count <= most):
        raise RuleError(
            f"the goal of a stage is {count} {cut(goal)}: it must be one of {', '.join(GOALS)}, with its count"
        )
    if isinstance(par, bool) or not 0 <= par <= len(pieces):
        raise RuleError(
            f"par of a stage is {par}: it must be 1 to {len(pieces)}, the number of its pieces, or 0 for none"
        )
    return PuzzleStage(name, pieces, tuple(lines), goal, count, tuple(texts[1:]), par)
