"""Rules in words: sentences about a game, and each group of rules in a few words."""

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from piecement.settings.choices import CHOICE_TEXTS
from piecement.terminal.clock import MS, SECOND_NS
from piecement.ui import rule_specs
from piecement_base.formatting import count_text
from piecement_base.language import _
from piecement_engine import Rules
from piecement_engine.rules.rules import LONGEST_NS

_AFTER: Final = frozenset({"time", "level"})
"""Limits after which a game ends; it ends at the others."""


def in_words(rules: Rules) -> str:
    """Return sentences about a game: its board, and its modifiers, or without any its speed and its end."""
    board = _("A board of {width} × {height}.").format(width=rules.width, height=rules.skyline)
    modifiers = [_(CHOICE_TEXTS["modifiers"][one.kind][1]) for one in rules.modifiers]
    # Modifiers may change the speed and the end.
    return " ".join([board, *(modifiers or (_speed_sentence(rules), *_end_sentences(rules)))])


def _speed_sentence(rules: Rules) -> str:
    delay_ns = rules.fall_delay_ns
    if delay_ns is None:
        if rules.level_up:
            return _("Starts at level {level} and gets faster.").format(level=rules.start_level)
        return _("Stays at the speed of level {level}.").format(level=rules.start_level)
    if delay_ns == 0:
        return _("Pieces drop to the ground at once.")
    if delay_ns >= LONGEST_NS:
        return _("Pieces do not fall.")
    return _("Pieces fall one row every {delay} ms.").format(delay=f"{delay_ns / 1e6:g}")


def _end_sentences(rules: Rules) -> Iterator[str]:
    for name, limit in rules.limits.given():
        goal = _limit_text(name, limit.value)
        if name in _AFTER:
            sentence = _("You win after {goal}.") if limit.win else _("Ends after {goal}.")
        else:
            sentence = _("You win at {goal}.") if limit.win else _("Ends at {goal}.")
        yield sentence.format(goal=goal)


def _values_text(rules: Rules, *names: str) -> str:
    """Return the values of some rules."""
    specs = {spec.name: spec.values for spec in rule_specs.rule_specs()}
    return ", ".join(specs[name].text(rule_specs.shown_value(name, getattr(rules, name))) for name in names)


def _speed_text(rules: Rules) -> str:
    if rules.fall_delay_ns is not None:
        return _("{delay} ms a row").format(delay=f"{rules.fall_delay_ns / MS:g}")
    told = _("level {level}, rises") if rules.level_up else _("level {level}, stays")
    return told.format(level=rules.start_level)


def _goal_text(rules: Rules) -> str:
    return ", ".join(_limit_text(name, limit.value) for name, limit in rules.limits.given()) or _("none")


def _limit_text(name: str, value: int) -> str:
    return f"{value / SECOND_NS:.10g} {_('s')}" if name == "time" else count_text(name, value)


def _garbage_text(rules: Rules) -> str:
    return ", ".join(_(CHOICE_TEXTS["modifiers"][one.kind][0]) for one in rules.modifiers) or _("off")


SUMMARIES: Final[Mapping[str, Callable[[Rules], str]]] = {
    rule_specs.BOARD: lambda rules: f"{rules.width} × {rules.skyline}",
    rule_specs.PIECES: lambda rules: _values_text(rules, "pieces", "randomizer"),
    rule_specs.ROTATION: lambda rules: _values_text(rules, "rotation_system"),
    rule_specs.SPEED: _speed_text,
    rule_specs.GOAL: _goal_text,
    rule_specs.GARBAGE: _garbage_text,
}
"""The rules of each group in a few words, as a folded list shows them."""
