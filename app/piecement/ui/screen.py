"""The base of all screens of the menu graph."""

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar, Final, Generic, NamedTuple, ParamSpec, Protocol, TypeVar, runtime_checkable

from textual import events, on
from textual.app import ComposeResult
from textual.content import Content
from textual.geometry import Size
from textual.screen import Screen

from piecement.terminal.canvas.frame_clock import FrameClock
from piecement.terminal.textual_internals import forget_closed
from piecement.ui import STYLES
from piecement.ui.key_rows import FIND_ACTION, KeyRow, KeyTable, bindings_of, line_of
from piecement.ui.menu_graph import Edge, Node, Trigger, edge_between, tab_group
from piecement.ui.messages import GoBack, Navigate
from piecement.ui.services import Services
from piecement.ui.texts.plain_hints import plain_hint
from piecement.ui.widgets.key_line import KeyLine
from piecement.ui.widgets.screen_page import size_classes
from piecement.ui.widgets.tab_bar import TabBar
from piecement_base.language import _, current_language

_Arguments = ParamSpec("_Arguments")
Payload = TypeVar("Payload")

_PASTED: Final = re.compile(r"\s*(piecement-game-|\{)|.{0,200}[vmd]1[0-9]{2}@", re.DOTALL)
"""The beginnings of texts that can be pasted: a game's line, a rule code, and a fumen, which may be in an address."""


class HelpTopic(NamedTuple):
    """Content of the help: the title of a screen, and its current keys."""

    title: str
    rows: KeyTable
    is_game: bool
    """Whether they are those of a game."""


@runtime_checkable
class HelpKeyUser(Protocol):
    """A screen that may have a use of its own for the key of the help."""

    def use_help_key(self) -> bool:
        """Put the key to that use, and return whether there is one now."""
        ...


class NodeScreen(Screen[None]):
    """A screen of the menu graph. Its style sheet is the one with the name of its module, if there is one."""

    BY_NODE: Final[dict[Node, "type[NodeScreen]"]] = {}
    """The screens of the modules imported so far."""
    NODE: Node
    IS_GAME: ClassVar[bool] = False
    """Whether a game is running, with its sounds and music."""
    HAS_PALETTE: ClassVar[bool] = True
    """Whether the command palette opens over it; games, matches and trainers have other uses of its key."""
    KEYS: ClassVar[KeyTable]
    """Its keys, of which the `BINDINGS` are made."""
    _has_chosen = False
    """Whether a way was chosen that the application has not gone yet."""

    _is_new = True
    """Whether the screen was not shown yet."""
    remade_with: object = None
    """Payload with which the screen is made again in another language."""

    def __init__(self, services: Services) -> None:
        super().__init__()
        self._services: Final = services
        self.language = current_language()

    @classmethod
    def build(cls, services: Services, _payload: Any, /) -> "NodeScreen":  # of the type that each `Showing` names
        """Return a screen, which shows no payload."""
        return cls(services)

    def __init_subclass__(cls, **options: Any) -> None:  # those of Textual
        if "KEYS" in vars(cls):
            cls.BINDINGS = bindings_of(cls.KEYS)
        super().__init_subclass__(**options)
        if "NODE" in vars(cls):
            cls.BY_NODE[cls.NODE] = cls
        sheet = STYLES / f"{cls.__module__.rpartition('.')[2]}.tcss"
        if "CSS_PATH" not in vars(cls) and sheet.is_file():
            cls.CSS_PATH = sheet

    def interrupt(self) -> None:
        """Stop what runs, where it can be paused, for something that the player waits for."""

    def take_size(self, size: Size) -> None:
        """Add the classes for a size before there are widgets, so that they are not styled anew."""
        self.add_class(*(name for name, is_reached in size_classes(size).items() if is_reached), update=False)

    @on(events.Resize)
    def _change_size_class(self) -> None:
        """Change the classes for the size, also where the terminal was resized over another screen."""
        self.update_classes(size_classes(self.app.size))

    @on(events.ScreenResume)
    def _take_over(self, event: events.ScreenResume) -> None:
        """Prevent new styles of widgets that were only just mounted."""
        self._change_size_class()
        self._has_chosen = False
        event.refresh_styles, self._is_new = not self._is_new and event.refresh_styles, False

    def card_title(self, of_row: str) -> str:
        """Return the title of the card: that of the row with the cursor, unless the card holds something else."""
        return of_row

    def show_card_title(self, of_row: str) -> None:
        """Show the title of the card in its frame, where it has one."""
        for card in self.query("ScreenPage .card"):
            card.border_title = Content(self.plain(self.card_title(of_row)))

    def online_changed(self, change: str) -> None:
        """Follow a change of what is known of the server: the type of the message that made it, or `contact`."""

    def follow_settings(self, show: Callable[[], None]) -> None:
        """Call a function after every change of a setting, while the screen is there."""
        self._services.settings.changed.subscribe(self, lambda _settings: show())

    def follow_keyboard(self, show: Callable[[], None]) -> None:
        """Call a function whenever the terminal reports keys in another way, while the screen is there."""
        self.watch(self._services.terminal, "keyboard", lambda _keyboard: show(), init=False)

    def on_unmount(self) -> None:
        """End all subscriptions, as Textual keeps what is closed until the next change, and free the lines."""
        services = self._services
        services.settings.changed.unsubscribe(self)
        services.online_played.unsubscribe(self)
        services.terminal.app_suspend_signal.unsubscribe(self)
        forget_closed(services.terminal, self)

    def on_paste(self, event: events.Paste) -> None:
        """Show what can be done with a text, where the graph says so."""
        edge = edge_between(self.NODE, Node.PASTED, Trigger.EVENT)
        if edge is None or not event.text.strip():
            return
        if _PASTED.match(event.text):
            self.follow(edge, lambda: event.text)
        else:
            self._services.warn(_("Only a game's line, a fumen or a rule code can be pasted here."))

    def admit_key(self) -> bool:
        """Return whether a key pressed now is for this screen, called once for each that does not work everywhere."""
        return True

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Return whether an action is possible: a key that a widget types or plays with opens no line to find by."""
        if action == FIND_ACTION and self.focused is not None and self.focused.check_consume_key("slash", "/"):
            return False
        return super().check_action(action, parameters)

    def while_running(self, function: Callable[_Arguments, object]) -> Callable[_Arguments, None]:
        """Return the function for what calls by itself, as frames do: it does nothing once the widgets may be gone.

        Textual takes them away after the last message of a screen, and only then sends `Unmount`, which ends the calls.
        """

        def call(*args: _Arguments.args, **kwargs: _Arguments.kwargs) -> None:
            if self.is_running:
                function(*args, **kwargs)

        return call

    def frame_clock(self, frame: Callable[[int], object], fps: float = 60) -> FrameClock:
        """Return a clock that calls back for each frame while the screen is there."""
        services = self._services
        timer, clock = services.frame_timer, services.clock
        return FrameClock(self.while_running(frame), services.terminal.fail, fps=fps, frame_timer=timer, now_ns=clock)

    @property
    def ascii_only(self) -> bool:
        return self._services.appearance.ascii_only

    def plain(self, text: str) -> str:
        """Return a text in ASCII, if it has to be."""
        return plain_hint(text, ascii_only=self.ascii_only)

    def key_rows(self) -> Iterable[KeyRow]:
        """Return the keys that work now."""
        return self.KEYS

    def line_rows(self) -> Iterable[KeyRow]:
        """Return the keys for the line at the bottom."""
        return self.key_rows()

    def show_keys(self) -> None:
        """Show the keys that work now in the line at the bottom, unless the program starts or ends."""
        for line in self.query(KeyLine):
            line.show(*line_of(self.line_rows()))

    def compose(self) -> ComposeResult:
        yield from self.contents()
        yield KeyLine(*line_of(self.line_rows()))

    def contents(self) -> ComposeResult:
        """Yield what is above the line of keys."""
        yield from ()

    def use_help_key(self) -> bool:
        """Use the key of the help for something else, and return whether there is such a use now."""
        return False

    def payload_of(self, edge: Edge) -> object:
        """Return the payload of the screen at the end of an edge. May raise `StorageError`."""
        if edge.target is Node.HELP:
            return HelpTopic(_(self.NODE.heading), tuple(self.key_rows()), self.IS_GAME and not self.NODE.is_popup)
        payload = self.payloads().get(edge.target)
        return payload() if callable(payload) else payload

    def payloads(self) -> Mapping[Node, object]:
        """Return the payloads of other screens than the help, or functions that make them."""
        return {}

    def navigate(self, target: Node, trigger: Trigger, payload: object = None) -> None:
        """Go to another screen, if the graph has such an edge, as `follow` does."""
        if edge := edge_between(self.NODE, target, trigger):
            self.follow(edge, payload)

    def follow(self, edge: Edge, payload: object = None) -> None:
        """Go along an edge to a screen that shows the payload, by default that of `payload_of`.

        Of choices in the same instant only the first counts. A function that makes the payload is called only for that
        one, as it may end a game.
        """
        if self._may_choose:
            shown = self.payload_of(edge) if payload is None else payload() if callable(payload) else payload
            message = Navigate(edge, shown)
            self._has_chosen = True
            self.post_message(message)

    def leave(self) -> None:
        """Go back from a pop-up, unless something else was chosen in the same instant."""
        if self._may_choose:
            self._has_chosen = True
            self.post_message(GoBack(self.NODE))

    def action_back(self) -> None:
        """Leave a pop-up."""
        self.leave()

    def action_find(self) -> None:
        """Open the command palette, where a screen has no line of its own to find by."""
        self.app.action_command_palette()

    def place(self) -> object:
        """Return the payload that shows this tab as it is now, when the player comes back from another one."""
        return None

    def action_tab(self, steps: int) -> None:
        """Show the tab that is `steps` further, from the last on to the first."""
        if group := tab_group(self.NODE):
            tabs = list(group.tabs)
            self.navigate(tabs[(tabs.index(self.NODE) + steps) % len(tabs)], Trigger.TAB)

    def on_tab_bar_chosen(self, event: TabBar.Chosen) -> None:
        self.navigate(event.node, Trigger.TAB)

    @property
    def _may_choose(self) -> bool:
        return not self._has_chosen and self.app.screen is self


class Showing(NodeScreen, Generic[Payload]):
    """A screen that shows a payload, which is the second argument of its constructor."""

    def __init__(self, services: Services, _payload: Payload | None = None) -> None:
        super().__init__(services)

    @classmethod
    def build(cls, services: Services, payload: Payload, /) -> NodeScreen:
        return cls(services, payload)
