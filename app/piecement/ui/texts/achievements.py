"""Texts of the way to an achievement."""

from collections.abc import Mapping

from piecement.session.achievements import Achievement
from piecement.storage.achievements import AchievementProgress
from piecement.terminal.clock import SECOND_NS
from piecement_base.formatting import clock_text, grouped, seconds_text
from piecement_base.language import _, ngettext


def part_done(one: Achievement, progress: Mapping[str, AchievementProgress]) -> float:
    """Return the part of the way to an achievement that is done, from 0 to 1."""
    far = progress.get(one.name)
    return far.part if far else 0.0


def progress_text(one: Achievement, progress: AchievementProgress) -> str:
    """Return the progress of an achievement, such as `6 of 10`."""
    need, value = one.needs[0], progress.value
    if need.figure == "faulty":
        faults = round(value)
        return ngettext("{count} fault", "{count} faults", faults).format(count=grouped(faults))
    if need.most is not None:
        if need.figure == "time":
            return _("{count} of {all}").format(count=clock_text(round(value)), all=seconds_text(need.most))
        return grouped(round(value))
    if need.figure == "time":
        hours, least = value / SECOND_NS / 3600, need.least / SECOND_NS / 3600
        return _("{hours} of {all} h").format(hours=f"{hours:.1f}", all=round(least))
    if need.figure == "pace":
        return _("{count} of {all}").format(count=f"{value / 1000:.2f}", all=f"{need.least / 1000:.0f}")
    return _("{count} of {all}").format(count=grouped(round(value)), all=grouped(need.least))
