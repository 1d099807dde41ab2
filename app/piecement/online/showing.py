"""What of a round is shown to somebody who watches it: live, or any time before that, or standing still."""

from typing import Final

from piecement.session.session import Clock

DELAY_NS: Final = 800_000_000
"""How far live is behind: watchers are told four times a second, and of what has been settled."""


class Showing:
    """The time of a round that is shown. Live is the latest that there is."""

    def __init__(self, clock: Clock, start_ns: int) -> None:
        """Begin live, in a round that begins at a reading of the clock."""
        self._clock: Final = clock
        self._start_ns: Final = start_ns
        self._behind_ns = 0
        """How far behind live."""
        self._paused_ns: int | None = None
        """The time that is shown while it stands still."""
        self.end_ns: int | None = None
        """How long the round was; None while it goes on."""

    @property
    def live_ns(self) -> int:
        """The latest time that can be shown."""
        live_ns = max(0, self._clock() - self._start_ns - DELAY_NS)
        return live_ns if self.end_ns is None else min(live_ns, self.end_ns)

    @property
    def is_live(self) -> bool:
        return self._paused_ns is None and not self._behind_ns

    @property
    def is_paused(self) -> bool:
        return self._paused_ns is not None

    @property
    def behind_ns(self) -> int:
        """How far behind live it is."""
        return self.live_ns - self.time_ns()

    def time_ns(self) -> int:
        """Return the time that is shown now."""
        if self._paused_ns is not None:
            return self._paused_ns
        passed_ns = max(0, self._clock() - self._start_ns - DELAY_NS) - self._behind_ns
        return max(0, min(passed_ns, self.live_ns))

    def toggle(self) -> None:
        """Stand still, or go on."""
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
            self._behind_ns = max(0, self._clock() - self._start_ns - DELAY_NS) - time_ns

    def go_live(self) -> None:
        """Show the latest, and go on."""
        self._paused_ns, self._behind_ns = None, 0
