"""Spin finder: the resting spots that are spins under the rules of a game."""

from collections.abc import Iterator

from piecement_engine.bots.arena import Arena
from piecement_engine.bots.reach import Reach
from piecement_engine.bots.spin_sets import SPIN_FINDERS, SpinFinder, SpinSets
from piecement_engine.events import Spin
from piecement_engine.pieces import Piece


def spin_finder(arena: Arena) -> SpinFinder:
    """Return the finder of spins: by sets if the rule has a table, otherwise by a call of the rule for each spot."""
    return SPIN_FINDERS.get(arena.spin_rule) or _generic_finder(arena)


def _generic_finder(arena: Arena) -> SpinFinder:
    rule = arena.spin_rule

    def find(found: Reach, bits: int, locks: list[int]) -> SpinSets:
        board = arena.board(bits)
        full = [0] * len(locks)
        mini = [0] * len(locks)
        for state, figure in enumerate(found.states.states):
            left = found.reached[state] & locks[figure.form]
            while left:
                anchor = left & -left
                left ^= anchor
                piece = found.states.piece(state, anchor.bit_length() - 1)
                spins = {rule(board, piece, None)}
                if found.turned[state] & anchor:
                    spins |= {rule(board, piece, (before, piece)) for before in turns_into(arena, found, bits, piece)}
                if Spin.FULL in spins:
                    full[figure.form] |= anchor
                elif Spin.MINI in spins:
                    mini[figure.form] |= anchor
        return SpinSets(full, [minis & ~fulls for minis, fulls in zip(mini, full, strict=True)])

    return find


def turns_into(arena: Arena, found: Reach, bits: int, piece: Piece) -> Iterator[Piece]:
    """Yield the reachable spots from which a rotation leads to the spot of a piece."""
    board = arena.board(bits)
    states = found.states
    near = range(-arena.layout.pad, arena.layout.pad + 1)
    for turn in (1, 2, 3):
        orientation = piece.orientation - turn & 3
        state = states.of_orientation[orientation]
        for dx in near:
            for dy in near:
                before = Piece(piece.shape, orientation, piece.x + dx, piece.y + dy)
                if not board.fits(before) or not found.reached[state] >> states.anchor(before) & 1:
                    continue
                answer = arena.system.rotate(board, before, turn)
                if answer and answer[0] == piece:
                    yield before
