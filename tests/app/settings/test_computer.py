"""The settings of the computer: the bots of the engine, and those that a program registers."""

import pytest

from piecement.settings.computer import FRIEND, Computer
from piecement.settings.specs import SettingSpec
from piecement_engine import MODES
from piecement_engine.bots import BOTS, Opponent
from tests.app.setting_rows import titles_of


def described_as(name: str) -> SettingSpec:
    """Return the text that a screen shows for a setting."""
    return next(setting for setting in Computer.specs() if setting.name == name)


def test_bots_without_a_level_are_watched_and_the_others_fought() -> None:
    assert list(titles_of(described_as("bot")))[:3] == ["by_mode", "survive", "score"]
    assert list(titles_of(described_as("opponent")))[-2:] == ["glacier", FRIEND]


@pytest.mark.parametrize(("mode", "bot"), [("pytetris", "pytetris"), ("cheese", "dig"), ("marathon", "survive")])
def test_each_mode_has_its_bot(mode: str, bot: str) -> None:
    assert Computer().bot_of(MODES[mode]) == bot
    assert Computer(bot="score").bot_of(MODES[mode]) == "score"
    assert all(known.bot in BOTS for known in MODES.values())


@pytest.mark.parametrize(("name", "level"), [("bot", 0), ("opponent", 7)])
def test_a_bot_that_a_program_registers_can_be_chosen(monkeypatch: pytest.MonkeyPatch, name: str, level: int) -> None:
    monkeypatch.setitem(BOTS, "my_bot", Opponent("my_bot", "Mine.", BOTS["survive"].make, level=level))
    setting = described_as(name)

    assert (setting.values.text("my_bot"), setting.values.sentence("my_bot")) == ("My bot", "Mine.")
    assert getattr(Computer().changed(name, "my_bot"), name) == "my_bot"
