"""Trainers that are played: one field with the player's own keys, and text beside it."""

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar, Final

from rich.cells import set_cell_size
from rich.style import Style
from textual import events
from textual.geometry import Size

from piecement.language import _
from piecement.render.layout import Layout, layout_for
from piecement.render.overlay import NO_OVERLAY, Overlay, Span
from piecement.render.scene import Caption
from piecement.render.skins.look import Look, PanelKind
from piecement.session.plan import Plan
from piecement.session.records import Attempt
from piecement.session.session import Session
from piecement.settings.settings import Settings
from piecement.storage.errors import StorageError
from piecement.ui.game.director import Director
from piecement.ui.game.game_keys import button_rows
from piecement.ui.game.phases import Phase
from piecement.ui.game.running_screen import RunningScreen
from piecement.ui.game.side import Side
from piecement.ui.game.trainer_panel import LineTone, PanelLine, TrainerPanel
from piecement.ui.key_rows import BACK, HELP, QUIT, KeyRow, KeyTable
from piecement.ui.menu_graph import GLOBAL_KEYS
from piecement.ui.texts.keys import button_legend
from piecement_engine import Event, Game, Mode, Rules

if TYPE_CHECKING:
    from piecement.ui.services import Services

_HUD: Final = frozenset({PanelKind.NEXT, PanelKind.HOLD})

_LEAST_BELOW: Final = 2
"""The least lines below a field in which a trainer can say something."""

END_KEYS: Final[KeyTable] = (BACK, HELP, QUIT)
"""The last keys of every trainer that is played."""


class TrainerDirector(Director):
    """One session after another, none of which is stored; what the player did in them is."""

    MAY_PAUSE = False

    def __init__(self, services: "Services", own_keys: KeyTable) -> None:
        """Prepare; the trainer's own keys are never buttons."""
        self._own_keys: Final = frozenset(
            key for row in own_keys for keys in row.actions for key in keys.split(",")
        ) | {key.key for key in GLOBAL_KEYS}
        self._attempts: list[Attempt] = []
        self._done_ns: int | None = None
        """When the exercise was done, by the clock; None before that."""
        super().__init__(services)
        self.panel: Final = TrainerPanel(lambda: services.appearance.look, self.panel_lines, self._free_below)
        self.beside = self.panel

    @abstractmethod
    def new_session(self) -> Session:
        """Return the session of the next exercise."""

    @abstractmethod
    def lines(self) -> Iterator[PanelLine]:
        """Yield the lines beside the field, above the keys that all trainers have."""

    def panel_lines(self) -> Sequence[PanelLine]:
        """Return all lines beside the field."""
        bindings, ascii_only = self._services.settings.now.controls.bindings, self._services.appearance.ascii_only
        legend = button_legend(bindings, ascii_only=ascii_only, unused=self.session.unused_buttons)
        keys = [f"{label} {keys}" for label, keys in legend]
        buttons = PanelLine(", ".join(keys), LineTone.KEYS, indent=2)
        return (*self.lines(), buttons, PanelLine(_("[Esc] back, [?] keys"), LineTone.KEYS))

    @abstractmethod
    def on_events(self, events: Sequence[Event]) -> None:
        """Follow what happens in the game."""

    def show_goals(self) -> None:
        """Show where pieces are to lie."""

    def new_game(self) -> None:
        super().new_game()
        self.show_goals()

    def _new_sides(self) -> Sequence[Side]:
        session = self.new_session()
        self._done_ns = None
        side = Side(
            session,
            self.keys,
            self._new_bot(session, is_rival=True),
            self._services.appearance.look,
            ear=self._services.sounds.ear(session.view),
            observer=self.on_events,
            change_legend=lambda __: (),
        )
        return (side,)

    def begin(self) -> None:
        """Leave the game to the player, whatever bot there is."""

    def following(self) -> None:
        return None

    def look_of(self, number: int, share: Size) -> Look:
        return super().look_of(number, share)._replace(hud=_HUD, legend=False, blindfold=False)

    def overlay(self, number: int, layout: Layout) -> Overlay:
        """Return the most important line, over the first row if there is no room for other text."""
        if self.panel.is_shown:
            return NO_OVERLAY
        strong = next((line.text for line in self.lines() if line.tone is LineTone.STRONG), "")
        width, tones = self._services.terminal.size.width, self._services.appearance.look.chosen_tones
        style = Style(color=tones.accent or tones.text, bgcolor=tones.background, bold=True)
        return {0: (Span(0, set_cell_size(strong, width), style),)} if strong else NO_OVERLAY

    def _free_below(self, room: Size) -> int:
        """Return the number of lines that the field can spare: drawn large, otherwise small."""
        look, view = self.look_of(0, room), self.session.view
        large = layout_for(*room, view, look, Caption())
        free = (room.height - large.field.bottom, room.height - large.minimum.height) if large.fits else ()
        for lines in free:
            if lines >= _LEAST_BELOW and layout_for(room.width, room.height - lines, view, look, Caption()).fits:
                return lines
        return 0

    def after_frame(self) -> None:
        """Store what was done since the last frame."""
        attempts, self._attempts = self._attempts, []
        for attempt in attempts:
            try:
                self._services.store.trainer_attempts.record(attempt)
            except StorageError as error:
                self._services.warn(str(error))

    def end_exercise(self) -> None:
        """Start the next exercise."""
        self._done_ns = self._services.clock()

    @property
    def is_done(self) -> bool:
        """Whether the exercise has been done."""
        return self._done_ns is not None

    @property
    def is_over(self) -> bool:
        return self.is_done or super().is_over

    @property
    def since_end_ns(self) -> int:
        return super().since_end_ns if self._done_ns is None else self._services.clock() - self._done_ns

    def note(self, attempt: Attempt) -> None:
        """Store a try after the next frame."""
        self._attempts.append(attempt)

    @property
    def session(self) -> Session:
        return self.sides[0].session

    def _rules_of(self, mode: Mode) -> Rules:
        """Return the rules of a mode with the player's handling."""
        services = self._services
        return mode.rules_with(
            services.settings.now.gameplay.overrides(key_releases=services.keyboard.reports_releases)
        )

    def _practice(self, plan: Plan, game: Game) -> Session:
        """Return a session of a game that counts for no ranking."""
        session = Session(plan, game, self._services.clock)
        session.mark_unranked(practice=True)
        return session

    def _bind(self, settings: Settings) -> None:
        super()._bind(settings)
        self.keys.commands |= self._own_keys


class TrainerScreen(RunningScreen):
    """A trainer that is played."""

    KEYS: ClassVar[KeyTable]

    def on_key(self, event: events.Key) -> None:
        """Stop all but the trainer's own keys, or the last key of an exercise chooses in the next menu."""
        if event.key not in self.director.keys.commands:
            event.stop()

    def on_unmount(self) -> None:
        self.director.after_frame()

    def key_rows(self) -> Iterator[KeyRow]:
        bindings, ascii_only = self._services.settings.now.controls.bindings, self._services.appearance.ascii_only
        yield from button_rows(bindings, ascii_only=ascii_only, unused=self.session.unused_buttons)
        yield from self.mute_rows()
        yield from self.KEYS

    def begin_anew(self) -> None:
        """Begin the next exercise at once."""
        if self._phase is not Phase.PLAYING:
            return
        self._new_game()
        self._resume()
        self._paint()


def solved_line(solved: int, attempts: int, row: int) -> PanelLine:
    """Return the earlier results in a trainer."""
    text = _("{solved} of {attempts} solved, {row} in a row at best.").format(solved=solved, attempts=attempts, row=row)
    return PanelLine(text, LineTone.MUTED)


_AGAIN: Final = KeyRow("Ctrl+R", _("the same again"), (), {"ctrl+r": "again"})
_NEXT: Final = KeyRow("Ctrl+N", _("the next one"), (), {"ctrl+n": "go(1)"})
_PREVIOUS: Final = KeyRow("Ctrl+P", _("the one before"), (), {"ctrl+p": "go(-1)"})

EXERCISE_KEYS: Final[KeyTable] = (_AGAIN, _NEXT, _PREVIOUS, *END_KEYS)
"""The keys of every trainer of this kind."""


class ExerciseDirector(TrainerDirector):
    """A game for each try at an exercise; one that was solved is followed by the next exercise."""

    TRAINER: str
    """The name that its tries are stored by: the value of its node."""

    def __init__(self, services: "Services", own_keys: KeyTable) -> None:
        self.verdict: str = ""
        """Outcome of the last try."""
        self._is_judged = False
        self._bests: dict[str, Attempt | None] = {}
        self._store: Final = services.store
        self.number: int = self.first_to_do()
        """Number of the exercise."""
        super().__init__(services, own_keys)

    @property
    @abstractmethod
    def names(self) -> Sequence[str]:
        """The names of the exercises, as tries are stored by them."""

    @abstractmethod
    def judge(self) -> tuple[Attempt, str]:
        """Return the worth of the try that just ended, and a sentence about it."""

    def watch(self, event: Event) -> None:
        """Follow what happens in the game."""

    def on_events(self, events: Sequence[Event]) -> None:
        for event in events:
            self.watch(event)
        if self.session.is_over and not self._is_judged:
            self._is_judged = True
            attempt, self.verdict = self.judge()
            self.note(attempt)
            self._bests.pop(attempt.exercise, None)
            if self.is_passed(attempt):
                self.go(1)

    def go(self, steps: int) -> None:
        """Choose the exercise that the next game is."""
        self.number = (self.number + steps) % len(self.names)

    def _new_sides(self) -> Sequence[Side]:
        self._is_judged = False
        return super()._new_sides()

    def best(self, name: str) -> Attempt | None:
        """Return the best stored try at an exercise."""
        if name not in self._bests:
            try:
                self._bests[name] = self._store.trainer_attempts.best(self.TRAINER, name)
            except StorageError:
                self._bests[name] = None
        return self._bests[name]

    def is_passed(self, attempt: Attempt | None) -> bool:
        """Return whether a try was so good that the next exercise follows."""
        return attempt is not None and attempt.solved

    def first_to_do(self) -> int:
        """Return the number of the first exercise that was not passed yet; the first one where all were."""
        return next((number for number, name in enumerate(self.names) if not self.is_passed(self.best(name))), 0)

    @property
    def time_ms(self) -> int:
        """Duration of the try (ns)."""
        return self.session.view.time_ns // 1_000_000

    def _key_line(self, more: str) -> PanelLine:
        return PanelLine(f"{more}, {_('[Ctrl+R] again, [Ctrl+N] next')}", LineTone.KEYS)


class ExerciseScreen(TrainerScreen):
    """A trainer of this kind."""

    def __init__(self, services: "Services", director: ExerciseDirector) -> None:
        super().__init__(services, director)
        self._exercises: Final = director

    def action_again(self) -> None:
        self.begin_anew()

    def action_go(self, steps: int) -> None:
        self._exercises.verdict = ""
        self._exercises.go(steps)
        self.begin_anew()

    def _overlay(self, number: int, now_ns: int, layout: Layout) -> Overlay:
        """Return nothing for the end of a game, which is not more than the end of a try."""
        if self.director.is_over:
            return self.director.overlay(number, layout)
        return super()._overlay(number, now_ns, layout)
