"""Attack rules: the number of rows that a clear sends to another player, and the delays before they rise."""

from typing import Final, NamedTuple, Self

from piecement_engine.events import Spin
from piecement_engine.native import copied, mypyc_attr
from piecement_engine.registry import register
from piecement_engine.rules.timing import MILLISECOND, SECOND


class Clear(NamedTuple):
    """One clear: the argument of an attack rule."""

    lines: int
    spin: Spin
    perfect_clear: bool
    combo: int
    """Number of clears right before it."""
    chained: bool
    """Whether it and the last clear before it are both special: spins, or of four lines and more."""


class AttackRule(NamedTuple):
    """Rule that turns clears into garbage. Tables by number of lines continue with their last entry."""

    name: str
    sentence: str
    clears: tuple[int, ...]
    """Rows sent, by lines."""
    spins: tuple[int, ...]
    """Rows sent by full spins, by lines, instead of `clears`."""
    minis: tuple[int, ...]
    """Rows sent by mini spins, by lines, instead of `clears`."""
    combos: tuple[int, ...]
    """Additional rows, by the number of clears right before."""
    back_to_back: int
    """Additional rows for a special clear after a special clear."""
    perfect_clear: int
    """Additional rows for a perfect clear."""
    most_rows: int
    """Maximum number of rows that rise at once."""
    clears_hold_up: bool
    """Whether rows wait while a player clears lines."""
    messiness: int
    """Probability that a row has its hole in another column than the row before (percent)."""
    combo_window_ns: int = 0
    """Time for the next clear of a timed combo (ns); 0: a lock without lines ends a combo.

    Each further clear of a combo adds half as much time as the one before, and each line half of it more.
    """
    fuse_ns: int = 0
    """Delay from a clear until its rows can rise (ns)."""
    row_interval_ns: int = 0
    """Minimum interval between two rising rows (ns)."""

    def rows(self, clear: Clear) -> int:
        """Return the number of rows that a clear sends."""
        if not clear.lines:
            return 0
        table = {Spin.NONE: self.clears, Spin.MINI: self.minis, Spin.FULL: self.spins}[clear.spin]
        rows = _at(table, clear.lines) + _at(self.combos, clear.combo)
        rows += self.back_to_back if clear.chained else 0
        return rows + (self.perfect_clear if clear.perfect_clear else 0)

    def window_ns(self, lines: int, combo: int) -> int:
        """Return the time that a clear adds to a timed combo (ns), given the number of clears before it."""
        return (2 * self.combo_window_ns + lines * self.combo_window_ns) // 2 >> combo


_FIELDS: Final = ("_carried", "_combo", "_combo_until_ns", "_percent", "_rule", "_special")


@mypyc_attr(allow_interpreted_subclasses=True)
class AttackCounter:
    """Counter of one player's clears: the combo, and the special clears in a row."""

    __slots__ = _FIELDS

    def __init__(self, rule: AttackRule, percent: int = 100) -> None:
        self._rule = rule
        self._percent = percent
        self._carried = 0
        """Remaining hundredths of a row."""
        self._combo = 0
        self._combo_until_ns = 0
        self._special = False

    def rows_of(self, time_ns: int, lines: int, spin: Spin, *, perfect_clear: bool) -> int:
        """Count a clear, and return the number of rows that it sends."""
        rule = self._rule
        if rule.combo_window_ns and time_ns > self._combo_until_ns:
            self._combo = 0
        special = spin is not Spin.NONE or lines >= 4
        rows = rule.rows(Clear(lines, spin, perfect_clear, self._combo, special and self._special))
        start_ns = self._combo_until_ns if self._combo else time_ns
        self._combo_until_ns = start_ns + rule.window_ns(lines, self._combo)
        self._combo += 1
        self._special = special
        whole, self._carried = divmod(self._carried + rows * self._percent, 100)
        return whole

    def lock_without_lines(self) -> None:
        """End the combo, unless it is timed."""
        if not self._rule.combo_window_ns:
            self._combo = 0

    def copy(self) -> Self:
        return copied(self, _FIELDS)


def _at(table: tuple[int, ...], index: int) -> int:
    return table[min(index, len(table) - 1)]


GUIDELINE: Final = AttackRule(
    name="guideline",
    sentence="T-spins and quads back-to-back send most; clears delay garbage.",
    clears=(0, 0, 1, 2, 4),
    spins=(0, 2, 4, 6),
    minis=(0, 0, 1),
    combos=(0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 4, 5),
    back_to_back=1,
    perfect_clear=10,
    fuse_ns=SECOND // 2,
    most_rows=8,
    clears_hold_up=True,
    messiness=30,
)
"""Usual table of today's games."""

JSTRIS: Final = GUIDELINE._replace(
    name="jstris",
    sentence="As in Jstris: longer combos, and garbage holes change from row to row.",
    combos=(0, 0, 1, 1, 1, 2, 2, 3, 3, 4, 4, 4, 5),
    most_rows=20,
    messiness=100,
)
"""Table of Jstris with its usual settings."""

NETRIS: Final = AttackRule(
    name="netris",
    sentence="As in netris: combos are timed, and rows rise one by one.",
    clears=(0, 0, 1, 2, 3),
    spins=(0, 0, 1, 2, 3),
    minis=(0, 0, 1, 2, 3),
    combos=(0, 1, 1, 1, 1, 2, 3, 5, 8, 13),
    back_to_back=0,
    perfect_clear=0,
    combo_window_ns=2_400 * MILLISECOND,
    fuse_ns=1_500 * MILLISECOND,
    row_interval_ns=500 * MILLISECOND,
    most_rows=40,
    clears_hold_up=False,
    messiness=100,
)
"""Table of netris."""

ATTACKS: Final[dict[str, AttackRule]] = {rule.name: rule for rule in (GUIDELINE, JSTRIS, NETRIS)}
"""Attack rules by name."""


def register_attack(rule: object, *, replace: bool = False) -> None:  # an object for the compiled engine
    """Register an `AttackRule` under its name. Raises `RuleError` as `register` does."""
    name = getattr(rule, "name", None)
    register(ATTACKS, name, rule, fits=isinstance(rule, AttackRule), form="an AttackRule", replace=replace)
