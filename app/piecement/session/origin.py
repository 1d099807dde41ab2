"""Where a game comes from: its mode, what was set about it, and why it is unranked."""

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
from piecement_engine.frozen_dataclass import frozen_dataclass
from piecement_engine.modes import OptionValue

_MOST: Final = 2**63 - 1
"""The largest number of an option."""
BOARD_MODES: Final = tuple(name for name, mode in MODES.items() if mode.group != "Practice")
"""The modes that have boards on servers, in the order of the menu."""


def new_token() -> str:
    return urandom(8).hex()


def mode_title(mode: str) -> str:
    """Return what a player calls a mode; one that this version does not know has only its name."""
    return _(MODES[mode].title) if mode in MODES else mode


def mode_headline(mode: str) -> str:
    """Return the result of a mode that a player looks at first."""
    return MODES[mode].headline if mode in MODES else "score"


def variant_of(mode: str, options: Mapping[str, OptionValue]) -> str:
    """Return what of a mode's options differs from its defaults, such as `goal=9 rows=4`; empty for nothing."""
    known = MODES[mode].options if mode in MODES else ()
    defaults = {option.name: option.default for option in known}
    changed = sorted(name for name, value in options.items() if value != defaults.get(name))
    return " ".join(f"{name}={options[name]}" for name in changed)


@frozen_dataclass(kw_only=True)
class Origin:
    """Everything about a game that is known when it begins, but its setup."""

    mode: str
    """The name of the mode."""
    options: Mapping[str, OptionValue] = field(default_factory=dict[str, OptionValue], hash=False)
    """What the player set about the mode."""
    preset: str = ""
    """What the player calls the rules and the handling that fill in what the mode leaves open."""
    unranked: UnrankedReasons = field(default_factory=UnrankedReasons)
    started: datetime
    token: str = field(default_factory=new_token)
    """The name of this very game, so that it is kept once."""

    @classmethod
    def of(cls, plan: Plan, started: datetime, *, preset: str = "", unranked: UnrankedReasons | None = None) -> Self:
        """Return the origin of a game that begins now."""
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
        return variant_of(self.mode, self.options)

    def with_reasons(self, reasons: UnrankedReasons) -> Self:
        return replace(self, unranked=self.unranked | reasons)

    def to_dict(self) -> dict[str, Any]:  # a JSON object has values of any JSON type
        """Return it in JSON's types, as it stands beside a recording."""
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
        """Return the origin that `to_dict` wrote so; what is missing, or of another type, is left empty."""
        given = given if isinstance(given, Mapping) else {}
        reasons = given.get("marks")
        return cls(
            mode=plain_name(given.get("mode", "")),
            options=_options(given.get("options")),
            preset=plain_name(given.get("preset", "")),
            unranked=UnrankedReasons.named(
                cast("list[object]", reasons) if isinstance(reasons, list) else ()
            ),  # what is in it is looked at
            started=timestamps.from_text(given.get("started")),
            token=plain_name(given.get("token", "")) or new_token(),
        )


def _options(given: object) -> dict[str, OptionValue]:
    """Return the options of a mode that a file names, as far as they can be some."""
    options = cast("dict[object, object]", given) if isinstance(given, dict) else {}  # what is in it is looked at
    return {
        plain_name(name): plain_name(value) if isinstance(value, str) else value
        for name, value in options.items()
        if isinstance(value, str) or (isinstance(value, int) and abs(value) <= _MOST)
    }
