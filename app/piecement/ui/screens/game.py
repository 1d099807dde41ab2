"""A game with a player at the keys."""

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Final, NamedTuple

from textual import events

from piecement.input.key_labels import key_label
from piecement.render.layout import Layout
from piecement.render.overlay import Overlay, footer, joined
from piecement.settings.presets import preset_name, with_next_preset
from piecement.storage.autosave import Autosave
from piecement.storage.recorder import NOT_RECORDED
from piecement.ui.command_keys import first_key
from piecement.ui.game.game_keys import GAME_KEYS, commands, played_rows, watched_rows
from piecement.ui.game.phases import Phase
from piecement.ui.game.running_screen import RunningScreen
from piecement.ui.game.single_game import SingleGame
from piecement.ui.key_rows import GAME_WAITS, QUIT, KeyRow
from piecement.ui.launch import OUTPUT_KEY
from piecement.ui.menu_graph import Node, Trigger
from piecement.ui.screen import NodeScreen
from piecement.ui.services import Services
from piecement_base.formatting import clock_text, count_text
from piecement_base.language import _
from piecement_base.plan import Plan
from piecement_engine.game.inputs import LEVEL_DOWN, LEVEL_UP

if TYPE_CHECKING:
    from piecement.session.records import FinishedGame

_QUESTION_NS: Final = 5_000_000_000
"""Time for which a question is shown (ns)."""

_LONG_NS: Final = 60_000_000_000
"""From this game time on, a game is not dropped without a question."""


class _Question(NamedTuple):
    """Question of a key before its action: a second press while it is shown does the action."""

    deed: str
    text: str
    until_ns: int


class GameScreen(RunningScreen):
    """A game with a player at the keys.

    What makes a ranked game practice, and what drops a long one, asks once.
    """

    NODE = Node.GAME
    KEYS = GAME_KEYS
    _question: _Question | None = None
    _look_told = ""
    """Last message about the look."""

    @classmethod
    def build(cls, services: Services, payload: Plan | Autosave, /) -> NodeScreen:
        return cls(services, SingleGame(services, payload))

    def on_key(self, event: events.Key) -> None:
        """Handle keys that are set; stop all but commands, or the last key of a game chooses in the next menu."""
        # A key of a button is nothing else during play: not every driver keeps its press from Textual.
        is_button = self._phase is Phase.PLAYING and not self.bot_plays and self._is_played_with(event.key)
        key = None if is_button else first_key(event.key, self._services.settings.now)
        if key in self._chosen_keys:
            self._chosen_keys[key]()
        elif change := self.sides[0].bot.change_by(event.key):
            self._services.settings.change("computer", *change)
        if event.key not in commands(self._services.settings.now) and event.key != OUTPUT_KEY:
            event.stop()

    def payloads(self) -> Mapping[Node, object]:
        """Return this screen for pop-ups over it."""
        return dict.fromkeys((Node.PAUSE, Node.SAVE_GAME, Node.LOAD_GAME), self)

    def key_rows(self) -> Iterator[KeyRow]:
        """Yield the keys of the player, or of the bot that plays, and those of any game."""
        settings = self._services.settings.now
        if self.bot_plays:
            looks_ahead = self._services.run_state.bot is None
            yield from watched_rows(self.KEYS, settings, self._key_label, looks_ahead=looks_ahead)
        else:
            yield from played_rows(self.KEYS, self.button_rows(settings), settings, self._key_label)
        yield from self.mute_rows()
        # None for the help, which has its own key at its bottom: a low terminal has no more room.
        yield GAME_WAITS if self.keeps else QUIT

    def action_pause(self) -> None:
        """Pause; where the end is shown, go on at once."""
        if self._phase is Phase.ENDING:
            self._cut_short()
        else:
            self._stop_for(Node.PAUSE)

    def interrupt(self) -> None:
        """Pause a game that is played."""
        if self._phase in {Phase.PLAYING, Phase.COUNTING}:
            self.action_pause()

    def action_forfeit(self) -> None:
        if self._phase in {Phase.PLAYING, Phase.COUNTING}:
            self.sides[0].on_events(self.session.forfeit())
            self._check_end()
            self._paint()

    def action_restart(self) -> None:
        if self.is_long and not self._confirms("restart", f"{self.end_question} {_('Press again.')}"):
            return
        self._stop()
        self.navigate(self.NODE, Trigger.KEY, self.restarted)

    def restarted(self) -> Plan:
        """Give the game up, and return the plan of another one."""
        if self.keeps:
            self.give_up()
        return self.session.plan.with_new_pieces()

    @property
    def is_long(self) -> bool:
        """Whether so much was played that the game is not ended without a question."""
        return self.session.view.time_ns >= _LONG_NS and not self.director.is_over

    @property
    def end_question(self) -> str:
        """Question before this game is ended, with what would be lost."""
        view = self.session.view
        return _("End this game? {score}, {time}.").format(
            score=count_text("score", view.score), time=clock_text(view.time_ns)
        )

    def action_undo_piece(self) -> None:
        self._undo(self.session.undo_piece, _("Piece undone"))

    def action_undo_press(self) -> None:
        self._undo(self.session.undo_press, _("Press undone"))

    def action_redo(self) -> None:
        nothing = _("Nothing to redo")
        if self.keeps and not self.session.unranked:  # nothing was undone
            self.announce(nothing)
        else:
            self._undo(self.session.redo, _("Redone"), nothing)

    @property
    def _chosen_keys(self) -> dict[str, Callable[[], None]]:
        """Actions by the keys that the player has set; an empty key is none."""
        chosen = self._services.settings.now.commands
        return {
            chosen.redo_key: self.action_redo,
            chosen.undo_press_key: self.action_undo_press,
            chosen.undo_key: self.action_undo_piece,
            chosen.retry_key: self.action_restart,
            chosen.hint_key: self.action_hint,
            chosen.watch_key: self.action_watch,
        }

    def action_navigate_to(self, target: str) -> None:
        if not self.keeps:
            self.announce(_(NOT_RECORDED))
        elif not self.director.is_over and self._phase is not Phase.WAITING:
            self._stop_for(Node(target))

    def action_look(self, steps: int) -> None:
        self._services.settings.apply(with_next_preset(self._services.settings.now, "graphics", steps))
        before, name = self._look_told, _(preset_name(self._services.settings.now, "graphics"))
        self._look_told = _("Look: {preset}").format(preset=name)
        self.sides[0].announce(self._look_told, instead_of=before)
        self._paint()

    def action_blindfold(self) -> None:
        hidden = not self._services.settings.now.interface.blindfold
        self._services.settings.change("interface", "blindfold", hidden)
        self.announce(_("Blindfold on") if hidden else _("Blindfold off"))

    def action_watch(self) -> None:
        if self._phase is Phase.PLAYING:
            self.sides[0].toggle_bot(self._clock_ns())
            self._check_end()
            self._paint()

    def action_hint(self) -> None:
        """Show hints in this game, or no more."""
        bot = self.sides[0].bot
        if bot.gives_hints or self._may_unrank("hint", _("Hints make it practice. Press again?")):
            bot.toggle_hints()
            self._frames.wake()
            self._paint()

    def action_level(self, steps: int) -> None:
        """Raise or lower the level, in practice."""
        if not self.keeps:
            self.announce(_(NOT_RECORDED))
        elif self._phase is Phase.PLAYING and self._may_unrank("level", _("It makes this practice. Press again?")):
            side = self.sides[0]
            side.on_events(self.session.shift_level(LEVEL_UP if steps > 0 else LEVEL_DOWN))
            self._check_end()
            self.announce(_("Level {level}").format(level=self.session.view.level))

    @property
    def keeps(self) -> bool:
        """Whether the game can be saved and undone."""
        return self.director.recorder.is_recording

    @property
    def outlives_program(self) -> bool:
        """Whether the game can be played on after the program ended."""
        return self.keeps and self._services.store.stores_games

    def give_up(self) -> "FinishedGame":
        self.session.forfeit()
        self.director.recorder.finish()
        return self.director.recorder.result

    def moment(self) -> Autosave:
        """Return the game as it is now. Raises `StorageError` where it cannot be saved."""
        return self.director.recorder.autosave()

    def _key_label(self, key: str) -> str:
        return key_label(self._services.keyboard.reachable(key), ascii_only=self.ascii_only)

    def _undo(self, undo: Callable[[], bool], done: str, nothing: str = "") -> None:
        if not self.keeps:
            self.announce(_(NOT_RECORDED))
        elif self.bot_plays:
            key = self._key_label(self._services.settings.now.commands.watch_key)
            self.announce(_("{key} first: a bot plays").format(key=key))
        elif self._phase in {Phase.PLAYING, Phase.COUNTING}:
            if not self._may_unrank("undo", _("Undo makes it practice. Press again?")):
                return
            if not self.sides[0].undo(undo, self._clock_ns()):
                self.announce(nothing or _("Nothing to undo"))
                return
            self.director.recorder.save()
            self.announce(done)

    def _may_unrank(self, deed: str, question: str) -> bool:
        """Return whether a game is unranked already, or is to be: it asks once."""
        return bool(self.session.unranked) or self._confirms(deed, question)

    def _confirms(self, deed: str, text: str) -> bool:
        """Return whether a key answers the question that it asked before; otherwise show the question."""
        asked, self._question = self._question, None
        if asked is not None and asked.deed == deed and self._clock_ns() < asked.until_ns:
            return True
        self._question = _Question(deed, text, self._clock_ns() + _QUESTION_NS)
        self._frames.wake()
        self._paint()
        return False

    def _overlay(self, number: int, now_ns: int, layout: Layout) -> Overlay:
        """Add the question, or else why the game is unranked, at the bottom."""
        overlay, side = super()._overlay(number, now_ns, layout), self.director.sides[number]
        if number:
            return overlay
        if self._question is not None and now_ns < self._question.until_ns:
            return joined(overlay, footer(self._question.text, layout, side.look))
        is_marked = side.mark and not side.look.is_calm
        return joined(overlay, footer(side.mark.upper(), layout, side.look)) if is_marked else overlay
