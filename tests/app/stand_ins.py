"""Stand-ins for time and for modes, so that tests of the application never wait."""

from collections.abc import Callable

from piecement_engine import Limit, Limits, Mode, Rules

MS = 1_000_000
"""A millisecond in nanoseconds."""


class ManualClock:
    """A monotonic clock that moves only by `pass_ms`."""

    def __init__(self, start_ns: int = 1_000_000_000_000) -> None:
        self.now_ns = start_ns

    def __call__(self) -> int:
        return self.now_ns

    def pass_ms(self, milliseconds: float) -> None:
        self.now_ns += round(milliseconds * MS)


class ManualFrameTimer:
    """A frame timer that fires only by `ring`."""

    def __init__(self) -> None:
        self._ring: Callable[[], None] | None = None
        self.deadline_ns = 0
        """The time it was last set to."""

    def set(self, deadline_ns: int, ring: Callable[[], None]) -> None:
        self.deadline_ns = deadline_ns
        self._ring = ring

    def cancel(self) -> None:
        self._ring = None

    def rings(self, ring: Callable[[], None] | None) -> bool:
        return self._ring is ring

    @property
    def is_set(self) -> bool:
        return self._ring is not None

    def ring(self) -> None:
        """Run the next frame, if one is due."""
        ring, self._ring = self._ring, None
        if ring is not None:
            ring()


class OneFrameTimer:
    """A frame timer of one screen, on a manual one that all screens share: it cancels only what it set."""

    def __init__(self, shared: ManualFrameTimer) -> None:
        self._shared = shared
        self._ring: Callable[[], None] | None = None

    def set(self, deadline_ns: int, ring: Callable[[], None]) -> None:
        self._ring = ring
        self._shared.set(deadline_ns, ring)

    def cancel(self) -> None:
        if self._shared.rings(self._ring):
            self._shared.cancel()


ONE_PIECE = Mode(
    name="one_piece",
    title="One piece",
    sentence="Lay down one piece.",
    rules=Rules(limits=Limits(pieces=Limit(1))),
    ranking=("time",),
    headline="time",
)
"""A mode that is won with the first piece."""

ENDLESS = Mode(
    name="endless", title="Endless", sentence="Play on.", rules=Rules(), ranking=("-score",), headline="score"
)
"""A mode that is never won."""
