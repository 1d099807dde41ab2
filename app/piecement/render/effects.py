"""The animations that are playing, on game time."""

from collections.abc import Iterable, Iterator

from piecement.render.skins.animation import Animation, EffectCell, FieldSnapshot, Layer
from piecement.render.skins.look import Look
from piecement_engine.events import Event, HardDropped, LinesCleared, PieceLocked, RowsRaised


class Effects:
    """Makes animations of what a game reports, and returns what they cover at a time.

    What is to be seen depends on the game time and the events alone, never on how often it is drawn.
    """

    def __init__(self) -> None:
        self._playing: list[Animation] = []

    def on_events(self, events: Iterable[Event], field: FieldSnapshot, look: Look) -> None:
        """Start the animations that a look has for what a game reported; the field is as it is now."""
        for event in events:
            match event:
                case HardDropped():
                    self._play(look.hard_drop_effect.play(event, field))
                case PieceLocked():
                    self._play(look.lock_effect.play(event, field))
                case LinesCleared():
                    self._end_on_rows(event.time_ns + event.delay_ns)
                    self._playing += look.line_clear_effect.play(event, field)
                case RowsRaised():
                    self._end_on_rows(event.time_ns)
                case _:
                    pass

    def at(self, time_ns: int) -> Iterator[tuple[Layer, Iterable[EffectCell]]]:
        """Yield what each animation covers at a moment of game time; what is over by then is dropped."""
        if self._playing:
            self._playing = [animation for animation in self._playing if animation.end_ns > time_ns]
        for animation in self._playing:
            if animation.start_ns <= time_ns:
                yield animation.layer, animation.cells_at(time_ns - animation.start_ns)

    @property
    def are_playing(self) -> bool:
        """Whether anything moves that only time moves."""
        return bool(self._playing)

    def clear(self) -> None:
        """Stop everything, as when another moment of a recording is shown."""
        self._playing.clear()

    def _play(self, animation: Animation | None) -> None:
        if animation is not None:
            self._playing.append(animation)

    def _end_on_rows(self, time_ns: int) -> None:
        self._playing = [
            playing._replace(end_ns=min(playing.end_ns, time_ns)) if playing.follows_rows else playing
            for playing in self._playing
        ]
