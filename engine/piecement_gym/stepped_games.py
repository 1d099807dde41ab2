"""Many games side by side: their clocks, rewards and observations, as arrays."""

from collections.abc import Callable, Collection
from operator import attrgetter, sub
from typing import Any, Final

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from piecement_engine import Game, GameView, RuleError, Rules
from piecement_engine.board.geometry import Geometry
from piecement_engine.board.piece_sets import piece_set
from piecement_engine.game.batch import NO_PIECE, piece_numbers, play_each, queue_numbers

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

_LARGEST: Final = np.iinfo(np.int32).max


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
        self.views: Final = [game.view for game in self.games]
        self.shapes: Final = piece_set(rules.pieces)
        self._shape_numbers: Final = {shape: number for number, shape in enumerate(self.shapes)}
        self._reward: Final = reward_named(reward)
        self._totals = [0.0] * count
        self._layout: Final = self.views[0].board.geometry
        self._cells: Final = np.zeros((count, rules.height, rules.width), np.uint8)
        self._queues: Final = np.zeros((count, rules.preview_count + 4), np.int32)
        """Hold, whether it may be swapped, the upcoming shapes, combo and back-to-back."""
        self._boards: Final = [0] * count
        """Bits of the board of each game."""
        self._changed: Final = set[int]()
        """Numbers of the games whose boards or queues have changed since the last observation."""
        self.ended: Final = [False] * count
        """Whether each game has ended."""

    def begin(self, number: int, seed: int) -> None:
        """Start a new game in place of one, and advance it to its first piece."""
        game = self.games[number] = Game(self.rules, seed=seed)
        view = self.views[number] = game.view
        while view.piece is None and view.end is None:
            game.play(view.next_timer_ns + 1, 0)
        self.note_start(number)

    def note_start(self, number: int) -> None:
        """Count rewards of a game from its present state on."""
        self._totals[number] = self._reward(self.views[number])
        self.note([number])

    def play(self, numbers: list[int], inputs: list[int], step_ns: int) -> None:
        """Advance games by a time, and apply the input of each."""
        self.note(play_each(self.games, numbers, inputs, step_ns, self._boards))

    def note(self, numbers: list[int]) -> None:
        """Note that more may have changed in these games than the spot of a piece."""
        self._changed.update(numbers)
        for number in numbers:
            view = self.views[number]
            self._boards[number] = view.bits
            self.ended[number] = view.end is not None

    def earned(self) -> list[float]:
        """Return the reward of each game since the last call."""
        before = self._totals
        self._totals = [*map(self._reward, self.views)]
        return [*map(sub, self._totals, before)]

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
                    np.array([NO_PIECE, NO_PIECE, NO_PIECE, NO_PIECE], np.int16),
                    np.array([last, 3, rules.width - 1, reach], np.int16),
                    dtype=np.int16,
                ),
                "hold": spaces.Box(np.array([NO_PIECE, 0], np.int16), np.array([last, 1], np.int16), dtype=np.int16),
                "next": spaces.Box(NO_PIECE, last, (rules.preview_count,), np.int16),
                "chain": spaces.Box(0, _LARGEST, (2,), np.int32),
            }
        )

    def observe(self) -> Observation:
        """Return the observations of all games, as new arrays whose first axis is the game."""
        games, shapes, previews = self.games, self._shape_numbers, self.rules.preview_count
        if self._changed:
            changed = [*self._changed]
            self._cells[changed] = filled_cells(self._layout, [self._boards[number] for number in changed])
            self._queues[changed] = [queue_numbers(games[number], shapes, previews) for number in changed]
            self._changed.clear()
        pieces = self._queues[:, :-2].astype(np.int16)
        return {
            "board": self._cells.copy(),
            "piece": np.array(piece_numbers(games, shapes), np.int16).reshape(-1, 4),
            "hold": pieces[:, :2],
            "next": pieces[:, 2:],
            "chain": self._queues[:, -2:].copy(),
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
