"""Standards: goals about how one plays, such as attack, efficiency, finesse and quads only."""

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass
from itertools import takewhile
from typing import Final, Self

from piecement_engine.board.pieces import Piece
from piecement_engine.errors import RuleError
from piecement_engine.events import Accolade, End, PieceHeld, PieceLocked, PieceSpawned, Spin
from piecement_engine.game.finesse import Finesse
from piecement_engine.game.hooks import Hooks, Modifier, register_modifier
from piecement_engine.game.table import Table
from piecement_engine.modes.options import unmodified, with_fields
from piecement_engine.rules.attack import ATTACKS, AttackCounter
from piecement_engine.rules.rules import Rules

QUAD: Final = 4
"""Lines of a quad."""

JUDGED_FROM: Final = 10
"""Lines from which on the efficiency is judged: the first ones cannot be quads."""

ANY_FAULTS: Final = -1


def spin_of(table: Table) -> Spin:
    """Return the spin of the piece that has just locked."""
    for event in takewhile(lambda event: not isinstance(event, PieceLocked), reversed(table.events)):
        if isinstance(event, Accolade):
            return event.spin
    return Spin.NONE


def attack_of(table: Table, rows: Sequence[int], counter: AttackCounter) -> int:
    """Count the lock of a piece with these full rows, still on the board; return the rows that it sends."""
    if not rows:
        counter.lock_without_lines()
        return 0
    return counter.rows_of(table.time_ns, len(rows), spin_of(table), perfect_clear=len(rows) == len(table.rows))


@register_modifier
@dataclass(frozen=True, slots=True)
class Standards(Modifier):
    """An attack that wins the game; an efficiency, faults and small clears that lose it."""

    kind = "standards"

    attack: int = 0
    """Rows of attack that win the game; 0 for no such goal."""
    attack_rule: str = "guideline"
    """Attack rule that counts: a name in `ATTACKS`."""
    efficiency: int = 0
    """Attack for each hundred lines (percent) below which the game is lost, from `JUDGED_FROM` lines on; 0 for none."""
    faults: int = ANY_FAULTS
    """Finesse faults that are allowed; -1 for any number."""
    quads_only: bool = False
    """Whether a clear of fewer than four lines loses the game."""

    def __post_init__(self) -> None:
        self.check_whole("attack", 0, 100_000)
        self.check_whole("efficiency", 0, 1000)
        self.check_whole("faults", ANY_FAULTS, 100_000)
        self.check_switch("quads_only")
        if not isinstance(self.attack_rule, str) or self.attack_rule not in ATTACKS:
            raise RuleError(
                f"attack_rule of {self.kind} is {self.attack_rule!r}: it must be one of {', '.join(ATTACKS)}"
            )

    def hooks(self) -> Hooks:
        return _StandardHooks(self)


class _StandardHooks(Hooks):
    def __init__(self, standards: Standards) -> None:
        self._standards: Final = standards
        self._counter = AttackCounter(ATTACKS[standards.attack_rule])
        self._finesse = Finesse()
        self.attack = 0
        self._lines = 0
        self._is_in_play = False
        """Whether a piece is in play, which hold alone replaces."""

    def copy(self) -> Self:
        other = copy(self)
        other._counter, other._finesse = self._counter.copy(), self._finesse.copy()
        return other

    def pressed(self, table: Table, buttons: int) -> None:
        if buttons and self._standards.faults != ANY_FAULTS:
            self._finesse.press(table, buttons)

    def entering(self, table: Table, piece: Piece) -> Piece:
        if self._is_in_play:
            self._finesse.count([PieceHeld(table.time_ns, piece.shape)])
        self._is_in_play = True
        self._finesse.count([PieceSpawned(table.time_ns, piece)])
        return piece

    def locked(self, table: Table, rows: Sequence[int]) -> None:
        standards = self._standards
        self.attack = (self.attack or 0) + attack_of(table, rows, self._counter)
        self._lines += len(rows)
        self._is_in_play = False
        self._finesse.count([event for event in table.events if isinstance(event, PieceLocked)][-1:])
        efficiency = 100 * self.attack / self._lines if self._lines >= JUDGED_FROM else standards.efficiency
        has_faults = standards.faults != ANY_FAULTS and self._finesse.faults > standards.faults
        if has_faults or efficiency < standards.efficiency or (standards.quads_only and 0 < len(rows) < QUAD):
            table.finish(End.LIMIT_REACHED)
        elif standards.attack and self.attack >= standards.attack:
            table.finish(End.COMPLETED)


def with_standards(rules: Rules, **fields: object) -> Rules:
    """Return rules with some fields of their standards changed; standards that ask for nothing are left out."""
    changed = with_fields(rules, Standards, **fields)
    return unmodified(changed, Standards) if Standards() in changed.modifiers else changed
