"""Texts of the way to an achievement."""

from collections.abc import Mapping

from piecement.language import _
from piecement.session.achievements import Achievement
from piecement.session.formatting import clock_text, grouped
from piecement.storage.player_data import AchievementProgress
from piecement.terminal.clock import SECOND_NS


def distance(one: Achievement, progress: Mapping[str, AchievementProgress]) -> float:
    """Return the key that sorts the nearest first."""
    far = progress.get(one.name)
    return -(far.part if far else 0.0)


def progress_text(one: Achievement, progress: AchievementProgress) -> str:
    """Return the progress of an achievement, such as `6 of 10`."""
    need = one.needs[0]
    if need.most is not None:
        return clock_text(round(progress.value)) if need.figure == "time" else grouped(round(progress.value))
    match need.figure:
        case "time":
            return _("{hours} of {all} h").format(
                hours=f"{progress.value / SECOND_NS / 3600:.1f}", all=round(need.least / SECOND_NS / 3600)
            )
        case "pace":
            return f"{progress.value / 1000:.2f}"
        case _:
            return _("{count} of {all}").format(count=grouped(round(progress.value)), all=grouped(need.least))
