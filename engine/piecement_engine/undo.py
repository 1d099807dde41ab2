"""Undo: the game as it was before the last thing that its player did."""

from dataclasses import replace

from piecement_engine.game import Game
from piecement_engine.inputs import FORFEIT
from piecement_engine.notices import PieceLocked, PieceSpawned
from piecement_engine.recording import Recording


def without_last_press(game: Game) -> Game | None:
    """Return the game at the moment of the last press of a button, just before it; None if there was none."""
    last_press_ns = None
    held = 0
    for time_ns, mask in game.inputs:
        if mask == FORFEIT or (mask >= 0 and mask & ~held):
            last_press_ns = time_ns
        held = mask if mask >= 0 else held
    if last_press_ns is None:
        return None
    return _cut(game, sum(time_ns < last_press_ns for time_ns, _ in game.inputs), last_press_ns)


def without_last_piece(game: Game) -> Game | None:
    """Return the game at the moment when the piece that locked last came into play; None if none has locked."""
    spawned = locked_from = None
    replayed = Game.from_setup(game.setup)
    for time_ns, mask in (*game.inputs, (game.view.time_ns, None)):
        if replayed.view.end is not None:
            break
        for notice in replayed.update(time_ns) if mask is None else replayed.play(time_ns, mask):
            match notice:
                case PieceSpawned():
                    spawned = notice.time_ns
                case PieceLocked():
                    locked_from = spawned
                case _:
                    pass
    if locked_from is None:
        return None
    return _cut(game, sum(time <= locked_from for time, _ in game.inputs), locked_from)


def _cut(game: Game, inputs: int, time_ns: int) -> Game:
    """Return the game at a time, with only its first inputs."""
    recording = Recording.of(game)
    shorter = replace(recording, inputs=recording.inputs[:inputs], result=replace(recording.result, time_ns=time_ns))
    return shorter.replay()
