"""A screen on which a round over a network is played or watched, and its talk."""

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.geometry import Size
from textual.widgets import Static

from piecement.client.round_sessions import Playback
from piecement.input.key_names import key_label
from piecement.language import _
from piecement.ui.game.game_keys import button_rows
from piecement.ui.game.round_director import RoundDirector
from piecement.ui.game.running_screen import RunningScreen
from piecement.ui.key_rows import KeyRow, KeyTable
from piecement.ui.services import Services
from piecement.ui.widgets.chat_input import ChatInput

_JUMP_NS: Final = 5_000_000_000

_CONTROLS: Final[Mapping[str, Callable[[Playback], object]]] = {
    "space": Playback.toggle,
    "left": lambda showing: showing.go_to(showing.time_ns() - _JUMP_NS),
    "right": lambda showing: showing.go_to(showing.time_ns() + _JUMP_NS),
    "home": lambda showing: showing.go_to(0),
    "end": Playback.go_live,
}
"""Actions of a watcher, by the names of keys."""
_FOLLOW: Final = {"up": -1, "down": 1}

_WATCHING: Final[KeyTable] = (
    KeyRow("Space", _("pause or resume")),
    KeyRow("← →", _("±5 seconds")),
    KeyRow("Home End", _("to the start; live")),
    KeyRow("↑ ↓", _("follow another player")),
)
"""The keys of a watcher."""

_AIMS: Final[KeyTable] = (KeyRow("!", _("targets you")), KeyRow(">", _("your target; doubled: chosen")))
"""The signs at the names of others."""


class RoundScreen(RunningScreen):
    """A round. Its keys are those of the player, or those of a watcher."""

    def __init__(self, services: Services, director: RoundDirector) -> None:
        super().__init__(services, director)
        self._shown: Final = director

    def on_key(self, event: events.Key) -> None:
        """Run the action of a watcher's key; keys of the game go no further."""
        if self.is_typing:
            return
        showing = self._shown.round.playback
        if showing is not None and (control := _CONTROLS.get(event.key)):
            control(showing)
            self._frames.wake()
        elif showing is not None and event.key in _FOLLOW:
            self._shown.follow(_FOLLOW[event.key])
            self._new_game()
        if event.key not in {"escape", "question_mark", "ctrl+c", "ctrl+d", "ctrl+z"}:
            event.stop()

    @property
    def is_typing(self) -> bool:
        """Whether keys type something."""
        return False

    def key_rows(self) -> Iterator[KeyRow]:
        """Yield the keys that work now."""
        settings = self._services.settings.now
        if self._shown.round.playback is not None:
            yield from _WATCHING
        else:
            ascii_only, unused = self._services.appearance.ascii_only, self.session.unused_buttons
            yield from button_rows(settings.controls.bindings, ascii_only=ascii_only, unused=unused)
        if self._shown.round.choosable:
            computer, ascii_only = settings.computer, self._services.appearance.ascii_only
            yield KeyRow(key_label(computer.target_key, ascii_only=ascii_only), _("next target, or click"))
            yield KeyRow(key_label(computer.targeting_key, ascii_only=ascii_only), _("change the targeting"))
        if self._shown.beside is not None:
            yield from _AIMS
        yield from self.mute_rows()
        yield from self.KEYS


HEARD_NS: Final = 7_000_000_000
"""Time for which a line is shown."""
_LEAST: Final = 20
"""The columns that it takes where the field leaves less."""


class ChatOverlay(Vertical):
    """Lies over the last lines of a round, beside the player's field; nothing of it is seen while nobody talks."""

    DEFAULT_CSS = """
    ChatOverlay { layer: over; dock: bottom; height: auto; display: none; background: $surface; }
    ChatOverlay ChatInput { display: none; }
    ChatOverlay Static { height: auto; max-height: 2; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._said: Final = Static(id="heard", markup=False)
        self._line: Final = ChatInput()
        self._until_ns = 0
        self._heard = Content("")
        self._most = 0
        """The columns beside the field."""
        self.is_open = False
        """Whether something is typed."""

    def compose(self) -> ComposeResult:
        yield self._said
        yield self._line

    def place(self, field_end: int, room: Size) -> None:
        """Lie beside a field that ends at a column."""
        left = max(0, min(field_end, room.width - _LEAST))
        self._most = room.width - left
        self.styles.offset = (left, -1)  # above the keys
        self._take_width()

    def show_line(self, line: Content, now_ns: int) -> None:
        """Show what somebody says."""
        self._until_ns = now_ns + HEARD_NS
        self._heard = line
        self._said.update(line)
        self._show()

    def forget(self, now_ns: int) -> None:
        """Show a line no longer that was shown for long enough."""
        if self._until_ns and now_ns >= self._until_ns:
            self._until_ns = 0
            self._show()

    def open(self, text: str, *, apart: bool) -> None:
        """Open the chat input, prefilled with a text; `apart` if only watchers will read it."""
        self._line.show_readers(apart=apart)
        self.is_open = True
        self._line.value = text
        self._line.cursor_position = len(text)
        self._show()
        self._line.focus()

    def close(self) -> None:
        if self.is_open:
            self.is_open = False
            self._line.clear()
            self.screen.set_focus(None)
            self._show()

    def _show(self) -> None:
        self.display = self.is_open or bool(self._until_ns)
        self._line.display = self.is_open
        self._said.display = bool(self._until_ns)
        self._take_width()

    def _take_width(self) -> None:
        """Hide no more than the text needs; what is typed may be long."""
        self.styles.width = self._most if self.is_open else min(self._most, self._heard.cell_length + 1)
