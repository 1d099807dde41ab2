"""Rules of a player's own: a line of text brings them back, and what cannot be is refused with its reason."""

from dataclasses import fields

import pytest

from piecement.session.own_rules import OwnRules, mode_of_name
from piecement.session.rule_draft import RuleDraft
from piecement.ui.rule_specs import rule_specs, rule_value, shown_value
from piecement_base.plan import Plan
from piecement_base.ranking import HANDLING
from piecement_engine import MODES, Limit, Limits, RuleError, Rules
from tests.sampling import together

SLOW = OwnRules("Slow", Rules(start_level=3, width=8, limits=Limits(lines=Limit(10, win=False))))


def test_a_line_brings_rules_back() -> None:
    assert OwnRules.read(f"  {SLOW.line()}\n") == SLOW
    assert "\n" not in SLOW.line()


@together("mode", MODES.values())
def test_the_rules_of_every_mode_are_a_line(mode: object) -> None:
    own = OwnRules("x", getattr(mode, "rules"))  # noqa: B009 - of any mode

    assert OwnRules.read(own.line()) == own


@together(
    ("line", "complaint"),
    [
        ("", "not a line of rules"),
        ("[1]", "not a line of rules"),
        ('{"name":"x","rules":7}', "not a line of rules"),
        ('{"name":"x","rules":{"width":3}}', "width is 3: it must be a whole number from 4 to 60"),
        ('{"name":"x","rules":{"speed":3}}', "unknown rule 'speed'"),
        ('{"rules":{}}', "the name of the rules is ''"),
        ('{"name":7,"rules":{}}', "the name of the rules is ''"),
        ("[" * 100_000, "at most 20000"),
        ("[" * 10_000, "not a line of rules"),
    ],
)
def test_junk_line_is_refused(line: str, complaint: str) -> None:
    with pytest.raises(RuleError, match=complaint):
        OwnRules.read(line)


def test_own_mode_plays_by_its_rules_with_the_players_hands() -> None:
    overrides = {"rotation_system": "srs", "das_ns": 1, "hold": "off"}
    rules = Plan(SLOW.mode()).game(overrides).view.rules

    assert rules == Rules.from_dict({"das_ns": 1}, SLOW.rules)


def test_other_rules_of_the_same_name_have_another_scoreboard() -> None:
    other = OwnRules("Slow", Rules(start_level=4))

    assert SLOW.mode().name != other.mode().name
    assert SLOW.mode().name == f"Slow #{SLOW.digest}"


def test_a_game_that_was_left_finds_its_mode_by_its_name() -> None:
    mode = mode_of_name(SLOW.mode().name, SLOW.rules)

    assert mode is not None
    assert (mode.name, mode.title, mode.rules) == (SLOW.mode().name, "Slow", SLOW.rules)
    assert mode_of_name("marathon", SLOW.rules) is None


def test_every_rule_but_handling_has_a_row() -> None:
    """Handling is the player's own, also under rules of their own."""
    shown = {spec.name for spec in rule_specs()}
    rules = {field.name for field in fields(Rules)} - {"limits", "garbage", "modifiers"} - set(HANDLING)
    limits = {f"{kind} {field.name}" for field in fields(Limits) for kind in ("limit", "loses")}

    assert shown == rules | limits


def test_every_rule_takes_each_value_of_its_row() -> None:
    draft = RuleDraft(OwnRules("x", Rules()))
    for spec in rule_specs():
        if not spec.name.startswith(("limit ", "loses ")):
            for steps in (1, -1):
                value = rule_value(spec.name, spec.stepped(spec.default, steps))
                draft.set_rule("height", 40)
                if spec.name == "height":
                    value = 41
                draft.set_rule(spec.name, value)

                assert getattr(draft.rules, spec.name) == value
                assert rule_value(spec.name, shown_value(spec.name, value)) == value


def test_limits_are_set_in_players_units() -> None:
    draft = RuleDraft(OwnRules("x", Rules()))
    draft.set_limit("time", 90, loses=True)
    draft.set_limit("lines", 40, loses=False)

    assert draft.rules.limits == Limits(time=Limit(90_000_000_000, win=False), lines=Limit(40))
    assert (draft.limit("time"), draft.limit("score")) == ((90, True), (0, False))


def test_a_change_that_cannot_be_changes_nothing() -> None:
    draft = RuleDraft(SLOW)
    with pytest.raises(RuleError, match="it must be above the skyline"):
        draft.set_rule("height", 20)

    assert draft.own is SLOW
