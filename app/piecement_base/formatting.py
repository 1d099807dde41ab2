"""Times, counts, places and teams as text."""

from typing import Final, Literal

from piecement_base.language import N_, _, ngettext, pgettext

_HUNDREDTH_NS: Final = 10_000_000
"""A hundredth of a second (ns)."""


def clock_text(time_ns: int) -> str:
    """Return a time as `1:02.05`, rounded down to hundredths."""
    minutes, hundredths = divmod(time_ns // _HUNDREDTH_NS, 6000)
    return f"{minutes}:{hundredths // 100:02}.{hundredths % 100:02}"


def seconds_text(time_ns: int) -> str:
    """Return a time as `1:02`, rounded down to seconds."""
    minutes, seconds = divmod(time_ns // (100 * _HUNDREDTH_NS), 60)
    return f"{minutes}:{seconds:02}"


def difference_text(time_ns: int, other_ns: int) -> str:
    """Return the difference of two times as `+1.25`, computed from their rounded texts."""
    return f"{(time_ns // _HUNDREDTH_NS - other_ns // _HUNDREDTH_NS) / 100:+.2f}"


def grouped(number: int, sign: Literal["", "+"] = "") -> str:
    """Return a number with its digits in groups of three, as `12,480`; with a plus if it has that sign."""
    return f"{number:{sign},}".replace(",", pgettext("between groups of three digits", ","))


def noun(name: str, count: int) -> str:
    """Return the noun for a figure of a result."""
    match name:
        case "score":
            return ngettext("point", "points", count)
        case "lines":
            return ngettext("line", "lines", count)
        case "pieces":
            return ngettext("piece", "pieces", count)
        case "time":
            return _("time")
        case "level":
            return _("level")
        case _:
            return name


def count_text(name: str, count: int) -> str:
    """Return a count with its noun, such as `6 lines`; an unknown noun stays as it is."""
    number = grouped(count)
    return _("level {count}").format(count=number) if name == "level" else f"{number} {noun(name, count)}"


_ENDINGS: Final = {1: N_("{place}st"), 2: N_("{place}nd"), 3: N_("{place}rd")}
_OTHERS: Final = N_("{place}th")
_TEENS: Final = range(11, 14)


def ordinal(place: int) -> str:
    """Return an ordinal number, such as `2nd`."""
    text = _(_OTHERS if place % 100 in _TEENS else _ENDINGS.get(place % 10, _OTHERS))
    return text.format(place=grouped(place))


def finesse_text(finesse: float | None) -> str:
    """Return a finesse fraction as a percentage, or nothing if not counted.

    It is rounded down, so that only a game without a fault shows 100 %.
    """
    return "" if finesse is None else f"{int(finesse * 100 + 1e-9)}%"


def team_sign(team: int) -> str:
    """Return the letter of a team numbered from 1, or nothing for 0.

    >>> team_sign(2)
    'B'
    """
    return chr(ord("A") + team - 1) if team else ""
