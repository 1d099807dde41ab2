"""Attack rules: the number of rows that a clear sends to another player, and the delays before they rise."""

import tomllib
from collections.abc import Callable, Mapping
from math import log1p
from pathlib import Path
from typing import Any, Final, NamedTuple, Self

from piecement_engine.events import Spin
from piecement_engine.native import mypyc_attr
from piecement_engine.quick import copied
from piecement_engine.registry import Registry

MOST_SENT: Final = 25
"""Maximum number of rows that a clear sends: more than a field has, and with any handicap few enough for a message."""


class Clear(NamedTuple):
    """One clear: the argument of an attack rule."""

    lines: int
    spin: Spin
    perfect_clear: bool
    combo: int
    """Number of clears right before it."""
    back_to_back: int
    """Number of special clears in a row right before it."""

    @property
    def special(self) -> bool:
        """Whether it is a spin, or of four lines and more."""
        return self.spin is not Spin.NONE or self.lines >= 4

    @property
    def chained(self) -> bool:
        """Whether it and the last clear before it are both special."""
        return self.special and self.back_to_back > 0


class AttackTable(NamedTuple):
    """Rows sent by tables of lines and of clears right before; each table continues with its last entry."""

    clears: tuple[int, ...]
    """Rows sent, by lines."""
    spins: tuple[int, ...]
    """Rows sent by full spins, by lines, instead of `clears`."""
    minis: tuple[int, ...]
    """Rows sent by mini spins, by lines, instead of `clears`."""
    combos: tuple[int, ...]
    """Additional rows, by the number of clears right before."""
    back_to_back: int = 1
    """Additional rows for a special clear after a special clear."""
    perfect_clear: int = 10
    """Additional rows for a perfect clear."""

    def rows(self, clear: Clear) -> int:
        """Return the number of rows that a clear sends."""
        table = {Spin.NONE: self.clears, Spin.MINI: self.minis, Spin.FULL: self.spins}[clear.spin]
        rows = _at(table, clear.lines) + _at(self.combos, clear.combo)
        rows += self.back_to_back if clear.chained else 0
        return rows + (self.perfect_clear if clear.perfect_clear else 0)


class AttackRule(NamedTuple):
    """Rule that turns clears into garbage."""

    name: str
    sentence: str
    """One-line description for players."""
    send: Callable[[Clear], int]
    """Function from a clear of at least one line to the number of rows that it sends, such as `AttackTable(…).rows`."""
    most_rows: int = 8
    """Maximum number of rows that rise at once."""
    clears_hold_up: bool = True
    """Whether rows wait while a player clears lines."""
    messiness: int = 30
    """Probability that a row has its hole in another column than the row before (percent)."""
    combo_window_ns: int = 0
    """Time for the next clear of a timed combo (ns); 0: a lock without lines ends a combo.

    Each further clear of a combo adds half as much time as the one before, and each line half of it more.
    """
    fuse_ns: int = 0
    """Delay from a clear until its rows can rise (ns)."""
    row_interval_ns: int = 0
    """Minimum interval between two rising rows (ns)."""
    perfect_clears_chain: bool = False
    """Whether any perfect clear is special, and continues a chain of back-to-backs."""
    title: str = ""
    """Name for players; empty if it is the name with a capital."""

    @property
    def label(self) -> str:
        """Name for players."""
        return self.title or self.name.replace("_", " ").capitalize()

    def rows(self, clear: Clear) -> int:
        """Return the number of rows that a clear sends, at most `MOST_SENT`."""
        return min(self.send(clear), MOST_SENT) if clear.lines else 0

    def window_ns(self, lines: int, combo: int) -> int:
        """Return the time that a clear adds to a timed combo (ns), given the number of clears before it."""
        return (2 * self.combo_window_ns + lines * self.combo_window_ns) // 2 >> combo


_FIELDS: Final = ("_carried", "_combo", "_combo_until_ns", "_percent", "_rule", "_specials")


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
        self._specials = 0
        """Number of special clears in a row."""

    def rows_of(self, time_ns: int, lines: int, spin: Spin, *, perfect_clear: bool) -> int:
        """Count a clear, and return the number of rows that it sends."""
        rule = self._rule
        if rule.combo_window_ns and time_ns > self._combo_until_ns:
            self._combo = 0
        clear = Clear(lines, spin, perfect_clear, self._combo, self._specials)
        special = clear.special or (perfect_clear and rule.perfect_clears_chain)
        rows = rule.rows(clear)
        start_ns = self._combo_until_ns if self._combo else time_ns
        self._combo_until_ns = start_ns + rule.window_ns(lines, self._combo)
        self._combo += 1
        self._specials = self._specials + 1 if special else 0
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


_TETRIO: Final = {Spin.NONE: (0, 0, 1, 2, 4, 5), Spin.MINI: (0, 0, 1, 2, 4), Spin.FULL: (0, 2, 4, 6, 10, 12)}
"""Base rows of TETR.IO by lines; minis are also those of other pieces than T, by the spin rule `all_mini_plus`.

Source: the game's table as in github.com/halp1/triangle (`garbageData`), which follows TETR.IO, and tetris.wiki,
"TETR.IO"; mini triples and quads from the game's own constants.
"""
_COMBO_BONUS: Final = 0.25
_COMBO_LOGARITHM: Final = 1.25
_CHAIN_LOGARITHM: Final = 0.8
_SURGE_FROM: Final = 4
"""Length of a chain, in chained clears, from which its break sends a surge of as many rows."""
_SEASON_2_PERFECT_CLEAR: Final = 5


def _multiplied(rows: float, combo: int) -> int:
    """Return rows after the multiplier of a combo: a quarter more a clear, and for few rows a logarithm at least."""
    rows *= 1 + _COMBO_BONUS * combo
    return int(max(rows, log1p(_COMBO_LOGARITHM * combo)) if combo > 1 else rows)


def tetrio_rows(clear: Clear) -> int:
    """Return the rows of TETR.IO's second season: one more back to back, and a surge when a long chain breaks.

    A perfect clear sends five more, and continues the chain.
    """
    base = _at(_TETRIO[clear.spin], clear.lines)
    rows = _multiplied(base + (1 if clear.back_to_back and (clear.special or clear.perfect_clear) else 0), clear.combo)
    if clear.perfect_clear:
        return rows + _SEASON_2_PERFECT_CLEAR
    chained = clear.back_to_back - 1
    return rows + (chained if not clear.special and chained >= _SURGE_FROM else 0)


def tetrio_chaining_rows(clear: Clear) -> int:
    """Return the rows of TETR.IO's first season: the longer a chain of back-to-backs, the more it adds.

    A chain of n clears before adds 1 + floor(l), and from the second on (1 + l mod 1) / 3 more, with l = ln(1 + 0.8 n).
    """
    rows = float(_at(_TETRIO[clear.spin], clear.lines))
    if clear.chained:
        whole, part = divmod(log1p(_CHAIN_LOGARITHM * clear.back_to_back), 1)
        rows += 1 + whole + ((1 + part) / 3 if clear.back_to_back > 1 else 0)
    return _multiplied(rows, clear.combo) + (10 if clear.perfect_clear else 0)


_SENDERS: Final = {"tetrio": tetrio_rows, "tetrio_s1": tetrio_chaining_rows}


def _rule(name: str, row: Mapping[str, Any]) -> AttackRule:  # values of any type in TOML
    """Return the rule of a row, which has a table of rows sent or a function."""
    facts = {fact: value for fact, value in row.items() if fact != "table"}
    if name in _SENDERS:
        return AttackRule(name=name, send=_SENDERS[name], **facts)
    table: dict[str, Any] = {  # tuples and numbers
        column: rows if isinstance(rows, int) else tuple(rows) for column, rows in row["table"].items()
    }
    return AttackRule(name=name, send=AttackTable(**table).rows, **facts)


ATTACKS: Final[dict[str, AttackRule]] = Registry(
    "attack rule",
    {
        name: _rule(name, row)
        for name, row in tomllib.loads(Path(__file__).with_name("attacks.toml").read_text("utf-8")).items()
    },
)
"""Attack rules by name."""

GUIDELINE: Final = ATTACKS["guideline"]
