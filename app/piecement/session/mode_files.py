"""Modes as text: a file of TOML makes a mode, and rules make such a file."""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from piecement.session.own_rules import LONGEST_NAME, OwnRules
from piecement.session.toml_files import PRINTABLE, fault_at, faults_at, read_toml
from piecement_base.language import N_, _
from piecement_base.ranking import HANDLING
from piecement_engine import MODES, Game, Mode, Rules
from piecement_engine.modes.mode import RESULTS
from piecement_engine.rules.rules import RULE_NAMES
from piecement_engine.rules.timing import MILLISECOND, SECOND

GROUP: Final = N_("Your own modes")
"""Group of modes whose file names none."""

_LONGEST_TEXT: Final = 60
_TOGETHER: Final = frozenset({"height", "skyline"})
"""Rules of which either may be valid only with the other one of the file."""
_TIMES: Final = {"_ms": MILLISECOND, "_s": SECOND}
"""Endings of times in a file, and their nanoseconds."""

_PLAIN: Final = Mode(
    "", "", N_("Rules of your own."), Rules(), ("-score", "time"), "score", keeps=frozenset(RULE_NAMES) - HANDLING
)
"""Mode that is changed by a file which is like no other."""

_Title = Annotated[str, PRINTABLE, StringConstraints(min_length=1, max_length=LONGEST_NAME, pattern=r"^\S.*\S$|^\S$")]
_Text = Annotated[str, PRINTABLE, StringConstraints(max_length=_LONGEST_TEXT)]
_Count = Annotated[int, Field(ge=0, le=10**9)]
_Result = Literal["time", "score", "lines", "level", "pieces", "-time", "-score", "-lines", "-level", "-pieces"]
_Table = Mapping[str, Any]  # TOML has values of many types


class _Goals(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", defer_build=True)  # most players have no such file

    lines: _Count | None = None
    pieces: _Count | None = None
    level: _Count | None = None
    score: _Count | None = None
    time_s: Annotated[float, Field(ge=0, le=10**6, allow_inf_nan=False)] | None = None


class _ModeFile(BaseModel):
    """Keys of a file, without the rules, which the engine checks."""

    model_config = ConfigDict(strict=True, extra="forbid", defer_build=True)

    title: _Title
    text: _Text = ""
    group: _Title = GROUP
    like: str = ""
    """Name of the mode whose rules are changed, or empty for the default rules."""
    ranking: list[_Result] = []
    headline: Literal["", "time", "score", "lines", "level", "pieces"] = ""
    invisible: bool = False
    win: _Goals = Field(default_factory=_Goals)
    lose: _Goals = Field(default_factory=_Goals)
    rules: dict[str, Any] = {}  # values of many types
    modifiers: list[dict[str, Any]] = []  # values of any TOML type


def read_mode(name: str, text: str) -> Mode:
    """Return the mode of a file. Raises `TomlFileError`."""
    problem = _("it must be one of {names}; in a ranking, - before it means that more is better").format(
        names=", ".join(RESULTS)
    )
    file = read_toml(text, _ModeFile, {"ranking": problem, "headline": problem})
    base = _base(file, text)
    with faults_at(text):
        rules = _with_goals(_with_rules(base.rules, file, text), file)
        Game(rules, 0)  # raises if the rules do not go together
        return Mode(
            name=name,
            title=file.title,
            sentence=file.text or base.sentence,
            rules=rules,
            ranking=tuple(file.ranking) or base.ranking,
            headline=file.headline or base.headline,
            group=file.group,
            keeps=base.keeps | set(map(_rule_name, file.rules)),
            invisible=file.invisible or base.invisible,
            bot=base.bot,
        )


def mode_text(own: OwnRules) -> str:
    """Return the file of the mode of own rules."""
    values, mode = own.rules.to_dict(), own.mode()
    limits: dict[str, dict[str, Any]] = values.pop("limits", {})
    modifiers: list[dict[str, Any]] = values.pop("modifiers", [])
    lines = [f"title = {_toml(own.name)}", f"ranking = {_toml(mode.ranking)}", f"headline = {_toml(mode.headline)}"]
    for table, wins in (("win", True), ("lose", False)):
        goals = {name: limit["value"] for name, limit in limits.items() if limit["win"] is wins}
        lines += _section(f"[{table}]", dict(map(_goal, goals.items())))
    lines += _section("[rules]", dict(_in_short_units(values)))
    for modifier in modifiers:
        lines += _section("[[modifiers]]", {name: 0 if value is None else value for name, value in modifier.items()})
    return "\n".join([*lines, ""])


def _base(file: _ModeFile, text: str) -> Mode:
    if file.like and file.like not in MODES:
        raise fault_at(text, ["like"], _("there is no mode {name!r}").format(name=file.like))
    return MODES[file.like] if file.like else _PLAIN


def _with_rules(rules: Rules, file: _ModeFile, text: str) -> Rules:
    """Return the rules with those of the file, which are tried one by one, so that a fault has its line."""
    given: dict[str, Any] = {}  # values of many types, by the names of the rules
    for key, value in file.rules.items():
        name = _rule_name(key)
        scale = next((ns for ending, ns in _TIMES.items() if name != key and key.endswith(ending)), 0)
        if name in {"garbage", "limits", "modifiers"}:
            raise fault_at(text, ["rules", key], _("goals are in [win] and [lose], garbage is in [[modifiers]]"))
        if scale and type(value) not in (int, float):
            raise fault_at(text, ["rules", key], _("it must be a number"))
        try:
            given[name] = round(value * scale) if scale else value
        except (OverflowError, ValueError) as error:  # infinite, or no number
            raise fault_at(text, ["rules", key], str(error)) from error
    for key in file.rules:
        names = _TOGETHER if key in _TOGETHER else {_rule_name(key)}
        with faults_at(text, "rules", key):
            rules = Rules.from_dict({name: given[name] for name in names & given.keys()}, rules)
    # Endless cheese has no supply, but TOML has no null.
    modifiers = [{**one, "supply": one["supply"] or None} if "supply" in one else one for one in file.modifiers]
    with faults_at(text, "modifiers"):
        return Rules.from_dict({"modifiers": modifiers}, rules) if modifiers else rules


def _with_goals(rules: Rules, file: _ModeFile) -> Rules:
    limits = {
        name.removesuffix("_s"): {"value": round(value * SECOND) if name == "time_s" else value, "win": wins}
        for goals, wins in ((file.win, True), (file.lose, False))
        for name, value in goals.model_dump(exclude_none=True).items()
    }
    if not limits:
        return rules
    return Rules.from_dict({"limits": limits}, replace(rules, limits=Rules().limits))


def _rule_name(key: str) -> str:
    """Return the name of a rule of the engine, which has its times in nanoseconds."""
    names = (f"{key.removesuffix(ending)}_ns" for ending in _TIMES if key.endswith(ending))
    return next((name for name in names if name in RULE_NAMES), key)


def _in_short_units(rules: _Table) -> Iterator[tuple[str, Any]]:  # values of any TOML type
    for name, value in rules.items():
        if name.endswith("_ns") and isinstance(value, int):
            yield f"{name.removesuffix('_ns')}_ms", _in_units(value, MILLISECOND)
        else:
            yield name, value


def _goal(goal: tuple[str, int]) -> tuple[str, float]:
    name, value = goal
    return ("time_s", _in_units(value, SECOND)) if name == "time" else goal


def _in_units(time_ns: int, unit: int) -> float:
    return time_ns / unit if time_ns % unit else time_ns // unit


def _section(title: str, values: _Table) -> Iterable[str]:
    return ("", title, *(f"{name} = {_toml(value)}" for name, value in values.items())) if values else ()


def _toml(value: object) -> str:
    """Return a text, number, truth value or list of them as TOML, which writes them as JSON does."""
    return json.dumps(value, ensure_ascii=False)
