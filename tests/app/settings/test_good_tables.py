"""Settings in which all is well are read without pydantic, as it would read them; at any doubt pydantic decides."""

import json
import os
import subprocess
import sys
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest
from pydantic import TypeAdapter, ValidationError

from piecement.settings.built_in_presets import BUILT_IN_PRESETS
from piecement.settings.presets import with_change, with_preset
from piecement.settings.settings import Settings, read_valid_tables

CHECK: Final = TypeAdapter(Settings)

ODD: Final[tuple[Any, ...]] = (
    None,
    True,
    -1,
    0,
    1e9,
    "",
    "x",
    "ascii",
    [],
    ["a"],
    {},
    {"a": 1},
    {"move_left": ["a"]},
    float("nan"),
)
"""Values that may be those of some setting, and mostly are not."""


def tables_of(settings: Settings) -> dict[str, Any]:  # Any: the values of settings
    """Return settings as a file has them."""
    tables: dict[str, Any] = json.loads(CHECK.dump_json(settings))
    return tables


def in_every_preset() -> list[Settings]:
    """Return settings with each built-in slot in force, and with slots of the player's own."""
    own = with_change(with_change(Settings(), "graphics", "fps", 30), "controls", "keys", {"hold": ["f1"]})
    own = with_change(with_change(own, "sound", "effect_set", "bell"), "gameplay", "das_ms", 99)
    slots = [(section, name) for section, names in BUILT_IN_PRESETS.items() for name in names]
    return [Settings(), own, *(with_preset(own, section, name) for section, name in slots)]


@pytest.mark.parametrize("settings", in_every_preset())
def test_written_settings_are_read_unchanged(settings: Settings) -> None:
    assert read_valid_tables(tables_of(settings)) == settings


def test_a_file_that_says_nothing_means_the_defaults() -> None:
    assert read_valid_tables({}) == Settings()


def test_keys_that_a_file_leaves_out_are_those_of_the_default() -> None:
    tables = {"controls": {"keys": {"hold": ["f1"]}}}

    assert read_valid_tables(tables) == CHECK.validate_python(tables)
    assert read_valid_tables(tables).controls.bindings.keys("move_left") == ("left",)


def altered(tables: dict[str, Any], random: Random) -> None:
    """Change something somewhere in some tables."""
    table = tables
    while (inner := [name for name, value in table.items() if isinstance(value, dict)]) and random.random() < 0.8:
        table = table[random.choice(inner)]
    name = random.choice([*table, "nothing_of_the_kind", "wants_releases", "changed"])
    table[name] = random.choice(ODD)


@pytest.mark.wide
def test_accepted_tables_equal_pydantics_result() -> None:
    random = Random(1)
    written = tables_of(in_every_preset()[1])
    accepted = 0
    for number in range(2000):
        tables = deepcopy(written)
        altered(tables, random)
        try:
            settings = read_valid_tables(tables)
        except ValueError:
            continue
        accepted += 1

        assert settings == CHECK.validate_python(tables), number
    assert accepted > 50


@pytest.mark.parametrize(
    "tables",
    [
        {"graphics": {"fps": 0}},
        {"graphics": {"skin": "no such skin"}},
        {"graphics": {"ghost": "maybe"}},
        {"controls": {"keys": {"no such button": ["a"]}}},
        {"presets": {"graphics": {"own": {" ": {}}}}},
        {"nothing": {}},
        {"graphics": 3},
    ],
)
def test_tables_refused_by_pydantic_are_doubtful(tables: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        read_valid_tables(tables)
    with pytest.raises(ValidationError):
        CHECK.validate_python(tables)


def test_good_changes_and_their_file_bring_no_pydantic(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text('version = 2\n[graphics]\nskin = "ascii"\nfps = 30\n')
    script = (
        "import sys; from pathlib import Path\n"
        "from piecement.storage.paths import Paths\n"
        "from piecement.storage.store import Store\n"
        "from piecement.settings.presets import with_change, with_next_preset\n"
        f"store = Store(Paths.of(Path({str(tmp_path)!r})))\n"
        "settings = store.load_settings().settings\n"
        "settings.gameplay.overrides(key_releases=True)\n"
        "changed = with_change(with_next_preset(settings, 'controls', 1), 'gameplay', 'das_ms', 99.5)\n"
        "now = store.change_settings(settings, with_change(changed, 'computer', 'look_ahead', 4))\n"
        "assert (now.gameplay.das_ms, now.controls) == (99.5, changed.controls)\n"
        "print(now.graphics.skin, *sorted({'pydantic', 'sqlite3', 'textual'} & set(sys.modules)))"
    )
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, env=environment)

    assert done.stdout.split() == ["ascii"]
