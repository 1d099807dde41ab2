"""Scene of a picture: the game, the look, and the figures beside it."""

from typing import NamedTuple

from textual.geometry import Size

from piecement.render.messages import FieldMessage
from piecement.render.skins.look import Look
from piecement.session.hud import HudStats, Rival
from piecement_base.formatting import clock_text, seconds_text
from piecement_engine.board.pieces import Piece
from piecement_engine.game.view import GameView

Legend = tuple[tuple[str, str], ...]
"""Label and keys of each action, as in `("Move", "[←] [→]")`."""


class Caption(NamedTuple):
    """Constant facts of a game: title, main figure and keys."""

    title: str = ""
    focus: str = ""
    """Name of the main figure, such as `lines`; empty for none."""
    legend: Legend = ()
    has_race: bool = False
    """Whether to show the standing in a race."""
    has_attack: bool = False
    """Whether to show the attack figures of a match."""
    rival: tuple[int, int] | None = None
    """Columns and visible rows of the rival game, or None."""
    figures: tuple[str, ...] = ()
    """Figures of the calm HUD, by their names in `hud_figures`, the most important first."""
    is_timed: bool = False
    """Whether hundredths of a second are shown: where time is the point of the mode, and in the full HUD."""
    best: str = ""
    """Best result of the mode."""
    mark: str = ""
    """Word about the kind of game, such as that it is practice."""
    hints: Legend = ()
    """Verb and key of the actions in the footer."""
    main_hint: Legend = ()
    """The action that stands beside the mark where there is no footer, if any."""
    language: str = ""
    """Language of the texts; when it changes, all panels are made again."""


class Scene(NamedTuple):
    """Values that determine a frame, together with the running effects and messages."""

    view: GameView
    look: Look
    caption: Caption
    size: Size
    time_ns: int
    """Game time, which continues after the end while effects play."""
    stats: HudStats = HudStats()
    fps: int | None = None
    hint: Piece | None = None
    """Placement that a bot suggests."""
    goals: tuple[Piece, ...] = ()
    """Placements that a trainer requests."""
    rival: Rival | None = None
    """Rival game, drawn beside this one."""
    messages: tuple[FieldMessage, ...] = ()
    """Messages visible at the time; a picture fills them in."""

    @property
    def time_text(self) -> str:
        """The time that has passed, as exactly as the mode needs it."""
        return clock_text(self.view.time_ns) if self.caption.is_timed else seconds_text(self.view.time_ns)
