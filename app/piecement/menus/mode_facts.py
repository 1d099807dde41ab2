"""What a player should know of a mode before choosing it."""

from collections.abc import Iterator

from piecement_engine import Mode, Rules


def facts(mode: Mode) -> list[str]:
    """Return how the game starts, and what ends it."""
    return [_speed(mode.rules), *_ends(mode.rules)]


def _speed(rules: Rules) -> str:
    if rules.level_up:
        return f"Starts at level {rules.start_level} and gets faster."
    return f"Stays at the speed of level {rules.start_level}."


def _ends(rules: Rules) -> Iterator[str]:
    for name, limit in rules.limits.given():
        verdict = "Won" if limit.win else "Over"
        yield f"{verdict} {_reached(name, limit.value)}."


def _reached(name: str, value: int) -> str:
    match name:
        case "time":
            return f"after {value / 1e9:g} seconds"
        case "level":
            return f"beyond level {value}"
        case "score":
            return f"at {value} points"
        case _:
            return f"at {value} {name}"
