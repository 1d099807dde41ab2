"""Loaded bots, and the hints that one gives."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, NamedTuple

from piecement.session.bots import BotError
from piecement.session.bots.bot_program import Program, is_program
from piecement_base.language import _
from piecement_base.printable import LONGEST_NAME, one_line
from piecement_engine import GameView, Piece
from piecement_engine.bots import BOTS, Bot, ExternalBot, Placement, Position, SearchingBot

if TYPE_CHECKING:
    from piecement.session.bots.slices import MayThink


class LoadedBot(NamedTuple):
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


class Hints:
    """Thinks about each piece once, when it spawns or leaves hold."""

    def __init__(self, loaded_bot: LoadedBot) -> None:
        self.loaded_bot: Final = loaded_bot
        self._thought_of: tuple[object, ...] = ()
        self._choice: Placement | None = None
        self._thoughts: Iterator[Placement | None] | None = None

    def advice(self, view: GameView) -> Piece | None:
        """Return the best placement found so far, or None."""
        return self._choice.piece if self._choice and self._thought_of == _subject(view) else None

    def think(self, view: GameView, may_think: "MayThink") -> bool:
        """Think until `may_think` is false and return whether the thinking is unfinished. Raises `BotError`."""
        subject = _subject(view)
        if subject is None:
            return False
        try:
            if self._thought_of != subject:
                self._thought_of = subject
                self._choice = None
                self._thoughts = iter(self.loaded_bot.bot.think(Position.of(view)))
            while self._thoughts is not None and may_think():
                self._choice = next(self._thoughts)
                if self.loaded_bot.is_awaited:
                    break
        except StopIteration:
            self._thoughts = None
        except Exception as error:
            raise self.loaded_bot.failure(error) from error
        return self._thoughts is not None


def _subject(view: GameView) -> tuple[object, ...] | None:
    """Return a key that identifies the current piece and board, or None without a piece."""
    piece = view.piece
    if piece is None or view.dropped or view.end is not None:
        return None
    return view.pieces, piece.shape, view.hold, view.next, len(view.rows)
