"""Room presets: rules of rooms by name, and options with ranges.

Rules from a network cannot be trusted: with a free choice of delays a game can lock a hundred thousand pieces in an
instant. So a room names a preset and options, and no other rule can be chosen.
"""

import json
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from piecement_engine import Option, RuleError, Rules, Setup
from piecement_engine.match import match_setups
from piecement_engine.modes.tables import choice, number, option_rows, switch
from piecement_engine.rules.attack import ATTACKS
from piecement_engine.rules.garbage_rules import GarbageRules
from piecement_engine.rules.timing import MILLISECOND
from piecement_net.errors import RoomError
from piecement_net.messages.fields import MOST_PLAYERS
from piecement_net.messages.rooms import Hand, RoomRules
from piecement_net.messages.rounds import StartPlayer, TargetName

LONGEST_FIRST_TO: Final = 4
"""Maximum number of won rounds that win a match of a tournament: best of seven."""


@dataclass(frozen=True, slots=True)
class RoomPreset:
    """Rules to open a room with."""

    name: str
    title: str
    sentence: str
    """Description in one line."""
    rules: Rules
    fixed: frozenset[str] = frozenset()
    """Names of the rules that the handling of a player does not change."""


PRESETS: Final[Mapping[str, RoomPreset]] = {
    name: RoomPreset(name, row["title"], row["sentence"], Rules(**row["rules"]), frozenset(row.get("fixed", ())))
    for name, row in tomllib.loads(Path(__file__).with_name("room_presets.toml").read_text("utf-8")).items()
}
"""Presets by name, in the order of the menu; the first one is the default."""


def _with_garbage(rules: Rules, **changed: Any) -> Rules:  # rules have values of many types
    return replace(rules, garbage=replace(rules.garbage or GarbageRules(), **changed))


_ROWS: Final = option_rows(Path(__file__).with_name("room_options.csv"))

OPTIONS: Final[Mapping[str, Option]] = {
    option.name: option
    for option in (
        number("start_level", lambda rules, level: replace(rules, start_level=level), _ROWS),
        switch("level_up", lambda rules, rises: replace(rules, level_up=rises), _ROWS),
        number("preview_count", lambda rules, count: replace(rules, preview_count=count), _ROWS),
        choice("hold", lambda rules, hold: replace(rules, hold=hold), _ROWS),
        number("fuse_ms", lambda rules, value: _with_garbage(rules, fuse_ns=value * MILLISECOND), _ROWS),
        number("most_rows", lambda rules, value: _with_garbage(rules, most_rows=value), _ROWS),
        number("messiness", lambda rules, value: _with_garbage(rules, messiness=value), _ROWS),
    )
}
"""Options by name, in the order of the menu. An omitted one stays as the preset has it."""

TARGETS: Final[Mapping[TargetName, str]] = {
    "least": "least_attacked",
    "random": "random",
    "turns": "in_turn",
    "back": "attacker",
    "stack": "highest_stack",
}
"""Names of targetings in messages, with their names in the engine."""


def to_rules(given: RoomRules) -> Rules:
    """Return all rules of a room. Raises `RoomError` for an unknown name or a value out of range."""
    if given.preset not in PRESETS:
        raise RoomError("no_preset", name=given.preset, known=", ".join(PRESETS))
    if given.attack not in ATTACKS:
        raise RoomError("no_attack", name=given.attack, known=", ".join(ATTACKS))
    if given.players > MOST_PLAYERS and not given.tournament:
        raise RoomError("too_many_players", most=MOST_PLAYERS)
    if given.tournament and given.first_to > LONGEST_FIRST_TO:
        raise RoomError("long_tournament")
    if given.tournament and given.teams:
        raise RoomError("team_tournament")
    try:
        rules = replace(PRESETS[given.preset].rules, garbage=GarbageRules(attack=given.attack))
        for name, value in given.options.items():
            if name not in OPTIONS:
                raise RoomError("no_option", name=name, known=", ".join(OPTIONS))
            rules = OPTIONS[name].applied(rules, value)
    except RuleError as error:
        raise RoomError("rules", why=error) from None
    return rules


def check_hand(rules: RoomRules, hand: Hand) -> None:
    """Raise `RoomError` if a room cannot be played with a handling."""
    _player_setup(rules, to_rules(rules), hand, 100, 0)


def round_setups(rules: RoomRules, players: Sequence[StartPlayer]) -> tuple[Setup, ...]:
    """Return the setup of each player's game in a round: the same on the server and on all clients."""
    whole = to_rules(rules)
    return tuple(_player_setup(rules, whole, player.hand, player.percent, player.seed) for player in players)


def digest(setups: Sequence[Setup]) -> str:
    """Return the digest of the setups of a round, with every default written out."""
    text = json.dumps([[asdict(setup.rules), setup.seed] for setup in setups], sort_keys=True, default=str)
    return sha256(text.encode()).hexdigest()


def _player_setup(rules: RoomRules, whole: Rules, hand: Hand, percent: int, seed: int) -> Setup:
    fixed = PRESETS[rules.preset].fixed
    own: dict[str, Any] = {name: value for name, value in hand.model_dump().items() if name not in fixed}
    try:
        (setup,) = match_setups(whole, seed, 1, percents=(percent,), overrides=(own,))
    except RuleError as error:
        raise RoomError("hand", why=error) from None
    return setup
