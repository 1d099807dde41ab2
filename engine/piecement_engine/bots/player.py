"""Players: bots at the ordinary buttons of real games.

The caller advances the game time. The player starts to think when a piece spawns, plans the presses at the time set by
its pace, and plans again whenever the piece has moved since, as pieces fall in between. Before a piece would lock by
itself, and if it has fallen back to an earlier spot, the player makes all remaining presses at once.
"""

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field
from typing import Final, Protocol

from piecement_engine.board.pieces import Piece
from piecement_engine.bots.arena import arena
from piecement_engine.bots.bot import Bot
from piecement_engine.bots.opponents import BOTS
from piecement_engine.bots.pace import INSTANT, Pace
from piecement_engine.bots.piece_paths import STEP_BUTTONS, Step, path
from piecement_engine.bots.placement import Placement
from piecement_engine.bots.position import Position
from piecement_engine.errors import EngineError, cut_repr
from piecement_engine.events import Event, LinesCleared, PieceLocked, PieceSpawned, Spin
from piecement_engine.game.inputs import Button
from piecement_engine.game.view import GameView
from piecement_engine.rules.timing import MILLISECOND

_NOTHING: Final = frozenset[Button]()
_EXPECTED_PRESSES: Final = 8
"""Expected maximum number of presses of a placement; the player starts early enough for them."""
_FIRST_THOUGHTS: Final = 10
"""Maximum number of slices of thought for a first choice when a press is due; then the player waits for it."""
_MOST_PRESSES: Final = 60
"""Maximum number of presses for a piece before it is simply dropped."""


class Playable(Protocol):
    """Interface of a game for a player."""

    @property
    def view(self) -> GameView: ...

    def update(self, time_ns: int, held: Collection[str] | None = None) -> list[Event]:
        """Advance the game to a time, and hold these buttons from then on."""
        ...


def always() -> bool:
    """Return True: there is always time to think."""
    return True


def bot_of(bot: Bot | str, seed: int) -> Bot:
    """Return a bot, or the one with a name. Raises `EngineError` for anything else."""
    if isinstance(bot, str):
        return BOTS[bot].make(seed)
    if not hasattr(bot, "think"):
        raise EngineError(f"the bot is {cut_repr(bot)}: it is a name in BOTS, or an object with a method think")
    return bot


@dataclass(slots=True)
class _Turn:
    """Search and presses for one piece, and for the one that they take out of hold."""

    thoughts: Iterator[Placement | None]
    is_thought_out: bool = False
    """Whether the search has ended."""
    steps: list[Step] | None = None
    """Remaining presses; None before they are planned."""
    left_at: Piece | None = None
    """Spot of the piece when the presses were planned, or after the last press."""
    planned_from: set[Piece] = field(default_factory=set[Piece])
    reconsidered: set[Piece] = field(default_factory=set[Piece])
    """Spots from which no presses led to a choice."""
    is_hurried: bool = False
    """Whether all remaining presses are made at once."""
    last_step: Step | None = None
    presses: int = 0


class Player:
    """Player of one game."""

    def __init__(self, game: Playable, bot: Bot | str, pace: Pace = INSTANT) -> None:
        """Begin to play. Raises `EngineError` for anything but a game, a bot or the name of one, and a pace."""
        if not hasattr(game, "view") or not hasattr(game, "update"):
            raise EngineError(f"the game is {cut_repr(game)}: it is a Game")
        if not isinstance(pace, Pace):
            raise EngineError(f"the pace is {cut_repr(pace)}: it is a Pace")
        self.pace = pace
        """Speed of the player, which may change at any time."""
        self.choice: Placement | None = None
        """Best placement found so far for the piece in play."""
        self.astray = 0
        """Number of pieces that locked elsewhere than planned."""
        self._game = game
        self._bot = bot_of(bot, game.view.seed)
        self._turn: _Turn | None = None
        """Turn of the piece in play; None before its search begins and after its lock."""
        self._due_ns = game.view.time_ns
        """Time of the next action (ns)."""
        self._spawned_ns = self._pressed_ns = game.view.time_ns
        self._locked_ns: int | None = None
        self._events: list[Event] = []

    def advance(self, time_ns: int, may_think: Callable[[], bool] = always) -> list[Event]:
        """Play up to a time; `may_think` is called before each slice of the search, of about a millisecond."""
        view = self._game.view
        while view.end is None:
            self._begin_piece()
            turn = self._turn
            while turn is not None and turn.steps is None and not turn.is_thought_out and may_think():
                self._think(turn)
            due = self._next_moment()
            if due > time_ns:
                self._update(time_ns)
                self._begin_piece()
                break
            self._update(due)
            if turn := self._turn_in_play():
                if self._is_decided(turn):
                    turn.is_hurried |= due < self._due_ns
                    self._act(turn)
                else:
                    self._due_ns = due + MILLISECOND
            elif due >= self._due_ns:
                self._due_ns = due + MILLISECOND
        events, self._events = self._events, []
        return events

    def _turn_in_play(self) -> _Turn | None:
        """Return the turn if its piece can still be moved."""
        view = self._game.view
        return self._turn if view.end is None and view.piece is not None and not view.dropped else None

    # Game time.

    def _next_moment(self) -> int:
        """Return the time of the next action: as planned, or just before the piece locks by itself."""
        view = self._game.view
        lock_ns = view.lock_due_ns
        due = self._due_ns
        turn = self._turn_in_play()
        if lock_ns is not None and turn is not None and (self._may_act(turn) or lock_ns - 1 > view.time_ns):
            due = min(due, lock_ns - 1)
        return max(due, view.time_ns)

    def _update(self, time_ns: int, held: Collection[Button] | None = None) -> None:
        events = self._game.update(time_ns, held)
        self._events += events
        rules = self._game.view.rules
        for event in events:
            match event:
                case PieceSpawned():
                    self._spawned_ns = event.time_ns
                    if not held or Button.HOLD not in held:  # else the turn that pressed hold goes on
                        self._turn = None
                case PieceLocked():
                    self.astray += self.choice is not None and self.choice.piece.cells != event.piece.cells
                    self._turn = None
                    self._locked_ns = event.time_ns
                    self._due_ns = event.time_ns + rules.appearance_delay_ns
                case LinesCleared():
                    self._due_ns = event.time_ns + event.delay_ns + rules.appearance_delay_ns
                case _:
                    pass

    # Thinking.

    def _begin_piece(self) -> None:
        """Start the search for a piece that has spawned."""
        view = self._game.view
        if view.end is not None or view.piece is None or view.dropped or self._turn is not None:
            return
        if view.held:
            self._update(view.time_ns, _NOTHING)
        self._turn = _Turn(self._bot.think(Position.of(view)))
        self.choice = None
        self._due_ns = view.time_ns
        if self._locked_ns is not None:
            wait_ns = self.pace.piece_ns - _EXPECTED_PRESSES * self.pace.tap_ns
            # Otherwise rules without delays would allow any number of locks at one instant.
            begin_ns = self._locked_ns + max(MILLISECOND, wait_ns)
            self._due_ns = max(view.time_ns, begin_ns)

    def _think(self, turn: _Turn) -> None:
        try:
            self.choice = next(turn.thoughts)
        except StopIteration:
            turn.is_thought_out = True

    def _is_decided(self, turn: _Turn) -> bool:
        """Think a little if needed, and return whether there is something to do."""
        for _ in range(_FIRST_THOUGHTS):
            if self._may_act(turn):
                break
            self._think(turn)
        return self._may_act(turn)

    def _may_act(self, turn: _Turn) -> bool:
        return turn.steps is not None or self.choice is not None or turn.is_thought_out

    def _decide(self, turn: _Turn) -> None:
        """Choose the best placement so far, and press hold if its piece comes from there."""
        turn.steps = []
        if self.choice and self.choice.hold:
            self._press(Button.HOLD)
        if self._turn_in_play():
            self._plan(turn)
            taps_ns = (len(turn.steps or ()) - 1) * self.pace.tap_ns
            if self._locked_ns is not None:
                self._due_ns = max(self._due_ns, self._locked_ns + self.pace.piece_ns - taps_ns)

    def _plan(self, turn: _Turn) -> None:
        """Find the presses from the spot of the piece; if none lead to the choice, think again, but once."""
        piece = turn.left_at = self._game.view.piece
        if piece is not None:
            turn.is_hurried |= piece in turn.planned_from
            turn.planned_from.add(piece)
        turn.steps = self._path()
        if turn.steps is not None:
            return
        if piece is None or piece in turn.reconsidered:
            turn.steps = [Step.HARD_DROP]
        else:
            turn.reconsidered.add(piece)
            turn.thoughts = self._bot.think(Position.of(self._game.view))
            turn.is_thought_out = False
            self.choice = None

    def _path(self) -> list[Step] | None:
        view = self._game.view
        piece, choice = view.piece, self.choice
        if choice is None or piece is None or piece.shape is not choice.piece.shape:
            return None
        used, allowed = arena(view.rules, view.fall_delay_ns, view.barred), self.pace.steps(view)
        for spin in dict.fromkeys((choice.spin, Spin.NONE)):
            steps = path(used, view.bits, piece, choice.piece, spin, allowed=allowed)
            if steps:
                return steps
        return None

    # Pressing.

    def _act(self, turn: _Turn) -> None:
        """Perform the due action: decide, or make the next press, or all remaining ones if a lock is near."""
        if turn.steps is None:
            self._decide(turn)
        while self._turn_in_play() and (turn.is_hurried or self._due_ns <= self._game.view.time_ns):
            if turn.steps is None or not self._step(turn):
                return

    def _step(self, turn: _Turn) -> bool:
        """Make the next press, and return whether another one may follow now."""
        view = self._game.view
        if turn.left_at != view.piece or self._misses(turn):
            self._plan(turn)
        if turn.steps is None:
            return False
        step = turn.steps[0] if turn.steps and turn.presses < _MOST_PRESSES else Step.HARD_DROP
        wait_ns = self._wait_for(turn, step)
        if wait_ns:
            self._due_ns = view.time_ns + wait_ns
            return False
        turn.presses += 1
        if step is not Step.HARD_DROP:
            turn.steps = turn.steps[1:]
            self._press(STEP_BUTTONS[step])
        elif Button.HARD_DROP not in view.barred:
            self._press(Button.HARD_DROP)
        turn.left_at = view.piece
        turn.last_step = step
        self._pressed_ns = view.time_ns
        self._due_ns = view.time_ns + (
            max(self.pace.tap_ns, MILLISECOND) if step is Step.HARD_DROP else self.pace.tap_ns
        )
        return step is not Step.HARD_DROP

    def _misses(self, turn: _Turn) -> bool:
        """Return whether a hard drop is next that would miss the choice."""
        if turn.steps != [Step.HARD_DROP] or self.choice is None:
            return False
        ghost = self._game.view.ghost
        return ghost is not None and ghost.cells != self.choice.piece.cells

    def _wait_for(self, turn: _Turn, step: Step) -> int:
        """Return the delay before a press that the rules demand (ns)."""
        view = self._game.view
        rules = view.rules
        if step is Step.HARD_DROP:
            return max(0, self._spawned_ns + rules.hard_drop_guard_ns - view.time_ns)
        if step is turn.last_step and step in {Step.LEFT, Step.RIGHT} and rules.double_tap_ns:
            return max(0, self._pressed_ns + rules.double_tap_ns + 1 - view.time_ns)
        return 0

    def _press(self, button: Button) -> None:
        view = self._game.view
        self._update(view.time_ns, {button})
        if view.end is None:
            self._update(view.time_ns, _NOTHING)
