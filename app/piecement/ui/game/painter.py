"""Draws a session on its canvas."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from textual.geometry import Region, Size

from piecement.input.bindings import Bindings
from piecement.language import _
from piecement.render.corner_marks import corner_marks
from piecement.render.overlay import NO_OVERLAY, Overlay, count, fall, footer, told
from piecement.render.picture import Picture
from piecement.render.scene import Caption, Focus, Legend
from piecement.render.skins.look import HudPart, Look
from piecement.session.live_stats import Stats
from piecement.session.session import Session
from piecement.session.statistics import AttackPace
from piecement.ui.texts.legend import legend
from piecement.ui.widgets.game_canvas import GameCanvas
from piecement_engine import Event, Piece

if TYPE_CHECKING:
    from piecement.session.race import Race
    from piecement_engine.match import RowCounts

_STATS_NS: Final = 250_000_000
"""The time between two updates of figures that would otherwise change with every frame."""

_FOCUSES: Final = frozenset(Focus)


class Painter:
    """Draws a session in a look, and marks the rows that have changed."""

    def __init__(
        self,
        canvas: GameCanvas,
        session: Session,
        look: Look,
        *,
        change_legend: Callable[[Legend], Legend] | None = None,
        attack: Callable[[], AttackPace] | None = None,
    ) -> None:
        """Prepare to draw, once `apply_look` has been called.

        `change_legend` returns the legend to show instead of the keys of the game; `attack` how fast rows are sent.
        """
        self.canvas: Final = canvas
        self.goals: tuple[Piece, ...] = ()
        """Where pieces are to lie, which a trainer shows."""
        self._attack = attack
        self._session = session
        self._change_legend = change_legend
        self._race: Race | None = None
        self._is_hidden = False
        """Whether the mode hides the locked cells."""
        self._stats = Stats()
        self._stats_due_ns = 0
        self._picture = Picture(look, Caption())
        canvas.set_picture(self._picture)

    @property
    def fits(self) -> bool:
        return self._layout.fits

    @property
    def minimum(self) -> tuple[int, int]:
        """The least columns and lines of a canvas."""
        return self._layout.minimum

    @property
    def field_end(self) -> int:
        return self._layout.field.x + self._layout.field.width

    def place_for(self, menu: Size) -> Region:
        """Return where a menu hides the least: beside the lower part of the field, wider if need be."""
        field = self._layout.field
        y = max(0, min(field.bottom, self._size.height) - menu.height)
        if field.x < menu.width:
            return Region(max(0, min(field.x + field.width, self._size.width - menu.width)), y, *menu)
        x = max(0, min((slot.x for slot in self._layout.slots), default=1) - 1)
        end = self._whole_parts(x + menu.width)
        at_floor = end > x + menu.width  # which is wider than the field
        return Region(x, max(0, y - at_floor), end - x, menu.height)

    def _whole_parts(self, end: int) -> int:
        """Return the column where a menu has to end so that it hides no part beside the field by half."""
        field = self._layout.field
        cut = [slot.x + slot.width for slot in self._layout.slots if slot.x < end < slot.x + slot.width <= field.x]
        return max([end, *cut])

    def apply_look(self, look: Look, bindings: Bindings, size: Size) -> None:
        """Draw in a look from now on, in a size of the canvas, with a legend of these keys."""
        mode, race = self._session.plan.mode, self._race
        self._applied = look, bindings
        self._is_hidden = mode.invisible and not self._session.is_over
        self.look = look._replace(blindfold=True) if self._is_hidden else look
        keys = legend(bindings, ascii_only=look.chosen_skin.is_ascii, unused=self._session.unused_buttons)
        caption = Caption(
            title=_(mode.title),
            focus=Focus(mode.headline) if mode.headline in _FOCUSES else None,
            legend=self._change_legend(keys) if self._change_legend else keys,
            has_race=race is not None and race.is_run,
            has_attack=self._attack is not None,
            rival=race.field if race else None,
        )
        self._picture.apply_look(self.look, caption)
        self.resize(size)

    def resize(self, size: Size) -> None:
        self._size = size
        self._layout = self._picture.resize(*size, self._session.view)
        self.canvas.forget_rows()

    def show_race(self, race: "Race") -> None:
        """Show a race of the session from now on."""
        self._race = race
        self.apply_look(*self._applied, self._size)

    def on_events(self, events: Sequence[Event]) -> None:
        if self._race:
            self._race.on_events(events, self._session.view)
        self._picture.on_events(events, self._session.view)
        if self._is_hidden and self._session.is_over:
            self.apply_look(*self._applied, self._size)

    def forget_events(self) -> None:
        """End all effects of past events: the game went back to an earlier moment."""
        self._picture.clear()
        self._stats_due_ns = 0
        if self._race:
            self._race.go_back(self._session.view)

    @property
    def needs_every_frame(self) -> bool:
        """Whether more than the clock and the figures changes as time passes."""
        look, race = self.look, self._race
        follows_race = race is not None and (race.looks_ahead or HudPart.RIVAL in look.hud)
        return self._picture.is_moving or look.show_fps or look.lock_meter or follows_race

    def draw(self, now_ns: int, overlay: Overlay, hint: Piece | None, fps: int | None) -> None:
        """Draw the session as it is now, with an overlay, and with a bot's hint for the piece."""
        view = self._session.view
        self.canvas.mark(
            self._picture.show(
                view,
                time_ns=view.time_ns + self._session.since_end_ns,
                stats=self._stats_at(now_ns),
                fps=fps if self.look.show_fps else None,
                hint=hint,
                goals=self.goals,
                rival=self._race.rival(view.time_ns) if self._race and HudPart.RIVAL in self.look.hud else None,
            )
        )
        self.canvas.draw(overlay)

    def match_marks(self, name: str, counts: "RowCounts") -> Overlay:
        """Return the name and the garbage of a side in a match, as an overlay."""
        view = self._session.view
        burning = sum(waiting.rows for waiting in view.waiting_rows if waiting.due_ns > view.time_ns)
        return corner_marks(name, counts, self._layout, self.look, burning=burning)

    def lines(self, texts: Sequence[str]) -> Overlay:
        """Return lines of text over the middle of the field."""
        return told(texts, self._layout, self.look)

    def footer(self, text: str) -> Overlay:
        """Return a line of text at the bottom."""
        return footer(text, self._layout, self.look)

    def countdown(self, number: int) -> Overlay:
        return count(number, self._layout, self.look)

    def end(self, part: float) -> Overlay:
        """Return the overlay that falls at the end, of which a part from 0 to 1 has fallen."""
        end = self._session.view.end
        if end is None or self.look.reduced_motion:
            return NO_OVERLAY
        return fall(part, self._layout, self.look, won=end.won)

    def _stats_at(self, now_ns: int) -> Stats:
        if now_ns >= self._stats_due_ns:
            self._stats_due_ns = now_ns + _STATS_NS
            if self._race:
                view = self._session.view
                self._picture.on_events(self._race.new_lead(view.time_ns), view)
            race = self._race.standings() if self._race else ()
            attack = self._attack() if self._attack else None
            self._stats = Stats.of(self._session.view, self._session.statistics, race, attack)
        return self._stats
