"""A duel: bots against each other on the same pieces, without anybody to watch."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from piecement_engine.bots.attack import GUIDELINE, AttackRule
from piecement_engine.bots.bot import Bot
from piecement_engine.bots.pace import Pace
from piecement_engine.bots.player import Player
from piecement_engine.bots.versus import Ledger, Versus
from piecement_engine.game import Game
from piecement_engine.rules import Rules
from piecement_engine.timing import MILLISECOND

_STEP_NS: Final = 10 * MILLISECOND
"""How often each is told what the others sent: shorter than any appearance delay that leaves rows time to rise."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a duel."""

    winner: int | None
    """The number of the bot that was left; None where the pieces or the lives of both ran out at once."""
    pieces: tuple[int, ...]
    ledgers: tuple[Ledger, ...]
    games: tuple[Game, ...]


def duel(
    bots: Sequence[Bot],
    paces: Sequence[Pace],
    rules: Rules,
    seed: int,
    *,
    attack: AttackRule = GUIDELINE,
    most_pieces: int = 1000,
) -> Outcome:
    """Let bots play on the same pieces until one is left, or one has locked the most pieces allowed."""
    games = tuple(Game(rules, seed) for _ in bots)
    players = [Player(game, bot, pace) for game, bot, pace in zip(games, bots, paces, strict=True)]
    versus = Versus(games, attack, seed)
    time_ns = 0
    while len(versus.alive) > 1 and max(game.view.pieces for game in games) < most_pieces:
        time_ns += _STEP_NS
        for side in versus.alive:
            versus.take(side, players[side].advance(time_ns))
    return Outcome(
        winner=versus.winner,
        pieces=tuple(game.view.pieces for game in games),
        ledgers=tuple(versus.ledger(side) for side in range(len(games))),
        games=games,
    )
