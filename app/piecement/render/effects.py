"""Effects: running animations of a game."""

from collections.abc import Iterable, Iterator

from piecement.render.skins.animation import Animation, EffectCell, FieldSnapshot, Layer
from piecement.render.skins.endings import ENDING_NS
from piecement.render.skins.look import Look
from piecement.session.events import MatchEnded
from piecement_engine.events import Event, GameEnded, HardDropped, LinesCleared, PieceLocked, RowsRaised


class Effects:
    """Animations that events of a game have started, and the cells they cover at a time.

    The result depends only on the game time and the events, not on the number of drawn frames.
    """

    def __init__(self) -> None:
        self.playing: list[Animation] = []
        """Running animations, and those that ended since the last call of `at`."""
        self.ending_ns = 0
        """Duration of the effect at the end of the game, 0 without one (ns)."""

    def on_events(self, events: Iterable[Event], field: FieldSnapshot, look: Look) -> None:
        """Start the animations of the look for game events; `field` is the field after them."""
        for event in events:
            match event:
                case HardDropped():
                    self.playing += look.hard_drop_effect(event, field)
                case PieceLocked():
                    self.playing += look.lock_effect(event, field)
                case LinesCleared():
                    self._end_on_rows(event.time_ns + event.delay_ns)
                    self.playing += look.line_clear_effect(event, field)
                case RowsRaised():
                    self._end_on_rows(event.time_ns)
                case GameEnded(end=end) if end.won:
                    self._end(event, field, look, won=True)
                case MatchEnded(won=won):
                    self._end(event, field, look, won=won)
                case _:
                    pass

    def at(self, time_ns: int) -> Iterator[tuple[Layer, Iterable[EffectCell]]]:
        """Yield the layer and cells of each animation at a game time, dropping finished ones."""
        if self.playing:
            self.playing = [animation for animation in self.playing if animation.end_ns > time_ns]
        for animation in self.playing:
            if animation.start_ns <= time_ns:
                yield animation.layer, animation.cells_at(time_ns - animation.start_ns)

    def _end(self, event: Event, field: FieldSnapshot, look: Look, *, won: bool) -> None:
        if ending := look.ending_effect(won=won)(event.time_ns, field):
            self.playing += ending
            self.ending_ns = ENDING_NS

    def _end_on_rows(self, time_ns: int) -> None:
        self.playing = [
            playing._replace(end_ns=min(playing.end_ns, time_ns)) if playing.follows_rows else playing
            for playing in self.playing
        ]
