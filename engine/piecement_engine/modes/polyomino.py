"""Polyomino: pieces of one to ten cells, and a board of matching size."""

from dataclasses import replace
from typing import Final

from piecement_engine.board.piece_sets import DEFAULT_PIECES, HIGHEST_RANK, size_for_rank
from piecement_engine.modes.mode import Mode
from piecement_engine.modes.options import Choice, Number, Switch, lines_goal, start_level
from piecement_engine.rules.goals import Limit, Limits
from piecement_engine.rules.rules import Rules

_USUAL: Final = Rules()
_USUAL_RANK: Final = 4


def with_rank(rules: Rules, rank: int) -> Rules:
    """Return rules with all pieces of `rank` cells, on a board of matching size."""
    pieces = DEFAULT_PIECES if rank == _USUAL_RANK else str(rank)
    width, skyline, height = size_for_rank(rank)
    scaled_fall = rules.scaled_fall or rank != _USUAL_RANK
    return replace(rules, pieces=pieces, width=width, skyline=skyline, height=height, scaled_fall=scaled_fall)


def _with_smaller_ones(rules: Rules, smaller: bool) -> Rules:
    if not smaller:
        return rules
    rank = _USUAL_RANK if rules.pieces == DEFAULT_PIECES else int(rules.pieces)
    return replace(rules, pieces=f"1-{rank}", randomizer="rank_bag")


def _with_board(rules: Rules, board: str) -> Rules:
    if board == "scaled":
        return rules
    return replace(rules, width=_USUAL.width, skyline=_USUAL.skyline, height=_USUAL.height)


def rank_option(default: int) -> Number:
    return Number(
        name="rank",
        title="Cells",
        sentence="How many cells a piece has.",
        default=default,
        low=1,
        high=HIGHEST_RANK,
        unit="cells",
        apply=with_rank,
    )


SMALLER_ONES: Final = Switch(
    name="mixed",
    title="Smaller ones too",
    sentence="Smaller pieces come too, each size equally often.",
    default=False,
    apply=_with_smaller_ones,
)
"""Must come after the option of the rank."""

BOARD: Final = Choice(
    name="board",
    title="Board",
    sentence="The size of the board.",
    default="scaled",
    choices={"scaled": "as needed", "usual": f"{_USUAL.width} by {_USUAL.skyline}"},
    apply=_with_board,
)
"""Must come after the option of the rank."""

POLYOMINO: Final = Mode(
    name="polyomino",
    title="Any size",
    sentence="Clear 40 lines with pieces of one to ten cells.",
    rules=with_rank(Rules(rotation_system="auto", randomizer="bag", level_up=True, limits=Limits(lines=Limit(40))), 5),
    ranking=("-lines", "time"),
    headline="lines",
    options=(rank_option(5), SMALLER_ONES, BOARD, lines_goal(40, high=1000, endless=True), start_level()),
)
