"""A loaded bot, its input at the buttons of a session, and its hints."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Final, NamedTuple

from piecement.session.bots import BotError
from piecement.session.bots.bot_program import Program, is_program
from piecement_base.language import _
from piecement_base.printable import LONGEST_NAME, one_line
from piecement_engine import Event, GameView, Piece
from piecement_engine.bots import BOTS, Bot, ExternalBot, Pace, Placement, Playable, Player, Position, SearchingBot
from piecement_engine.rules.timing import MILLISECOND

if TYPE_CHECKING:
    from piecement.session.bots.slices import MayThink

_LONGEST_TAP_NS = 40 * MILLISECOND


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

    def input(self, current: Playable, pieces_per_second: float) -> "BotInput":
        """Return the bot as a player of a session."""
        return BotInput(current, self, pieces_per_second)

    def hints(self) -> "Hints":
        """Return the hints that the bot gives."""
        return Hints(self)

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


class BotInput:
    """Presses the buttons before a frame and thinks after it.

    Every failure of the bot is raised as `BotError` and leaves the game unchanged.
    """

    def __init__(self, current: Playable, loaded_bot: LoadedBot, pieces_per_second: float) -> None:
        self.loaded_bot: Final = loaded_bot
        self._current: Final = current
        self._player: Final = Player(current, loaded_bot.bot, button_pace(pieces_per_second))
        self._events: list[Event] = []
        self._has_asked = False
        """Whether the bot has thought since the last call of `think`."""

    def set_pace(self, pieces_per_second: float) -> None:
        self._player.pace = button_pace(pieces_per_second)

    def advance(self, time_ns: int) -> list[Event]:
        """Advance the game with the presses that are due and return all events since the last call."""
        self._play(time_ns, lambda: False)
        events, self._events = self._events, []
        return events

    def think(self, may_think: "MayThink") -> bool:
        """Think about the current piece and return whether time ran out before the thinking was finished."""
        was_stopped = False

        def may_go_on() -> bool:  # a program whose reply is awaited is asked once a call
            nonlocal was_stopped
            if self.loaded_bot.is_awaited and self._has_asked:
                return False
            self._has_asked = True
            was_stopped = not may_think()
            return not was_stopped

        self._has_asked = False
        self._play(self._current.view.time_ns, may_go_on)
        return was_stopped

    def _play(self, time_ns: int, may_think: Callable[[], bool]) -> None:
        if self._current.view.end is not None:
            return
        try:
            self._events += self._player.advance(time_ns, may_think)
        except Exception as error:
            raise self.loaded_bot.failure(error) from error


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
    hold = view.hold
    return view.pieces, piece.shape, hold, view.next, len(view.rows)
