"""The game on a game screen: its sides, and the screen that follows."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import ClassVar, Final, Protocol

from textual.geometry import Size

from piecement.input.bindings import Bindings
from piecement.render.layout import Layout
from piecement.render.overlay import NO_OVERLAY, Overlay
from piecement.render.skins.look import Look
from piecement.settings.settings import Settings
from piecement.storage.recorder import NullRecorder, Recorder
from piecement.terminal.canvas.canvas import RowCanvas
from piecement.ui.game.game_keys import commands
from piecement.ui.game.side import Side
from piecement.ui.menu_graph import Node
from piecement.ui.services import Services

_CLOCK_NS: Final = 90_000_000
"""Interval between updates of hundredths of a second, which cannot be read faster (ns)."""


_END_NS: Final = 480_000_000
"""Minimum time that the end is shown (ns)."""


class Beside(Protocol):
    """Something that is shown beside the sides, on canvases of its own."""

    @property
    def canvases(self) -> Sequence[RowCanvas]: ...

    def resize(self, room: Size) -> Size:
        """Take a part of a terminal, and return what is left of it."""
        ...

    def draw(self) -> None:
        """Mark what has changed on the canvases."""
        ...


class Director(ABC):
    """Sets up the sides of each game on a screen, the player's first, and says how it begins and ends."""

    MAY_PAUSE: ClassVar[bool] = True
    """Whether the game halts when it is not seen."""
    READY_GO: ClassVar[bool] = False
    """Whether READY and GO are shown before a game begins."""
    INTERRUPTED: ClassVar[Node] = Node.PAUSE
    """The screen that opens when the game cannot be seen or controlled."""
    beside: "Beside | None" = None
    """Lines beside the sides."""
    sides: Sequence[Side] = ()
    """The sides of the present game, as many in each game of a screen."""

    def __init__(self, services: Services) -> None:
        """Make a first game. A subclass sets all that its games need before it calls this."""
        self._services = services
        self.keys = services.keyboard.new_input()
        """The player's keys, shared by all games of the screen."""
        self._bind(services.settings.now)
        self.new_game()

    def new_game(self) -> None:
        """Close the bots of the last game and make another one, which has not begun."""
        self.close_bots()
        self.sides = self._new_sides()
        self.recorder = self._new_recorder()

    def close_bots(self) -> None:
        for side in self.sides:
            side.bot.close()

    @abstractmethod
    def _new_sides(self) -> Sequence[Side]:
        """Return the sides of a new game."""

    def _new_recorder(self) -> Recorder | NullRecorder:
        """Return the recorder of a game; by default it records nothing."""
        return NullRecorder(self.sides[0].session)

    @abstractmethod
    def following(self) -> tuple[Node, object] | None:
        """Return the screen that follows the end, and its payload; None where another game follows."""

    def on_shown(self) -> None:  # noqa: B027 - nothing is needed for most games
        """Prepare what is shown beside the game; called whenever it is seen, for the first time or again."""

    def begin(self) -> None:
        """Start the bots that play from the start."""
        if self._services.run_state.bot is not None:
            self.sides[0].toggle_bot(self._services.clock())

    def after_frame(self) -> None:  # noqa: B027 - nothing is needed for most games
        """Do work that may be late."""

    def next_tick_ns(self, now_ns: int) -> int:
        """Return when to draw again though nothing happens in the game: its time is shown in hundredths."""
        return now_ns + _CLOCK_NS

    def on_over(self) -> None:  # noqa: B027 - nothing is needed for most games
        """Record the result."""

    def apply_settings(self, settings: Settings) -> None:
        self._bind(settings)
        self.sides[0].bot.apply_settings(settings.computer)

    def look_of(self, number: int, share: Size) -> Look:
        """Return the look of a side in its part of the terminal."""
        return self._services.appearance.look

    def overlay(self, number: int, layout: Layout) -> Overlay:
        """Return the overlay of a side with a layout."""
        return NO_OVERLAY

    def bindings(self, settings: Settings) -> Bindings:
        return settings.controls.bindings

    @property
    def is_over(self) -> bool:
        """Whether the game is over, though its end may still be shown."""
        return self.sides[0].session.view.end is not None

    @property
    def ending_ns(self) -> int:
        """Time that the end is shown (ns)."""
        return max(_END_NS, *(side.ending_ns for side in self.sides))

    @property
    def since_end_ns(self) -> int:
        return self.sides[0].session.since_end_ns

    def _bind(self, settings: Settings) -> None:
        self.keys.bindings = self.bindings(settings)
        own = settings.commands.keys - {settings.commands.row_key}
        self.keys.commands = commands(settings) | {key for key in own if "+" in key}  # where Ctrl is a button, too
        self._services.keyboard.apply(settings.interface, self.keys)
        self.keys.row_key = settings.commands.row_key
