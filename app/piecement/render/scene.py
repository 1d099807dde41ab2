"""What a picture shows: the game, and what is known about it beside its state."""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple, Protocol

from piecement.render.messages import Message
from piecement.session.live_stats import Rival, Stats
from piecement_engine import Button, Hold, Rules
from piecement_engine.pieces import Piece, Shape


class View(Protocol):
    """As much of the engine's view of a game as is drawn."""

    @property
    def rules(self) -> Rules: ...
    @property
    def time_ns(self) -> int: ...
    @property
    def level(self) -> int: ...
    @property
    def score(self) -> int: ...
    @property
    def lines(self) -> int: ...
    @property
    def width(self) -> int: ...
    @property
    def skyline(self) -> int: ...
    @property
    def rows(self) -> Sequence[tuple[int, ...]]: ...
    @property
    def piece(self) -> Piece | None: ...
    @property
    def ghost(self) -> Piece | None: ...
    @property
    def hold(self) -> Hold | None: ...
    @property
    def next(self) -> tuple[Shape, ...]: ...
    @property
    def pieces(self) -> int: ...
    @property
    def pieces_locked(self) -> Mapping[str, int]: ...
    @property
    def held(self) -> frozenset[Button]: ...
    @property
    def lock_due_ns(self) -> int | None: ...
    @property
    def lock_delay_ns(self) -> int: ...


class Focus(StrEnum):
    """The figure that matters most in a mode."""

    SCORE = "score"
    TIME = "time"
    LINES = "lines"
    PIECES = "pieces"
    LEVEL = "level"


Legend = tuple[tuple[str, str], ...]
"""What keys do: (label, keys), as in `("Move", "[←] [→]")`."""


class Caption(NamedTuple):
    """What is fixed about a game: its name, what it is about, and the keys."""

    title: str = ""
    focus: Focus | None = None
    legend: Legend = ()
    has_race: bool = False
    """Whether it is told how the game stands in a race."""
    has_attack: bool = False
    """Whether rows are sent, and it is told how fast."""
    rival: tuple[int, int] | None = None
    """The columns and visible rows of a game that runs beside this one."""


class Scene(NamedTuple):
    """One moment of a game."""

    view: View
    caption: Caption
    stats: Stats
    messages: tuple[Message, ...]
    fps: int | None
    rival: Rival | None = None
