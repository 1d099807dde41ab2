"""A screen on which a round over a network is played or watched."""

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Final

from textual import events

from piecement.language import _
from piecement.online.showing import Showing
from piecement.ui.game.game_keys import button_rows
from piecement.ui.game.round_director import RoundDirector
from piecement.ui.game.running_screen import RunningScreen
from piecement.ui.key_rows import KeyRow, KeyTable

if TYPE_CHECKING:
    from piecement.ui.services import Services

_JUMP_NS: Final = 5_000_000_000

_CONTROLS: Final[Mapping[str, Callable[[Showing], object]]] = {
    "space": Showing.toggle,
    "left": lambda showing: showing.go_to(showing.time_ns() - _JUMP_NS),
    "right": lambda showing: showing.go_to(showing.time_ns() + _JUMP_NS),
    "home": lambda showing: showing.go_to(0),
    "end": Showing.go_live,
}
"""Actions of a watcher, by the names of keys."""
_FOLLOW: Final = {"up": -1, "down": 1}

_WATCHING: Final[KeyTable] = (
    KeyRow("Space", _("stand still, or go on")),
    KeyRow("← →", _("5 seconds")),
    KeyRow("Home End", _("to the start; live")),
    KeyRow("↑ ↓", _("follow another player")),
)
"""The keys of a watcher."""

_AIMS: Final[KeyTable] = (
    KeyRow("!", _("aims at you")),
    KeyRow(">", _("you aim at this one")),
)
"""The signs at the names of others."""


class RoundScreen(RunningScreen):
    """A round. Its keys are those of the player, or those of a watcher."""

    def __init__(self, services: "Services", director: RoundDirector) -> None:
        super().__init__(services, director)
        self._shown: Final = director

    def on_key(self, event: events.Key) -> None:
        """Run the action of a watcher's key; keys of the game go no further."""
        if self.is_typing:
            return
        showing = self._shown.round.showing
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
        if self._shown.round.showing is not None:
            yield from _WATCHING
        else:
            ascii_only, unused = self._services.appearance.ascii_only, self.session.unused_buttons
            yield from button_rows(settings.controls.bindings, ascii_only=ascii_only, unused=unused)
        if self._shown.beside is not None:
            yield from _AIMS
        yield from self.mute_rows()
        yield from self.KEYS
