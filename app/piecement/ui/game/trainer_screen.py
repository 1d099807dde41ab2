"""Screen of trainers that are played."""

from collections.abc import Iterator
from typing import ClassVar, Final

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal

from piecement.render.layout import Layout
from piecement.render.overlay import Overlay
from piecement.ui.game.game_keys import TRAINER_KEYS
from piecement.ui.game.phases import Phase
from piecement.ui.game.running_screen import RunningScreen
from piecement.ui.game.trainer_director import TrainerDirector
from piecement.ui.key_rows import KeyRow
from piecement.ui.screen import NodeScreen
from piecement.ui.services import Services
from piecement.ui.widgets.key_line import KeyLine


class TrainerScreen(RunningScreen):
    """A trainer that is played: the same frame and the same keys for all of them."""

    DIRECTOR: ClassVar[type[TrainerDirector]]
    KEYS = TRAINER_KEYS

    def __init__(self, services: Services, director: TrainerDirector) -> None:
        self._trainer: Final = director
        self._key_line: Final = KeyLine(*director.own_keys)
        super().__init__(services, director)

    @classmethod
    def build(cls, services: Services, _payload: object, /) -> NodeScreen:
        return cls(services, cls.DIRECTOR(services))

    def compose(self) -> ComposeResult:
        with Horizontal():
            yield self._trainer.panel
            yield from self._canvases
        yield self._key_line

    def on_key(self, event: events.Key) -> None:
        """Stop all keys but those of the trainer: the last one of an exercise would choose in the next menu."""
        if event.key not in self.director.keys.commands:
            event.stop()

    def on_unmount(self) -> None:
        self.director.after_frame()

    def key_rows(self) -> Iterator[KeyRow]:
        yield from self.button_rows(self._services.settings.now)
        yield from self.mute_rows()
        yield from self._trainer.own_rows

    def action_worst(self) -> None:
        self._begin_chosen(is_other=self._trainer.choose_worst())

    def action_variant(self) -> None:
        self._begin_chosen(is_other=self._trainer.choose_variant())

    def action_go(self, steps: int) -> None:
        self._trainer.go(steps)
        self._begin_chosen()

    def action_restart(self) -> None:
        self._trainer.restart()
        self._begin_chosen()

    def action_hint(self, steps: int) -> None:
        self._trainer.hint(steps)
        self._paint()

    def action_undo_piece(self) -> None:
        if not self.director.is_over:
            self._trainer.undo()
        self._paint()

    def _begin_chosen(self, *, is_other: bool = True) -> None:
        """Begin the exercise at once if another was chosen, unless one begins by itself."""
        if is_other and self._phase is Phase.PLAYING:
            self._new_game()
            self._resume()
        self._paint()

    def _lay_out(self) -> None:
        super()._lay_out()
        self._key_line.display = self._trainer.panel.places.has_key_line
        self.set_class(self._trainer.panel.places.is_below, "-below")

    def _overlay(self, number: int, now_ns: int, layout: Layout) -> Overlay:
        """Return nothing for the end of a game, which is not more than the end of a try."""
        if self.director.is_over:
            return self.director.overlay(number, layout)
        return super()._overlay(number, now_ns, layout)
