"""Undo without a running history: the whole game is replayed first. What the running one does must come to the same."""

from piecement_engine import Game
from piecement_engine.undo import Cut, History


def without_last_press(game: Game) -> Game | None:
    """Return the game at the moment of the last press of a button, just before it; None if there was none."""
    history = _history_of(game)
    return _back(history, game, history.before_last_press(game))


def without_last_piece(game: Game) -> Game | None:
    """Return the game at the moment when the piece that locked last spawned; None if none has locked."""
    history = _history_of(game)
    return _back(history, game, history.before_last_piece(game))


def _history_of(game: Game) -> History[None]:
    """Return the history of a game that was played already, for which it is replayed."""
    replayed = Game.from_setup(game.setup)
    history = History[None](replayed, None)
    for time_ns, mask in game.inputs:
        history.record(replayed, replayed.play(time_ns, mask), lambda: None)
    if replayed.view.end is None:
        history.record(replayed, replayed.update(game.view.time_ns), lambda: None)
    return history


def _back(history: History[None], game: Game, cut: Cut | None) -> Game | None:
    if cut is None:
        return None
    earlier, _, inputs = history.go_back(game, cut)
    for time_ns, mask in inputs:
        earlier.play(time_ns, mask)
    earlier.update(cut.time_ns)
    return earlier
