"""Scene of a picture: the game, the look, and the figures beside it."""

from enum import StrEnum
from typing import NamedTuple

from textual.geometry import Size

from piecement.render.field_messages import FieldMessage
from piecement.render.skins.look import Look
from piecement.session.live_stats import NO_STATS, Rival, Stats
from piecement_engine.pieces import Piece
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
    """All that decides a frame, but for the effects and messages that play, which go by its time."""

    view: GameView
    look: Look
    caption: Caption
    size: Size
    time_ns: int
    """The time of the game; a later one where it has ended and its effects play on."""
    stats: Stats = NO_STATS
    fps: int | None = None
    hint: Piece | None = None
    """The placement that a bot suggests."""
    goals: tuple[Piece, ...] = ()
    """The placements that a trainer asks for."""
    rival: Rival | None = None
    """The game beside this one."""
    messages: tuple[FieldMessage, ...] = ()
    """Messages visible at the time; a picture fills them in."""
