"""Old paths of modules of the engine, for one more release. The public names stay where they were."""

import sys
import warnings
from functools import partial
from importlib import import_module
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import Any, Final

_TABLE: Final = Path(__file__).with_suffix(".txt").read_text("utf-8")
"""Modules with the former ones whose content they have now, within the package."""

MOVED: Final = {
    old: module for module, _, former in (line.partition(":") for line in _TABLE.splitlines()) for old in former.split()
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
        """Fill an old module with the names of the present one."""
        path = _ENGINE + MOVED[module.__name__.removeprefix(_ENGINE)]
        warnings.warn(f"{module.__name__} is {path} now", DeprecationWarning, stacklevel=2)
        names = vars(import_module(path))
        vars(module).update({name: value for name, value in names.items() if not name.startswith("__")})
