"""A time of a game as a player reads it."""

_HUNDREDTH_NS = 10_000_000


def clock_text(time_ns: int) -> str:
    """Return a time as `1:02.05`; what is left of a hundredth does not count."""
    minutes, hundredths = divmod(time_ns // _HUNDREDTH_NS, 6000)
    return f"{minutes}:{hundredths // 100:02}.{hundredths % 100:02}"


def gap_text(time_ns: int, other_ns: int) -> str:
    """Return how much longer a time is than another, as `+1.25`: the difference of the times that are read."""
    return f"{(time_ns // _HUNDREDTH_NS - other_ns // _HUNDREDTH_NS) / 100:+.2f}"
