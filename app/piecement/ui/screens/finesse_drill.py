"""Trainer of finesse: each piece to its target with the fewest presses."""

from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from typing import Final

from piecement.session.session import Session
from piecement.storage.game_query import GameQuery
from piecement.training import finesse_drill
from piecement.training.finesse_faults import faults_of
from piecement.ui.game.trainer_director import TrainerDirector
from piecement.ui.game.trainer_screen import TrainerScreen
from piecement.ui.game.trainer_text import Feedback, TrainerText
from piecement.ui.menu_graph import Node
from piecement.ui.services import Services
from piecement.ui.texts.kicks import FACINGS
from piecement.ui.texts.training import press_count, trainer_table
from piecement_base.errors import StorageError
from piecement_base.language import _, ngettext
from piecement_base.origin import Owner
from piecement_base.plan import Plan
from piecement_engine import Button, Event, Game, RecordingError
from piecement_engine.events import PieceLocked, PieceSpawned
from piecement_engine.game.finesse import Press
from piecement_engine.game.setup import new_seed

_GAMES: Final = 20
"""Number of recent games searched for faults."""


class FinesseDirector(TrainerDirector):
    NODE = Node.FINESSE_DRILL

    def __init__(self, services: Services) -> None:
        self._drills_worst = False
        """Whether only the spots are asked where the player presses too much."""
        self._faults_in_games: Counter[str] = Counter()
        """The faults of the player in games, by the names of spots."""
        self._unread = _last_games(services)
        self._drill: finesse_drill.FinesseDrill | None = None
        self._you = ""
        """The player's presses in the last try at this spot."""
        self._spawned_ns = 0
        self._presses_before = 0
        super().__init__(services)

    @property
    def drill(self) -> finesse_drill.FinesseDrill:
        """The drill; a new one where there is none."""
        if self._drill is None:
            rules = self._rules_of(finesse_drill.MODE)
            targets = finesse_drill.named_targets(rules, self.worst) if self._drills_worst else ()
            self._drill = finesse_drill.FinesseDrill(rules, targets or finesse_drill.all_targets(rules), new_seed())
        return self._drill

    def new_session(self) -> Session:
        if self.is_done:
            self._drill = None
        return self._practice(
            Plan(finesse_drill.MODE), Game(self._rules_of(finesse_drill.MODE), new_seed(), pieces=self.drill.queue)
        )

    @property
    def worst(self) -> tuple[str, ...]:
        """The names of the spots with most faults, in games and drills, the worst first."""
        drilled = Counter({one.exercise: one.faults for one in self.log.figures.values()})
        return tuple(
            name for name, faults in (drilled + self._faults_in_games).most_common(finesse_drill.MOST_WORST) if faults
        )

    def show_goals(self) -> None:
        self.sides[0].goals = (self.drill.target.piece,)

    def on_events(self, events: Sequence[Event]) -> None:
        """Judge the first lock; a piece that came after it, if there was one, may be gone again."""
        for event in events:
            if isinstance(event, PieceLocked):
                counts, faults = self.session.statistics.counts, self.session.statistics.finesse.faults
                time_ns, presses = event.time_ns - self._spawned_ns, counts.presses - self._presses_before
                self._judge(self.drill.judge(event.piece, faults, presses, time_ns))
                if self.drill.last is None or not self.drill.last.is_clean:
                    return
            elif isinstance(event, PieceSpawned):
                self._spawned_ns = event.time_ns
                self._presses_before = self.session.statistics.counts.presses

    def _judge(self, judgement: finesse_drill.Judgement) -> None:
        """Note what a lock was worth, and have one that was not clean be tried again."""
        self.note(finesse_drill.attempt_of(judgement), _feedback(judgement))
        self.shows_keys = not judgement.is_clean
        self._you = "" if judgement.is_clean or not judgement.is_there else press_count(self._fewest + judgement.faults)
        if not judgement.is_clean:
            self.undo()
        self.show_goals()
        if self.drill.is_done:
            self.end_exercise()

    def go(self, steps: int) -> None:
        """Skip a spot, or go back to the one before."""
        self.drill.skip(steps)
        self._forget()

    def undo(self) -> None:
        """Return the piece to its start: the last one, if this one was not moved yet."""
        super().undo()
        self.show_goals()

    def restart(self) -> None:
        self._drill = None
        self._forget()

    def _forget(self) -> None:
        self.feedback, self.shows_keys, self._you = Feedback(), False, ""

    def choose_worst(self) -> bool:
        """Switch between all spots and the worst."""
        if not self._drills_worst and not self.worst:
            self.feedback = Feedback(_("You have no worst spots yet."))
            return False
        self._drills_worst = not self._drills_worst
        self.restart()
        text = _("New drill: your worst spots.") if self._drills_worst else _("New drill: all spots.")
        self.feedback = Feedback(text)
        return True

    def after_frame(self) -> None:
        """Store, and search one more game for faults: one a frame, so that none is late."""
        super().after_frame()
        if self._unread:
            game = self._unread.pop()
            with suppress(StorageError, RecordingError):  # a game that cannot be replayed has no faults to tell
                self._faults_in_games.update(faults_of(self._services.store.games.recording(game)))

    def text(self) -> TrainerText:
        faults = trainer_table(Node.FINESSE_DRILL, tuple(self.log.figures.values()))
        best, you = press_count(self._fewest), self._you
        return TrainerText(
            self._task(),
            ((_("Best:"), best), *([(_("You:"), you)] if you else [])),
            self.presses(self._right_presses) if self.shows_keys else "",
            (_("Only your worst spots."),) if self._drills_worst else (),
            faults if faults[1] else None,
        )

    def _task(self) -> str:
        shape, orientation, __ = self.drill.target
        kinds = len(set(shape.orientations))
        if kinds == 1:
            return _("Put the {letter} on the target.").format(letter=shape.name)
        if kinds == 2:
            upright, flat = _("Put the {letter} on the target, upright."), _("Put the {letter} on the target, flat.")
            return (upright if orientation else flat).format(letter=shape.name)
        text = _("Put the {letter} on the target, pointing {facing}.")
        return text.format(letter=shape.name, facing=_(FACINGS[orientation]))

    @property
    def _right_presses(self) -> Sequence[Press]:
        half_turns = bool(self._services.settings.now.controls.bindings.keys(Button.ROTATE_180))
        return self.drill.right_presses(self.drill.target, half_turns=half_turns)

    @property
    def _fewest(self) -> int:
        return len(self._right_presses)


class FinesseDrillScreen(TrainerScreen):
    NODE = Node.FINESSE_DRILL
    DIRECTOR = FinesseDirector


def _feedback(judgement: finesse_drill.Judgement) -> Feedback:
    if judgement.is_clean:
        return Feedback(_("Correct."))
    if not judgement.is_there:
        return Feedback(_("Wrong spot."), is_good=False)
    text = ngettext("One extra press.", "{count} extra presses.", judgement.faults)
    return Feedback(text.format(count=judgement.faults), is_good=False)


def _last_games(services: Services) -> list[int]:
    """Return the ids of the player's last recorded games."""
    with suppress(StorageError):
        query = GameQuery(owner=Owner.OWN, recorded=True, sort="ended", descending=True)
        return services.store.games.ids(query, _GAMES)
    return []
