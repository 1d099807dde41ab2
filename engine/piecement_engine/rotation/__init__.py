"""Rotation systems: the orientation and spot of a piece after a rotation, with kicks if the first spot is blocked."""

from functools import partial

from piecement_engine.registry import Registry, register
from piecement_engine.rotation.kick_tests import KickOutcome, KickTest, kick_tests
from piecement_engine.rotation.known_systems import SYSTEMS
from piecement_engine.rotation.system import RotationSystem, Turned, try_system
from piecement_engine.rotation.table_system import Kicks, KickTable, Offset, ShapeKicks, TableSystem, turned_in_box

ROTATION_SYSTEMS: dict[str, RotationSystem] = Registry("rotation system", {system.name: system for system in SYSTEMS})
"""Rotation systems by name."""


def register_rotation_system(system: RotationSystem, *, replace: bool = False) -> None:
    """Register a rotation system under its name, for rules and recordings. Raises `RuleError` as `register` does."""
    fits = all(callable(getattr(system, method, None)) for method in ("rotate", "spawn"))
    name, form = getattr(system, "name", None), "an instance with rotate and spawn"
    trial = partial(try_system, system)
    register(ROTATION_SYSTEMS, name, system, fits=fits, form=form, replace=replace, trial=trial)


__all__ = [
    "ROTATION_SYSTEMS", "KickOutcome", "KickTable", "KickTest", "Kicks", "Offset", "RotationSystem", "ShapeKicks",
    "TableSystem", "Turned", "kick_tests", "register_rotation_system", "turned_in_box",
]  # fmt: skip
