"""The plan of a game: mode, seed, options, board and origin."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from datetime import datetime
from enum import StrEnum
from os import urandom
from typing import Any, Final, NamedTuple, Self, cast

from piecement_base import formatting
from piecement_base.language import N_, _
from piecement_base.printable import plain_name
from piecement_engine import MODES, Game, Mode, Recording, Rules
from piecement_engine.modes import Number, Option, OptionValue, Switch

FULL_SPEED: Final = 100
SLOWEST: Final = 50
STANDING: Final = 0
"""Speeds of the clock of a game (percent); a standing one moves with each placement only."""

_SPEED: Final = "speed"
"""Option of the origin of a game whose clock is slower."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Everything needed to start a game."""

    mode: Mode
    seed: int | None = None
    """Seed of the pieces; None for a new one in every game."""
    options: Mapping[str, OptionValue] = field(default_factory=dict[str, OptionValue], hash=False)
    """Mode options set by the player."""
    board: tuple[str, ...] = ()
    """Starting rows, lowest first."""
    token: str = ""
    """Unique token of the game if it has one before it starts, as a first daily attempt does."""
    is_practice: bool = False
    """Whether the game is for practice, whatever its mode."""
    rival: Recording | None = field(default=None, compare=False)
    """Game to race against instead of the player's best one."""
    speed: int = FULL_SPEED
    """Speed of the game's clock (percent); a slower game has a leaderboard of its own."""

    @property
    def ranked_options(self) -> Mapping[str, OptionValue]:
        """The options by which the game is ranked."""
        return self.options if self.speed == FULL_SPEED else {**self.options, _SPEED: self.speed}

    @property
    def variant(self) -> str:
        return variant_key(self.mode.name, self.ranked_options)

    def with_new_pieces(self) -> "Plan":
        """Return the plan of another game of the same kind, with new pieces; practice with given pieces ends."""
        return replace(self, seed=None, token="", is_practice=self.is_practice and self.seed is None, rival=None)

    def game(self, overrides: dict[str, Any]) -> Game:  # Any: the values of rule fields are of many types
        """Return the game by the rules of the mode; the overrides apply where the mode leaves them open."""
        return Game(self.mode.rules_with(overrides, self.options), self.seed, board=self.board)


@dataclass(frozen=True, slots=True, kw_only=True)
class UnrankedReasons:
    """Set of reasons that exclude a game from the ranking of its mode."""

    practice: bool = False
    """Moves were undone, or the game continued from a save slot or replay."""
    bot: bool = False
    """A bot played or helped."""
    unranked: bool = False
    """The game differed from its mode, such as one with a drawn board."""
    imported: bool = False
    """The game was played elsewhere."""

    def __bool__(self) -> bool:
        return any(self.names())

    def __or__(self, other: "UnrankedReasons") -> "UnrankedReasons":
        return UnrankedReasons.named({*self.names(), *other.names()})

    def names(self) -> tuple[str, ...]:
        """Return the names of the set reasons."""
        return tuple(name for name in _NAMES if getattr(self, name))

    @classmethod
    def named(cls, names: Iterable[object]) -> Self:
        """Return the set of the named reasons, skipping unknown names."""
        known = set(names)
        return cls(**{name: True for name in _NAMES if name in known})


_NAMES: Final = tuple(mark.name for mark in fields(UnrankedReasons))


_MOST: Final = 2**63 - 1
"""Maximum absolute value of a numeric option."""
LEADERBOARD_MODES: Final = tuple(name for name, mode in MODES.items() if mode.group != "Practice")
"""Modes with leaderboards, in menu order."""


MATCH_MODE: Final = Mode(
    name="match",
    title=N_("Match"),
    sentence=N_("Send garbage until your opponent tops out."),
    rules=Rules(start_level=1),
    ranking=("-lines",),
    headline="lines",
)
"""Mode of the games of a match; its only goal is to outlast the other side."""


MATCH_ENDING: Final = ".match"
"""Ending of the file of a match."""


def new_token() -> str:
    return urandom(8).hex()


class ModeRanking(NamedTuple):
    """The order of a mode's games, as in `Mode`."""

    ranking: tuple[str, ...]
    headline: str


UNLISTED: Final[dict[str, ModeRanking]] = {}
"""Rankings by name of played modes that are not among `MODES`: packs of puzzles, rules without a file."""
_BY_SCORE: Final = ModeRanking(("-score", "time"), "score")


def mode_ranking(mode: str) -> Mode | ModeRanking:
    """Return the order of a mode's games; by score for one that was never seen."""
    return MODES.get(mode) or UNLISTED.get(mode) or _BY_SCORE


def mode_title(mode: str) -> str:
    """Return the title of a mode, or its name if this version does not know it."""
    return _(MODES[mode].title) if mode in MODES else mode


def mode_headline(mode: str) -> str:
    """Return the main result of a mode."""
    return mode_ranking(mode).headline or "score"


def variant_key(mode: str, options: Mapping[str, OptionValue]) -> str:
    """Return the options that differ from the mode's defaults, such as `goal=9 rows=4`; empty if none do."""
    known = MODES[mode].options if mode in MODES else ()
    defaults = {option.name: option.default for option in known}
    changed = sorted(name for name, value in options.items() if value != defaults.get(name))
    return " ".join(f"{name}={options[name]}" for name in changed)


def options_of(mode: str, variant: str) -> dict[str, OptionValue]:
    """Return the options in a text of `variant_key`, except options that the mode lacks."""
    given = {name: value for name, _equals, value in (pair.partition("=") for pair in variant.split())}
    options: dict[str, OptionValue] = {}
    for option in MODES[mode].options if mode in MODES else ():
        if option.name in given:
            options[option.name] = _option_value(option, given[option.name])
    return options


def _option_value(option: Option, text: str) -> OptionValue:
    if isinstance(option, Switch):
        return text == "True"
    return int(text) if isinstance(option, Number) and text.removeprefix("-").isdecimal() else text


class Owner(StrEnum):
    """Player of a game, as far as it is known."""

    OWN = "own"
    OTHER = "other"
    UNKNOWN = "unknown"


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
            unranked=(unranked or UnrankedReasons()) | UnrankedReasons(unranked=bool(plan.board)),
            started=started,
            token=plan.token or new_token(),
        )

    @property
    def variant(self) -> str:
        return variant_key(self.mode, self.options)

    @property
    def speed(self) -> int:
        """Speed of the game's clock (percent)."""
        speed = self.options.get(_SPEED)
        return speed if isinstance(speed, int) and (speed == STANDING or SLOWEST <= speed <= FULL_SPEED) else FULL_SPEED

    @property
    def mode_options(self) -> Mapping[str, OptionValue]:
        """The options of the mode alone."""
        return {name: value for name, value in self.options.items() if name not in {_SPEED, *BY_TEXT}}

    def with_reasons(self, reasons: UnrankedReasons) -> Self:
        return replace(self, unranked=self.unranked | reasons)

    def to_dict(self) -> dict[str, Any]:  # a JSON object has values of any JSON type
        """Return the origin as JSON values, for storage beside a recording."""
        given = {
            "mode": self.mode,
            "options": dict(self.options),
            "preset": self.preset,
            "marks": list(self.unranked.names()),
            "started": formatting.to_text(self.started),
            "owner": "" if self.owner is Owner.OWN else self.owner.value,
            "token": self.token,
        }
        return {name: value for name, value in given.items() if value}

    @classmethod
    def from_dict(cls, given: Mapping[str, Any]) -> Self:  # a JSON object has values of any JSON type
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
            started=formatting.from_text(given.get("started")),
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


BY_TEXT: Final[Mapping[str, OptionValue]] = {"by": "text"}
"""Options of the origin of a game in plain lines, which has a leaderboard of its own: no time passes in it."""
