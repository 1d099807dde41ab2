"""Settings that follow the account: those of the machine stay, all others travel, and what they replace is kept."""

from datetime import datetime
from pathlib import Path

import pytest

from piecement.settings.handling_and_rules import Gameplay
from piecement.settings.presets import own_presets, preset_name, preset_names, with_change, with_preset
from piecement.settings.settings import Settings
from piecement.settings.specs import SettingError
from piecement.storage.account_line import MACHINE_SETTINGS, account_line, import_account_line
from piecement.storage.settings_copies import SettingsCopies, read_copy
from piecement.storage.settings_line import packed
from piecement_net.messages.fields import LONGEST_SETTINGS

GERMAN = with_change(with_change(Settings(), "gameplay", "das_ms", 90), "interface", "language", "de")
DESK = with_change(GERMAN, "graphics", "fps", 144)
LAPTOP = with_change(with_change(Settings(), "gameplay", "arr_ms", 11), "sound", "effects_volume", 5)


def test_settings_of_the_machine_are_settings() -> None:
    for section, names in MACHINE_SETTINGS.items():
        assert {*names} <= {*Settings().section(section).names()}


def test_all_but_those_of_the_machine_travel() -> None:
    taken = import_account_line(account_line(DESK), LAPTOP, keeps_presets=False).settings

    assert (taken.gameplay.das_ms, taken.gameplay.arr_ms) == (90, 33)
    assert taken.interface.language == "de"
    assert (taken.graphics.fps, taken.sound.effects_volume) == (60, 5)
    assert account_line(taken) == account_line(DESK)
    assert (taken.online, taken.storage) == (LAPTOP.online, LAPTOP.storage)


def test_what_is_of_the_machine_changes_no_line() -> None:
    changed = DESK
    for section, name, value in (("graphics", "fps", 30), ("sound", "sound", "off"), ("interface", "gamepad", True)):
        changed = changed.with_value(section, name, value)
    changed = changed.with_value("online", "name", "Ada")

    assert account_line(changed) == account_line(DESK)


def test_presets_travel_and_may_stay_beside() -> None:
    replaced = import_account_line(account_line(DESK), LAPTOP, keeps_presets=False).settings
    own = with_change(with_preset(LAPTOP, "graphics", "tetrs"), "graphics", "grid", True)
    beside = import_account_line(account_line(DESK), own, keeps_presets=True).settings

    assert preset_name(replaced, "gameplay") == preset_name(DESK, "gameplay")
    assert beside.graphics == DESK.graphics.with_values(fps=60)
    assert {"Graphics I", "Graphics I (here)", "Gameplay I (here)"} <= {
        *preset_names(beside, "graphics"),
        *preset_names(beside, "gameplay"),
    }
    assert with_preset(beside, "graphics", "Graphics I (here)").graphics.grid


def test_no_preset_here_is_lost_however_names_collide() -> None:
    def with_presets(**delays: int) -> Settings:
        own = {name.replace("_", " "): Gameplay(das_ms=delay) for name, delay in delays.items()}
        presets = Settings().presets
        return Settings().with_values(presets=presets.with_values(gameplay=presets.gameplay.with_values(own=own)))

    here = with_presets(**{"A": 100, "A (here)": 120, "B": 130, "C" * 20: 140, "C" * 21: 141})
    line = account_line(with_presets(**{"A": 150, "B": 160, "B (here)": 161, "C" * 20: 170, "C" * 21: 171}))
    taken = import_account_line(line, here, keeps_presets=True).settings
    again = import_account_line(line, taken, keeps_presets=True).settings

    found = {preset.model_dump()["das_ms"] for preset in own_presets(taken, "gameplay").values()}
    assert found == {100, 120, 130, 140, 141, 150, 160, 161, 170, 171}
    assert again == taken


def test_values_that_cannot_be_used_here_stay() -> None:
    here = with_change(Settings(), "graphics", "skin", "ascii")
    line = packed({"graphics": {"skin": "lake", "grid": True, "new": 1}, "other": {"a": 1}})
    taken = import_account_line(line, here, keeps_presets=False)

    assert (taken.settings.graphics.skin, taken.settings.graphics.grid) == ("ascii", True)
    assert taken.settings.gameplay == here.gameplay
    assert len(taken.complaints) == 2


@pytest.mark.parametrize("content", [{"graphics": 3}, {"presets": []}, {"presets": {"graphics": {"own": {"": 3}}}}])
def test_faulty_tables_change_nothing(content: dict[str, object]) -> None:
    taken = import_account_line(packed(content), DESK, keeps_presets=True)

    assert taken.complaints
    assert taken.settings.graphics == DESK.graphics
    with pytest.raises(SettingError, match="That is not a line of settings"):
        import_account_line("das = 5", DESK, keeps_presets=False)


def test_settings_with_many_presets_are_short_enough() -> None:
    settings = Settings()
    for number in range(20):
        for section, name in (("gameplay", "das_ms"), ("gameplay", "arr_ms"), ("graphics", "large_previews")):
            settings = with_change(settings, section, name, number % 3 + 1)
        settings = with_preset(settings, "gameplay", "tetrs")

    assert len(preset_names(settings, "gameplay")) > 20
    assert len(account_line(settings)) < LONGEST_SETTINGS / 3


def test_earlier_settings_are_kept_in_ten_files(tmp_path: Path) -> None:
    copies = SettingsCopies(tmp_path / "settings_before")
    nothing = copies.last
    for minute in range(12):
        copies.write(LAPTOP if minute == 11 else DESK, datetime(2026, 11, 28, 3, minute))
    last = copies.last
    assert last is not None

    assert nothing is None
    assert len(list(last.parent.iterdir())) == 10
    assert import_account_line(read_copy(last), DESK, keeps_presets=False).settings.gameplay == LAPTOP.gameplay
