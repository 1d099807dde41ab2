"""Games that ended: as they are finished, as they are stored, and as they are read again."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import lru_cache
from typing import NamedTuple, Self

from piecement.session.own_rules import OWN_RULES, OwnRules, mode_of_name
from piecement.session.statistics import Counts, SessionStatistics, pieces_per_second, presses_per_piece, recount
from piecement_base import timestamps
from piecement_base.modes import ModeRanking, mode_title
from piecement_base.origin import Origin, Owner, UnrankedReasons
from piecement_base.plan import Plan
from piecement_base.ranking import Leaderboard, goals_of, results_of, rules_hash, ruleset_of
from piecement_engine import MODES, End, GameView, Mode, Recording, Result, Rules


def mode_of(recording: Recording) -> Mode:
    """Return the mode to play a recorded game again; one that this version lacks becomes a mode of own rules."""
    name, rules = origin_of(recording).mode, recording.setup.rules
    return MODES.get(name) or mode_of_name(name, rules) or OwnRules(OWN_RULES, rules).mode()


def origin_of(recording: Recording) -> Origin:
    """Return the origin of a recording; one without a mode gets a mode of equal rules, or one of own rules."""
    origin = Origin.from_dict(recording.about)
    return origin if origin.mode else replace(origin, mode=_mode_by_rules(recording.setup.rules))


@lru_cache(maxsize=16)
def _mode_by_rules(rules: Rules) -> str:
    ruleset = ruleset_of(rules)
    equal = (name for name, mode in MODES.items() if ruleset_of(mode.rules) == ruleset)
    return next(equal, None) or OwnRules(OWN_RULES, rules).mode().name


def main_figures(mode: Mode | ModeRanking, result: Result) -> tuple[str, ...]:
    """Return the names of the main figures of a result.

    The first is what a player looks at first, or, where less of that is better and the game was not won, how far it
    came. Of a game that was not won, the figure that ranks it follows where it is another.
    """
    name, leading = mode.headline or "score", mode.ranking[0].removeprefix("-")
    if result.end and result.end.won:
        return (name,)
    if f"-{name}" not in mode.ranking:
        return (leading,)
    return (name,) if name == leading else (name, leading)


@dataclass(frozen=True, slots=True, kw_only=True)
class GameRecord:
    """Ended game, to be stored."""

    origin: Origin
    ended: datetime
    result: Result
    counts: Counts
    seed: int | None = None
    rules: str = ""
    """Hash of the rules, from `rules_hash`."""
    ruleset: str = ""
    """Hash of the rules that are ranked together, from `ruleset_of`."""
    goals: Mapping[str, int] = field(default_factory=dict[str, int], hash=False)
    """Results that win the game; exceeding them does not improve the rank."""
    recording: Recording | None = None

    @classmethod
    def of(cls, recording: Recording, counts: Counts, origin: Origin, ended: datetime) -> Self:
        """Return the record of a recorded game."""
        setup = recording.setup
        return cls(
            origin=origin,
            ended=ended,
            result=recording.result,
            counts=counts,
            seed=setup.seed,
            rules=rules_hash(setup.rules),
            ruleset=ruleset_of(setup.rules),
            goals=goals_of(setup.rules),
            recording=replace(recording, about={**origin.to_dict(), "ended": timestamps.to_text(ended)}),
        )

    @classmethod
    def of_recording(cls, recording: Recording) -> Self:
        """Return the record of an imported recording, replaying it for its counts.

        Raises `RecordingError` if it does not replay.
        """
        about = recording.about
        ended = timestamps.from_text(about.get("ended", about.get("started")))
        return cls.of(recording, recount(recording).counts, origin_of(recording), ended)

    @property
    def leaderboard(self) -> Leaderboard:
        return Leaderboard(self.origin.mode, self.origin.variant, self.ruleset)

    @property
    def end(self) -> End:
        return self.result.end or End.FORFEIT


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredGame:
    """Game read from the database."""

    id: int
    mode: str
    variant: str
    preset: str
    unranked: UnrankedReasons
    started: datetime
    ended: datetime
    result: Result
    counts: Counts
    seed: int | None
    rules: str
    ruleset: str = ""
    owner: Owner = Owner.OWN
    has_recording: bool

    @property
    def leaderboard(self) -> Leaderboard:
        return Leaderboard(self.mode, self.variant, self.ruleset)

    @property
    def mode_title(self) -> str:
        return mode_title(self.mode)

    @property
    def end(self) -> End:
        return self.result.end or End.FORFEIT

    @property
    def pieces_per_second(self) -> float:
        return pieces_per_second(self.result.pieces, self.result.time_ns)

    @property
    def finesse(self) -> float | None:
        return self.counts.finesse(self.result.pieces)

    @property
    def presses_per_piece(self) -> float:
        return presses_per_piece(self.counts.presses, self.result.pieces)


class Placing(NamedTuple):
    """Rank of a game that was just stored."""

    id: int
    place: int | None
    """Rank on its leaderboard, 1 for the best; None if unranked."""
    best_before: StoredGame | None
    """Best other game of the leaderboard."""
    games: int = 0
    """Number of ranked games on the leaderboard."""

    @property
    def is_best(self) -> bool:
        return self.place == 1


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """Finished game with its recording and rank."""

    plan: Plan
    recording: Recording
    statistics: SessionStatistics
    unranked: UnrankedReasons = field(default_factory=UnrankedReasons)
    """Reasons that make the game unranked."""
    practised_by: str = ""
    """First thing that made the game practice, as `Session.practised_by`; empty if nothing did."""
    placing: Placing | None = None
    """Rank among the stored games; None until stored."""
    is_dropped: bool = False
    """Whether the game came to too little to be stored, by `storage.recorder.is_worth_storing`."""
    view: GameView | None = None
    """View of the last moment."""

    @property
    def result(self) -> Result:
        return self.recording.result

    @property
    def end(self) -> End:
        return self.result.end or End.FORFEIT

    @property
    def main_figure(self) -> str:
        """Name of the figure that a player looks at first, as of `main_figures`."""
        return main_figures(self.plan.mode, self.result)[0]

    @property
    def is_new_best(self) -> bool:
        """Whether the game is better than the best one before it, and came to anything."""
        if self.placing is None or not self.placing.is_best or self.placing.best_before is None:
            return False
        return results_of(self.result)[self.main_figure] > 0
