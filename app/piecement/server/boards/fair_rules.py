"""Fairness check: a game has the rules of its mode and an ordinary start."""

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from pydantic import ValidationError

from piecement.online.errors import RoomError
from piecement.session.origin import BOARD_MODES
from piecement.settings.gameplay import Gameplay
from piecement_engine import MODES, Mode, RuleError, Rules, Setup


def board_mode(name: str) -> Mode:
    """Return a mode that has boards. Raises `RoomError` for any other."""
    if name not in BOARD_MODES:
        raise RoomError("no_board", mode=name)
    return MODES[name]


def fair_setup(mode: Mode, overrides: Mapping[str, Any], seed: int) -> Setup:  # rules have values of many types
    """Return the setup of a ranked game of a mode. Raises `RoomError` for rules that no board accepts."""
    try:
        setup = Setup(rules=mode.rules_with(overrides), seed=seed)
    except RuleError as error:
        raise RoomError("rules", why=error) from None
    check_setup(mode, setup)
    return setup


def check_setup(mode: Mode, setup: Setup) -> None:
    """Raises `RoomError` unless the setup belongs to the mode and is ranked."""
    rules = _as_dict(setup.rules)
    if setup != Setup(rules=setup.rules, seed=setup.seed):
        raise RoomError("laid_out")
    if mode.rules_with(rules) != setup.rules:
        raise RoomError("not_of_mode", mode=mode.name)
    try:
        reasons = Gameplay.of_rules(rules).unranked_reasons(mode.fixed())
    except ValidationError:
        raise RoomError("not_of_mode", mode=mode.name) from None
    if reasons:
        raise RoomError("unranked_rules", which=", ".join(reasons))


def _as_dict(rules: Rules) -> dict[str, Any]:  # as above
    written = rules.to_dict()
    return {field.name: written.get(field.name, getattr(rules, field.name)) for field in fields(rules)}
