"""Grades: the climb to level 999 of TGM, in sections of a hundred levels, with a grade by points.

Sources: tetris.wiki, "Tetris The Grand Master" (levels, delays) and "Grade Recognition System" (grades).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from piecement_engine.events import End
from piecement_engine.game.hooks import Hooks, Modifier, register_modifier
from piecement_engine.game.table import Table
from piecement_engine.modes.mode import Mode
from piecement_engine.modes.tables import mode
from piecement_engine.rules.timing import SECOND

LAST_LEVEL: Final = 999
SECTION: Final = 100
"""Levels of a section."""

GRADES: Final = (
    *((0, "9"), (400, "8"), (800, "7"), (1400, "6"), (2000, "5"), (3500, "4"), (5500, "3"), (8000, "2"), (12_000, "1")),
    *((16_000, "S1"), (22_000, "S2"), (30_000, "S3"), (40_000, "S4"), (52_000, "S5"), (66_000, "S6"), (82_000, "S7")),
    *((100_000, "S8"), (120_000, "S9")),
)
"""Points from which on a grade is reached."""

GRAND_MASTER: Final = "GM"


class Gate(NamedTuple):
    """Points at a level within a time (ns), all of which the last grade takes."""

    level: int
    points: int
    time_ns: int


GATES: Final = (
    Gate(300, 12_000, 255 * SECOND),
    Gate(500, 40_000, 450 * SECOND),
    Gate(LAST_LEVEL, 126_000, 810 * SECOND),
)


@register_modifier
@dataclass(frozen=True, slots=True)
class Grades(Modifier):
    """Levels rise with each piece and line up to 999; the last one of a section takes a line."""

    kind = "grades"

    def hooks(self) -> Hooks:
        return _GradeHooks()


class _GradeHooks(Hooks):
    def __init__(self) -> None:
        self.grade = GRADES[0][1]
        self.section_times_ns = ()
        self._gates = 0
        """Number of gates passed, or -1 once a gate is missed."""
        self._has_begun = False

    def spawning(self, table: Table) -> None:
        if self._has_begun and table.level % SECTION != SECTION - 1 and table.level != LAST_LEVEL - 1:
            table.reach_level(table.level + 1)
        self._has_begun = True

    def locked(self, table: Table, rows: Sequence[int]) -> None:
        self._judge(table)

    def clearing(self, table: Table, rows: Sequence[int]) -> None:
        before, after = table.level, min(LAST_LEVEL, table.level + len(rows))
        table.reach_level(after)
        gate = GATES[self._gates] if 0 <= self._gates < len(GATES) else None
        if gate is not None and after >= gate.level:
            is_passed = table.score >= gate.points and table.time_ns <= gate.time_ns
            self._gates = self._gates + 1 if is_passed else -1
        if after == LAST_LEVEL or after // SECTION > before // SECTION:
            self._end_section(table, before // SECTION)
        self._judge(table)
        if after == LAST_LEVEL:
            table.finish(End.COMPLETED)

    def _judge(self, table: Table) -> None:
        is_last = self._gates == len(GATES)
        self.grade = GRAND_MASTER if is_last else next(name for points, name in GRADES[::-1] if table.score >= points)

    def _end_section(self, table: Table, section: int) -> None:
        time_ns = table.time_ns - sum(self.section_times_ns)
        self.section_times_ns = (*self.section_times_ns, time_ns)
        minutes, hundredths = divmod(time_ns // (SECOND // 100), 6000)
        time = f"{minutes}:{hundredths // 100:02}.{hundredths % 100:02}"
        table.announce("Section {number}: {time}", number=section + 1, time=time)


GRADED: Final[Mode] = mode("grades")
