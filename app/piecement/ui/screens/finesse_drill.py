"""The finesse drill: each piece goes to its outline with the fewest presses."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from piecement.language import _, ngettext
from piecement.session.plan import Plan
from piecement.session.session import Session
from piecement.storage.errors import StorageError
from piecement.storage.game_query import GameQuery
from piecement.storage.player_data import TrainerTotals
from piecement.training.finesse_drill import (
    MODE,
    MOST_WORST,
    TRAINER,
    FinesseDrill,
    Judgement,
    all_targets,
    attempt_of,
    faults_of,
    named_targets,
)
from piecement.ui import STYLES
from piecement.ui.game.trainer import END_KEYS, TrainerDirector, TrainerScreen, solved_line
from piecement.ui.game.trainer_panel import GAP, LineTone, PanelLine
from piecement.ui.key_rows import KeyRow, bindings_of
from piecement.ui.menu_graph import Node
from piecement.ui.texts.keys import presses_text
from piecement_engine import Button, Event, Game, RecordingError
from piecement_engine.events import PieceLocked, PieceSpawned
from piecement_engine.game.setup import new_seed

if TYPE_CHECKING:
    from piecement.ui.services import Services

_GAMES: Final = 20
"""Number of recent games searched for faults."""

_KEYS: Final = (KeyRow("Tab", _("all places, or your worst"), (), {"tab": "change_kind"}), *END_KEYS)


def build(services: "Services", __: None) -> "FinesseDrillScreen":
    return FinesseDrillScreen(services, FinesseDirector(services))


class FinesseDirector(TrainerDirector):
    def __init__(self, services: "Services") -> None:
        self.drills_worst = False
        """Whether only the places are asked where the player presses too much."""
        self.says_kind = False
        """Whether the kind was changed, and no piece has been placed since."""
        self.faults: Counter[str] = Counter()
        """The faults of the player by the names of places, in games and drills."""
        self._unread = _last_games(services)
        self._before = TrainerTotals()
        self._presses_of_all = 0
        self._spawned_ns = 0
        self._presses_before = 0
        try:
            self._before = services.store.trainer_attempts.totals(TRAINER)
            self._presses_of_all = services.store.trainer_attempts.presses(TRAINER)
            worst = services.store.trainer_attempts.worst(TRAINER, MOST_WORST)
            self.faults.update({one.exercise: one.faults for one in worst})
        except StorageError as error:
            services.warn(str(error))
        super().__init__(services, _KEYS)

    def new_session(self) -> Session:
        rules = self._rules_of(MODE)
        targets = named_targets(rules, self.worst) if self.drills_worst else ()
        seed = new_seed()
        self.drill = FinesseDrill(rules, targets or all_targets(rules), seed)
        return self._practice(Plan(MODE), Game(rules, seed, pieces=self.drill.queue))

    @property
    def worst(self) -> tuple[str, ...]:
        """The names of the places with most faults, the worst first."""
        return tuple(name for name, __ in self.faults.most_common(MOST_WORST))

    def show_goals(self) -> None:
        self.sides[0].goals = (self.drill.target.piece,)

    def on_events(self, events: Sequence[Event]) -> None:
        """Judge the first lock; a piece that came after it, if there was one, may be gone again."""
        for event in events:
            if isinstance(event, PieceLocked):
                counts, faults = self.session.statistics.counts, self.session.statistics.finesse.faults
                time_ns, presses = event.time_ns - self._spawned_ns, counts.presses - self._presses_before
                self._judge(self.drill.judge(event.piece, faults, presses, time_ns))
                if not self.drill.last_is_clean:
                    return
            elif isinstance(event, PieceSpawned):
                self._spawned_ns = event.time_ns
                self._presses_before = self.session.statistics.counts.presses

    def _judge(self, judgement: Judgement) -> None:
        """Store what a lock was worth, and have one that was not clean be tried again."""
        self.says_kind = False
        self.note(attempt_of(judgement))
        if not judgement.is_clean:
            self.faults[judgement.target.name] += max(1, judgement.faults)
            self.sides[0].undo(self.session.undo_piece, self._services.clock())
        self.show_goals()
        if self.drill.is_done:
            self.end_exercise()

    def after_frame(self) -> None:
        """Look through one more game, besides storing."""
        super().after_frame()
        if self._unread:
            game = self._unread.pop()
            try:
                self.faults.update(faults_of(self._services.store.games.recording(game)))
            except (StorageError, RecordingError):
                return  # a game that cannot be replayed has no faults to tell

    def lines(self) -> Iterator[PanelLine]:
        drill = self.drill
        yield PanelLine(_("Finesse"), LineTone.HEADING)
        yield PanelLine(_("Put each piece on its outline with the fewest presses, then drop it."), LineTone.MUTED)
        yield GAP
        yield from self._judgement_lines()
        yield GAP
        yield PanelLine(_("In a row: {count}").format(count=drill.row))
        yield PanelLine(_("Presses a second: {pace}").format(pace=f"{drill.presses_per_second:.1f}"))
        yield PanelLine(_("Faults: {faults}, pieces: {pieces}").format(faults=drill.faults, pieces=drill.pieces))
        yield GAP
        if self._before.attempts:
            yield PanelLine(_("Before:"), LineTone.MUTED)
            yield solved_line(self._before.solved, self._before.attempts, self._before.in_a_row)
            yield PanelLine(self._pace_before(), LineTone.MUTED)
            yield GAP
        yield from self._kind_lines()

    def _pace_before(self) -> str:
        pace = self._presses_of_all * 1000 / max(1, self._before.time_ms)
        return _("Faults: {faults}, presses a second: {pace}").format(faults=self._before.faults, pace=f"{pace:.1f}")

    def change_kind(self) -> bool:
        """Switch the next drill between all places and the worst; return False if there are none."""
        self.says_kind = True
        if self.drills_worst or self.faults:
            self.drills_worst = not self.drills_worst
            return True
        return False

    def _kind_text(self) -> str:
        if self.drills_worst:
            return _("A new drill: your worst places.")
        return _("A new drill: all places.") if self.faults else _("You have no worst places yet.")

    def _judgement_lines(self) -> Iterator[PanelLine]:
        judgement = self.drill.last
        if self.says_kind:
            yield PanelLine(self._kind_text(), LineTone.STRONG)
        elif judgement is None:
            yield PanelLine(_("Put the piece onto the outline."), LineTone.STRONG)
        elif judgement.is_clean:
            yield PanelLine(_("Clean."), LineTone.STRONG)
        else:
            yield PanelLine(_fault_text(judgement), LineTone.STRONG)
            yield PanelLine(_("Right: {presses}").format(presses=self._right_keys(judgement)))
            yield PanelLine(_("Try it again."), LineTone.MUTED)

    def _right_keys(self, judgement: Judgement) -> str:
        bindings = self._services.settings.now.controls.bindings
        half_turns = bool(bindings.keys(Button.ROTATE_180))
        presses = self.drill.right_presses(judgement.target, half_turns=half_turns)
        shown = presses_text(presses, bindings, ascii_only=self._services.appearance.ascii_only)
        return shown or _("only drop it")

    def _worst_pieces(self) -> str:
        """Return the pieces of the worst places; the outline shows where each is to lie."""
        return ", ".join(dict.fromkeys(name[0] for name in self.worst))

    def _kind_lines(self) -> Iterator[PanelLine]:
        if self.drills_worst:
            yield PanelLine(_("Only your worst places: {pieces}").format(pieces=self._worst_pieces()), LineTone.MUTED)
            yield PanelLine(_("[Tab] all places"), LineTone.KEYS)
        elif self.faults:
            yield PanelLine(_("[Tab] only your worst places"), LineTone.KEYS)


class FinesseDrillScreen(TrainerScreen):
    NODE = Node.FINESSE_DRILL
    KEYS = _KEYS
    BINDINGS = bindings_of(KEYS)
    CSS_PATH = STYLES / "finesse_drill.tcss"

    def __init__(self, services: "Services", director: FinesseDirector) -> None:
        super().__init__(services, director)
        self._finesse = director

    def action_change_kind(self) -> None:
        """Begin a new drill of all places, or only of the worst."""
        if self._finesse.change_kind():
            self.begin_anew()
        self._paint()


def _fault_text(judgement: Judgement) -> str:
    if not judgement.is_there:
        return _("That is another place.")
    return ngettext("{count} press too many.", "{count} presses too many.", judgement.faults).format(
        count=judgement.faults
    )


def _last_games(services: "Services") -> list[int]:
    """Return the ids of the player's last recorded games."""
    try:
        query = GameQuery(by_player=True, recorded=True, sort="ended", descending=True)
        return services.store.games.ids(query, _GAMES)
    except StorageError:
        return []
