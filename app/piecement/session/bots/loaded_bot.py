"""A loaded bot: ready to play, by a name or as a program of the player's own."""

from dataclasses import dataclass

from piecement.language import _
from piecement.session.bots.bot_error import BotError
from piecement.session.bots.bot_program import Program, is_program
from piecement.terminal.outside_text import LONGEST_NAME, one_line
from piecement_engine.bots import BOTS, Bot, ExternalBot, Pace, SearchingBot
from piecement_engine.timing import MILLISECOND

_LONGEST_TAP_NS = 40 * MILLISECOND


@dataclass(frozen=True, slots=True)
class LoadedBot:
    """A bot that is ready to play. Close it in the end."""

    name: str
    """What a player reads."""
    bot: Bot
    program: Program | None = None

    @property
    def is_awaited(self) -> bool:
        """Whether there is no use in asking it on before some time has passed."""
        return self.program is not None and self.program.is_awaited

    def failure(self, error: Exception) -> BotError:
        """Return what a player reads of an error of the bot."""
        said = one_line(error) or type(error).__name__
        return BotError(_("The bot {bot} has failed: {said}.").format(bot=one_line(self.name, LONGEST_NAME), said=said))

    def close(self) -> None:
        if self.program is not None:
            self.program.close()


def is_bot(name: str) -> bool:
    """Return whether there is a bot of this name, or a program to be run by it."""
    return name in BOTS or is_program(name)


def load_bot(name: str, seed: int = 0, *, look_ahead: int | None = None, wait_s: float = 0.0) -> LoadedBot:
    """Return a bot by its name, or else by the command that runs it.

    The look-ahead, in pieces, is for bots that search; without one they look as far as they like to.
    Raises `ExternalBotError` for a command that cannot be run.
    """
    if name not in BOTS:
        program = Program(name, wait_s=wait_s)
        return LoadedBot(name, ExternalBot(program.exchange), program)
    bot = BOTS[name].make(seed)
    if look_ahead is not None and isinstance(bot, SearchingBot):
        bot = bot.seeing(look_ahead, seed)
    return LoadedBot(name, bot)


def pace_of(pieces_per_second: float) -> Pace:
    """Return how a bot handles the buttons that places so many pieces a second."""
    return Pace(pieces_per_second=pieces_per_second, tap_ns=min(_LONGEST_TAP_NS, round(1e8 / pieces_per_second)))
