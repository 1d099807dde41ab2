"""A trial: a bot's game played as fast as it thinks, without a screen."""

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
"""Game time after which a trial ends in which no piece comes any more."""
_WAIT_S: Final = 0.02


@dataclass(frozen=True, slots=True)
class Trial:
    """A game to be played by a bot."""

    bot: str
    """A name, or a command."""
    rules: Rules
    seed: int
    most_pieces: int
    """Where to stop; 0 is nowhere before the end."""


@dataclass(frozen=True, slots=True)
class TrialScore:
    """The figures of a trial."""

    seed: int
    end: str | None
    """How the game ended; None where it was stopped."""
    pieces: int
    lines: int
    score: int
    time_ns: int
    """The game time."""
    seconds: float
    """The processor's time that the game and its bot took; for a program of its own, the time that passed."""
    astray: int
    """How many pieces locked elsewhere than the bot wanted."""

    @property
    def pieces_per_second(self) -> float:
        return self.pieces / self.seconds if self.seconds else 0.0


def play(trial: Trial, report: Callable[[int], bool] = lambda _: True) -> TrialScore:
    """Play it. `report` is called often with the number of pieces so far, and returns whether to go on.

    A program without a move that can be played gives up. Raises `ExternalBotError` where a program fails, or has none
    even for the first piece.
    """
    loaded_bot = load_bot(trial.bot, trial.seed, wait_s=_WAIT_S)
    try:
        return _played(trial, loaded_bot, report)
    finally:
        loaded_bot.close()


class _EnoughError(Exception):
    """All the pieces of a trial have locked."""


class _Measured:
    """A game that is stopped at its last piece, though more would lock in the same step."""

    def __init__(self, game: Game, most_pieces: float) -> None:
        self.view: Final = game.view
        self._game: Final = game
        self._most_pieces: Final = most_pieces

    def update(self, time_ns: int, held: Collection[str] | None = None) -> list[Event]:
        """Play on to a time, and have these buttons held from then on."""
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
