"""Modes for practice: Zen, which cannot be lost, and Custom, which its player sets up."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from piecement_engine.board.piece_sets import DEFAULT_PIECES, piece_set
from piecement_engine.board.pieces import TETROMINOES
from piecement_engine.errors import RuleError, cut
from piecement_engine.game.hooks import Hooks, Modifier, register_modifier
from piecement_engine.game.view import Table
from piecement_engine.modes.garbage import RisingRows, StartRows, with_start_rows
from piecement_engine.modes.mode import (
    Choice,
    Letters,
    Mode,
    Number,
    Switch,
    limited,
    modified,
    start_level,
    unmodified,
    with_fields,
)
from piecement_engine.modes.standards import ANY_FAULTS, with_standards
from piecement_engine.rules.attack import ATTACKS
from piecement_engine.rules.garbage_rules import GarbageRules
from piecement_engine.rules.goals import Limit, Limits
from piecement_engine.rules.rules import LONGEST_NS, Rules
from piecement_engine.rules.timing import MILLISECOND, SECOND

_MOST_AT_ONCE: Final = 100
"""Maximum number of times to make room at one instant: if pieces take no time, an update would never end."""


@register_modifier
@dataclass(frozen=True, slots=True)
class NoTopOut(Modifier):
    """No top out: if a new piece has no room, the lower rows vanish, uncounted, down to half the visible height."""

    kind = "no_top_out"

    def hooks(self) -> Hooks:
        return _NoTopOutHooks()


class _NoTopOutHooks(Hooks):
    def __init__(self) -> None:
        self._moment = -1
        self._times = 0

    def blocked(self, table: Table) -> bool:
        self._times = self._times + 1 if table.time_ns == self._moment else 1
        self._moment = table.time_ns
        if self._times > _MOST_AT_ONCE:
            return False
        table.set_rows(table.rows[-(table.skyline // 2) :])
        table.announce("Take a breath")
        return True

    def locked_out(self, table: Table) -> bool:
        return True


_ATTACKS: Final = (1, 1, 2, 2, 3, 4, 4, 5)
"""Numbers of rows of an attack, each equally likely."""
_MESSINESS: Final = 30


@register_modifier
@dataclass(frozen=True, slots=True)
class Sparring(Modifier):
    """Attacks as in a match: rows that wait, that clears cancel, and that rise with a lock."""

    kind = "sparring"

    rows_a_minute: int = 20
    """Mean number of rows per minute."""

    def __post_init__(self) -> None:
        self.check_whole("rows_a_minute", 1, 200)

    def hooks(self) -> Hooks:
        return _SparringHooks(self.rows_a_minute)


class _SparringHooks(Hooks):
    def __init__(self, rows_a_minute: int) -> None:
        self._row_ns = 60 * SECOND // rows_a_minute
        self._rows = 0
        """Number of rows of the next attack."""
        self._due_ns = 0

    def started(self, table: Table) -> None:
        self._plan(table)

    def locked(self, table: Table, rows: Sequence[int]) -> None:
        while table.time_ns >= self._due_ns:
            hole, holes = table.rng.below(table.width), list[int]()
            for _ in range(self._rows):
                if table.rng.below(100) < _MESSINESS:
                    hole = table.rng.below(table.width)
                holes.append(hole)
            table.take_attack(holes)
            self._plan(table)

    def _plan(self, table: Table) -> None:
        self._rows = _ATTACKS[table.rng.below(len(_ATTACKS))]
        self._due_ns += self._rows * self._row_ns


def _with_attacks(rules: Rules, strength: str) -> Rules:
    rows = _STRENGTHS[strength]
    if not rows:
        return replace(unmodified(rules, Sparring), garbage=None)
    return replace(modified(rules, Sparring(rows)), garbage=GarbageRules())


_STRENGTHS: Final = {"none": 0, "light": 10, "even": 25, "heavy": 50}
"""Rows per minute."""


def _with_level(rules: Rules, level: int) -> Rules:
    """Return rules with the fall of a level; at 0 there is no fall, and soft drop has its own speed."""
    if level:
        return replace(rules, start_level=level, fall_delay_ns=None, soft_drop_interval_ns=None)
    return replace(rules, start_level=1, fall_delay_ns=LONGEST_NS, soft_drop_interval_ns=33 * MILLISECOND)


def _attack_rule(apply: Callable[[Rules, str], Rules]) -> Choice:
    """Return the option of the attack table."""
    return Choice(
        name="attack_rule",
        title="Attacks",
        sentence="How clears turn into attack.",
        default="guideline",
        choices={rule.name: rule.label for rule in ATTACKS.values()},
        apply=apply,
    )


ZEN: Final[Mode] = Mode(
    name="zen",
    title="Zen",
    sentence="Play as long as you like: you cannot lose.",
    group="Practice",
    rules=Rules(modifiers=(NoTopOut(),)),
    ranking=("-lines", "-score"),
    headline="lines",
    options=(
        Number(
            name="level",
            title="Level",
            sentence="How fast pieces fall.",
            default=1,
            low=0,
            high=20,
            titles={0: "no gravity"},
            apply=_with_level,
        ),
        Choice(
            name="garbage",
            title="Garbage",
            sentence="Rows that come as in a match: your clears cancel them.",
            default="none",
            choices={name: name if not rows else f"{name}, {rows} rows/min" for name, rows in _STRENGTHS.items()},
            apply=_with_attacks,
        ),
        _attack_rule(
            lambda rules, name: replace(rules, garbage=replace(rules.garbage, attack=name)) if rules.garbage else rules
        ),
    ),
)


MOST_PIECES: Final = 56
"""Maximum number of chosen pieces: eight bags."""

_IN_RESERVE: Final = 3
"""Minimum number of known pieces beyond the shown ones, since a hold draws one too."""


@register_modifier
@dataclass(frozen=True, slots=True)
class GivenQueue(Modifier):
    """Pieces that come first, by letter."""

    kind = "queue"

    pieces: str = "IOSZTLJ"
    repeats: bool = False
    """Whether the pieces repeat, instead of pieces of the randomizer after them."""
    ends: bool = False
    """Whether the game ends after the pieces."""

    def __post_init__(self) -> None:
        if not isinstance(self.pieces, str) or not 1 <= len(self.pieces) <= MOST_PIECES:
            raise RuleError(f"pieces of {self.kind} is {cut(self.pieces)!r}: it is 1 to {MOST_PIECES} letters")
        if not set(self.pieces) <= TETROMINOES.keys():
            raise RuleError(f"pieces of {self.kind} is {self.pieces!r}: its letters are {''.join(TETROMINOES)}")
        self.check_switch("repeats")
        self.check_switch("ends")
        if self.repeats and self.ends:
            raise RuleError(f"repeats and ends of {self.kind} are both true: at most one of them is")

    def hooks(self) -> Hooks:
        return _Dealing(self)


class _Dealing(Hooks):
    def __init__(self, queue: GivenQueue) -> None:
        self._queue: Final = queue

    def started(self, table: Table) -> None:
        table.queue_pieces(self._queue.pieces)
        if self._queue.ends:
            table.end_queue()
        self.spawning(table)

    def spawning(self, table: Table) -> None:
        while self._queue.repeats and len(table.known) < table.rules.preview_count + _IN_RESERVE:
            table.queue_pieces(self._queue.pieces)


_BY_LEVEL: Final = -1
_NEVER: Final = 100_001
_HIDDEN_ROWS: Final = Rules().height - Rules().skyline


def _with_fall_delay(rules: Rules, milliseconds: int) -> Rules:
    if milliseconds == _BY_LEVEL:
        return replace(rules, fall_delay_ns=None)
    return replace(rules, fall_delay_ns=LONGEST_NS if milliseconds == _NEVER else milliseconds * MILLISECOND)


def _with_style(rules: Rules, style: str) -> Rules:
    has_rows = any(isinstance(modifier, StartRows) for modifier in rules.modifiers)
    return with_fields(rules, StartRows, style=style) if has_rows else rules


def _with_queue(rules: Rules, pieces: str) -> Rules:
    if not set(pieces) <= {shape.name for shape in piece_set(rules.pieces)}:
        raise RuleError("the first pieces {pieces} have 4 cells: no piece of this game has as many", pieces=pieces)
    return modified(rules, GivenQueue(pieces)) if pieces else unmodified(rules, GivenQueue)


def _with_queue_end(rules: Rules, end: str) -> Rules:
    queue = next((m for m in rules.modifiers if isinstance(m, GivenQueue)), None)
    return modified(rules, replace(queue, repeats=end == "repeat", ends=end == "end")) if queue else rules


def _with_rising_rows(rules: Rules, rises: bool) -> Rules:
    return modified(rules, RisingRows(rows=0)) if rises else unmodified(rules, RisingRows)


def _goal(
    name: str, sentence: str, *, high: int, step: int = 1, unit: str = "", scale: int = 1, default: int = 0
) -> Number:
    """Return the option of a limit that wins the game; 0 is none."""
    return Number(
        name=name,
        title=f"{name.capitalize()} goal",
        sentence=sentence,
        default=default,
        low=0,
        high=high,
        step=step,
        unit=unit,
        titles={0: "none"},
        apply=lambda rules, value: limited(rules, name, value * scale or None),
    )


CUSTOM: Final[Mode] = Mode(
    name="custom",
    title="Custom",
    sentence="Choose your own speed, goal, board and pieces.",
    group="Practice",
    rules=Rules(level_up=True, limits=Limits(time=Limit(60 * SECOND))),
    ranking=("-lines", "-score"),
    headline="lines",
    options=(
        start_level(high=30),
        Number(
            name="fall_ms",
            title="Fall delay",
            sentence="The time from row to row, whatever the level.",
            default=_BY_LEVEL,
            low=_BY_LEVEL,
            high=_NEVER,
            step=10,
            unit="ms",
            titles={_BY_LEVEL: "by level", 0: "at once", _NEVER: "never"},
            apply=_with_fall_delay,
        ),
        Switch(
            name="level_up",
            title="Level rises",
            sentence="Every tenth line raises the level.",
            default=True,
            apply=lambda rules, rises: replace(rules, level_up=rises),
        ),
        _goal("time", "How much time wins the game.", high=36_000, step=5, unit="s", scale=SECOND, default=60),
        _goal("score", "How many points win the game.", high=10_000_000, step=200, unit="points"),
        _goal("pieces", "How many pieces win the game.", high=100_000, step=10, unit="pieces"),
        _goal("lines", "How many lines win the game.", high=100_000, step=5, unit="lines"),
        _goal("level", "The level above which the game is won.", high=1000),
        Number(
            name="attack",
            title="Attack goal",
            sentence="How many rows of attack win the game.",
            default=0,
            low=0,
            high=100_000,
            step=5,
            unit="rows",
            titles={0: "none"},
            apply=lambda rules, rows: with_standards(rules, attack=rows),
        ),
        _attack_rule(lambda rules, name: with_standards(rules, attack_rule=name)),
        Number(
            name="efficiency",
            title="Efficiency",
            sentence="The attack for each hundred lines below which the game is lost, from ten lines on.",
            default=0,
            low=0,
            high=1000,
            step=5,
            unit="%",
            titles={0: "none"},
            apply=lambda rules, percent: with_standards(rules, efficiency=percent),
        ),
        Number(
            name="faults",
            title="Finesse",
            sentence="How many extra presses are allowed; one more loses the game.",
            default=ANY_FAULTS,
            low=ANY_FAULTS,
            high=100_000,
            titles={ANY_FAULTS: "any number"},
            apply=lambda rules, faults: with_standards(rules, faults=faults),
        ),
        Switch(
            name="quads_only",
            title="Quads only",
            sentence="A clear of fewer than four lines loses the game.",
            default=False,
            apply=lambda rules, only: with_standards(rules, quads_only=only),
        ),
        Number(
            name="start_rows",
            title="Start rows",
            sentence="How many rows of garbage there are at the start.",
            default=0,
            low=0,
            high=18,
            unit="rows",
            titles={0: "none"},
            apply=with_start_rows,
        ),
        Choice(
            name="start_style",
            title="Kind of rows",
            sentence="What they look like.",
            default="noise",
            choices={"noise": "random", "holes": "one hole each"},
            apply=_with_style,
        ),
        Switch(
            name="rising_rows",
            title="Rising rows",
            sentence="Garbage rises, faster and faster.",
            default=False,
            apply=_with_rising_rows,
        ),
        Choice(
            name="cells",
            title="Cells",
            sentence="How many cells a piece has.",
            default=DEFAULT_PIECES,
            choices={
                DEFAULT_PIECES: "4 cells",
                "1-4": "1 to 4 cells",
                "3": "3 cells",
                "5": "5 cells",
                "1-5": "1 to 5 cells",
                "6": "6 cells",
            },
            apply=lambda rules, pieces: replace(
                rules, pieces=pieces, randomizer="rank_bag" if "-" in pieces else rules.randomizer
            ),
        ),
        Letters(
            name="queue",
            title="First pieces",
            sentence="The letters of the pieces that come first, such as TSZ.",
            letters="".join(TETROMINOES),
            most=MOST_PIECES,
            empty_title="random",
            apply=_with_queue,
        ),
        Choice(
            name="queue_end",
            title="After them",
            sentence="The pieces after the first ones.",
            default="random",
            choices={"random": "random pieces", "repeat": "the same again", "end": "the game ends"},
            apply=_with_queue_end,
        ),
        Number(
            name="width",
            title="Width",
            sentence="The columns of the board.",
            default=Rules().width,
            low=6,
            high=20,
            unit="columns",
            apply=lambda rules, width: replace(rules, width=width),
        ),
        Number(
            name="skyline",
            title="Height",
            sentence="The visible rows of the board.",
            default=Rules().skyline,
            low=8,
            high=30,
            unit="rows",
            apply=lambda rules, skyline: replace(rules, skyline=skyline, height=skyline + _HIDDEN_ROWS),
        ),
    ),
)
