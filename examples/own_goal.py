"""A goal of one's own: win by some clears of two rows or more, and have a bot play it.

pip install piecement-engine
python examples/own_goal.py
"""

from collections.abc import Sequence
from dataclasses import dataclass

from piecement_engine import End, Hooks, Modifier, Rules, Table, register_modifier
from piecement_engine.bots import BOTS, Player
from piecement_engine.play import game_of


@register_modifier
@dataclass(frozen=True, slots=True)
class Doubles(Modifier):
    kind = "doubles"
    goal: int = 5

    def hooks(self) -> Hooks:
        return CountDoubles(self.goal)


class CountDoubles(Hooks):
    def __init__(self, goal: int) -> None:
        self.left = goal

    def locked(self, table: Table, rows: Sequence[int]) -> None:
        if len(rows) >= 2:
            self.left -= 1
            table.announce(f"{self.left} to go")
        if self.left <= 0:
            table.finish(End.COMPLETED)


game = game_of(Rules(modifiers=(Doubles(3),)), seed=4)
Player(game, BOTS["survive"].make(0)).advance(600_000_000_000)
print(game)
print(game.view.end, "with", game.view.pieces, "pieces")
