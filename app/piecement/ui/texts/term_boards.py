"""Boards that show the terms of the glossary: five frames each, played by the engine."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final, NamedTuple

from piecement.render.skins.skins import TileKind
from piecement.render.still_board import StillBoard
from piecement.training.trainer_modes import STILL_RULES
from piecement_engine import Button, Game
from piecement_engine.play import tap

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
    """A position, and what is played from it."""

    pieces: str
    """Letters of the pieces."""
    steps: str
    """Presses before each frame but the first: words of the letters of `_BUTTONS`, or a dot."""
    rows: tuple[str, ...] = ()
    """Rows, highest first."""
    rules: Mapping[str, Any] = {}  # the values of rules are of many types
    """Rules that differ."""

    def frames(self) -> list[StillBoard]:
        """Return the position and what it becomes by each step, with the piece in play and its ghost."""
        game = Game(replace(_RULES, **self.rules), 0, pieces=(*self.pieces, *_SPARE), board=self.rows[::-1])
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


_T_SLOT: Final = ("####......", "###...####", "####.#####")
_WELL: Final = ("#########.",) * 4
_LEDGE: Final = ("........##", "####......")
_CHEESE: Final = ("####.#####", "########.#", "#.########", "######.###")
_FULL: Final = ("####..####", "####..####")

TERM_BOARDS: Final = {
    "Ghost": TermBoard("T", "l l r r", _LEDGE),
    "Hold": TermBoard("SI", ". c R h", ("######....",)),
    "Soft drop": TermBoard("J", "l . v h", _LEDGE),
    "Hard drop": TermBoard("O", "l l l h", ("#..#######",)),
    "Sonic drop": TermBoard("I", "v r r h", _LEDGE),
    "Lock delay": TermBoard("I", "v r r r", _LEDGE),
    "Gravity": TermBoard("T", ". v . h"),
    "20G": TermBoard("LJ", "v l h v", _LEDGE),
    "Skyline": TermBoard("OO", "h h . .", ("....##....",) * 4),
    "Top out": TermBoard("OO", "h h . .", ("....##....",) * 5),
    "DAS": TermBoard("T", "r . R h"),
    "ARR": TermBoard("T", "r r r r"),
    "7-bag": TermBoard("IOTLJSZ", "llllh rrrrh lh rrh"),
    "Recency": TermBoard("TLSJZIO", "lllh rrrrh lh rrh"),
    "Kick": TermBoard("I", "tlllll v t h", (*(".#########",) * 3, "....######")),
    "SRS": TermBoard("T", "t t t t"),
    "ARS": TermBoard("T", "t t t t", (), {"rotation_system": "ars"}),
    "Ocular": TermBoard("T", "t t t t", (), {"rotation_system": "ocular"}),
    "Tuck": TermBoard("I", "v r rr h", _LEDGE),
    "Spin": TermBoard("J", "t v u h", ("####......", "####.#####", "###..#####")),
    "T-spin": TermBoard("T", "t v t h", _T_SLOT),
    "Mini": TermBoard("T", "L v t h", (".#########", "...#######")),
    "Single, double, triple": TermBoard("I", "t rrrr v h", ("#########.",) * 3),
    "Quad": TermBoard("I", "t rrrr v h", _WELL),
    "Perfect clear": TermBoard("O", ". v . h", _FULL),
    "Combo": TermBoard("OO", "v h v h", ("####..####",) * 4),
    "Back-to-back": TermBoard("II", "trrrr h trrrr h", ("#########.",) * 8),
    "Garbage": TermBoard("I", "t rr v h", ("GGGGGGG.GG",) * 4),
    "Attack": TermBoard("I", "t rrrr v h", _WELL),
    "Spike": TermBoard("II", "trrrr h trrrr h", ("#########.",) * 8),
    "Cheese": TermBoard("IT", "t v h .", _CHEESE),
    "Downstacking": TermBoard("I", "tl v h .", ("####.#####",) * 4),
    "Well": TermBoard("TI", "lh trrrr v h", ("#########.",) * 4),
    "Opener": TermBoard("LJTO", "llllh rrrrh . lh"),
    "Finesse": TermBoard("O", ". R . h"),
    "Initial rotation": TermBoard("OT", "llllh t v h"),
    "Cascade": TermBoard("I", "t rrrr h .", ("##........", "#########.", "##.#######"), {"cascade": True}),
    "Fumen": TermBoard("TLJ", "lllh rrrh h ."),
}
"""A board for each term, by its English name."""
