"""Task that runs a review in slices, so that the program goes on beside it."""

from collections.abc import Callable
from typing import Final, Generic, Protocol, TypeVar

from piecement.session.bots.slices import Later, MayThink, Slices
from piecement_engine.errors import EngineError

_SLICE_NS: Final = 8_000_000
"""Length of a slice (ns)."""
PAUSE_S: Final = 0.002
"""Usual pause after a slice (s)."""


class Review(Protocol):
    def go_on(self) -> bool:
        """Review a little more and return whether any remains. Raises `EngineError` if the game does not replay."""
        ...


_Kind = TypeVar("_Kind", bound=Review)


class ReviewTask(Slices, Generic[_Kind]):
    """Runs a review in slices, to its end or until stopped."""

    def __init__(
        self,
        review: _Kind,
        clock_ns: Callable[[], int],
        later: Later,
        on_end: Callable[[EngineError | None], object],
        on_slice: Callable[[], object] | None = None,
        *,
        pause_s: float = PAUSE_S,
    ) -> None:
        """Prepare the task; `on_end` is called at the end with the error, if any, and `on_slice` after each slice.

        A longer pause after each slice of 8 ms leaves more of the processor to others.
        """
        super().__init__(self._go_on, clock_ns, later, slice_ns=_SLICE_NS, pause_s=pause_s)
        self.review: Final = review
        self._on_end: Final = on_end
        self._on_slice: Final = on_slice

    def _go_on(self, may_go_on: MayThink) -> bool:
        try:
            has_more = True
            while has_more and may_go_on():
                has_more = self.review.go_on()
        except EngineError as error:
            self._on_end(error)
            return False
        if self._on_slice is not None:
            self._on_slice()
        if not has_more:
            self._on_end(None)
        return has_more
