"""Playback of a round, for watchers and of recorded rounds."""

from typing import Final

from piecement.session.session import Clock

DELAY_NS: Final = 800_000_000
"""Delay of live playback (ns): watchers receive settled inputs four times a second."""


class Playback:
    """Shown time of a round; live playback shows the latest possible time."""

    def __init__(self, clock: Clock, start_ns: int) -> None:
        """Start live, in a round that begins at a reading of the clock."""
        self._clock: Final = clock
        self._start_ns: Final = start_ns
        self._delay_ns = 0
        """Delay behind live (ns)."""
        self._paused_ns: int | None = None
        """Shown time while paused (ns)."""
        self.end_ns: int | None = None
        """Length of the round (ns), or None while it runs."""

    @property
    def _passed_ns(self) -> int:
        """Time since the start, less the delay of live playback (ns)."""
        return max(0, self._clock() - self._start_ns - DELAY_NS)

    @property
    def live_ns(self) -> int:
        """Latest time that can be shown (ns)."""
        return self._passed_ns if self.end_ns is None else min(self._passed_ns, self.end_ns)

    @property
    def is_live(self) -> bool:
        return self._paused_ns is None and not self._delay_ns

    @property
    def is_paused(self) -> bool:
        return self._paused_ns is not None

    @property
    def delay_ns(self) -> int:
        """Delay behind live (ns)."""
        return self.live_ns - self.time_ns()

    def time_ns(self) -> int:
        """Return the shown time (ns)."""
        if self._paused_ns is not None:
            return self._paused_ns
        return max(0, min(self._passed_ns - self._delay_ns, self.live_ns))

    def toggle(self) -> None:
        """Pause or continue."""
        if self._paused_ns is None:
            self._paused_ns = self.time_ns()
        else:
            time_ns, self._paused_ns = self._paused_ns, None
            self.go_to(time_ns)

    def go_to(self, time_ns: int) -> None:
        """Show another time."""
        time_ns = max(0, min(time_ns, self.live_ns))
        if self._paused_ns is not None:
            self._paused_ns = time_ns
        else:
            self._delay_ns = self._passed_ns - time_ns

    def go_live(self) -> None:
        """Show the latest time, and continue."""
        self._paused_ns, self._delay_ns = None, 0
