"""Shows a session on the canvas."""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Final

from textual.geometry import Region, Size

from piecement.input.bindings import Bindings
from piecement.render.corner_marks import corner_marks
from piecement.render.overlay import NO_OVERLAY, Overlay, count, fall, too_small
from piecement.render.picture import Picture
from piecement.render.scene import Caption, Focus, Legend
from piecement.render.skins.look import HudPart, Look
from piecement.session.live_stats import Stats
from piecement.session.session import Session
from piecement.session.statistics import AttackPace
from piecement.ui.game.frame_meter import FrameMeter
from piecement.ui.texts.legend import legend
from piecement.ui.widgets.game_canvas import GameCanvas
from piecement_engine import Event, Piece

if TYPE_CHECKING:
    from piecement.session.racing.race import Race
    from piecement_engine.bots import Ledger

_STATS_NS: Final = 250_000_000
"""The time between two looks at the figures that would otherwise change with every frame."""

_FOCUSES: Final = frozenset(Focus)


def _as_they_are(keys: Legend) -> Legend:
    return keys


class Painter:
    """Draws a session in a look, and remembers what has to be drawn anew."""

    def __init__(
        self,
        canvas: GameCanvas,
        current: Session,
        look: Look,
        bindings: Bindings,
        size: Size,
        *,
        retell: Callable[[Legend], Legend] = _as_they_are,
        attack: Callable[[], AttackPace] | None = None,
    ) -> None:
        """Prepare to draw.

        `retell` says what stands where the keys of the game would, and `attack` how fast rows are sent, if any are.
        """
        self._attack = attack
        self._canvas = canvas
        self._size = size
        self._session = current
        self._retell = retell
        self._meter = FrameMeter()
        self._stats = Stats()
        self._stats_due_ns = 0
        self._picture = Picture(look, Caption())
        self._race: Race | None = None
        self.dress(look, bindings)
        canvas.hang(self._picture)

    def race(self, race: "Race | None") -> None:
        """Show how the session stands in a race, from the next time on that it is dressed."""
        self._race = race

    @property
    def fits(self) -> bool:
        """Whether the terminal is large enough."""
        return self._layout.fits

    @property
    def minimum(self) -> tuple[int, int]:
        """The least columns and lines that are enough."""
        return self._layout.minimum

    @property
    def field_end(self) -> int:
        """The column after the last one of the field."""
        return self._layout.field.x + self._layout.field.width

    def place_for(self, menu: Size) -> Region:
        """Return where a menu hides no more than it must: beside the lower part of the field, wider if need be."""
        field = self._layout.field
        y = max(0, min(field.bottom, self._size.height) - menu.height)
        if field.x < menu.width:
            return Region(max(0, min(field.x + field.width, self._size.width - menu.width)), y, *menu)
        x = max(0, min((slot.x for slot in self._layout.slots), default=1) - 1)
        end = self._whole_parts(x + menu.width)
        at_floor = end > x + menu.width  # which is wider than the field
        return Region(x, max(0, y - at_floor), end - x, menu.height)

    def _whole_parts(self, end: int) -> int:
        """Return the column up to which a menu has to go to hide no part beside the field by half."""
        field = self._layout.field
        cut = [slot.x + slot.width for slot in self._layout.slots if slot.x < end < slot.x + slot.width <= field.x]
        return max([end, *cut])

    def dress(self, look: Look, bindings: Bindings) -> None:
        """Draw in a look from now on."""
        mode = self._session.plan.mode
        is_hidden = mode.invisible and not self._session.is_over
        self._look = look._replace(blindfold=True) if is_hidden else look
        self._bindings = bindings
        focus = Focus(mode.headline) if mode.headline in _FOCUSES else None
        keys = self._retell(legend(bindings, ascii_only=look.chosen_skin.is_ascii))
        race = self._race
        caption = Caption(
            title=mode.title,
            focus=focus,
            legend=keys,
            has_race=race is not None and race.is_run,
            has_attack=self._attack is not None,
            rival=race.field if race else None,
        )
        self._picture.apply_look(self._look, caption)
        self.resize(self._size)

    def resize(self, size: Size) -> None:
        """Lay everything out for a size of the terminal."""
        self._size = size
        self._layout = self._picture.resize(*size, self._session.view)
        self._canvas.forget_rows()

    def feed(self, events: Iterable[Event]) -> None:
        """Take in what the game reported."""
        if self._race:
            self._race.take(events, self._session.view)
        self._picture.on_events(events, self._session.view)
        if self._session.is_over and self._session.plan.mode.invisible and self._look.blindfold:
            self.dress(self._look._replace(blindfold=False), self._bindings)

    def forget(self) -> None:
        """Forget what was reported, as when the game goes back to an earlier moment."""
        self._picture.clear()
        self._stats_due_ns = 0
        if self._race:
            self._race.go_back(self._session.view)

    @property
    def needs_every_frame(self) -> bool:
        """Whether more than the clock and the figures changes as time passes."""
        look, race = self._look, self._race
        follows_race = race is not None and (race.looks_ahead or HudPart.RIVAL in look.hud)
        return self._picture.is_moving or look.show_fps or look.lock_meter or follows_race

    def count_frame(self, now_ns: int) -> None:
        """Take in that a frame is drawn."""
        self._meter.count(now_ns)

    def rest(self) -> None:
        """Take in that no frames come for a while."""
        self._meter.reset()

    def draw(self, now_ns: int, overlay: Overlay = NO_OVERLAY, hint: Piece | None = None) -> None:
        """Draw the session as it is now, with an overlay over it, and with where a bot would put the piece."""
        view = self._session.view
        if not self.fits:
            self._canvas.draw(too_small(*self._size, self.minimum, self._look))
            return
        time_ns = view.time_ns + self._session.since_end_ns
        fps = self._meter.fps if self._look.show_fps else None
        stats = self._stats_at(now_ns)
        rival = self._race.rival(view.time_ns) if self._race and HudPart.RIVAL in self._look.hud else None
        self._canvas.mark(self._picture.show(view, time_ns=time_ns, stats=stats, fps=fps, hint=hint, rival=rival))
        self._canvas.draw(overlay)

    def corner(self, name: str, ledger: "Ledger") -> Overlay:
        """Return what is seen of a match at this field."""
        return corner_marks(name, ledger, self._layout, self._look) if self.fits else NO_OVERLAY

    def number(self, number: int) -> Overlay:
        """Return the overlay of a countdown."""
        return count(number, self._layout, self._look)

    def end(self, part: float) -> Overlay:
        """Return the overlay that falls at the end, fallen in part."""
        end = self._session.view.end
        if end is None or self._look.reduced_motion:
            return NO_OVERLAY
        return fall(part, self._layout, self._look, won=end.won)

    def _stats_at(self, now_ns: int) -> Stats:
        if now_ns >= self._stats_due_ns:
            self._stats_due_ns = now_ns + _STATS_NS
            view = self._session.view
            self._stats = Stats(
                pieces_per_second=self._session.pieces_per_second,
                keys_per_piece=self._session.presses_per_piece,
                finesse=self._session.finesse,
                combo=view.combo,
                back_to_back=view.back_to_back,
                race=self._race.standings() if self._race else (),
                attack=self._attack() if self._attack else None,
            )
        return self._stats
