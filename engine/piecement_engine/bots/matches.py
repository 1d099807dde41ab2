"""Matches between bots."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from piecement_engine.bots.bot import Bot
from piecement_engine.bots.pace import Pace
from piecement_engine.bots.player import Player
from piecement_engine.bots.tbp import NoMoveError
from piecement_engine.errors import EngineError, cut_repr
from piecement_engine.game.game import Game
from piecement_engine.game.incoming import RowCounts
from piecement_engine.json_values import is_whole
from piecement_engine.match import Match
from piecement_engine.rules.garbage_rules import GarbageRules
from piecement_engine.rules.rules import Rules
from piecement_engine.rules.timing import MILLISECOND

_STEP_NS: Final = 10 * MILLISECOND
"""Interval at which garbage is passed on (ns): any shorter than the fuse leads to the same match."""


class MatchOutcome(NamedTuple):
    """Result of a match of bots."""

    winner: int | None
    """Number of the last bot left, or None if the last ones ended at once, or one reached the piece limit."""
    pieces: tuple[int, ...]
    counts: tuple[RowCounts, ...]
    games: tuple[Game, ...]


def play_match(
    bots: Sequence[Bot | str],
    paces: Sequence[Pace],
    rules: Rules,
    seed: int,
    *,
    attack: str = "guideline",
    most_pieces: int = 1000,
    step_ns: int = _STEP_NS,
    proceed: Callable[[int], bool] | None = None,
) -> MatchOutcome:
    """Play a match of bots with the same pieces until one is left or one has locked the maximum of pieces.

    A program without a move that can be played gives up, and so loses.

    Args:
        bots: The bots or their names, one for each side.
        paces: The pace of each bot.
        rules: The rules of all games.
        seed: The seed of the pieces and of the garbage.
        attack: A name in `ATTACKS`, for rules without garbage.
        most_pieces: The maximum number of pieces of a side.
        step_ns: The interval at which garbage is passed on (ns).
        proceed: A function that receives the most pieces of a side at each step, and returns whether to continue.

    Raises:
        ExternalBotError: If a program fails.
    """
    if not isinstance(bots, list | tuple) or not isinstance(paces, list | tuple) or len(bots) != len(paces):
        raise EngineError("bots and paces are two lists of the same length, with an entry for each side")
    if not is_whole(step_ns, 1):
        raise EngineError(f"step_ns is {cut_repr(step_ns)}: it must be a whole number of ns, at least 1")
    rules = replace(rules, garbage=rules.garbage or GarbageRules(attack=attack))
    games = tuple(Game(rules, seed) for _ in bots)
    players = [Player(game, bot, pace) for game, bot, pace in zip(games, bots, paces, strict=True)]
    match = Match(games, seed)
    time_ns = 0
    while len(match.alive) > 1:
        pieces = max(game.view.pieces for game in games)
        if pieces >= most_pieces or (proceed and not proceed(pieces)):
            break
        time_ns += step_ns
        for side in match.alive:
            try:
                events = players[side].advance(time_ns)
            except NoMoveError:
                given_up = games[side].forfeit(games[side].view.time_ns)
                events = [*players[side].advance(time_ns), *given_up]
            match.apply(side, events)
    return MatchOutcome(
        winner=match.winner,
        pieces=tuple(game.view.pieces for game in games),
        counts=tuple(match.counts(side) for side in range(len(games))),
        games=games,
    )
