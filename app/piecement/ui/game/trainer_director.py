"""Director of trainers: one exercise after another on one field, with the keys of the player."""

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from typing import ClassVar, Final

from textual.geometry import Size

from piecement.render.ascii_text import in_ascii
from piecement.render.layout import Layout
from piecement.render.layout_planner import layout_for
from piecement.render.overlay import NO_OVERLAY, Overlay, footer
from piecement.render.scene import Caption
from piecement.render.skins.look import HudStyle, Look
from piecement.session.session import Session
from piecement.settings.settings import Settings
from piecement.training.trainers import Attempt
from piecement.ui.game.bot_controller import BotController
from piecement.ui.game.director import Director
from piecement.ui.game.game_keys import TRAINER_KEYS, free_rows
from piecement.ui.game.side import Side
from piecement.ui.game.trainer_log import TrainerLog
from piecement.ui.game.trainer_panel import TrainerPanel
from piecement.ui.game.trainer_text import Feedback, TrainerState, TrainerText
from piecement.ui.game_look import beside_menus
from piecement.ui.key_rows import KeyRow, KeyTable, LineKeys, line_of
from piecement.ui.menu_graph import GLOBAL_KEYS, Node
from piecement.ui.services import Services
from piecement.ui.texts.keys import presses_text
from piecement_base.formatting import seconds_text
from piecement_base.language import _
from piecement_base.plan import Plan
from piecement_engine import Event, Game, Mode, Rules
from piecement_engine.game.finesse import Press

_LEAST_BELOW: Final = 2
"""The least lines below a field in which a trainer can say something."""


class TrainerDirector(Director):
    """One session after another, none of which is stored; what the player did in them is."""

    MAY_PAUSE = False
    NODE: ClassVar[Node]
    """Its screen, by whose name tries are stored."""
    TABLE: ClassVar[KeyTable] = TRAINER_KEYS
    """Keys of the trainer."""
    MOVES_ON: ClassVar[bool] = False
    """Whether another exercise follows one that was passed, instead of the same with other pieces."""

    def __init__(self, services: Services) -> None:
        """Make the session of the first exercise to do; a subclass sets what `names` and `new_session` need before."""
        self.log: Final = TrainerLog(services, self.NODE.value)
        self.feedback = Feedback()
        self.shows_keys = False
        """Whether the right keys are shown."""
        self.number: int = self.first_to_do()
        """Number of the exercise."""
        self._done_ns: int | None = None
        """Time at which the exercise was done, by the clock; None before that."""
        super().__init__(services)
        self.panel: Final = TrainerPanel(services, self.state, self.free_below)
        self.beside = self.panel

    @property
    def names(self) -> Sequence[str]:
        """The names of the exercises, as tries are stored by them; without any, subclasses override `go`."""
        return ()

    @abstractmethod
    def new_session(self) -> Session:
        """Return the session of the next exercise."""

    @abstractmethod
    def text(self) -> TrainerText:
        """Return the lines about the exercise."""

    def watch(self, event: Event) -> None:
        """Follow what happens in the game."""

    def on_events(self, events: Sequence[Event]) -> None:
        for event in events:
            self.watch(event)

    def show_goals(self) -> None:
        """Show where pieces are to lie."""

    def hint(self, steps: int) -> None:
        """Show or hide the keys of the exercise; subclasses with more hints step through them."""
        self.shows_keys = not self.shows_keys

    def go(self, steps: int) -> None:
        """Choose another exercise for the next session."""
        self.feedback, self.shows_keys = Feedback(), False
        self.number = (self.number + steps) % len(self.names)

    def choose_worst(self) -> bool:
        """Choose the worst exercise but this one, and return whether there is any."""
        known = [name for name in self.log.worst if name in self.names]
        if not known:
            self.feedback = Feedback(_("You have no mistakes yet."))
            return False
        at = known.index(self.names[self.number]) if self.names[self.number] in known else -1
        self.go(self.names.index(known[(at + 1) % len(known)]) - self.number)
        return True

    def choose_variant(self) -> bool:
        """Switch to another kind of exercises, and return whether there is any."""
        return False

    def undo(self) -> None:
        """Return the last piece into play."""
        self.sides[0].undo(self.session.undo_piece, self._services.clock())

    def restart(self) -> None:
        """Prepare the next session to be the same exercise from its start."""
        self.feedback = Feedback()

    def is_passed(self, attempt: Attempt | None) -> bool:
        """Return whether a try was so good that the next exercise follows."""
        return attempt is not None and attempt.solved

    def first_to_do(self) -> int:
        """Return the number of the first exercise that was not passed yet, or of the first if all were."""
        return next((number for number, name in enumerate(self.names) if not self.is_passed(self.log.best(name))), 0)

    def note(self, attempt: Attempt, feedback: Feedback) -> None:
        """Note a try and say what it was worth; if it was passed, the next session may be that of the next exercise."""
        self.log.note(attempt)
        self.feedback = feedback
        if self.MOVES_ON and self.is_passed(attempt):
            self.number = (self.number + 1) % len(self.names)
            self.shows_keys = False

    def end_exercise(self) -> None:
        """End the exercise; the next session begins once that was seen."""
        self._done_ns = self._services.clock()

    def presses(self, presses: Sequence[Press]) -> str:
        """Return presses by the player's keys."""
        bindings = self._services.settings.now.controls.bindings
        return presses_text(presses, bindings, ascii_only=self._services.appearance.ascii_only) or _("just drop it")

    def state(self) -> TrainerState:
        progress = (*self.log.texts(), seconds_text(self.session.view.time_ns))
        return TrainerState(self.NODE.heading, self.text(), self.feedback, progress, self.log.history, self.own_keys)

    @property
    def own_rows(self) -> Iterator[KeyRow]:
        """Rows of the keys of this trainer."""
        return free_rows(self.TABLE, self._services.settings.now.controls.bindings)

    @property
    def own_keys(self) -> Sequence[LineKeys]:
        return line_of(self.own_rows)

    @property
    def look(self) -> Look:
        """The look for practice: a calm HUD, no legend of keys, and no blindfold."""
        look = beside_menus(self._services.appearance.look)
        return look._replace(hud_style=HudStyle.CALM, legend=False, blindfold=False)

    def free_below(self, room: Size) -> int:
        """Return the number of lines that the field can spare: drawn large, otherwise small."""
        look, view = self.look, self.session.view
        large = layout_for(*room, view, look, Caption())
        free = (room.height - large.field.bottom, room.height - large.minimum.height) if large.fits else ()
        for lines in free:
            if lines >= _LEAST_BELOW and layout_for(room.width, room.height - lines, view, look, Caption()).fits:
                return lines
        return 0

    def new_game(self) -> None:
        super().new_game()
        self.show_goals()

    def _new_sides(self) -> Sequence[Side]:
        session = self.new_session()
        self._done_ns = None
        bot, look = self._bot(session), self._services.appearance.look
        sounds = self._services.sounds.of_game(session.view)
        return (Side(session, self.keys, bot, look, sounds=sounds, observer=self.on_events, has_figures=False),)

    def _bot(self, session: Session) -> BotController:
        """Return a bot that neither plays nor gives hints."""
        return BotController(session, self._services, is_rival=True)

    def begin(self) -> None:
        """Leave the game to the player, whatever bot there is."""

    def following(self) -> None:
        return None

    def look_of(self, number: int, share: Size) -> Look:
        return self.look

    def overlay(self, number: int, layout: Layout) -> Overlay:
        """Return the feedback or the task over the first line, if there is no room for other text."""
        if self.panel.places.text.area:
            return NO_OVERLAY
        said = self.feedback.text or self.text().task
        if self._services.appearance.ascii_only:
            said = in_ascii(said)
        return dict.fromkeys([0], *footer(said, layout, self.look).values())

    def after_frame(self) -> None:
        """Store what was done since the last frame."""
        self.log.write()

    @property
    def is_over(self) -> bool:
        return self.is_done or super().is_over

    @property
    def is_done(self) -> bool:
        """Whether the exercise has been done."""
        return self._done_ns is not None

    @property
    def since_end_ns(self) -> int:
        return super().since_end_ns if self._done_ns is None else self._services.clock() - self._done_ns

    @property
    def session(self) -> Session:
        return self.sides[0].session

    @property
    def time_ms(self) -> int:
        """Duration of the session (ms)."""
        return self.session.view.time_ns // 1_000_000

    def _rules_of(self, mode: Mode) -> Rules:
        """Return the rules of a mode with the player's handling."""
        return mode.rules_with(self._services.keyboard.rules)

    def _practice(self, plan: Plan, game: Game) -> Session:
        """Return a session of a game that counts for no ranking."""
        session = Session(plan, game, self._services.clock)
        session.mark_unranked(practice=True)
        return session

    def _bind(self, settings: Settings) -> None:
        super()._bind(settings)
        own = {key for row in self.TABLE for keys in row.actions for key in keys.split(",")}
        unbound = {key for key in self.keys.commands | own if self.keys.bindings.button(key) is None}
        self.keys.commands = frozenset(unbound | {key.key for key in GLOBAL_KEYS})
