"""A race: the game that is played beside the best one of its mode, which is replayed along with the clock.

No step takes long: a second replayer runs ahead through the best game a few seconds at a time, after frames, to collect
its splits; the displayed game advances by at most as much per frame.
"""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from typing import Final

from piecement.session.events import LeadTaken
from piecement.session.hud import RaceSplit, RaceStanding, Rival
from piecement.session.records import mode_of, origin_of
from piecement.session.splits import Split, SplitSchedule, has_won
from piecement_base.formatting import clock_text
from piecement_base.language import _
from piecement_base.plan import Plan
from piecement_engine import Event, GameView, Recording, RecordingError
from piecement_engine.events import PieceSpawned

_SHOWN_SPLITS: Final = 2

_AT_ONCE_NS: Final = 2_000_000_000
"""Maximum part of the best game to replay at once (ns)."""

_LEAD_NS: Final = 10_000_000_000
"""Game time before a lead counts (ns), as the first pieces show nothing."""

_CLOSE_NS: Final = 100_000_000
"""Time resolution of the splits (ns)."""


class Race:
    """Best game of a mode, and the comparison of the current game with it."""

    def __init__(self, schedule: SplitSchedule, best: Recording | None) -> None:
        """Start a race against a recorded game, or only towards the goal."""
        self._schedule: Final = schedule
        self.is_timed: Final = schedule.along == "time"
        """Whether its steps are moments, which pass without any event."""
        self._best = best
        self._splits: Final[list[Split]] = []
        self._shown = None if best is None else best.replayer()
        """Best game, at the time of the current game."""
        self._scout = None if self._shown is None else self._shown.branch()
        """Best game, replayed ahead for its splits; None once that is done."""
        self._done: Final[list[tuple[int, Split]]] = []
        """Steps reached, and the figures of the game at each."""
        self._view: GameView | None = None
        """Current game, once it is followed."""
        self._leads = False

    @property
    def is_run(self) -> bool:
        """Whether there is a game to beat or a goal to reach."""
        return self._best is not None or self._schedule.goal is not None

    @property
    def target(self) -> str:
        """Result of the best game, or an empty text without one."""
        return "" if self._best is None else self._schedule.target_text(self._best.result)

    @property
    def field(self) -> tuple[int, int] | None:
        """Columns and visible rows of the best game."""
        rules = self._best.setup.rules if self._best else None
        return (rules.width, rules.skyline) if rules else None

    def on_events(self, events: Sequence[Event], view: GameView) -> None:
        self._view = view
        for split in self._splits_in(view, events):
            self._reach(split)
        if events and view.end is not None:
            self._reach(Split.of(view))

    def go_back(self, view: GameView) -> None:
        """Discard the steps after the moment that the game went back to."""
        self._done[:] = [one for one in self._done if one[1].time <= view.time_ns]
        self._view = view

    @property
    def is_looking_ahead(self) -> bool:
        """Whether splits of the best game are still to be found."""
        return self._scout is not None

    def look_ahead(self) -> None:
        """Replay a little more of the best game, if any remains. Call after each frame."""
        scout = self._scout
        if scout is None:
            return
        stop = scout.time_ns + _AT_ONCE_NS
        try:
            while not scout.is_at_end and scout.time_ns < stop:
                self._splits.extend(self._splits_in(scout.view, scout.advance(scout.time_ns + _CLOSE_NS)))
        except RecordingError:
            self._give_up()
            return
        if scout.is_at_end:
            self._splits.append(Split.of(scout.view))
            self._scout = None

    def advance_rival(self, time_ns: int) -> Rival | None:
        """Advance the best game to a time and return its visible part."""
        shown = self._shown
        if shown is None:
            return None
        try:
            if time_ns < shown.time_ns:
                shown.seek(time_ns)
            shown.advance(min(time_ns, shown.time_ns + _AT_ONCE_NS))
        except RecordingError:
            self._give_up()
            return None
        return Rival(tuple(shown.view.rows), shown.view.piece)

    def take_new_lead(self, time_ns: int) -> list[Event]:
        """Return a lead event if the game took the lead since the last call."""
        had_led, standing = self._leads, self._against_best()
        self._leads = time_ns >= _LEAD_NS and standing is not None and standing.ahead
        return [LeadTaken(time_ns)] if self._leads and not had_led else []

    def standings(self) -> tuple[RaceStanding, ...]:
        """Return the comparisons: with the best game at the last step, and the projected result."""
        return tuple(standing for standing in (self._against_best(), self._projection()) if standing)

    def best_part(self, time_ns: int) -> float | None:
        """Return the fraction of the goal that the best game had reached at a time, or None if it is unknown."""
        goal, start = self._schedule.goal, self._schedule.start
        if self._best is None or goal is None or self.is_timed:
            return None
        count = bisect_right(self._splits, time_ns, key=lambda split: split.time)
        reached = self._splits[count - 1].value(self._schedule.along) if count else start
        return min(1.0, max(0, reached - start) / (goal - start))

    def splits(self) -> tuple[RaceSplit, ...]:
        """Return the last steps."""
        return tuple(self._split_of(*one) for one in self._done[-_SHOWN_SPLITS:])

    def _split_of(self, step: int, mine: Split) -> RaceSplit:
        value = mine.value(self._schedule.compared)
        theirs = self._schedule.split_at(step, self._splits)
        step_text = clock_text(step) if self._schedule.along == "time" else str(step)
        if theirs is None:
            return RaceSplit(step_text, self._schedule.figure_text(value))
        best = theirs.value(self._schedule.compared)
        ahead = self._schedule.is_ahead(value, best)
        difference = self._schedule.difference_text(value, best)
        return RaceSplit(step_text, self._schedule.figure_text(value), difference, ahead=ahead)

    @property
    def _reached(self) -> tuple[int, Split] | None:
        """Last step reached, and the figures of the game at that time."""
        return self._done[-1] if self._done else None

    def _against_best(self) -> RaceStanding | None:
        if self._best is None:
            return None
        if self._reached is None:
            return RaceStanding(_("Best"), self._schedule.target_text(self._best.result), short=_("Best"))
        step, mine = self._reached
        label = _("Best at {step}").format(step=self._schedule.step_text(step))
        split = self._split_of(step, mine)
        if split.difference:
            return RaceStanding(label, split.difference, ahead=split.ahead, short=_("Best"))
        return None if self.is_looking_ahead else RaceStanding(label, _("passed"), ahead=True, short=_("Best"))

    def _projection(self) -> RaceStanding | None:
        """Return the projected result, following the best game from here or the game's own pace.

        It is never below the current figure, as neither times nor compared figures decrease.
        """
        if self._reached is None:
            return None
        step, mine = self._reached
        value = mine.value(self._schedule.compared)
        theirs = self._schedule.split_at(step, self._splits)
        if self._best and has_won(self._best.result) and theirs and theirs.value(self._schedule.compared):
            best = Split.of(self._best.result).value(self._schedule.compared)
            final = value * best / theirs.value(self._schedule.compared)
        elif self._schedule.goal is not None:
            final = value * (self._schedule.goal - self._schedule.start) / (step - self._schedule.start)
        else:
            return None
        by_now = Split.of(self._view).value(self._schedule.compared) if self._view else 0
        return RaceStanding(_("On pace for"), self._schedule.figure_text(max(round(final), by_now)), short=_("Pace"))

    def _reach(self, split: Split) -> None:
        step = split.value(self._schedule.along) // self._schedule.step * self._schedule.step
        if step > (self._reached[0] if self._reached else self._schedule.start):
            self._done.append((step, split))

    def _splits_in(self, view: GameView, events: Iterable[Event]) -> Iterable[Split]:
        """Return the figures of a game at the moments of events that may be steps."""
        if self.is_timed:
            return (Split.of(view),)
        return [Split.of(view, event.time_ns) for event in events if isinstance(event, PieceSpawned)]

    def _give_up(self) -> None:
        """Stop racing against a recording that does not replay."""
        self._best = self._scout = self._shown = None


def race_plan(recording: Recording) -> Plan:
    """Return the plan of a race against a recorded game, with its pieces and board, for practice."""
    setup = recording.setup
    options = origin_of(recording).options
    return Plan(mode_of(recording), setup.seed, options, setup.board, is_practice=True, rival=recording)
