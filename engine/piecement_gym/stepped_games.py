"""Many games side by side: their clocks, rewards and observations, as arrays."""

from array import array
from collections.abc import Callable, Collection
from operator import attrgetter
from typing import Any, Final

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from piecement_engine import Event, Game, GameView, RuleError, Rules
from piecement_engine.board.geometry import Geometry
from piecement_engine.board.piece_sets import piece_set

Reward = Callable[[GameView], float]
"""Function from a game to a running total; a step earns its growth."""

Observation = dict[str, NDArray[Any]]
"""Observation by name; see `SteppedGames.space`."""

TRAINING_RULES: Final = Rules(
    height=24,
    rotation_system="srs",
    randomizer="bag",
    preview_count=5,
    appearance_delay_ns=0,
    line_clear_delay_ns=0,
    hard_drop_delay_ns=0,
    initial_hold="off",
    initial_rotation="off",
    initial_move="off",
)
"""Guideline pieces and rotations, without any delay in which buttons do nothing."""

REWARDS: Final[dict[str, Reward]] = {
    "lines": attrgetter("lines"),
    "score": attrgetter("score"),
    "pieces": attrgetter("pieces"),
}
"""Rewards by name."""

NOTHING: Final = -1
"""Array value for "no piece"."""

_LARGEST: Final = np.iinfo(np.int32).max
_MOVES: Final = frozenset({"piece_moved", "piece_rotated", "hard_drop"})
"""Kinds of events that change neither the board nor the queue."""


def reward_named(reward: str | Reward) -> Reward:
    """Return the named reward. Raises `RuleError` if the name is unknown."""
    if not isinstance(reward, str):
        return reward
    if reward not in REWARDS:
        raise RuleError(f"unknown reward {reward!r}: rewards are {', '.join(REWARDS)}, or a function of a GameView")
    return REWARDS[reward]


class SteppedGames:
    """Games with the same rules, each with its own pieces, and the last observation of each."""

    def __init__(self, count: int, rules: Rules, reward: str | Reward) -> None:
        self.rules: Final = rules
        self.games: Final = [Game(rules, seed=0) for _ in range(count)]
        self.shapes: Final = piece_set(rules.pieces)
        self._shape_numbers: Final = {shape: number for number, shape in enumerate(self.shapes)}
        self._reward: Final = reward_named(reward)
        self._totals: Final = [0.0] * count
        layout = self.games[0].view.board.geometry
        self._layout: Final = layout
        self._has_hold: Final = int(rules.hold != "off")
        self._no_pieces: Final = (NOTHING,) * rules.preview_count
        self._cells: Final = np.zeros((count, layout.height, layout.width), np.uint8)
        self._changed: Final[dict[int, int]] = {}
        """Bits of the boards that have changed since `cells`, by the number of the game."""
        # Arrays of Python, because writing a few numbers into those of NumPy takes several times as long.
        self._pieces: Final = array("h", [NOTHING] * 4 * count)
        self._queues: Final = array("h", [NOTHING] * (2 + rules.preview_count) * count)
        """Hold, whether it may be swapped, and the upcoming shapes."""
        self._chains: Final = array("i", [0] * 2 * count)
        self.ended: Final = [False] * count
        """Whether each game has ended."""

    def begin(self, number: int, seed: int) -> GameView:
        """Start a new game in place of one, advance it to its first piece, and return its view."""
        game = self.games[number] = Game(self.rules, seed=seed)
        view = game.view
        while view.piece is None and view.end is None:
            game.play(view.next_timer_ns + 1, 0)
        self._totals[number] = self._reward(view)
        self._look(number, view)
        return view

    def note(self, number: int, events: Collection[Event]) -> float:
        """Update the observation of a game after these events, and return their reward."""
        if not events:
            return 0.0
        view = self.games[number].view
        for event in events:
            if event.kind not in _MOVES:
                self._look(number, view)
                break
        else:
            self._look_at_piece(number, view)
        total = self._reward(view)
        earned = total - self._totals[number]
        self._totals[number] = total
        return earned

    def _look(self, number: int, view: GameView) -> None:
        numbers = self._shape_numbers
        hold = view.hold
        self._changed[number] = view.bits
        held = (NOTHING, self._has_hold) if hold is None else (numbers[hold.shape], int(hold.may_swap))
        coming = [numbers[shape] for shape in view.next]
        size = 2 + len(self._no_pieces)
        queue = array("h", (*held, *coming, *self._no_pieces[len(coming) :]))
        self._queues[number * size : (number + 1) * size] = queue
        self._chains[2 * number] = view.combo
        self._chains[2 * number + 1] = view.back_to_back
        self.ended[number] = view.end is not None
        self._look_at_piece(number, view)

    def _look_at_piece(self, number: int, view: GameView) -> None:
        piece, pieces, first = view.piece, self._pieces, 4 * number
        if piece is None:
            pieces[first] = pieces[first + 1] = pieces[first + 2] = pieces[first + 3] = NOTHING
        else:
            shape, pieces[first + 1], pieces[first + 2], pieces[first + 3] = piece
            pieces[first] = self._shape_numbers[shape]

    @property
    def space(self) -> spaces.Dict:
        """Observation space of one game. All numbers count from 0; -1 means no piece.

        - `board`: (height, width), 1 for a filled cell; the lowest row is first.
        - `piece`: shape, orientation (clockwise quarters), x and y of the lower left corner of its bounding box.
        - `hold`: the shape in hold, and whether it may be swapped now.
        - `next`: the upcoming shapes.
        - `chain`: combo and back-to-back, as `GameView` counts them.

        Shapes are numbered as `piece_set(rules.pieces)` lists them.
        """
        rules = self.rules
        last = len(self.shapes) - 1
        reach = rules.height + 10
        return spaces.Dict(
            {
                "board": spaces.Box(0, 1, (rules.height, rules.width), np.uint8),
                "piece": spaces.Box(
                    np.array([NOTHING, NOTHING, NOTHING, NOTHING], np.int16),
                    np.array([last, 3, rules.width - 1, reach], np.int16),
                    dtype=np.int16,
                ),
                "hold": spaces.Box(np.array([NOTHING, 0], np.int16), np.array([last, 1], np.int16), dtype=np.int16),
                "next": spaces.Box(NOTHING, last, (rules.preview_count,), np.int16),
                "chain": spaces.Box(0, _LARGEST, (2,), np.int32),
            }
        )

    def observe(self) -> Observation:
        """Return the observations of all games, as new arrays whose first axis is the game."""
        changed, count = self._changed, len(self.games)
        if changed:
            self._cells[list(changed)] = filled_cells(self._layout, changed.values())
            changed.clear()
        queues = np.array(self._queues, np.int16).reshape(count, -1)
        return {
            "board": self._cells.copy(),
            "piece": np.array(self._pieces, np.int16).reshape(count, 4),
            "hold": queues[:, :2],
            "next": queues[:, 2:],
            "chain": np.array(self._chains, np.int32).reshape(count, 2),
        }


def filled_cells(layout: Geometry, boards: Collection[int]) -> NDArray[np.uint8]:
    """Return the cells of boards as (board, height, width), lowest row first, 1 for a filled one."""
    stride, width, height = layout.column_stride, layout.width, layout.height
    bits = width * stride
    size = (bits + 7) // 8
    first = layout.pad * stride
    field = (1 << bits) - 1
    packed = b"".join((board >> first & field).to_bytes(size, "little") for board in boards)
    cells = np.unpackbits(np.frombuffer(packed, np.uint8).reshape(len(boards), size), axis=1, bitorder="little")
    columns = cells[:, :bits].reshape(len(boards), width, stride)[:, :, height - 1 :: -1]
    return np.ascontiguousarray(columns.transpose(0, 2, 1))
