"""Origin of a game: its mode and options, and the reasons that make it unranked."""

from collections.abc import Mapping
from dataclasses import field, replace
from datetime import datetime
from os import urandom
from typing import Any, Final, Self, cast

from piecement.language import _
from piecement.session import timestamps
from piecement.session.plan import Plan
from piecement.session.unranked_reasons import UnrankedReasons
from piecement.terminal.outside_text import plain_name
from piecement_engine import MODES
from piecement_engine.frozen import frozen_dataclass
from piecement_engine.modes import OptionValue

_MOST: Final = 2**63 - 1
"""Maximum absolute value of a numeric option."""
BOARD_MODES: Final = tuple(name for name, mode in MODES.items() if mode.group != "Practice")
"""Modes with leaderboards, in menu order."""


def new_token() -> str:
    return urandom(8).hex()


def mode_title(mode: str) -> str:
    """Return the title of a mode, or its name if this version does not know it."""
    return _(MODES[mode].title) if mode in MODES else mode


def mode_headline(mode: str) -> str:
    """Return the main result of a mode."""
    return MODES[mode].headline if mode in MODES else "score"


def variant_key(mode: str, options: Mapping[str, OptionValue]) -> str:
    """Return the options that differ from the mode's defaults, such as `goal=9 rows=4`; empty if none do."""
    known = MODES[mode].options if mode in MODES else ()
    defaults = {option.name: option.default for option in known}
    changed = sorted(name for name, value in options.items() if value != defaults.get(name))
    return " ".join(f"{name}={options[name]}" for name in changed)


@frozen_dataclass(kw_only=True)
class Origin:
    """Everything known about a game at its start, except its setup."""

    mode: str
    """Name of the mode."""
    options: Mapping[str, OptionValue] = field(default_factory=dict[str, OptionValue], hash=False)
    """Mode options set by the player."""
    preset: str = ""
    """Name of the rules and handling that the mode leaves open."""
    unranked: UnrankedReasons = field(default_factory=UnrankedReasons)
    started: datetime
    token: str = field(default_factory=new_token)
    """Unique token of the game, by which it is stored only once."""

    @classmethod
    def of(cls, plan: Plan, started: datetime, *, preset: str = "", unranked: UnrankedReasons | None = None) -> Self:
        """Return the origin of a game that starts now."""
        return cls(
            mode=plan.mode.name,
            options=dict(plan.options),
            preset=preset,
            unranked=(unranked or UnrankedReasons()) | UnrankedReasons(unranked=bool(plan.board)),
            started=started,
            token=plan.token or new_token(),
        )

    @property
    def variant(self) -> str:
        return variant_key(self.mode, self.options)

    def with_reasons(self, reasons: UnrankedReasons) -> Self:
        return replace(self, unranked=self.unranked | reasons)

    def to_dict(self) -> dict[str, Any]:  # a JSON object has values of any JSON type
        """Return the origin as JSON values, for storage beside a recording."""
        given = {
            "mode": self.mode,
            "options": dict(self.options),
            "preset": self.preset,
            "marks": list(self.unranked.names()),
            "started": timestamps.to_text(self.started),
            "token": self.token,
        }
        return {name: value for name, value in given.items() if value}

    @classmethod
    def from_dict(cls, given: Mapping[str, Any]) -> Self:  # as above
        """Return the origin from the values of `to_dict`; missing or invalid ones are left empty."""
        given = given if isinstance(given, Mapping) else {}
        reasons = given.get("marks")
        return cls(
            mode=plain_name(given.get("mode", "")),
            options=_options(given.get("options")),
            preset=plain_name(given.get("preset", "")),
            unranked=UnrankedReasons.named(
                cast("list[object]", reasons) if isinstance(reasons, list) else ()
            ),  # the elements are checked next
            started=timestamps.from_text(given.get("started")),
            token=plain_name(given.get("token", "")) or new_token(),
        )


def _options(given: object) -> dict[str, OptionValue]:
    """Return the mode options in a file, skipping invalid ones."""
    options = cast("dict[object, object]", given) if isinstance(given, dict) else {}  # the elements are checked next
    return {
        plain_name(name): plain_name(value) if isinstance(value, str) else value
        for name, value in options.items()
        if isinstance(value, str) or (isinstance(value, int) and abs(value) <= _MOST)
    }
