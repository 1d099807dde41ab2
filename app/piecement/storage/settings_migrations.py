"""Migrations of the settings file from earlier versions."""

import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final, cast

from piecement.storage.nested_tables import Tables, ensured, inner

SETTINGS_VERSION: Final = 6
"""Version of written files."""


def _renamed(tables: Tables) -> Tables:
    """Version 1 called the presets slots, and had other names for two settings."""
    _rename(tables, "slots", "presets")
    _rename(tables.get("storage"), "keep", "retention")
    _rename(tables.get("interface"), "greeted_by", "first_run_notice")
    return tables


_ROTATE_180: Final = "rotate_180"
_KEYS_FOR_180: Final = {"Guideline": ["a"], "Vim": ["s"]}
"""Keys of two presets since version 3."""
_FIRST_PRESET: Final = "Default"
"""The preset whose key is among the defaults of version 4, which are filled in unless the key is bound otherwise."""


def _with_key_for_180(tables: Tables) -> Tables:
    """Version 2 had built-in presets without a key to rotate by 180 degrees: custom ones stay without."""
    presets = inner(tables, "presets", "controls")
    for name in inner(presets, "own"):
        if keys := inner(presets, "own", name, "keys"):
            keys.setdefault(_ROTATE_180, [])
    keys, chosen = inner(tables, "controls", "keys"), presets.get("chosen")
    if keys and isinstance(chosen, str) and chosen != _FIRST_PRESET:
        keys.setdefault(_ROTATE_180, _KEYS_FOR_180.get(chosen, []))
    return tables


def _with_renamed_spin_rule(tables: Tables) -> Tables:
    """Version 3 knew one spin rule by a name that is close to another one's now."""
    own = inner(tables, "presets", "gameplay", "own")
    for gameplay in (inner(tables, "gameplay"), *(inner(own, name) for name in own)):
        if gameplay.get("spin_rule") == "all_mini":
            gameplay["spin_rule"] = "guideline_all_mini"
    return tables


_OF_4: Final[Tables] = tomllib.loads(Path(__file__).with_name("settings_of_4.toml").read_text("utf-8"))
_OWN_NAME: Final = "{name} (own)"
_SWITCHES_OF_4: Final = frozenset({"legend", "pressed_keys"})
"""Switches for parts beside the field whose names do not begin with `show_`."""


def _with_former_defaults(tables: Tables) -> Tables:
    """Version 4 had other defaults, which a player who set nothing keeps; and no styles."""
    for section, taken in _OF_4["taken"].items():
        presets = ensured(ensured(tables, "presets"), section)
        own = inner(presets, "own")
        for name in taken:
            _rename(own, name, _OWN_NAME.format(name=name))
        chosen = presets.get("chosen", "Default")
        if chosen in taken:
            presets["chosen"] = _OWN_NAME.format(name=chosen)
        elif isinstance(chosen, str):
            presets["chosen"] = _OF_4["renamed"][section].get(chosen, chosen)
        for values in (inner(own, name) for name in own):
            _fill(values, _OF_4["defaults"][section])
    for section, defaults in _OF_4["defaults"].items():
        _fill(ensured(tables, section), defaults)
    own = inner(tables, "presets", "graphics", "own")
    for values in (ensured(tables, "graphics"), *(inner(own, name) for name in own)):
        is_custom = any(name.startswith("show_") or name in _SWITCHES_OF_4 for name in values)
        values.setdefault("hud", "custom" if is_custom else "full")
    for name in ("all_modes", "opened_looks"):  # locks of modes and looks
        ensured(tables, "interface").pop(name, None)
    return tables


def _with_sections_of_commands(tables: Tables) -> Tables:
    """Version 5 had the keys of commands, and the time before a demo, among the settings of bots."""
    computer = inner(tables, "computer")
    for name in [name for name in computer if name.endswith("_key") or name == "attract_s"]:
        section = "interface" if name == "attract_s" else "commands"
        ensured(tables, section).setdefault(name, computer.pop(name))
    return tables


def _fill(table: Tables, defaults: Tables) -> None:
    """Add missing values; keys that are bound to something else stay so."""
    for name, value in defaults.items():
        if isinstance(value, dict):
            bindings = ensured(table, name)
            bound = [key for keys in bindings.values() if isinstance(keys, list) for key in cast("list[object]", keys)]
            for button, keys in cast("dict[str, list[str]]", value).items():
                bindings.setdefault(button, [key for key in keys if key not in bound])
        else:
            table.setdefault(name, value)


def _rename(table: Any, old: str, new: str) -> None:  # whatever a file has at a place where a table belongs
    if isinstance(table, dict) and old in table:
        renamed = cast("Tables", table)
        renamed.setdefault(new, renamed.pop(old))


SETTINGS_MIGRATIONS: Final[Mapping[int, Callable[[Tables], Tables]]] = {
    0: lambda tables: tables,  # a file that says no version, as one written by hand
    1: _renamed,
    2: _with_key_for_180,
    3: _with_renamed_spin_rule,
    4: _with_former_defaults,
    5: _with_sections_of_commands,
}
"""Migrations from each settings version to the next."""
