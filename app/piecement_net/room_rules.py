"""Room presets: rules of rooms by name, and options with ranges.

Rules from a network cannot be trusted: with a free choice of delays a game can lock a hundred thousand pieces in an
instant. So a room names a preset and options, and no other rule can be chosen.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from hashlib import sha256
from typing import Any, Final

from piecement_base.language import N_
from piecement_engine import Choice, Number, Option, RuleError, Rules, Setup, Switch
from piecement_engine.match import match_setups
from piecement_engine.rules.attack import ATTACKS
from piecement_engine.rules.garbage_rules import GarbageRules
from piecement_engine.rules.timing import MILLISECOND
from piecement_net.errors import RoomError
from piecement_net.messages.base import Hand, RoomRules, StartPlayer
from piecement_net.messages.fields import MOST_PLAYERS, TargetName


@dataclass(frozen=True, slots=True, kw_only=True)
class RoomPreset:
    """Rules to open a room with."""

    name: str
    title: str
    sentence: str
    """Description in one line."""
    rules: Rules
    fixed: frozenset[str] = frozenset()
    """Names of the rules that the handling of a player does not change."""


GUIDELINE: Final = RoomPreset(
    name="guideline",
    title=N_("Guideline"),
    sentence=N_("Like most modern games: SRS, 7-bag, 5 next pieces."),
    rules=Rules(
        rotation_system="srs",
        randomizer="bag",
        preview_count=5,
        soft_drop_factor=20.0,
        timing="guideline",
        locking="extended_placement",
        scoring="guideline",
        spin_rule="t_three_corner",
    ),
)

TETRS: Final = RoomPreset(
    name="tetrs",
    title=N_("Tetrs"),
    sentence=N_("Like tetrs: Ocular rotation, few repeats, 4 next pieces."),
    rules=Rules(preview_count=4),
)

NES: Final = RoomPreset(
    name="nes",
    title=N_("NES"),
    sentence=N_("Like the NES: no kicks, no hold, 1 next piece."),
    rules=Rules(
        rotation_system="classic_right",
        randomizer="reroll",
        preview_count=1,
        hold="off",
        soft_drop_interval_ns=33_000_000,
        soft_drop_delay_ns=50_000_000,
        line_clear_delay_ns=333_000_000,
        appearance_delay_ns=250_000_000,
        initial_hold="off",
        initial_rotation="off",
    ),
    fixed=frozenset({"initial_hold", "initial_rotation", "soft_drop_interval_ns", "soft_drop_delay_ns"}),
)

PRESETS: Final[Mapping[str, RoomPreset]] = {preset.name: preset for preset in (GUIDELINE, TETRS, NES)}
"""Presets by name, in the order of the menu; the first one is the default."""


def _with_garbage(rules: Rules, **changed: Any) -> Rules:  # rules have values of many types
    return replace(rules, garbage=replace(rules.garbage or GarbageRules(), **changed))


OPTIONS: Final[Mapping[str, Option]] = {
    option.name: option
    for option in (
        Number(
            name="start_level",
            title=N_("Level"),
            sentence=N_("The level at which each round starts."),
            default=1,
            low=1,
            high=20,
            apply=lambda rules, level: replace(rules, start_level=level),
        ),
        Switch(
            name="level_up",
            title=N_("Level rises"),
            sentence=N_("Raise the level every ten lines."),
            default=False,
            apply=lambda rules, rises: replace(rules, level_up=rises),
        ),
        Number(
            name="preview_count",
            title=N_("Preview"),
            sentence=N_("How many of the next pieces are shown."),
            default=5,
            low=0,
            high=6,
            unit=N_("pieces"),
            titles={0: N_("none")},
            apply=lambda rules, count: replace(rules, preview_count=count),
        ),
        Choice(
            name="hold",
            title=N_("Hold"),
            sentence=N_("How often a piece can be swapped with the held one."),
            default="once",
            choices={"off": N_("Off"), "once": N_("Once a piece")},
            apply=lambda rules, hold: replace(rules, hold=hold),
        ),
        Number(
            name="fuse_ms",
            title=N_("Garbage delay"),
            sentence=N_("How long incoming garbage waits before it can rise."),
            default=500,
            low=500,
            high=5000,
            step=100,
            unit=N_("ms"),
            apply=lambda rules, value: _with_garbage(rules, fuse_ns=value * MILLISECOND),
        ),
        Number(
            name="most_rows",
            title=N_("Rows at once"),
            sentence=N_("The most garbage rows that rise at once."),
            default=8,
            low=1,
            high=20,
            unit=N_("rows"),
            apply=lambda rules, value: _with_garbage(rules, most_rows=value),
        ),
        Number(
            name="messiness",
            title=N_("Messiness"),
            sentence=N_("The chance that the hole of a garbage row changes column."),
            default=30,
            low=0,
            high=100,
            step=10,
            unit=N_("%"),
            apply=lambda rules, value: _with_garbage(rules, messiness=value),
        ),
    )
}
"""Options by name, in the order of the menu. An omitted one stays as the preset has it."""


LONGEST_FIRST_TO: Final = 4
"""Maximum of won rounds that win a match of a tournament: best of seven."""

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
