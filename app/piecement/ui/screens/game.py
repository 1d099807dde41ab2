"""The game screen: what a player can do about a game besides playing it."""

from collections.abc import Callable
from typing import TYPE_CHECKING, ClassVar

from textual import events
from textual.binding import BindingType

from piecement.input.key_names import key_label
from piecement.settings.presets import slot_name, with_next_slot
from piecement.storage.recorder import NOT_RECORDED
from piecement.ui.command_keys import first_key
from piecement.ui.game.commands import COMMAND_BINDINGS, commands
from piecement.ui.game.phase import Phase
from piecement.ui.game.running_screen import RunningScreen
from piecement.ui.menu_graph import Edge, Node, Way
from piecement.ui.style_sheets import STYLES

if TYPE_CHECKING:
    from piecement.session.plan import Plan
    from piecement.session.result import FinishedGame
    from piecement.storage.autosave import Autosave
    from piecement.ui.services import Services


def build(services: "Services", start: "Plan | Autosave") -> "GameScreen":
    """Return the screen of a game that is begun, or played on."""
    return GameScreen(services, start)


class GameScreen(RunningScreen):
    """A session, played."""

    NODE = Node.GAME
    CSS_PATH = STYLES / "game.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [*COMMAND_BINDINGS]

    def on_key(self, event: events.Key) -> None:
        """Keep the keys of the game from the menus: one that ends it would choose in the next screen."""
        wishes = self._services.settings.now.computer
        key = first_key(event.key, self._services.settings.now)
        if key == wishes.watch_key:
            self.action_watch()
        elif key == wishes.hint_key:
            self.action_hint()
        elif change := self._side.bot_controller.change_by(event.key):
            self._services.settings.change("computer", *change)
        if event.key not in commands(self._services.settings.now):
            event.stop()

    def payload(self, edge: Edge) -> object:
        """Return the result for the end, the plan for another game, or this screen for those that lie over it."""
        match edge.target:
            case Node.GAME_OVER | Node.GAME_COMPLETE:
                return self._recorder.finish()
            case Node.GAME:
                return self.session.plan.with_new_pieces()
            case Node.PAUSE | Node.SAVE_GAME | Node.LOAD_GAME:
                return self
            case _:
                return super().payload(edge)

    def action_pause(self) -> None:
        """Pause; during the countdown, go on at once."""
        if self._phase is Phase.COUNTING:
            self._go()
        elif self._phase is Phase.ENDING:
            self._finish()
        else:
            self._halt()
            self.navigate(Node.PAUSE, Way.KEY)

    def action_forfeit(self) -> None:
        """Give the game up."""
        if self._phase in {Phase.PLAYING, Phase.COUNTING}:
            self._side.take(self.session.forfeit())
            self._paint()

    def action_restart(self) -> None:
        """Start the mode again with new pieces."""
        self._halt()
        if self.keeps:
            self.give_up()
        self.navigate(self.NODE, Way.KEY)

    def action_undo_piece(self) -> None:
        """Take back the piece that locked last."""
        self._undo(self.session.undo_piece, "Piece taken back")

    def action_undo_press(self) -> None:
        """Take back the last press of a button."""
        self._undo(self.session.undo_press, "Press taken back")

    def action_navigate_to(self, target: str) -> None:
        """Stop, and show the slots."""
        if not self.keeps:
            self._announce(NOT_RECORDED)
        elif not self.is_over and self._phase is not Phase.WAITING:
            self._halt()
            self.navigate(Node(target), Way.KEY)

    @property
    def keeps(self) -> bool:
        """Whether the game can be saved, and something in it taken back."""
        return self._recorder.is_recording

    @property
    def outlives_program(self) -> bool:
        """Whether the game can be played on when the program was left and started again."""
        return self.keeps and self._services.store.keeps_games

    def give_up(self) -> "FinishedGame":
        """End the game for good, and return what came of it."""
        self.session.forfeit()
        return self._recorder.finish()

    def moment(self) -> "Autosave":
        """Return the game as it is now. Raises `StorageError` where it cannot be saved."""
        return self._recorder.autosave()

    def tell(self, sentence: str) -> None:
        """Tell the player something beside the game."""
        self._announce(sentence)

    def action_look(self, steps: int) -> None:
        """Draw in the next look, or the one before, and tell its name."""
        self._services.settings.adopt(with_next_slot(self._services.settings.now, "graphics", steps))
        self._announce(f"Look: {slot_name(self._services.settings.now, 'graphics')}")

    def action_blindfold(self) -> None:
        """Hide what lies on the board, or show it."""
        hidden = not self._services.settings.now.interface.blindfold
        self._services.settings.change("interface", "blindfold", hidden)
        self._announce("Blindfold on" if hidden else "Blindfold off")

    def action_watch(self) -> None:
        """Hand the game to the bot, or take it back."""
        if self._phase is Phase.PLAYING:
            self._hand_over()

    def action_hint(self) -> None:
        """Show hints, or hide them."""
        self._services.settings.change("computer", "hint", not self._services.settings.now.computer.hint)

    def _undo(self, undo: Callable[[], bool], done: str) -> None:
        if not self.keeps:
            self._announce(NOT_RECORDED)
        elif self._side.bot_controller.plays:
            key = self._services.keyboard.reachable(self._services.settings.now.computer.watch_key)
            self._announce(f"{key_label(key)} first: a bot plays")
        elif self._phase in {Phase.PLAYING, Phase.COUNTING}:
            was_practice = self.session.marks.practice
            if not self._side.take_back(undo, self._clock_ns()):
                self._announce("Nothing to take back")
                return
            self._recorder.save()
            self._announce(done, *([] if was_practice else ["Practice from here"]))
