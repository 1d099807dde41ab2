"""The state of a game: its parts, and all that changes while it is played."""

from typing import Self

from piecement_engine.board import Board
from piecement_engine.budget import ENDLESS, Budget
from piecement_engine.buttons import buttons_to_mask
from piecement_engine.chance import Chance
from piecement_engine.events import SPAWN
from piecement_engine.geometry import geometry
from piecement_engine.inputs import InputLog
from piecement_engine.locking import LOCKINGS, Lockdown, LockdownOptions
from piecement_engine.modifiers import Hooks, Table
from piecement_engine.notices import End, GameEnded, Notice
from piecement_engine.pace import Pace
from piecement_engine.piece_sets import extent
from piecement_engine.pieces import Piece
from piecement_engine.randomizers import RANDOMIZERS, Fixed, Randomizer, RandomizerOptions
from piecement_engine.rotation import ROTATION_SYSTEMS
from piecement_engine.rules import Rules
from piecement_engine.setup import Setup
from piecement_engine.spins import SPIN_RULES, LastTurn
from piecement_engine.supply import Hold, Supply
from piecement_engine.tally import Tally

NEVER = 1 << 62
"""A time after every game, in ns."""

UNBEGUN = -1
"""When a game wakes up that nobody has played on yet, in ns."""


class GameState:
    """What `Game` is made of. Nothing here decides what happens."""

    __slots__ = (
        "_allowed",
        "_board",
        "_budget",
        "_buffered",
        "_buffered_turns",
        "_charging_since",
        "_direction",
        "_dropped",
        "_end",
        "_follows_falls",
        "_footprints",
        "_garbage",
        "_gated",
        "_given",
        "_guarded_until",
        "_held",
        "_hooks",
        "_in_play",
        "_lane",
        "_last_turn",
        "_limits",
        "_lockdown",
        "_log",
        "_notices",
        "_one_by_one",
        "_pace",
        "_pending",
        "_piece",
        "_placed",
        "_rotation",
        "_rules",
        "_silent",
        "_spin_rule",
        "_steps",
        "_supply",
        "_swapped",
        "_tally",
        "_tap",
        "_time",
        "_time_limit",
        "_turns",
        "_wake",
        "setup",
    )

    @property
    def _table(self) -> Table:
        """What hooks see of the game."""
        raise NotImplementedError

    def _lay_out(self, setup: Setup) -> None:
        """Make the parts that the setup names, and the state before anything happens."""
        rules = setup.rules
        self.setup = setup
        """What the game started from."""
        self._rules = rules
        self._rotation = ROTATION_SYSTEMS[rules.rotation_system]
        self._spin_rule = SPIN_RULES[rules.spin_rule]
        self._limits = tuple(rules.limits.given())
        """What ends the game, in the order in which it is checked."""
        self._time_limit = rules.limits.time.value if rules.limits.time else NEVER
        self._hooks: list[Hooks] = [modifier.hooks() for modifier in rules.modifiers]
        """Mostly none, which the busiest places ask first: it is quicker than to go through an empty list."""
        self._allowed = ~buttons_to_mask(button for hooks in self._hooks for button in hooks.barred)
        self._silent = any(hooks.silent for hooks in self._hooks)
        self._one_by_one = rules.press_order == "drops_last"
        """Whether buttons that go down together act each on its own."""
        self._lockdown = _lockdown(rules)
        self._gated = self._lockdown.gated
        self._follows_falls = self._lockdown.follows_falls
        self._supply = _supply(setup)
        self._tally = Tally(rules, setup.shapes(), setup.start)
        self._pace = Pace(rules, self._tally.level, self._tally.lines)
        self._lockdown.set_delays(self._pace.lock, self._pace.fall)
        layout = geometry(rules.width, rules.height, extent(setup.shapes()))
        self._board = Board.from_text(setup.board, layout)
        self._lane = layout.lane
        self._footprints = layout.footprints
        self._begin()

    def _begin(self) -> None:
        self._time = 0
        self._end: End | None = None
        self._pending: dict[int, int] = {SPAWN: 0 << 4 | SPAWN}
        self._budget: Budget | None = None
        """What the update that is being played may cost."""
        self._steps = ENDLESS
        """Yields for each event that may still happen."""
        self._wake = UNBEGUN
        """A time before which nothing is due, neither what is pending nor the time limit."""
        self._log = InputLog()
        self._notices: list[Notice] = []
        self._given = 0
        self._held = 0
        self._direction = 0
        self._charging_since = 0
        self._tap = (0, -NEVER)
        self._buffered = 0
        self._buffered_turns = 0
        self._turns = 0
        self._in_play = False
        """Whether there is a piece that buttons act on."""
        self._dropped = False
        """Whether there is one that is hard dropped and only waits for its lock."""
        self._swapped = False
        self._guarded_until = 0
        self._garbage: list[int] = []
        self._put(Piece(self.setup.shapes()[0], 0, 0, self._rules.skyline))

    def _put(self, piece: Piece) -> None:
        """Have the piece be here, brought by something else than a turn."""
        shape, orientation, x, y = piece
        mask, base = self._footprints[shape][orientation]
        self._piece = piece
        self._placed = mask << base + x * self._lane - y
        """The cells of the piece as bits of the board, kept beside it so that most tests are one shift and one AND."""
        self._last_turn: LastTurn | None = None

    def _finish(self, end: End) -> None:
        if self._end is None:
            self._end = end
            self._notices.append(GameEnded(self._time, end))

    def _copy_to(self, other: Self) -> None:
        """Make another state the same as this one, yet with nothing in common that changes."""
        for name in GameState.__slots__:
            setattr(other, name, getattr(self, name))
        other._board = self._board.copy()
        other._supply = self._supply.copy()
        other._tally = self._tally.copy()
        other._pace = self._pace.copy()
        other._lockdown = self._lockdown.copy()
        other._hooks = [hooks.copy() for hooks in self._hooks]
        other._pending = self._pending.copy()
        other._log = self._log.copy()
        other._garbage = self._garbage.copy()
        other._notices = self._notices.copy()


def _lockdown(rules: Rules) -> Lockdown:
    return LOCKINGS[rules.locking](
        LockdownOptions(
            rules.ground_time_max_ns,
            rules.lock_resets,
            rules.lock_cap_factor,
            rules.forced_lock_delay_ns,
            rules.turn_lock_delay_ns,
        )
    )


def _supply(setup: Setup) -> Supply:
    rules = setup.rules
    options = RandomizerOptions(rules.bag_copies, rules.recency_exponent, rules.rerolls)
    randomizer: Randomizer = (
        RANDOMIZERS[rules.randomizer](setup.shapes(), options)
        if setup.pieces is None
        else Fixed([setup.shape_named(name) for name in setup.pieces])
    )
    supply = Supply(randomizer, Chance(setup.seed), rules.preview_count)
    if setup.start.hold is not None:
        name, may_swap = setup.start.hold
        supply.hold = Hold(setup.shape_named(name), may_swap)
    return supply
