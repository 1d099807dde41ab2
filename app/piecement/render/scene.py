"""What a picture shows: the game, and figures beside its state."""

from enum import StrEnum
from typing import NamedTuple

from piecement.render.field_messages import FieldMessage
from piecement.session.live_stats import Rival, Stats
from piecement_engine.view import GameView


class Focus(StrEnum):
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
    """Whether the standing in a race is shown."""
    has_attack: bool = False
    """Whether rows are sent, and the figures of that are shown."""
    rival: tuple[int, int] | None = None
    """The columns and visible rows of a game that runs beside this one."""


class Scene(NamedTuple):
    view: GameView
    caption: Caption
    stats: Stats
    messages: tuple[FieldMessage, ...]
    fps: int | None
    rival: Rival | None = None
