"""Old paths of modules of the engine, for one more release. The public names stay where they were."""

import sys
import warnings
from functools import partial
from importlib import import_module
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any, Final

_MOVED: Final = {
    "attack": "rules.attack",
    "bots.clearing": "bots.bit_boards",
    "bots.columns": "bots.bit_boards",
    "bots.dig": "bots.stack_evaluators",
    "bots.generic_mover": "bots.movers",
    "bots.moves": "bots.movers",
    "bots.pace": "bots.player",
    "bots.protocol": "bots.external",
    "bots.pytetris_choice": "bots.pytetris",
    "bots.reach": "bots.movers",
    "bots.score": "bots.score_evaluators",
    "bots.spin_finder": "bots.arena",
    "bots.stack_value": "bots.score_evaluators",
    "bots.survive": "bots.stack_evaluators",
    "budget": "game.budget",
    "buttons": "game.inputs",
    "cascade": "board.cascade",
    "compiled": "native",
    "delays": "game.timers",
    "finesse": "game.finesse",
    "frozen_dataclass": "frozen",
    "fumen.comments": "fumen.letters",
    "fumen.decoding": "fumen.codec",
    "fumen.encoding": "fumen.codec",
    "fumen.field_layout": "fumen.codec",
    "fumen.quiz": "fumen.page",
    "garbage": "game.spawning",
    "garbage_rules": "rules.garbage_rules",
    "geometry": "board.geometry",
    "hooks": "game.hooks",
    "incoming": "game.incoming",
    "input_coding": "recording.input_coding",
    "inputs": "game.inputs",
    "leveling": "rules.goals",
    "limits": "rules.goals",
    "lock_checks": "recording.replayer",
    "locking": "rules.locking",
    "match.contender": "match.match",
    "match.match_recording": "match.recordings",
    "match.recorded_match": "match.recordings",
    "match.setups": "match.ledger",
    "modes.cascade": "modes.regular",
    "modes.changes": "modes.options",
    "modes.common_options": "modes.options",
    "modes.garbage_rows": "modes.garbage",
    "modes.given_queue": "modes.custom",
    "modes.guideline": "modes.regular",
    "modes.jminos": "modes.regular",
    "modes.puzzle_stages": "modes.puzzle",
    "modes.pytetris": "modes.regular",
    "modes.survival": "modes.garbage",
    "modes.twenty_g": "modes.regular",
    "modifiers": "rules.rules",
    "motion": "game.motion",
    "piece_queue": "game.piece_queue",
    "piece_sets": "board.piece_sets",
    "pieces": "board.pieces",
    "places": "board.geometry",
    "polyominoes": "board.piece_sets",
    "presets": "rules.presets",
    "progress": "game.progress",
    "randomizers": "rules.randomizers",
    "range_coding": "recording.input_coding",
    "recording_text": "recording.text",
    "replayer": "recording.replayer",
    "rotation.srs_plus": "rotation.srs",
    "rules_versions": "rules.rules",
    "scoring": "rules.scoring",
    "setup": "game.setup",
    "spawn_place": "board.geometry",
    "spawning": "game.spawning",
    "spins": "rules.spins",
    "state": "game.state",
    "table": "game.table",
    "timers": "game.timers",
    "timing": "rules.timing",
    "view": "game.view",
}
"""Present paths by old ones, within the package."""

_PACKAGES: Final = ("board", "game", "recording", "rules")
"""Packages that were modules: each has the names of its module of the same name."""

_ENGINE: Final = f"{__package__}."


def install() -> None:
    """Make the old paths importable. What lies under a present path is found as before, at no cost."""
    sys.meta_path.append(_OldPaths)
    for name in _PACKAGES:
        vars(sys.modules[_ENGINE + name])["__getattr__"] = partial(_name_of_module, f"{_ENGINE}{name}", name)


def _name_of_module(package: str, module: str, name: str) -> object:
    if not name.startswith("_") and hasattr(moved := import_module(f"{package}.{module}"), name):
        warnings.warn(f"{package}.{name} is in {package}.{module} now", DeprecationWarning, stacklevel=2)
        return getattr(moved, name)
    raise AttributeError(f"module {package!r} has no attribute {name!r}")


class _OldPaths:
    """Finder and loader of modules under their old paths."""

    @staticmethod
    def find_spec(name: str, _path: object = None, _target: object = None) -> ModuleSpec | None:
        if name.startswith(_ENGINE) and name.removeprefix(_ENGINE) in _MOVED:
            loader: Any = _OldPaths  # no subclass of `Loader`, whose module takes long to import
            return ModuleSpec(name, loader)
        return None

    @staticmethod
    def create_module(_spec: ModuleSpec) -> ModuleType | None:
        return None

    @staticmethod
    def exec_module(module: ModuleType) -> None:
        """Give an old module the names of the present one."""
        path = _ENGINE + _MOVED[module.__name__.removeprefix(_ENGINE)]
        warnings.warn(f"{module.__name__} is {path} now", DeprecationWarning, stacklevel=2)
        names = vars(import_module(path))
        vars(module).update({name: value for name, value in names.items() if not name.startswith("__")})
