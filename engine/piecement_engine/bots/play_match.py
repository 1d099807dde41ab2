"""A match of bots against each other on the same pieces, played as fast as they think."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from piecement_engine.bots.attack import GUIDELINE, AttackRule
from piecement_engine.bots.bot import Bot
from piecement_engine.bots.match import Ledger, Match
from piecement_engine.bots.pace import Pace
from piecement_engine.bots.player import Player
from piecement_engine.game import Game
from piecement_engine.rules import Rules
from piecement_engine.timing import MILLISECOND

_STEP_NS: Final = 10 * MILLISECOND
"""How often garbage is passed on: shorter than any appearance delay that leaves rows time to rise."""


@dataclass(frozen=True, slots=True)
class MatchOutcome:
    """The result of a match of bots."""

    winner: int | None
    """The number of the bot that was left; None where the pieces or the lives of both ran out at once."""
    pieces: tuple[int, ...]
    ledgers: tuple[Ledger, ...]
    games: tuple[Game, ...]


def play_match(
    bots: Sequence[Bot],
    paces: Sequence[Pace],
    rules: Rules,
    seed: int,
    *,
    attack: AttackRule = GUIDELINE,
    most_pieces: int = 1000,
) -> MatchOutcome:
    """Let bots play on the same pieces until one is left, or one has locked the most pieces allowed."""
    games = tuple(Game(rules, seed) for _ in bots)
    players = [Player(game, bot, pace) for game, bot, pace in zip(games, bots, paces, strict=True)]
    match = Match(games, attack, seed)
    time_ns = 0
    while len(match.alive) > 1 and max(game.view.pieces for game in games) < most_pieces:
        time_ns += _STEP_NS
        for side in match.alive:
            match.apply(side, players[side].advance(time_ns))
    return MatchOutcome(
        winner=match.winner,
        pieces=tuple(game.view.pieces for game in games),
        ledgers=tuple(match.ledger(side) for side in range(len(games))),
        games=games,
    )
