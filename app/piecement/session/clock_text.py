"""A time of a game as a player reads it."""


def clock_text(time_ns: int) -> str:
    """Return a time as `1min 2.05sec`; what is left of a hundredth does not count."""
    minutes, hundredths = minutes_and_hundredths(time_ns)
    return f"{minutes}min {hundredths // 100}.{hundredths % 100:02}sec"


def minutes_and_hundredths(time_ns: int) -> tuple[int, int]:
    """Return a time as whole minutes and the hundredths of a second that are left."""
    return divmod(time_ns // 10_000_000, 6000)
