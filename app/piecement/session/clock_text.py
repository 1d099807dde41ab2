"""Game times as text."""

_HUNDREDTH_NS = 10_000_000


def clock_text(time_ns: int) -> str:
    """Return a time as `1:02.05`, rounded down to hundredths."""
    minutes, hundredths = divmod(time_ns // _HUNDREDTH_NS, 6000)
    return f"{minutes}:{hundredths // 100:02}.{hundredths % 100:02}"


def difference_text(time_ns: int, other_ns: int) -> str:
    """Return the difference of two times as `+1.25`, computed from their rounded texts."""
    return f"{(time_ns // _HUNDREDTH_NS - other_ns // _HUNDREDTH_NS) / 100:+.2f}"
