"""Outcomes of attempts at puzzles: the puzzle of each, and the name under which it is stored."""

from collections.abc import Iterator

from piecement_engine.game.view import GameView
from piecement_engine.modes.puzzle import Puzzle, PuzzlePack
from piecement_engine.modes.puzzle_stages import STAGES, PuzzleStage


def puzzle_key(stage: PuzzleStage) -> str:
    """Return the name by which progress is stored: that of the board, pieces and goal, whatever their file."""
    return " ".join([stage.goal, str(stage.lines), stage.pieces, *stage.rows])


def attempts_of(view: GameView, known: int) -> Iterator[tuple[PuzzleStage, int]]:
    """Yield the puzzle of each attempt after the first `known` ones of a game, and the pieces that solved it, or 0."""
    pack = next((one for one in view.rules.modifiers if isinstance(one, Puzzle | PuzzlePack)), None)
    if pack is not None:
        stages = pack.stages if isinstance(pack, PuzzlePack) else STAGES
        for number in range(known, len(view.outcomes)):
            yield stages[pack.stage - 1 + sum(map(bool, view.outcomes[:number]))], view.outcomes[number]
