"""Rounds over a network: the screen of one that is played or watched, and that of a recorded one."""

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from textual import events

from piecement.client.playback import Playback
from piecement.client.round import ClientRound
from piecement.input.key_labels import key_label
from piecement.ui.game.round_director import RoundDirector
from piecement.ui.game.running_screen import RunningScreen
from piecement.ui.key_rows import ANYWHERE, BACK, KeyRow, KeyTable
from piecement.ui.menu_graph import Node
from piecement.ui.screen import Showing
from piecement.ui.services import Services
from piecement_base.language import N_, _

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
    KeyRow("Space", N_("pause or resume")),
    KeyRow("← →", N_("±5 seconds")),
    KeyRow("Home End", N_("to the start; live")),
    KeyRow("↑ ↓", N_("follow another player")),
)
"""The keys of a watcher."""

_AIMS: Final[KeyTable] = (KeyRow("!", N_("targets you")), KeyRow(">", N_("your target; doubled: chosen")))
"""The signs at the names of opponents."""


class RoundScreen(RunningScreen):
    """A round. Its keys are those of the player, or those of a watcher."""

    def __init__(self, services: Services, director: RoundDirector) -> None:
        super().__init__(services, director)
        self._shown: Final = director

    def on_key(self, event: events.Key) -> None:
        """Use a key that types nothing; keys of the game go no further."""
        if not self.is_typing:
            self._use_key(event.key)
            if event.key not in {"escape", "question_mark", "ctrl+c", "ctrl+d", "ctrl+z"}:
                event.stop()

    def _use_key(self, key: str) -> None:
        """Run the action of a watcher's key.

        Subclasses override this instead of `on_key`, as Textual calls the `on_key` of each class, the base's last.
        """
        showing = self._shown.round.playback
        if showing is not None and (control := _CONTROLS.get(key)):
            control(showing)
            self._frames.wake()
        elif showing is not None and key in _FOLLOW:
            self._shown.follow(_FOLLOW[key])
            self._lay_out()

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
            yield from self.button_rows(settings)
        if self._shown.round.choosable:
            commands, ascii_only = settings.commands, self.ascii_only
            yield KeyRow(key_label(commands.target_key, ascii_only=ascii_only), _("next target, or click"))
            yield KeyRow(key_label(commands.targeting_key, ascii_only=ascii_only), _("change the targeting"))
        if self._shown.beside is not None:
            yield from _AIMS
        yield from self.mute_rows()
        yield from self.KEYS


class RoundReplayScreen(RoundScreen, Showing[ClientRound]):
    """A recorded round."""

    NODE = Node.ROUND_REPLAY
    KEYS = (BACK, *ANYWHERE)

    def __init__(self, services: Services, shown: ClientRound) -> None:
        super().__init__(services, RoundDirector(services, None, shown))
