"""Trials: games of a bot at full speed, without a screen."""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from math import inf
from time import perf_counter, process_time
from typing import Final

from piecement.session.bots.loaded_bot import LoadedBot, load_bot
from piecement_engine import Event, Game, Rules
from piecement_engine.bots import NoMoveError, Player
from piecement_engine.timing import MILLISECOND, SECOND

_STEP_NS: Final = 100 * MILLISECOND
_LONGEST_NS: Final = 24 * 3600 * SECOND
"""Game time after which a trial ends in which no piece spawns any more (ns)."""
_WAIT_S: Final = 0.02


@dataclass(frozen=True, slots=True)
class Trial:
    """Game for a bot to play."""

    bot: str
    """Name of a bot, or a command."""
    rules: Rules
    seed: int
    most_pieces: int
    """Maximum number of pieces; 0 for no limit."""


@dataclass(frozen=True, slots=True)
class TrialScore:
    """Result of a trial."""

    seed: int
    end: str | None
    """Reason for the end; None if it was stopped."""
    pieces: int
    lines: int
    score: int
    time_ns: int
    """Game time."""
    seconds: float
    """CPU time of the game and its bot (s), or wall time for an external program."""
    astray: int
    """Number of pieces that locked elsewhere than intended."""

    @property
    def pieces_per_second(self) -> float:
        return self.pieces / self.seconds if self.seconds else 0.0


def play(trial: Trial, report: Callable[[int], bool] = lambda _: True) -> TrialScore:
    """Play the trial. `report` often receives the number of pieces and returns whether to continue.

    A program without a legal move gives up. Raises `ExternalBotError` if a program fails or has no move even for the
    first piece.
    """
    loaded_bot = load_bot(trial.bot, trial.seed, wait_s=_WAIT_S)
    try:
        return _played(trial, loaded_bot, report)
    finally:
        loaded_bot.close()


class _EnoughError(Exception):
    """All pieces of a trial have locked."""


class _Measured:
    """Game that stops at its last piece even if more would lock in the same step."""

    def __init__(self, game: Game, most_pieces: float) -> None:
        self.view: Final = game.view
        self._game: Final = game
        self._most_pieces: Final = most_pieces

    def update(self, time_ns: int, held: Collection[str] | None = None) -> list[Event]:
        """Advance the game with the held buttons. Raises `_EnoughError` after the last piece."""
        if self.view.pieces >= self._most_pieces:
            raise _EnoughError
        return self._game.update(time_ns, held)


def _played(trial: Trial, loaded_bot: LoadedBot, report: Callable[[int], bool]) -> TrialScore:
    watch = process_time if loaded_bot.program is None else perf_counter
    start_s = watch()
    game = Game(trial.rules, trial.seed)
    view = game.view
    player = Player(_Measured(game, trial.most_pieces or inf), loaded_bot.bot)
    while view.end is None and view.time_ns < _LONGEST_NS and report(view.pieces):
        try:
            player.advance(view.time_ns + _STEP_NS)
        except _EnoughError:
            break
        except NoMoveError:
            if not view.pieces:
                raise
            game.forfeit(view.time_ns)
    return TrialScore(
        seed=trial.seed,
        end=None if view.end is None else view.end.value,
        pieces=view.pieces,
        lines=view.lines,
        score=view.score,
        time_ns=view.time_ns,
        seconds=watch() - start_s,
        astray=player.astray,
    )
