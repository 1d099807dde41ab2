"""Registration of custom rules by name. Each is tried by one call, and its answer checked, before it is registered."""

from collections.abc import Callable, Sequence
from typing import Final, Self

from piecement_engine.board.board import Board
from piecement_engine.board.pieces import TETROMINOES, Piece, Shape
from piecement_engine.events import Spin
from piecement_engine.json_values import is_whole
from piecement_engine.registry import register, require
from piecement_engine.rng import Rng
from piecement_engine.rules.attack import ATTACKS, AttackRule, Clear
from piecement_engine.rules.leveling import LEVELINGS, LevelFacts, Leveling
from piecement_engine.rules.locking import LOCKINGS, NOTHING, Lockdown, LockdownOptions
from piecement_engine.rules.randomizers import RANDOMIZERS, Bag, Randomizer, RandomizerMaker, RandomizerOptions
from piecement_engine.rules.scoring import SCORINGS, Award, Lock, ScoreRule
from piecement_engine.rules.spins import SPIN_RULES, SpinRule
from piecement_engine.rules.timing import SECOND, TIMINGS, Timing

_DELAY: Final = "a whole number of ns, at least 0"


def register_timing(name: str, timing: Timing, *, replace: bool = False) -> None:
    """Register a pair of curves under a name, for rules and recordings. Raises `RuleError` as `register` does."""

    def trial() -> None:
        for method in ("fall_delay", "lock_delay"):
            delay = getattr(timing, method)(1, 0)
            require(delay, f"{method}(1, 0)", _DELAY, fits=is_whole(delay, 0))

    fits = all(callable(getattr(timing, method, None)) for method in ("fall_delay", "lock_delay"))
    form = "an instance with fall_delay and lock_delay"
    register(TIMINGS, name, timing, fits=fits, form=form, replace=replace, trial=trial)


def register_leveling(name: str, leveling: Leveling, *, replace: bool = False) -> None:
    """Register a leveling rule under a name, for rules and recordings. Raises `RuleError` as `register` does."""

    def trial() -> None:
        level = leveling(LevelFacts(start_level=1, level=1, lines_before=8, lines=10, goal_points=10, score=1000))
        require(level, "the rule", "a level, a whole number", fits=is_whole(level))

    form = "a function of LevelFacts"
    register(LEVELINGS, name, leveling, fits=callable(leveling), form=form, replace=replace, trial=trial)


def register_locking(name: str, maker: Callable[[LockdownOptions], Lockdown], *, replace: bool = False) -> None:
    """Register a lock-down policy under a name, for rules and recordings. Raises `RuleError` as `register` does."""

    def trial() -> None:
        policy = maker(LockdownOptions(SECOND, 15, 8.0, 5 * SECOND, SECOND // 4))
        derived = "an instance of a class that derives from Lockdown"
        require(policy, "the function", derived, fits=isinstance(policy, Lockdown))
        policy.set_delays(SECOND // 2, SECOND)
        policy.spawned(swapped=False)
        due = policy.step(0, 0, True, NOTHING, None)
        require(due, "step", "the time of the lock (ns) or None", fits=due is None or is_whole(due, 0))

    form = "a function of LockdownOptions"
    register(LOCKINGS, name, maker, fits=callable(maker), form=form, replace=replace, trial=trial)


def register_scoring(name: str, rule: ScoreRule, *, replace: bool = False) -> None:
    """Register a score rule under a name, for rules and recordings. Raises `RuleError` as `register` does."""

    def trial() -> None:
        award = rule.award(Lock(lines=1, spin=Spin.NONE, perfect_clear=False, level=1, combo=0, back_to_back=0))
        fits = isinstance(award, Award) and all(map(is_whole, award))
        require(award, "award", "an Award of three whole numbers", fits=fits)
        if rule.soft_drop_score is not None:
            score = rule.soft_drop_score(100, 3)
            require(score, "soft_drop_score(100, 3)", "a score, a whole number", fits=is_whole(score))

    fits = isinstance(rule, ScoreRule)
    register(SCORINGS, name, rule, fits=fits, form="a ScoreRule", replace=replace, trial=trial)


def register_spin_rule(name: str, rule: SpinRule, *, replace: bool = False) -> None:
    """Register a spin rule under a name, for rules and recordings. Raises `RuleError` as `register` does."""

    def trial() -> None:
        after = Piece(TETROMINOES["T"], 1, 4, 0)
        for last_turn in (None, (after._replace(orientation=0), after)):
            verdict = rule(Board.from_text(()), after, last_turn)
            require(verdict, "the rule", "a Spin", fits=isinstance(verdict, Spin))

    form = "a function of a board, a piece and its last turn"
    register(SPIN_RULES, name, rule, fits=callable(rule), form=form, replace=replace, trial=trial)


def register_randomizer(name: str, maker: RandomizerMaker, *, replace: bool = False) -> None:
    """Register a randomizer under a name, for rules and recordings. Raises `RuleError` as `register` does."""

    def trial() -> None:
        shapes = tuple(TETROMINOES.values())
        randomizer = maker(shapes, RandomizerOptions())
        fits = all(callable(getattr(randomizer, method, None)) for method in ("draw", "copy"))
        require(randomizer, "the function", "an instance with draw and copy", fits=fits)
        for dealer in (randomizer.copy(), randomizer):
            checked_randomizer(name, dealer, shapes).draw(Rng(0))

    form = "a function of shapes and RandomizerOptions"
    register(RANDOMIZERS, name, maker, fits=callable(maker), form=form, replace=replace, trial=trial)


class _CheckedRandomizer:
    """A custom randomizer. `draw` raises `RuleError` if it deals anything but a shape of the game."""

    def __init__(self, name: str, randomizer: Randomizer, shapes: Sequence[Shape]) -> None:
        self._name: Final = name
        self._randomizer: Final = randomizer
        self._shapes: Final = shapes

    def draw(self, rng: Rng) -> Shape:
        drawn = self._randomizer.draw(rng)
        if drawn not in self._shapes:
            among = ", ".join(shape.name for shape in self._shapes)
            require(drawn, f"the randomizer {self._name}: draw", f"one of the shapes {among}", fits=False)
        return drawn

    def copy(self) -> Self:
        return type(self)(self._name, self._randomizer.copy(), self._shapes)


def checked_randomizer(name: str, randomizer: Randomizer, shapes: Sequence[Shape]) -> Randomizer:
    """Return a randomizer whose answers are checked, unless it is one of the engine's, which tests check."""
    is_custom = type(randomizer).__module__ != Bag.__module__
    return _CheckedRandomizer(name, randomizer, shapes) if is_custom else randomizer


def register_attack(rule: AttackRule, *, replace: bool = False) -> None:
    """Register an `AttackRule` under its name. Raises `RuleError` as `register` does."""

    def trial() -> None:
        rows = rule.rows(Clear(4, Spin.NONE, perfect_clear=False, combo=3, back_to_back=2))
        require(rows, "send", "a number of rows, a whole number of at least 0", fits=is_whole(rows, 0))

    name, fits = getattr(rule, "name", None), isinstance(rule, AttackRule)
    register(ATTACKS, name, rule, fits=fits, form="an AttackRule", replace=replace, trial=trial)
