"""Old paths of modules of the engine, for one more release. The public names stay where they were."""

import sys
import warnings
from functools import partial
from importlib import import_module
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any, Final

_INTO_PACKAGES: Final = {
    "board": ("cascade", "geometry", "piece_sets", "pieces"),
    "game": (
        *("budget", "finesse", "hooks", "incoming", "inputs", "motion", "setup"),
        *("spawning", "state", "timers", "view"),
    ),
    "recording": ("input_coding", "replayer"),
    "rules": ("attack", "garbage_rules", "locking", "presets", "randomizers", "scoring", "spins", "timing"),
}
"""Modules that were beside the packages, by their package."""

_INTO_MODULES: Final = {
    "board.geometry": ("spawn_place",),
    "board.piece_sets": ("polyominoes",),
    "bots.arena": ("bots.spin_finder",),
    "bots.bit_boards": ("bots.clearing",),
    "bots.bot": ("bots.pytetris_choice", "bots.search"),
    "bots.tbp": ("bots.protocol",),
    "bots.movers": ("bots.generic_mover", "bots.moves", "bots.reach"),
    "bots.piece_paths": ("bots.paths",),
    "bots.player": ("bots.match", "bots.pace"),
    "bots.stack_evaluators": ("bots.score", "bots.stack_value"),
    "fumen.codec": ("fumen.decoding", "fumen.encoding", "fumen.layout", "fumen.letters"),
    "fumen.page": ("fumen.comments", "fumen.games", "fumen.quiz"),
    "game.inputs": ("buttons",),
    "game.spawning": ("garbage",),
    "game.state": ("piece_queue", "progress"),
    "game.timers": ("delays",),
    "game.view": ("table",),
    "headless.sessions": ("headless.requests",),
    "match.match": ("match.contender", "match.setups"),
    "match.recordings": ("match.followed_game", "match.match_recording", "match.recorded_match"),
    "modes.garbage": ("modes.cheese", "modes.survival"),
    "modes.mode": ("modes.changes", "modes.common_options", "modes.options"),
    "modes.practice": ("modes.custom", "modes.given_queue", "modes.zen"),
    "modes.puzzle": ("modes.puzzle_stages",),
    "modes.regular": (
        *("modes.cascade", "modes.classic", "modes.guideline", "modes.jminos", "modes.polyomino", "modes.pytetris"),
        "modes.twenty_g",
    ),
    "modes.wells": ("modes.ascent", "modes.combo"),
    "native": ("compiled",),
    "recording.input_coding": ("range_coding",),
    "recording.recording": ("recording_text",),
    "recording.replayer": ("lock_checks",),
    "rotation.kicks": (
        *("rotation.ars", "rotation.auto", "rotation.classic", "rotation.kick_tests", "rotation.ocular"),
        *("rotation.srs", "rotation.srs_plus"),
    ),
    "rotation.table_system": ("rotation.tables",),
    "rules.goals": ("leveling", "limits"),
    "rules.rules": ("modifiers", "rules_versions"),
}
"""Former modules, by the module that has their content now."""

MOVED: Final = {
    **{name: f"{package}.{name}" for package, names in _INTO_PACKAGES.items() for name in names},
    **{old: module for module, names in _INTO_MODULES.items() for old in names},
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
        if name.startswith(_ENGINE) and name.removeprefix(_ENGINE) in MOVED:
            loader: Any = _OldPaths  # no subclass of `Loader`, whose module takes long to import
            return ModuleSpec(name, loader)
        return None

    @staticmethod
    def create_module(_spec: ModuleSpec) -> ModuleType | None:
        return None

    @staticmethod
    def exec_module(module: ModuleType) -> None:
        """Give an old module the names of the present one."""
        path = _ENGINE + MOVED[module.__name__.removeprefix(_ENGINE)]
        warnings.warn(f"{module.__name__} is {path} now", DeprecationWarning, stacklevel=2)
        names = vars(import_module(path))
        vars(module).update({name: value for name, value in names.items() if not name.startswith("__")})
