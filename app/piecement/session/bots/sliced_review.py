"""A review that goes on in short slices, so that no key and no frame waits for it."""

from collections.abc import Callable
from typing import Final

from piecement.session.bots.game_review import GameReview
from piecement.session.bots.slices import Later, ScheduledCall, on_loop
from piecement_engine.errors import EngineError

_SLICE_NS: Final = 8_000_000
_PAUSE_S: Final = 0.002


class SlicedReview:
    """Reviews a game until its end, or until it is stopped."""

    def __init__(
        self,
        review: GameReview,
        clock_ns: Callable[[], int],
        later: Later | None,
        on_slice: Callable[[], object],
        on_end: Callable[[EngineError | None], object],
    ) -> None:
        """Prepare; `on_slice` is called after each slice, and `on_end` at the end with what went wrong, if anything."""
        self.review: Final = review
        self._clock_ns: Final = clock_ns
        self._later: Final = later or on_loop
        self._on_slice: Final = on_slice
        self._on_end: Final = on_end
        self._timer: ScheduledCall | None = None

    def start(self) -> None:
        self._timer = self._later(_PAUSE_S, self._slice)

    def stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _slice(self) -> None:
        self._timer = None
        end_ns = self._clock_ns() + _SLICE_NS
        try:
            has_more = True
            while has_more and self._clock_ns() < end_ns:
                has_more = self.review.go_on()
        except EngineError as error:
            self._on_end(error)
            return
        self._on_slice()
        if has_more:
            self.start()
        else:
            self._on_end(None)
