"""Loaded bots, built in or external."""

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
    """Bot ready to play; close it after use."""

    name: str
    """Name for display."""
    bot: Bot
    program: Program | None = None

    @property
    def is_awaited(self) -> bool:
        """Whether a reply of the program is pending, so that calling the bot at once is useless."""
        return self.program is not None and self.program.is_awaited

    def failure(self, error: Exception) -> BotError:
        """Return the error shown to the player for a failure of the bot."""
        said = one_line(error) or type(error).__name__
        return BotError(_("The bot {bot} has failed: {said}.").format(bot=one_line(self.name, LONGEST_NAME), said=said))

    def close(self) -> None:
        if self.program is not None:
            self.program.close()


def is_bot(name: str) -> bool:
    """Return whether the name is that of a bot, or a command of an installed program."""
    return name in BOTS or is_program(name)


def load_bot(name: str, seed: int = 0, *, look_ahead: int | None = None, wait_s: float = 0.0) -> LoadedBot:
    """Return the bot with a name, or the external bot run by a command.

    `look_ahead` limits searching bots (pieces). Raises `ExternalBotError` if the command cannot be run.
    """
    if name not in BOTS:
        program = Program(name, wait_s=wait_s)
        return LoadedBot(name, ExternalBot(program.exchange), program)
    bot = BOTS[name].make(seed)
    if look_ahead is not None and isinstance(bot, SearchingBot):
        bot = bot.seeing(look_ahead, seed)
    return LoadedBot(name, bot)


def button_pace(pieces_per_second: float) -> Pace:
    """Return the button timing of a bot at the given pieces per second."""
    return Pace(pieces_per_second=pieces_per_second, tap_ns=min(_LONGEST_TAP_NS, round(1e8 / pieces_per_second)))
