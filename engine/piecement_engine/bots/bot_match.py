"""Matches of bots: they play each other's games through buttons, as people do."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from piecement_engine.bots.bot import Bot
from piecement_engine.bots.pace import Pace
from piecement_engine.bots.player import Player
from piecement_engine.game import Game
from piecement_engine.garbage_rules import GarbageRules
from piecement_engine.incoming import RowCounts
from piecement_engine.match import Match
from piecement_engine.rules import Rules
from piecement_engine.timing import MILLISECOND

_STEP_NS: Final = 10 * MILLISECOND
"""How often garbage is passed on: any step that is shorter than the fuse leads to the same match."""


class MatchOutcome(NamedTuple):
    """The result of a match of bots."""

    winner: int | None
    """The number of the bot that was left; None where both ended at once, or the pieces were used up."""
    pieces: tuple[int, ...]
    counts: tuple[RowCounts, ...]
    games: tuple[Game, ...]


def play_match(
    bots: Sequence[Bot],
    paces: Sequence[Pace],
    rules: Rules,
    seed: int,
    *,
    attack: str = "guideline",
    most_pieces: int = 1000,
    step_ns: int = _STEP_NS,
) -> MatchOutcome:
    """Let bots play on the same pieces until one is left, or one has locked the most pieces allowed.

    `attack` is a name in `ATTACKS`, for rules that do not say it themselves.
    """
    rules = replace(rules, garbage=rules.garbage or GarbageRules(attack=attack))
    games = tuple(Game(rules, seed) for _ in bots)
    players = [Player(game, bot, pace) for game, bot, pace in zip(games, bots, paces, strict=True)]
    match = Match(games, seed)
    time_ns = 0
    while len(match.alive) > 1 and max(game.view.pieces for game in games) < most_pieces:
        time_ns += step_ns
        for side in match.alive:
            match.apply(side, players[side].advance(time_ns))
    return MatchOutcome(
        winner=match.winner,
        pieces=tuple(game.view.pieces for game in games),
        counts=tuple(match.counts(side) for side in range(len(games))),
        games=games,
    )
