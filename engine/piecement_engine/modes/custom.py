"""Custom, the mode that its player sets up, with pieces that come first."""

from dataclasses import dataclass, replace
from typing import Final

from piecement_engine.board.piece_sets import piece_set
from piecement_engine.board.pieces import TETROMINOES
from piecement_engine.errors import RuleError, cut
from piecement_engine.game.hooks import Hooks, Modifier, register_modifier
from piecement_engine.game.table import Table
from piecement_engine.modes.garbage import RisingRows, StartRows, with_start_rows
from piecement_engine.modes.mode import Mode
from piecement_engine.modes.options import Letters, Number, limited, modified, unmodified, with_fields
from piecement_engine.modes.standards import with_standards
from piecement_engine.modes.tables import attack_rule, choice, mode, number, start_level, switch
from piecement_engine.rules.rules import LONGEST_NS, Rules
from piecement_engine.rules.timing import MILLISECOND, SECOND

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
"""Fall delays with a meaning of their own, as the titles in `options.csv` say."""

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


def _goal(name: str, scale: int = 1) -> Number:
    """Return the option of a limit that wins the game; 0 is none."""
    return number(f"custom.{name}", lambda rules, value: limited(rules, name, value * scale or None))


CUSTOM: Final[Mode] = mode(
    "custom",
    options=(
        start_level(high=30),
        number("custom.fall_ms", _with_fall_delay),
        switch("custom.level_up", lambda rules, rises: replace(rules, level_up=rises)),
        _goal("time", SECOND),
        _goal("score"),
        _goal("pieces"),
        _goal("lines"),
        _goal("level"),
        number("custom.attack", lambda rules, rows: with_standards(rules, attack=rows)),
        attack_rule(lambda rules, name: with_standards(rules, attack_rule=name)),
        number("custom.efficiency", lambda rules, percent: with_standards(rules, efficiency=percent)),
        number("custom.faults", lambda rules, faults: with_standards(rules, faults=faults)),
        switch("custom.quads_only", lambda rules, only: with_standards(rules, quads_only=only)),
        number("custom.start_rows", with_start_rows),
        choice("custom.start_style", _with_style),
        switch("custom.rising_rows", _with_rising_rows),
        choice(
            "custom.cells",
            lambda rules, pieces: replace(
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
        choice("custom.queue_end", _with_queue_end),
        number("custom.width", lambda rules, width: replace(rules, width=width)),
        number("custom.skyline", lambda rules, skyline: replace(rules, skyline=skyline, height=skyline + _HIDDEN_ROWS)),
    ),
)
