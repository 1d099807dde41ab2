"""Undo without a running game: the whole game is replayed first. What a round does must come to the same."""

from piecement_engine import Game, Recording, Replayer, Tracker
from piecement_engine.recording.anchors import Cut


def without_last_press(game: Game) -> Game | None:
    """Return the game at the moment of the last press of a button, just before it; None if there was none."""
    replayer = replayed(game)
    return _back(replayer, replayer.last_press)


def without_last_piece(game: Game) -> Game | None:
    """Return the game at the moment when the piece that locked last spawned; None if none has locked."""
    replayer = replayed(game)
    return _back(replayer, replayer.last_piece)


def replayed(game: Game) -> Replayer[Tracker]:
    """Return a replayer at the present moment of a game."""
    replayer = Recording.of(game).replayer()
    replayer.seek(game.view.time_ns)
    return replayer


def _back(replayer: Replayer[Tracker], cut: Cut | None) -> Game | None:
    if cut is None:
        return None
    replayer.go_back(cut)
    return replayer.game
