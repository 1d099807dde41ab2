"""Recordings play on as before when a default changes."""

import json
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from piecement_engine import Game, Recording, RecordingError, RuleError, Rules, Setup
from piecement_engine.rules import versions
from piecement_engine.rules.versions import FORMER_DEFAULTS, RULES_VERSION, as_version_1, default_rules, rules_from_dict
from tests.sampling import together

DATA = Path(__file__).parents[2] / "data"


def in_full(rules: Rules) -> dict[str, Any]:
    """Return all rules in JSON's types."""
    values = {field.name: getattr(rules, field.name) for field in fields(rules)}
    whole = {**values, "limits": rules.limits.to_dict(), "modifiers": [each.to_dict() for each in rules.modifiers]}
    return dict(json.loads(json.dumps(whole)))


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> None:
    """A program in which the default of the width has changed to 10, from 8."""
    monkeypatch.setattr(versions, "RULES_VERSION", RULES_VERSION + 1)
    monkeypatch.setattr(versions, "FORMER_DEFAULTS", {1: {"width": 8}})


@pytest.mark.parametrize("version", range(1, RULES_VERSION + 1))
def test_the_defaults_of_every_version_stay(version: int) -> None:
    """A default that changed without a new version fails here: `versions` says what to do.

    A new rule whose default plays as before goes into the files of all versions, with that default.
    """
    assert in_full(default_rules(version)) == json.loads((DATA / f"rules_{version}.json").read_text())


def test_the_last_version_is_that_of_the_defaults_as_they_are() -> None:
    assert default_rules(RULES_VERSION) == Rules()
    assert set(FORMER_DEFAULTS) <= set(range(1, RULES_VERSION))


@pytest.mark.usefixtures("later")
def test_old_recordings_keep_the_defaults_of_their_day() -> None:
    game = Game(Rules(width=8), seed=3)
    game.update(2_000_000_000)
    given = Recording.of(game).setup.to_dict()
    del given["rules"]["width"], given["rules_version"]  # as the version before wrote it

    assert Setup.from_dict(given) == game.setup


@pytest.mark.usefixtures("later")
def test_new_recordings_carry_their_rules_version() -> None:
    game = Game(Rules(), seed=3)
    game.forfeit(2_000_000_000)
    recording = Recording.of(game)

    assert recording.setup.to_dict()["rules_version"] == RULES_VERSION + 1
    assert Recording.from_text(recording.to_text()) == recording
    assert Recording.from_text(recording.to_text()).setup.rules.width == 10


def test_recording_of_a_later_program_is_named_as_such(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Game(seed=3)
    with monkeypatch.context() as patched:
        patched.setattr(versions, "RULES_VERSION", RULES_VERSION + 1)
        text = Recording.of(game).to_text()

    with pytest.raises(
        RecordingError, match=f"version {RULES_VERSION + 1}: this program knows those up to {RULES_VERSION}"
    ):
        Recording.from_text(text)


@together("version", [0, -1, True, "1", None, 99])
def test_a_version_that_there_is_not_is_refused(version: object) -> None:
    with pytest.raises(RuleError, match="version"):
        default_rules(version)


@pytest.mark.parametrize(
    ("rules", "randomizer", "scoring"),
    [
        ({}, "recency_with_repeats", "tetrs"),
        ({"randomizer": "recency"}, "recency_with_repeats", "tetrs"),
        ({"randomizer": "bag", "scoring": "nes"}, "bag", "nes_plain"),
    ],
)
def test_renamed_meanings_stay_old_in_old_recordings(rules: dict[str, Any], randomizer: str, scoring: str) -> None:
    old = Setup.from_dict({"rules": rules, "seed": 3}).rules
    new = Setup.from_dict({"rules": rules, "seed": 3, "rules_version": 2}).rules

    assert (old.randomizer, old.scoring) == (randomizer, scoring)
    assert (new.randomizer, new.scoring) == (rules.get("randomizer", "recency"), rules.get("scoring", "tetrs"))


def test_version_1_names_tell_old_rules_and_mark_new_ones() -> None:
    old = {"scoring": "nes", "width": 8}

    assert as_version_1(rules_from_dict(1, old)) == old
    assert as_version_1(default_rules(1)) == {}
    assert as_version_1(Rules(scoring="nes")) == {"randomizer": "recency 2", "scoring": "nes 2"}


@pytest.mark.parametrize("version", [1, 2])
def test_old_classic_lock_down_keeps_its_meaning(version: int) -> None:
    given = {"rules": {"locking": "classic"}, "rules_version": version}

    assert Setup.from_dict(given).rules.locking == "landing"
    assert Setup.from_dict({**given, "rules_version": 3}).rules.locking == "classic"
    assert as_version_1(rules_from_dict(1, given["rules"])) == given["rules"]
    assert as_version_1(rules_from_dict(3, given["rules"])) == {"locking": "classic 3", "randomizer": "recency 2"}


@pytest.mark.parametrize("version", range(1, RULES_VERSION + 1))
def test_all_mini_is_read_by_its_former_name(version: int) -> None:
    former = {"spin_rule": "all_mini"}

    assert Rules.from_dict(former).spin_rule == "guideline_all_mini"
    assert rules_from_dict(version, former).spin_rule == "guideline_all_mini"
    assert as_version_1(rules_from_dict(1, former)) == former


@pytest.mark.parametrize("rules", [None, 7, [], "recency"])
def test_rules_that_are_no_table_are_refused(rules: object) -> None:
    with pytest.raises(RuleError, match="rules is not an object"):
        rules_from_dict(1, rules)


def test_only_differences_from_a_base_are_told() -> None:
    base = Rules(width=8)

    assert Rules(width=8, height=30).to_dict(base) == {"height": 30}
    assert Rules.from_dict(Rules(height=30).to_dict(base), base) == Rules(height=30)
