"""The origin of a game: its mode, options, player, and why it is unranked, stored with its recording."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from os import urandom
from typing import Any, Final, Self, cast

from piecement_base import timestamps
from piecement_base.modes import variant_key
from piecement_base.plan import FULL_SPEED, SLOWEST, SPEED, STANDING, Plan
from piecement_base.printable import plain_name
from piecement_engine.modes import OptionValue

BY_TEXT: Final[Mapping[str, OptionValue]] = {"by": "text"}
"""Options of the origin of a game in plain lines, which has a leaderboard of its own: no time passes in it."""

_MOST: Final = 2**63 - 1
"""Maximum absolute value of a numeric option."""


def new_token() -> str:
    return urandom(8).hex()


class Owner(StrEnum):
    """Player of a game, as far as it is known."""

    OWN = "own"
    OTHER = "other"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True, kw_only=True)
class UnrankedReasons:
    """Set of reasons that exclude a game from the ranking of its mode."""

    practice: bool = False
    """Moves were undone, or the game continued from a save slot or replay."""
    bot: bool = False
    """A bot played or helped."""
    altered: bool = False
    """The game differed from its mode, such as one with a drawn board."""
    imported: bool = False
    """The game was played elsewhere."""

    def __bool__(self) -> bool:
        return any(self.names())

    def __or__(self, other: "UnrankedReasons") -> "UnrankedReasons":
        return UnrankedReasons.named({*self.names(), *other.names()})

    def names(self) -> tuple[str, ...]:
        """Return the names of the set reasons, as they are stored."""
        return tuple(stored for stored, name in _STORED_NAMES.items() if getattr(self, name))

    @classmethod
    def named(cls, names: Iterable[object]) -> Self:
        """Return the set of the reasons with these stored names, skipping unknown ones."""
        given = tuple(names)  # no set: names in a file may be any JSON values
        return cls(**{name: True for stored, name in _STORED_NAMES.items() if stored in given})


_STORED_NAMES: Final = {"practice": "practice", "bot": "bot", "unranked": "altered", "imported": "imported"}
"""Names of the reasons by their names in files and databases, where games were once marked `unranked`."""


@dataclass(frozen=True, slots=True, kw_only=True)
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
    owner: Owner = Owner.OWN
    """Player of the game: the one at this machine unless it was imported."""
    token: str = field(default_factory=new_token)
    """Unique token of the game, by which it is stored only once."""

    @classmethod
    def of(cls, plan: Plan, started: datetime, *, preset: str = "", unranked: UnrankedReasons | None = None) -> Self:
        """Return the origin of a game that starts now."""
        return cls(
            mode=plan.mode.name,
            options=dict(plan.ranked_options),
            preset=preset,
            unranked=(unranked or UnrankedReasons()) | UnrankedReasons(altered=bool(plan.board)),
            started=started,
            token=plan.token or new_token(),
        )

    @property
    def variant(self) -> str:
        return variant_key(self.mode, self.options)

    @property
    def speed(self) -> int:
        """Speed of the game's clock (percent)."""
        speed = self.options.get(SPEED)
        return speed if isinstance(speed, int) and (speed == STANDING or SLOWEST <= speed <= FULL_SPEED) else FULL_SPEED

    @property
    def mode_options(self) -> Mapping[str, OptionValue]:
        """The options of the mode alone."""
        return {name: value for name, value in self.options.items() if name not in {SPEED, *BY_TEXT}}

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
            "owner": "" if self.owner is Owner.OWN else self.owner.value,
            "token": self.token,
        }
        return {name: value for name, value in given.items() if value}

    @classmethod
    def from_dict(cls, given: Mapping[str, Any]) -> Self:  # a JSON object has values of any JSON type
        """Return the origin from the values of `to_dict`; missing or invalid ones are left empty."""
        given = given if isinstance(given, Mapping) else {}
        marks = given.get("marks")
        reasons = cast("list[object]", marks) if isinstance(marks, list) else []  # the elements are checked next
        return cls(
            mode=plain_name(given.get("mode", "")),
            options=_options(given.get("options")),
            preset=plain_name(given.get("preset", "")),
            unranked=UnrankedReasons.named(reasons),
            started=timestamps.from_text(given.get("started")),
            owner=Owner(given["owner"]) if given.get("owner") in _OWNERS else Owner.OWN,
            token=plain_name(given.get("token", "")) or new_token(),
        )


_OWNERS: Final = tuple(Owner)


def _options(given: object) -> dict[str, OptionValue]:
    """Return the mode options in a file, skipping invalid ones."""
    options = cast("dict[object, object]", given) if isinstance(given, dict) else {}  # the elements are checked next
    return {
        plain_name(name): plain_name(value) if isinstance(value, str) else value
        for name, value in options.items()
        if isinstance(value, str) or (isinstance(value, int) and abs(value) <= _MOST)
    }
