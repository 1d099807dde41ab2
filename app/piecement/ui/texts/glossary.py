"""Terms of the game, each with a sentence or two and a board: five frames, played by the engine."""

from dataclasses import replace
from typing import Final, NamedTuple

from piecement.render.skins.skins import TileKind
from piecement.render.still_board import StillBoard
from piecement.training.trainers import STILL_RULES
from piecement_base.tables import read_table
from piecement_engine import Button, Game
from piecement_engine.play import tap

_ROWS: Final = read_table(__file__, "glossary.csv")
"""The table of terms: each with its sentence, and the pieces, presses, rows and rules of its board."""

GLOSSARY: Final = {row["term"]: row["sentence"] for row in _ROWS}
"""Terms and their explanations."""

_RULES: Final = replace(STILL_RULES, height=12, skyline=8, spin_rule="t_three_corner")
_BUTTONS: Final = {
    "l": Button.MOVE_LEFT,
    "r": Button.MOVE_RIGHT,
    "t": Button.ROTATE_RIGHT,
    "z": Button.ROTATE_LEFT,
    "v": Button.SONIC_DROP,
    "h": Button.HARD_DROP,
    "c": Button.HOLD,
    "u": Button.ROTATE_180,
    "L": Button.TELEPORT_LEFT,
    "R": Button.TELEPORT_RIGHT,
}
_SPARE: Final = ("O",) * 5
"""Pieces after the last one, without which the game would end."""


class TermBoard(NamedTuple):
    """Position, and the presses played from it."""

    pieces: str
    """Letters of the pieces."""
    steps: str
    """Presses before each frame but the first: words of the letters of `_BUTTONS`, or a dot."""
    rows: tuple[str, ...]
    """Rows, highest first."""
    rotation: str
    """The rotation system."""
    cascades: bool

    def frames(self) -> list[StillBoard]:
        """Return the position before the first step and after each, with the piece in play and its ghost."""
        rules = replace(_RULES, rotation_system=self.rotation, cascade=self.cascades)
        game = Game(rules, 0, pieces=(*self.pieces, *_SPARE), board=self.rows[::-1])
        game.update(0)
        frames = [_drawn(game)]
        for step in self.steps.split():
            for letter in step.replace(".", "") if game.view.end is None else "":
                tap(game, _BUTTONS[letter])
            frames.append(_drawn(game))
        return frames


def _drawn(game: Game) -> StillBoard:
    view = game.view
    board = StillBoard.of_view(view)
    if view.piece is None or view.end is not None:
        return board
    lowest = view.board.dropped(view.piece)
    return board.with_cells(set(lowest.cells) - set(view.piece.cells), TileKind.HINT, view.piece.shape.tile)


TERM_BOARDS: Final = {
    row["term"]: TermBoard(
        row["pieces"],
        row["steps"],
        tuple(row["rows"].split()),
        row["rotation"] or _RULES.rotation_system,
        row["cascade"] == "yes",
    )
    for row in _ROWS
}
"""A board for each term, by its English name."""
