"""The built-in modes and their options as tables, to which the modules of the modes add the functions."""

import csv
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from piecement_engine.modes.mode import Mode
from piecement_engine.modes.options import Choice, Number, Switch, limited
from piecement_engine.rules.attack import ATTACKS
from piecement_engine.rules.rules import Rules
from piecement_engine.rules.timing import SECOND

_HERE: Final = Path(__file__).parent

MODE_ROWS: Final[Mapping[str, Mapping[str, Any]]] = tomllib.loads(  # values of any type in TOML
    (_HERE / "modes.toml").read_text("utf-8")
)
"""Rows by mode, in the order of the menu."""

TableRows = Mapping[str, Mapping[str, str]]


def option_rows(path: Path) -> TableRows:
    """Return the rows of a table of options."""
    return {row.pop("option"): row for row in csv.DictReader(path.read_text("utf-8").splitlines())}


OPTION_ROWS: Final = option_rows(_HERE / "options.csv")
"""Rows by option: its name, after the mode's and a dot if it is of one mode only. See the functions for the columns."""


def mode(name: str, base: Rules | None = None, **given: Any) -> Mode:  # fields of many types
    """Return a mode of the table, its rules on top of `base`, with the fields that its module gives."""
    row: dict[str, Any] = {"rules": {}, "keeps": (), **MODE_ROWS[name], **given}
    rules, ranking, keeps = Rules.from_dict(row["rules"], base), tuple(row["ranking"]), frozenset(row["keeps"])
    row |= {"name": name, "rules": rules, "ranking": ranking, "keeps": keeps}
    return Mode(**row)


def number(
    option: str, apply: Callable[[Rules, int], Rules], rows: TableRows = OPTION_ROWS, **changed: Any
) -> Number:  # fields of many types
    """Return an option with a number, with some fields that differ from its row."""
    row = rows[option]
    numbers = {name: int(row[name]) for name in ("default", "low", "high", "step") if row[name]}
    titles = {int(value): title for value, title in _titles(row).items()}
    fields: dict[str, Any] = {**_texts(option, row), **numbers, "unit": row["unit"], "titles": titles, **changed}
    return Number(**fields, apply=apply)


def choice(
    option: str, apply: Callable[[Rules, str], Rules], rows: TableRows = OPTION_ROWS, **changed: Any
) -> Choice:  # fields of many types
    """Return an option with a set of names, with some fields that differ from its row."""
    row = rows[option]
    fields: dict[str, Any] = {**_texts(option, row), "default": row["default"], "choices": _titles(row), **changed}
    return Choice(**fields, apply=apply)


def switch(option: str, apply: Callable[[Rules, bool], Rules], rows: TableRows = OPTION_ROWS) -> Switch:
    return Switch(**_texts(option, rows[option]), default=rows[option]["default"] == "on", apply=apply)


def start_level(default: int = 1, *, low: int = 1, high: int = 20) -> Number:
    return number(
        "start_level", lambda rules, level: replace(rules, start_level=level), default=default, low=low, high=high
    )


def lines_goal(default: int, *, high: int, **changed: Any) -> Number:  # fields of many types
    """Return the option of the lines that win the game; 0 is endless."""
    return number(
        "lines", lambda rules, lines: limited(rules, "lines", lines or None), default=default, high=high, **changed
    )


def time_limit(default_s: int, *, high: int) -> Number:
    return number(
        "seconds", lambda rules, seconds: limited(rules, "time", seconds * SECOND), default=default_s, high=high
    )


def attack_rule(apply: Callable[[Rules, str], Rules]) -> Choice:
    """Return the option of the attack table."""
    return choice("attack_rule", apply, choices={rule.name: rule.label for rule in ATTACKS.values()})


def _texts(option: str, row: Mapping[str, str]) -> dict[str, str]:
    return {"name": option.rpartition(".")[2], "title": row["title"], "sentence": row["sentence"]}


def _titles(row: Mapping[str, str]) -> dict[str, str]:
    """Return the titles of values, from a text such as `0=none;1=one`."""
    return dict(pair.split("=") for pair in row["titles"].split(";")) if row["titles"] else {}
