"""Background review in short slices, so that no key and no frame waits for it."""

from collections.abc import Callable
from typing import Final, Generic, Protocol, TypeVar

from piecement.session.bots.slices import Later, ScheduledCall, call_later
from piecement_engine.errors import EngineError

_SLICE_NS: Final = 8_000_000
_PAUSE_S: Final = 0.002


class Review(Protocol):
    def go_on(self) -> bool:
        """Review a little more and return whether any remains. Raises `EngineError` if the game does not replay."""
        ...


_Kind = TypeVar("_Kind", bound=Review)


class ReviewTask(Generic[_Kind]):
    """Runs a review to its end or until stopped."""

    def __init__(
        self,
        review: _Kind,
        clock_ns: Callable[[], int],
        later: Later | None,
        on_slice: Callable[[], object],
        on_end: Callable[[EngineError | None], object],
        *,
        pause_s: float = _PAUSE_S,
    ) -> None:
        """Prepare the task; `on_slice` is called after each slice, and `on_end` at the end with the error, if any.

        A longer pause after each slice of 8 ms leaves more of the processor to others.
        """
        self._pause_s: Final = pause_s
        self.review: Final = review
        self._clock_ns: Final = clock_ns
        self._later: Final = later or call_later
        self._on_slice: Final = on_slice
        self._on_end: Final = on_end
        self._timer: ScheduledCall | None = None

    def start(self) -> None:
        self._timer = self._later(self._pause_s, self._slice)

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
