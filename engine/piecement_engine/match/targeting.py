"""Targets of attacks: the choices among several sides of a match."""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from piecement_engine.match.ledger_side import LedgerSide
from piecement_engine.rng import Rng


class Aim(NamedTuple):
    """Arguments of a targeting: an attack on one of the other sides."""

    sides: Sequence[LedgerSide]
    sender: int
    others: Sequence[int]
    """Possible targets, at least one."""
    rng: Rng


Targeting = Callable[[Aim], int]
"""Function that returns the target."""


def _least_attacked(aim: Aim) -> int:
    return min(aim.others, key=lambda other: (aim.sides[other].against, other))


def _in_turn(aim: Aim) -> int:
    last = aim.sides[aim.sender].target
    return min(aim.others, key=lambda other: (other <= last, other))


def _attacker(aim: Aim) -> int:
    attacker = aim.sides[aim.sender].attacker
    return attacker if attacker is not None and attacker in aim.others else _least_attacked(aim)


LEAST_ATTACKED: Final = "least_attacked"
"""Name of the default targeting."""

TARGETINGS: Final[dict[str, Targeting]] = {
    LEAST_ATTACKED: _least_attacked,
    "random": lambda aim: aim.others[aim.rng.below(len(aim.others))],
    "in_turn": _in_turn,
    "attacker": _attacker,
    "highest_stack": lambda aim: min(aim.others, key=lambda other: (-aim.sides[other].height, other)),
}
"""Choices of the target among several sides, by name:

- `least_attacked`, the side with the fewest rows against it, or the first of several,
- `random`, any side,
- `in_turn`, the side after the last target,
- `attacker`, the side that attacked last, or without one the least attacked,
- `highest_stack`, the side with the highest stack, or the first of several.
"""


def target_of(aim: Aim, targeting: str) -> int:
    """Return the target of an attack: the chosen side if it is possible, or one by a targeting.

    `targeting` is the name of the match's one, for a side that has chosen none.
    """
    sender = aim.sides[aim.sender]
    if sender.chosen is not None and sender.chosen in aim.others:
        return sender.chosen
    return TARGETINGS[sender.targeting or targeting](aim)
