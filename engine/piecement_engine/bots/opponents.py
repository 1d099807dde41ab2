"""Bots by name, with their texts for players. Importing this imports no bot: making the first one does."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, NamedTuple

from piecement_engine.registry import Registry, register, require

if TYPE_CHECKING:
    from piecement_engine.bots.bot import Bot

_CHANCES: Final = 6
"""Number of boards of the last layer that a bot without a fixed size examines for each possible next piece."""

BotMaker = Callable[[int], "Bot"]
"""Function that makes a bot from a seed for its random number generator."""


class Opponent(NamedTuple):
    """A bot with a name, a speed and a level."""

    name: str
    sentence: str
    """Description for players."""
    make: BotMaker
    pieces_per_second: float = 2.0
    level: int = 0
    """Strength among the opponents, from 1; 0 is no opponent."""


def _pytetris(_: int) -> "Bot":
    from piecement_engine.bots.pytetris import PytetrisBot

    return PytetrisBot()


def _searching(
    evaluator: str, size: tuple[int, int] | None = None, error_rate: float = 0.0, perfect_clear_boards: int = 0
) -> BotMaker:
    """Return the maker of a searching bot with this width and depth, or those of the build, with chances."""

    def make(seed: int) -> "Bot":
        from piecement_engine.bots.bot import Habits, SearchingBot
        from piecement_engine.bots.search import Search

        search = Search(evaluator, *size) if size else Search(evaluator, chances=_CHANCES)
        return SearchingBot(
            Habits(search=search, error_rate=error_rate, perfect_clear_boards=perfect_clear_boards), seed
        )

    return make


BOTS: Final[dict[str, Opponent]] = Registry(
    "bot",
    {
        bot.name: bot
        for bot in (
            Opponent("survive", "Keeps the stack low, forever if it can.", _searching("survive")),
            Opponent("score", "Plays for points.", _searching("score")),
            Opponent("attack", "Builds for spins and quads.", _searching("attack", perfect_clear_boards=200)),
            Opponent("dig", "Digs through garbage in few pieces.", _searching("dig")),
            Opponent("pytetris", "The pytetris bot: straight drops, one piece ahead.", _pytetris),
            Opponent("pebble", "Beginner: slow, with many slips.", _searching("attack", (2, 3), 0.12), 0.7, 1),
            Opponent("brook", "Sees the next pieces; slips at times.", _searching("attack", (3, 4), 0.11), 0.85, 2),
            Opponent("gale", "Plans ahead at a good pace.", _searching("attack", (3, 5), 0.085), 1.05, 3),
            Opponent("anvil", "Looks far ahead and keeps up pressure.", _searching("attack", (3, 6), 0.06), 1.3, 4),
            Opponent("torrent", "Fast, with few mistakes.", _searching("attack", (3, 6), 0.045), 1.45, 5),
            Opponent(
                "glacier", "Plans furthest ahead: the strongest bot.", _searching("attack", (4, 6), 0.04, 200), 1.65, 6
            ),
        )
    },
)
"""Bots by name: the plain ones, then the opponents from the weakest to the strongest.

Each opponent wins three of four matches against the one below, as `benchmarks/bot_levels.py` measures.
"""


def register_bot(opponent: Opponent, *, replace: bool = False) -> None:
    """Register a bot under its name; settings and commands show it too. Raises `RuleError` as `register` does."""

    def trial() -> None:
        bot = opponent.make(0)
        form = "a bot, an instance with think"
        require(bot, "make", form, fits=callable(getattr(bot, "think", None)))

    name, fits = getattr(opponent, "name", None), isinstance(opponent, Opponent)
    register(BOTS, name, opponent, fits=fits, form="an Opponent", replace=replace, trial=trial)
