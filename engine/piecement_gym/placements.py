"""Environments in which an action is a placement of a piece."""

from collections.abc import Iterator, Sequence
from math import prod
from typing import Any, Final

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from piecement_engine import GameView, Piece, RuleError, Spin
from piecement_engine.bots.arena import Arena, arena, spin_finder
from piecement_engine.bots.piece_paths import STEP_BUTTONS, Step, allowed_steps, path, plain_path
from piecement_engine.bots.placement import Placement, PlacementSite
from piecement_engine.bots.position import Position
from piecement_engine.game.inputs import BUTTON_BITS, Button
from piecement_engine.play.games import lock_placement
from piecement_gym.environments import Control, Info, PiecementEnv, PiecementVectorEnv, checked_ns
from piecement_gym.stepped_games import SteppedGames, filled_cells

_SLOTS: Final = 8
"""Bit boards of a game: one for each orientation, of the piece in play and then of the one from hold."""

_HOLD_BIT: Final = BUTTON_BITS[Button.HOLD]
_STEP_BITS: Final = {step: BUTTON_BITS[button] for step, button in STEP_BUTTONS.items()}

INVALID: Final = ("noop", "penalty", "end")
"""Effects of an action that is not possible: nothing; a reward of -1; the end of the game, which is given up."""


class PlacementControl(Control):
    """Control by placements of the bots' move generator, through presses like those of a player."""

    def __init__(self, games: SteppedGames, piece_ns: int = 0, invalid: str = "noop") -> None:
        """Control these games.

        Args:
            games: The games.
            piece_ns: The minimum time of a piece (ns), for rules and modes in which time matters.
            invalid: A name in `INVALID`: the effect of an action that is not possible.

        Raises:
            RuleError: If `invalid` is unknown, or `piece_ns` is no time.
        """
        super().__init__(games)
        if invalid not in INVALID:
            raise RuleError(f"invalid is {invalid!r}: it must be one of {', '.join(INVALID)}")
        self._piece_ns: Final = checked_ns("piece_ns", piece_ns)
        self._invalid: Final = invalid
        self._shape: Final = (2, 4, games.rules.height, games.rules.width)
        """Hold, orientation, y and x of the piece when it locks."""
        self._count: Final = prod(self._shape)
        self._valid: Final = [True] * len(games.games)
        """Whether the last action in each game was possible."""
        self._plays_at_once: Final = not (games.rules.hard_drop_guard_ns or games.rules.double_tap_ns)
        """Whether the buttons of a placement can be pressed at one instant."""
        self._starts: Final[list[dict[bool, _Start]]] = [{} for _ in games.games]
        """Start of the piece in play of each game (False), and of that from hold (True)."""
        self._corners: Final = [0] * (_SLOTS * len(games.games))
        """Possible lower left corners of the locking piece, a bit board for each slot of each game."""
        self._layout: Final = arena(games.rules).layout

    @property
    def action_space(self) -> spaces.Discrete:
        return spaces.Discrete(self._count)

    @property
    def highest_action(self) -> int:
        """Largest number in an action, never possible: from hold, facing west, on the top row of the last column."""
        return self._count - 1

    def action(self, choice: Placement) -> int:
        """Return the number of the action of a placement."""
        _, orientation, x, y = choice.piece
        _, _, height, width = self._shape
        return ((choice.hold * 4 + orientation) * height + y) * width + x

    def choices(self, number: int) -> dict[int, Placement]:
        """Return the possible placements in a game, by action."""
        position = self.position(number)
        return {self.action(one): one for one in position.placements} if position else {}

    def position(self, number: int) -> Position | None:
        """Return the position of the choices, or None after the end."""
        return None if self.games.ended[number] else Position.of(self.games.games[number])

    def begin(self, number: int, seed: int) -> None:
        super().begin(number, seed)
        self._valid[number] = True
        self._find_choices(number)
        self.games.note_start(number)

    def steps(self, numbers: list[int], actions: NDArray[Any]) -> list[float]:
        for number, action in zip(numbers, actions[numbers].tolist(), strict=True):
            self._step(number, action)
        self.games.note(numbers)
        earned = self.games.earned()
        if self._invalid == "penalty":
            for number in numbers:
                earned[number] -= not self._valid[number]
        return earned

    def info(self, number: int) -> Info:
        """Return the mask of the possible actions, and whether the last one was among them and so was played."""
        return {"action_mask": self.mask(number).astype(np.int8), "valid": self._valid[number]}

    def infos(self) -> Info:
        """Return the infos of all games as arrays, each with an array of those that have it."""
        every = np.ones(len(self._valid), np.bool_)
        masks = self.masks().astype(np.int8)
        return {"action_mask": masks, "_action_mask": every, "valid": np.array(self._valid), "_valid": every.copy()}

    def mask(self, number: int) -> NDArray[np.bool_]:
        """Return for each action whether it is possible in a game; after its end all are, as none has an effect."""
        mask: NDArray[np.bool_] = self._masks(slice(number, number + 1))[0]
        return mask

    def masks(self) -> NDArray[np.bool_]:
        """Return for each game and action what `mask` returns."""
        return self._masks(slice(None))

    def _masks(self, numbers: slice) -> NDArray[np.bool_]:
        ended = self.games.ended[numbers]
        first, last, _ = numbers.indices(len(self._valid))
        cells = filled_cells(self._layout, self._corners[first * _SLOTS : last * _SLOTS])
        masks: NDArray[np.bool_] = cells.reshape(len(ended), self._count).astype(np.bool_)
        masks[ended] = True
        return masks

    def _step(self, number: int, action: int) -> None:
        _, _, height, width = self._shape
        row, x = divmod(action, width)
        slot, y = divmod(row, height)
        hold, orientation = divmod(slot, 4)
        is_possible = bool(self._corners[number * _SLOTS + slot] >> self._layout.bit(x, y) & 1)
        self._valid[number] = is_possible
        if is_possible:
            start = self._starts[number][bool(hold)]
            piece = Piece(start.piece.shape, orientation, x, y)
            self._lock(number, start.placement(piece, hold=bool(hold)), start)
            self._find_choices(number)
        elif self._invalid == "end" and not self.games.ended[number]:
            self._forget(number)
            self.games.games[number].forfeit(self.games.views[number].time_ns)

    def _lock(self, number: int, choice: Placement | None, start: "_Start | None" = None) -> None:
        """Move a piece to its placement, or just drop it, and play up to the next one."""
        game = self.games.games[number]
        view = self.games.views[number]
        due_ns = view.time_ns + self._piece_ns
        locked = view.pieces
        steps = start.steps(choice) if start and choice and self._plays_at_once else None
        if steps is None:
            lock_placement(game, choice)
        else:
            for bits in (*((_HOLD_BIT,) if choice and choice.hold else ()), *(_STEP_BITS[step] for step in steps)):
                game.play(view.time_ns, bits)
                if view.end is None:
                    game.play(view.time_ns, 0)
        while view.end is None and (view.pieces == locked or view.piece is None or view.dropped):
            game.play(max(view.next_timer_ns, view.time_ns + 1), 0)
        if view.end is None and view.time_ns < due_ns:
            game.play(due_ns, 0)

    def _find_choices(self, number: int) -> None:
        """Find the choices. Without any the game is as good as lost: drop pieces until the end."""
        view = self.games.views[number]
        while view.end is None:
            if self._note_choices(number, view):
                return
            self._lock(number, None)
        self._forget(number)

    def _note_choices(self, number: int, view: GameView) -> bool:
        """Note where the pieces in play and from hold can lock, and return whether they can anywhere."""
        self._forget(number)
        used, bits = arena(view.rules, view.fall_delay_ns, view.barred), view.bits
        held = view.hold
        other = held.shape if held else next(iter(view.next), None)
        starts = {False: view.piece}
        if used.holds and (held is None or held.may_swap) and view.piece and other not in (None, view.piece.shape):
            starts[True] = used.entry(bits, other)
        found = False
        for hold, piece in starts.items():
            if piece is not None:
                start = self._starts[number][hold] = _Start(used, bits, piece)
                for corners, orientation in start.corners():
                    self._corners[number * _SLOTS + 4 * hold + orientation] = corners
                    found = found or corners > 0
        return found

    def _forget(self, number: int) -> None:
        self._starts[number].clear()
        self._corners[number * _SLOTS : (number + 1) * _SLOTS] = [0] * _SLOTS


class _Start:
    """Piece at its first spot on a board, and its reach."""

    __slots__ = ("_arena", "_bits", "_locks", "_reach", "piece")

    def __init__(self, used: Arena, bits: int, piece: Piece) -> None:
        self.piece: Final = piece
        self._arena: Final = used
        self._bits: Final = bits
        self._reach: Final = used.mover.reach(bits, piece)
        self._locks: Final = self._reach.locks()

    def corners(self) -> Iterator[tuple[int, int]]:
        """Yield a bit board of possible lower left corners of the resting piece, and the orientation it is for.

        Of orientations with the same cells, only the first is yielded. Placements wholly above the skyline, which lose,
        are omitted.
        """
        layout, skyline = self._arena.layout, self._arena.rules.skyline
        for locks, first in zip(self._locks, self._reach.states.forms, strict=True):
            figure = self._reach.states.states[first]
            highest = min(skyline + figure.height - 2, layout.height - 1)
            yield (locks & ~layout.above[highest]) << figure.height - 1, figure.orientation

    def placement(self, piece: Piece, *, hold: bool) -> Placement:
        """Return a placement with the best spin over all ways to it."""
        spins = spin_finder(self._arena)(self._reach, self._bits, self._locks)
        spin = spins.at(self._reach.states, piece) if spins else Spin.NONE
        return Placement(piece, hold, spin, site=PlacementSite(self._arena, self._bits))

    def steps(self, choice: Placement) -> Sequence[Step] | None:
        """Return the steps to a placement, or None if there are none."""
        used, spin = self._arena, choice.spin
        if spin is Spin.NONE and not used.instant_fall and (steps := plain_path(self._reach, self.piece, choice.piece)):
            return steps
        allowed = allowed_steps(used.rules, used.fall_delay_ns, used.barred)
        quick = allowed - {Step.SOFT_DROP}  # most ways need no soft drop, and to search without it is far quicker
        for wanted in dict.fromkeys((spin, Spin.NONE)):
            for some in (quick, allowed):
                if steps := path(used, self._bits, self.piece, choice.piece, wanted, allowed=some):
                    return steps
        return None


class PlacementEnv(PiecementEnv[PlacementControl]):
    """One game, a piece a step. See `PlacementControl` for actions, info and arguments."""

    control_type = PlacementControl

    def action_masks(self) -> NDArray[np.bool_]:
        """Return for each action whether it is possible now, as `MaskablePPO` of sb3-contrib asks for it."""
        return self.control.mask(0)


class PlacementVectorEnv(PiecementVectorEnv[PlacementControl]):
    """Many games, each a piece a step."""

    control_type = PlacementControl

    def action_masks(self) -> NDArray[np.bool_]:
        """Return for each game and action whether it is possible now."""
        return self.control.masks()
