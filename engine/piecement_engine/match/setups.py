"""Setups of the games of a match."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from piecement_engine.errors import RuleError
from piecement_engine.garbage_rules import GarbageRules
from piecement_engine.match.ledger import LEAST_ATTACKED, Ledger
from piecement_engine.rules import Rules
from piecement_engine.setup import Setup

_SEEDS: Final = 1 << 64


def match_setups(
    rules: Rules,
    seed: int,
    sides: int,
    *,
    percents: Sequence[int] = (),
    same_pieces: bool = True,
    overrides: Sequence[Mapping[str, Any]] = (),  # the values of rules are of many types
) -> tuple[Setup, ...]:
    """Return the setup of each side.

    Args:
        rules: The rules of all sides; garbage rules are added if there are none.
        seed: The seed of the first side.
        sides: The number of sides.
        percents: The handicap of each side (see `GarbageRules.percent`).
        same_pieces: Whether all sides have the same seed.
        overrides: The own rules of each side by name, such as those of auto-shift.

    Raises:
        RuleError: If a rule is unknown or cannot have its value, or there is not one value for each side.
    """
    for given in (percents, overrides):
        if given and len(given) != sides:
            raise RuleError(f"a match of {sides} sides: {len(given)} values are given, not one for each")
    garbage = rules.garbage or GarbageRules()
    return tuple(
        Setup(
            rules=Rules.from_dict(
                overrides[side] if overrides else {},
                replace(rules, garbage=replace(garbage, percent=percents[side] if percents else garbage.percent)),
            ),
            seed=seed if same_pieces else (seed + side) % _SEEDS,
        )
        for side in range(sides)
    )


def new_ledger(setups: Sequence[Setup], garbage_seed: int, targeting: str = LEAST_ATTACKED) -> Ledger:
    """Return a new ledger for a match of these setups. Raises `RuleError` if one has no garbage rules."""
    garbage = [setup.rules.garbage for setup in setups if setup.rules.garbage is not None]
    if not setups or len(garbage) < len(setups):
        raise RuleError("a match has sides whose rules have garbage")
    return Ledger(garbage, [setup.rules.width for setup in setups], garbage_seed, targeting)
