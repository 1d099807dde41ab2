"""What a player should know of a mode before choosing it."""

from collections.abc import Iterator

from piecement_engine import Rules
from piecement_engine.rules import LONGEST_NS


def facts(rules: Rules) -> list[str]:
    """Return how fast a game by these rules is, and what ends it, where a mode does not make its own of that."""
    return [] if rules.modifiers else [_speed(rules), *_ends(rules)]


def _speed(rules: Rules) -> str:
    if rules.fall_delay_ns is not None:
        return _fall(rules.fall_delay_ns)
    if rules.level_up:
        return f"Starts at level {rules.start_level} and gets faster."
    return f"Stays at the speed of level {rules.start_level}."


def _fall(delay_ns: int) -> str:
    if delay_ns == 0:
        return "Pieces are down at once."
    return f"Pieces fall by a row every {delay_ns / 1e6:g} ms." if delay_ns < LONGEST_NS else "Pieces do not fall."


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
