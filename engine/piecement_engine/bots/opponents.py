"""The bots by name: plain ones for each evaluator, and opponents from easy to hard."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from piecement_engine.bots.bot import Bot, Habits, PytetrisBot, SearchingBot
from piecement_engine.bots.pace import Pace
from piecement_engine.bots.search import Search
from piecement_engine.timing import MILLISECOND

BotMaker = Callable[[int], Bot]
"""Makes a bot from a seed for its random number generator."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Opponent:
    """A bot with a name, a speed and a level."""

    name: str
    sentence: str
    """What a player reads about it."""
    make: BotMaker
    pieces_per_second: float = 2.0
    level: int = 0
    """How strong it is among the opponents, from 1; 0 is none of them."""

    @property
    def pace(self) -> Pace:
        """How it handles the buttons."""
        piece_ns = round(1e9 / self.pieces_per_second)
        return Pace(pieces_per_second=self.pieces_per_second, tap_ns=min(40 * MILLISECOND, piece_ns // 10))


BOTS: Final[dict[str, Opponent]] = {}
"""The bots by name, opponents from the weakest to the strongest after the plain ones."""


def register_bot(opponent: Opponent) -> None:
    """Register a bot under its name."""
    BOTS[opponent.name] = opponent


def _searching(habits: Habits) -> BotMaker:
    return lambda seed: SearchingBot(habits, seed)


def _plain(name: str, sentence: str, evaluator: str, perfect_clear_boards: int = 0) -> Opponent:
    habits = Habits(search=Search(evaluator), perfect_clear_boards=perfect_clear_boards)
    return Opponent(name=name, sentence=sentence, make=_searching(habits))


def _opponent(name: str, level: int, sentence: str, pace: float, habits: Habits) -> Opponent:
    return Opponent(name=name, sentence=sentence, make=_searching(habits), pieces_per_second=pace, level=level)


def _fighting(width: int, depth: int, error_rate: float = 0.0, perfect_clear_boards: int = 0) -> Habits:
    search = Search("attack", width, depth)
    return Habits(search=search, error_rate=error_rate, perfect_clear_boards=perfect_clear_boards)


for _bot in (
    _plain("survive", "Keeps the stack low, for ever if it can.", "survive"),
    _plain("score", "Wants points by the rules of the game.", "score"),
    _plain("attack", "Wants to send rows to the other side.", "attack", 200),
    Opponent(
        name="pytetris",
        sentence="The player of pytetris: straight drops, one piece ahead.",
        make=lambda _: PytetrisBot(),
    ),
    _opponent("pebble", 1, "Drops one piece at a time, and not always well.", 0.6, _fighting(1, 1, 0.2)),
    _opponent("brook", 2, "Sees what comes next, and dreams at times.", 1.0, _fighting(2, 2, 0.1)),
    _opponent("gale", 3, "Plans ahead at a good pace.", 1.5, _fighting(3, 4, 0.05)),
    _opponent("anvil", 4, "Makes few mistakes, and you will feel it.", 2.0, _fighting(3, 6, 0.02)),
    _opponent("torrent", 5, "Makes none, and is quick about it.", 2.5, _fighting(6, 6)),
    _opponent("glacier", 6, "Looks at everything, and comes down on you.", 3.0, _fighting(10, 6, 0.0, 200)),
):
    register_bot(_bot)
