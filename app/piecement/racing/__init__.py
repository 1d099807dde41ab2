"""Racing oneself: the game that is played against the best one of its mode."""

from piecement.racing.course import Course
from piecement.racing.race import Race
from piecement.racing.runner import Runner
from piecement.racing.splits import Mark, Splits

__all__ = ["Course", "Mark", "Race", "Runner", "Splits"]
