"""How many frames a second are really drawn."""

from typing import Final

_SECOND_NS: Final = 1_000_000_000


class FrameMeter:
    """Counts frames and tells, once a second, how many there were."""

    def __init__(self) -> None:
        self.fps: int | None = None
        """The frames of the last full second; None before that."""
        self._since_ns: int | None = None
        self._frames = 0

    def count(self, now_ns: int) -> None:
        """Take in a frame."""
        if self._since_ns is None:
            self._since_ns = now_ns
        passed_ns = now_ns - self._since_ns
        if passed_ns >= _SECOND_NS:
            self.fps = round(self._frames * _SECOND_NS / passed_ns)
            self._since_ns = now_ns
            self._frames = 0
        self._frames += 1

    def reset(self) -> None:
        """Begin anew, after a pause."""
        self._since_ns = None
        self._frames = 0
