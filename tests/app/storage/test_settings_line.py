"""Settings as a line: taken in whole or not at all, without what is the player's alone, and nothing is lost."""

import json
import random
import zlib
from base64 import urlsafe_b64encode
from typing import Any

import pytest

from piecement.settings.presets import preset_names, with_change, with_preset
from piecement.settings.settings import Settings
from piecement.settings.specs import SettingError
from piecement.storage.settings_line import LINE_SECTIONS, import_line, settings_line
from piecement.storage.settings_migrations import SETTINGS_VERSION
from tests.sampling import together

MINE = with_change(
    with_change(with_change(Settings(), "gameplay", "das_ms", 90), "graphics", "skin", "ascii"), "sound", "menus", True
)
YOURS = with_change(with_change(Settings(), "gameplay", "arr_ms", 11), "computer", "best_of", "5")


def packed(content: object, version: int = SETTINGS_VERSION) -> str:
    data = content if isinstance(content, bytes) else json.dumps(content).encode()
    return f"piecement-settings-{version}:{urlsafe_b64encode(zlib.compress(data)).decode().rstrip('=')}"


def test_a_line_gives_the_same_settings() -> None:
    taken = import_line(settings_line(MINE), Settings())

    assert taken.complaints == ()
    assert taken.changed == ("gameplay.das_ms", "graphics.skin", "sound.menus")
    assert all(taken.settings.section(name) == MINE.section(name) for name in LINE_SECTIONS)


def test_a_line_of_the_defaults_is_short_and_restores_them() -> None:
    line = settings_line(Settings())

    assert len(line) < 160
    assert import_line(line, YOURS).settings.gameplay == Settings().gameplay


def test_keys_of_commands_are_read_from_an_older_line() -> None:
    taken = import_line(packed({"computer": {"retry_key": "f8"}}, version=5), Settings())

    assert (taken.settings.commands.retry_key, taken.complaints) == ("f8", ())


def test_bound_keys_are_in_a_line() -> None:
    keys = {**Settings().controls.keys, "hold": ("f5",), "rotate_180": ()}
    mine = with_change(Settings(), "controls", "keys", keys)

    assert import_line(settings_line(mine), Settings()).settings.controls == mine.controls


def test_a_section_leaves_the_others() -> None:
    taken = import_line(settings_line(MINE, ["graphics"]), YOURS)

    assert taken.changed == ("graphics.skin",)
    assert taken.settings.gameplay == YOURS.gameplay
    assert taken.settings.computer == YOURS.computer


def test_what_is_the_players_alone_stays() -> None:
    mine = with_change(with_change(MINE, "interface", "language", "de"), "computer", "your_name", "Ada")
    mine = with_change(mine, "storage", "retention", "nothing")
    taken = import_line(settings_line(mine), with_change(YOURS, "computer", "your_name", "Bob")).settings

    assert settings_line(mine) == settings_line(MINE)
    assert (taken.interface.language, taken.computer.your_name) == ("auto", "Bob")
    assert taken.storage.retention == "replays"


def test_presets_stay_and_the_line_becomes_another() -> None:
    taken = import_line(settings_line(MINE), YOURS).settings
    own = preset_names(YOURS, "gameplay")[-1]

    assert own in preset_names(taken, "gameplay")
    assert with_preset(taken, "gameplay", own).gameplay == YOURS.gameplay
    assert taken.presets.gameplay.chosen != own


def test_a_built_in_preset_keeps_its_name() -> None:
    name = preset_names(Settings(), "gameplay")[2]
    mine = with_preset(Settings(), "gameplay", name)

    assert import_line(settings_line(mine), YOURS).settings.presets.gameplay.chosen == name


def test_blanks_and_line_ends_do_not_matter() -> None:
    line = settings_line(MINE)

    assert import_line(f"  {line[:30]}\n {line[30:]}\n", Settings()) == import_line(line, Settings())


def test_each_wrong_value_has_a_sentence_and_the_rest_is_used() -> None:
    content = {"graphics": {"skin": "lake", "fps": 30, "new": 1}, "gameplay": {"das_ms": "soon"}, "other": {}}
    taken = import_line(packed(content), Settings())

    assert taken.changed == ("graphics.fps",)
    assert len(taken.complaints) == 3
    assert taken.complaints[0].startswith("graphics.skin is 'lake': 'lake' is not one of modern")


@together(
    ("line", "sentence"),
    [
        ("", "That is not a line of settings: it must begin with .piecement-settings-."),
        ("hello", "That is not a line of settings"),
        (f"piecement-settings-{SETTINGS_VERSION}:" + "A" * 30_000, "That is not a line of settings"),
        ("piecement-settings-0:AAAA", "That is not a line of settings"),
        (packed({}, SETTINGS_VERSION + 1), "That line is from a newer version of Piecement."),
        (settings_line(MINE)[:-9], "That line is damaged: copy all of it."),
        (packed(b"no json"), "That line is damaged"),
        (packed([1, 2]), "That line is damaged"),
        (packed(b"[" * 100_000), "That line is damaged"),
        (packed({"graphics": [[[[[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]]]]}), "That line is damaged"),
        (packed(b" " * 10_000_000), "That line is damaged"),
    ],
)
def test_a_text_that_is_no_line_is_refused(line: str, sentence: str) -> None:
    with pytest.raises(SettingError, match=sentence):
        import_line(line, Settings())


def test_any_content_is_refused_or_taken_in() -> None:
    values: list[Any] = json.loads(f'[0, -1, 1e400, true, null, "x", [], {{}}, [{{}}], {{"own": 3}}, {10**400}]')
    names = [*LINE_SECTIONS, "presets", "storage", "version", "x"]
    for seed in range(60):
        dice = random.Random(seed)
        content: dict[str, object] = {}
        for section in dice.sample(names, 4):
            known = Settings().section(section).names() if section in LINE_SECTIONS else ("retention",)
            content[section] = {name: dice.choice(values) for name in dice.sample(known, min(3, len(known)))}
        content[dice.choice(names)] = dice.choice(values)
        taken = import_line(packed(content), YOURS)

        assert taken.settings.storage == YOURS.storage
        assert all(sentence.isprintable() for sentence in taken.complaints)
