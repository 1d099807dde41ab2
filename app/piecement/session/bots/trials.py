"""Trials of bots, alone or against each other; `trial_processes` plays many at once."""

import sys
from collections.abc import Callable, Collection
from contextlib import ExitStack, closing
from dataclasses import dataclass
from math import inf
from time import perf_counter, process_time
from typing import Final

from piecement.session.bots.bot_input import button_pace
from piecement.session.bots.loaded_bot import LoadedBot, load_bot
from piecement_engine import Event, Game, Rules
from piecement_engine.bots import NoMoveError, Player, play_match
from piecement_engine.rules.timing import MILLISECOND, SECOND

_STEP_NS: Final = 100 * MILLISECOND
_LONGEST_NS: Final = 24 * 3600 * SECOND
"""Game time after which a trial ends in which no piece spawns any more (ns)."""
_WAIT_S: Final = 0.02
"""Maximum time for which a read waits for a reply of a program (s)."""
MATCH_PACE: Final = 2.0
"""Pieces per second of game time of both sides of a match."""


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


Report = Callable[[int], bool]
"""Function that often receives the number of pieces of a trial, and returns whether to continue."""


def _never_stops(_: int) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class Trial:
    """Game for a bot to play."""

    bot: str
    """Name of a bot, or a command."""
    rules: Rules
    seed: int
    most_pieces: int
    """Maximum number of pieces; 0 for no limit."""

    def play(self, report: Report = _never_stops) -> TrialScore:
        """Play the game.

        A program without a legal move gives up. Raises `ExternalBotError` if a program fails or has no move even for
        the first piece.
        """
        with closing(load_bot(self.bot, self.seed, wait_s=_WAIT_S)) as loaded_bot:
            return _played(self, loaded_bot, report)


@dataclass(frozen=True, slots=True)
class MatchTrial:
    """Match for two bots to play, both at the same speed and with the same pieces."""

    bots: tuple[str, str]
    """Names of bots, or commands."""
    rules: Rules
    seed: int
    most_pieces: int
    """Maximum number of pieces of a side; 0 for no limit."""

    def play(self, report: Report = _never_stops) -> "MatchScore":
        """Play the match. A program without a legal move loses. Raises `ExternalBotError` if a program fails."""
        with ExitStack() as stack:
            loaded = [stack.enter_context(closing(load_bot(bot, self.seed, wait_s=_WAIT_S))) for bot in self.bots]
            outcome = play_match(
                [each.bot for each in loaded],
                [button_pace(MATCH_PACE)] * len(loaded),
                self.rules,
                self.seed,
                most_pieces=self.most_pieces or sys.maxsize,
                proceed=report,
            )
        return MatchScore(
            seed=self.seed,
            winner=outcome.winner,
            ends=tuple(game.view.end and game.view.end.value for game in outcome.games),
            pieces=outcome.pieces,
            sent=tuple(counts.sent for counts in outcome.counts),
            time_ns=max(game.view.time_ns for game in outcome.games),
        )


@dataclass(frozen=True, slots=True)
class MatchScore:
    """Result of a match; tuples have an entry for each bot."""

    seed: int
    winner: int | None
    """Number of the bot that won, from 0; None for a draw: the maximum of pieces was reached, or both topped out."""
    ends: tuple[str | None, ...]
    """Reason for the end of each game; None if it was stopped."""
    pieces: tuple[int, ...]
    sent: tuple[int, ...]
    """Number of garbage rows sent."""
    time_ns: int
    """Game time."""


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


def _played(trial: Trial, loaded_bot: LoadedBot, report: Report) -> TrialScore:
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
