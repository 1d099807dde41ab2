"""Players: bots at the ordinary buttons of real games, their pace, and matches between them.

The caller advances the game time. The player starts to think when a piece spawns, plans the presses at the time set by
its pace, and plans again whenever the piece has moved since, as pieces fall in between. Before a piece would lock by
itself, and if it has fallen back to an earlier spot, the player makes all remaining presses at once.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple, Protocol

from piecement_engine.board.pieces import Piece
from piecement_engine.bots.arena import arena
from piecement_engine.bots.bot import Bot
from piecement_engine.bots.opponents import BOTS
from piecement_engine.bots.piece_paths import STEP_BUTTONS, Step, allowed_steps, path
from piecement_engine.bots.placement import Placement
from piecement_engine.bots.position import Position
from piecement_engine.bots.tbp import NoMoveError
from piecement_engine.errors import EngineError, RuleError, cut
from piecement_engine.events import Event, LinesCleared, PieceLocked, PieceSpawned, Spin
from piecement_engine.game.game import Game
from piecement_engine.game.incoming import RowCounts
from piecement_engine.game.inputs import Button
from piecement_engine.game.view import GameView
from piecement_engine.match import Match
from piecement_engine.registry import is_whole
from piecement_engine.rules.garbage_rules import GarbageRules
from piecement_engine.rules.rules import Rules
from piecement_engine.rules.timing import MILLISECOND, SECOND


@dataclass(frozen=True, slots=True, kw_only=True)
class Pace:
    """Speed of a player. The default plays each piece at the instant at which it spawns."""

    pieces_per_second: float | None = None
    """Maximum number of pieces to lock in a second; None is as many as the game allows."""
    tap_ns: int = 0
    """Interval between presses (ns)."""
    teleports: bool = True
    """Whether it moves to a wall by one press of a teleport button, rather than by many taps."""

    def __post_init__(self) -> None:
        """Check the fields. Raises `RuleError`."""
        speed: object = self.pieces_per_second
        if speed is not None and (isinstance(speed, bool) or not isinstance(speed, int | float) or not speed > 0):
            raise RuleError(
                f"pieces_per_second is {cut(repr(speed))}: it must be a number above 0, or None for no limit"
            )
        if not is_whole(self.tap_ns, 0):
            raise RuleError(f"tap_ns is {cut(repr(self.tap_ns))}: it must be a whole number of ns, at least 0")

    @property
    def piece_ns(self) -> int:
        """Minimum interval between locks (ns)."""
        return round(SECOND / self.pieces_per_second) if self.pieces_per_second else 0

    def steps(self, view: GameView) -> frozenset[Step]:
        """Return the steps that this player can make in a game."""
        steps = allowed_steps(view.rules, view.fall_delay_ns, view.barred)
        return steps if self.teleports else steps - {Step.LEFT_WALL, Step.RIGHT_WALL}


INSTANT: Final = Pace()
"""Pace as fast as the game allows."""


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


class ChosenPlacement:
    """Bot with one given choice, or none."""

    def __init__(self, choice: Placement | None) -> None:
        self._choice: Final = choice

    def think(self, position: Position) -> Iterator[Placement | None]:
        yield self._choice


def always() -> bool:
    """Return True: there is always time to think."""
    return True


def bot_of(bot: Bot | str, seed: int) -> Bot:
    """Return a bot, or the one with a name. Raises `EngineError` for anything else."""
    if isinstance(bot, str):
        return BOTS[bot].make(seed)
    if not hasattr(bot, "think"):
        raise EngineError(f"the bot is {cut(repr(bot))}: it is a name in BOTS, or an object with a method think")
    return bot


class Player:
    """Player of one game."""

    def __init__(self, game: Playable, bot: Bot | str, pace: Pace = INSTANT) -> None:
        """Begin to play. Raises `EngineError` for anything but a game, a bot or the name of one, and a pace."""
        if not hasattr(game, "view") or not hasattr(game, "update"):
            raise EngineError(f"the game is {cut(repr(game))}: it is a Game")
        if not isinstance(pace, Pace):
            raise EngineError(f"the pace is {cut(repr(pace))}: it is a Pace")
        self.pace = pace
        """Speed of the player, which may change at any time."""
        self.choice: Placement | None = None
        """Best placement found so far for the piece in play."""
        self.astray = 0
        """Number of pieces that locked elsewhere than planned."""
        self._game = game
        self._bot = bot_of(bot, game.view.seed)
        self._thoughts: Iterator[Placement | None] | None = None
        """Search for the piece in play; None before it begins."""
        self._steps: list[Step] | None = None
        """Remaining presses; None while the bot is still thinking."""
        self._left_at: Piece | None = None
        """Spot of the piece when the presses were planned, or after the last press."""
        self._planned_from: set[Piece] = set()
        self._reconsidered: set[Piece] = set()
        self._is_done_thinking = False
        self._hurried = False
        self._last_step: Step | None = None
        self._presses = 0
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
            while self._thoughts is not None and self._steps is None and not self._is_done_thinking and may_think():
                self._think(self._thoughts)
            due = self._next_moment()
            if due > time_ns:
                self._update(time_ns)
                self._begin_piece()
                break
            self._update(due)
            if self._has_piece():
                if self._is_decided():
                    self._act(hurried=due < self._due_ns)
                else:
                    self._due_ns = due + MILLISECOND
            elif due >= self._due_ns:
                self._due_ns = due + MILLISECOND
        events, self._events = self._events, []
        return events

    def _has_piece(self) -> bool:
        """Return whether a piece is in play with a search for it."""
        view = self._game.view
        return view.end is None and view.piece is not None and not view.dropped and self._thoughts is not None

    # Game time.

    def _next_moment(self) -> int:
        """Return the time of the next action: as planned, or just before the piece locks by itself."""
        view = self._game.view
        lock_ns = view.lock_due_ns
        due = self._due_ns
        if lock_ns is not None and self._has_piece() and (self._has_choice or lock_ns - 1 > view.time_ns):
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
                    self._thoughts = None
                case PieceLocked():
                    self.astray += self.choice is not None and self.choice.piece.cells != event.piece.cells
                    self._thoughts = None
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
        if view.end is not None or view.piece is None or view.dropped or self._thoughts is not None:
            return
        if view.held:
            self._update(view.time_ns, _NOTHING)
        self._thoughts = self._bot.think(Position.of(view))
        self._steps = self.choice = self._left_at = self._last_step = None
        self._is_done_thinking = False
        self._planned_from.clear()
        self._reconsidered.clear()
        self._hurried = False
        self._presses = 0
        self._due_ns = view.time_ns
        if self._locked_ns is not None:
            wait_ns = self.pace.piece_ns - _EXPECTED_PRESSES * self.pace.tap_ns
            # Otherwise rules without delays would allow any number of locks at one instant.
            begin_ns = self._locked_ns + max(MILLISECOND, wait_ns)
            self._due_ns = max(view.time_ns, begin_ns)

    def _think(self, thoughts: Iterator[Placement | None]) -> None:
        try:
            self.choice = next(thoughts)
        except StopIteration:
            self._is_done_thinking = True

    def _is_decided(self) -> bool:
        """Return whether there is something to do, after a little thought if needed."""
        for _ in range(_FIRST_THOUGHTS):
            if self._has_choice or self._thoughts is None:
                break
            self._think(self._thoughts)
        return self._has_choice

    @property
    def _has_choice(self) -> bool:
        return self._steps is not None or self.choice is not None or self._is_done_thinking

    def _decide(self) -> None:
        """Choose the best placement so far, and press hold if its piece comes from there."""
        self._steps = []
        if self.choice and self.choice.hold:
            thoughts = self._thoughts
            self._press(Button.HOLD)
            self._thoughts = thoughts
        if self._has_piece():
            self._plan()
            taps_ns = (len(self._steps or ()) - 1) * self.pace.tap_ns
            if self._locked_ns is not None:
                self._due_ns = max(self._due_ns, self._locked_ns + self.pace.piece_ns - taps_ns)

    def _plan(self) -> None:
        """Find the presses from the spot of the piece; if none lead to the choice, think again, but once."""
        piece = self._left_at = self._game.view.piece
        if piece is not None:
            self._hurried |= piece in self._planned_from
            self._planned_from.add(piece)
        self._steps = self._path()
        if self._steps is not None:
            return
        if piece is None or piece in self._reconsidered:
            self._steps = [Step.HARD_DROP]
        else:
            self._reconsidered.add(piece)
            self._thoughts = self._bot.think(Position.of(self._game.view))
            self._is_done_thinking = False
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

    def _act(self, *, hurried: bool) -> None:
        """Perform the due action: decide, or make the next press, or all remaining ones if a lock is near."""
        self._hurried |= hurried
        if self._steps is None:
            self._decide()
        while self._has_piece() and (self._hurried or self._due_ns <= self._game.view.time_ns):
            if self._steps is None or not self._step():
                return

    def _step(self) -> bool:
        """Make the next press, and return whether another one may follow now."""
        view = self._game.view
        if self._left_at != view.piece or self._misses():
            self._plan()
        if self._steps is None:
            return False
        step = self._steps[0] if self._steps and self._presses < _MOST_PRESSES else Step.HARD_DROP
        wait_ns = self._wait_for(step)
        if wait_ns:
            self._due_ns = view.time_ns + wait_ns
            return False
        self._presses += 1
        if step is not Step.HARD_DROP:
            self._steps = self._steps[1:]
            self._press(STEP_BUTTONS[step])
        elif Button.HARD_DROP not in view.barred:
            self._press(Button.HARD_DROP)
        self._left_at = view.piece
        self._last_step = step
        self._pressed_ns = view.time_ns
        self._due_ns = view.time_ns + (
            max(self.pace.tap_ns, MILLISECOND) if step is Step.HARD_DROP else self.pace.tap_ns
        )
        return step is not Step.HARD_DROP

    def _misses(self) -> bool:
        """Return whether a hard drop is next that would miss the choice."""
        if self._steps != [Step.HARD_DROP] or self.choice is None:
            return False
        ghost = self._game.view.ghost
        return ghost is not None and ghost.cells != self.choice.piece.cells

    def _wait_for(self, step: Step) -> int:
        """Return the delay before a press that the rules demand (ns)."""
        view = self._game.view
        rules = view.rules
        if step is Step.HARD_DROP:
            return max(0, self._spawned_ns + rules.hard_drop_guard_ns - view.time_ns)
        if step is self._last_step and step in {Step.LEFT, Step.RIGHT} and rules.double_tap_ns:
            return max(0, self._pressed_ns + rules.double_tap_ns + 1 - view.time_ns)
        return 0

    def _press(self, button: Button) -> None:
        view = self._game.view
        self._update(view.time_ns, {button})
        if view.end is None:
            self._update(view.time_ns, _NOTHING)


_STEP_NS: Final = 10 * MILLISECOND
"""Interval at which garbage is passed on (ns): any shorter than the fuse leads to the same match."""


class MatchOutcome(NamedTuple):
    """Result of a match of bots."""

    winner: int | None
    """Number of the last bot left, or None if both ended at once or reached the piece limit."""
    pieces: tuple[int, ...]
    counts: tuple[RowCounts, ...]
    games: tuple[Game, ...]


def play_match(
    bots: Sequence[Bot | str],
    paces: Sequence[Pace],
    rules: Rules,
    seed: int,
    *,
    attack: str = "guideline",
    most_pieces: int = 1000,
    step_ns: int = _STEP_NS,
    proceed: Callable[[int], bool] | None = None,
) -> MatchOutcome:
    """Play a match of bots with the same pieces until one is left or one has locked the maximum of pieces.

    A program without a move that can be played gives up, and so loses.

    Args:
        bots: The bots or their names, one for each side.
        paces: The pace of each bot.
        rules: The rules of all games.
        seed: The seed of the pieces and of the garbage.
        attack: A name in `ATTACKS`, for rules without garbage.
        most_pieces: The maximum number of pieces of a side.
        step_ns: The interval at which garbage is passed on (ns).
        proceed: A function that receives the most pieces of a side at each step, and returns whether to continue.

    Raises:
        ExternalBotError: If a program fails.
    """
    if not isinstance(bots, list | tuple) or not isinstance(paces, list | tuple) or len(bots) != len(paces):
        raise EngineError("bots and paces are two lists of the same length, with an entry for each side")
    rules = replace(rules, garbage=rules.garbage or GarbageRules(attack=attack))
    games = tuple(Game(rules, seed) for _ in bots)
    players = [Player(game, bot, pace) for game, bot, pace in zip(games, bots, paces, strict=True)]
    match = Match(games, seed)
    time_ns = 0
    while len(match.alive) > 1:
        pieces = max(game.view.pieces for game in games)
        if pieces >= most_pieces or (proceed and not proceed(pieces)):
            break
        time_ns += step_ns
        for side in match.alive:
            try:
                events = players[side].advance(time_ns)
            except NoMoveError:
                given_up = games[side].forfeit(games[side].view.time_ns)
                events = [*players[side].advance(time_ns), *given_up]
            match.apply(side, events)
    return MatchOutcome(
        winner=match.winner,
        pieces=tuple(game.view.pieces for game in games),
        counts=tuple(match.counts(side) for side in range(len(games))),
        games=games,
    )
