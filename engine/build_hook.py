"""Build hook that adds the engine to wheels, compiled if `PIECEMENT_COMPILE` is set and pure Python otherwise.

PIECEMENT_COMPILE=1 pip install .                compiled if possible, otherwise pure Python, with a line about it
PIECEMENT_COMPILE=required pip wheel ./engine    compiled, or no wheel
PIECEMENT_COMPILE=once pip wheel ./engine        compiled once, without counted branches, or no wheel

It serves both distributions: the wheel of `piecement-engine`, and the wheel of `piecement` in a checkout, which has
the engine too. The wheel from a source archive of `piecement` requires `piecement-engine` instead.
"""

import os
import runpy
import shutil
from contextlib import suppress
from pathlib import Path
from tempfile import mkdtemp
from typing import Any, Final

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

_WISH: Final = os.environ.get("PIECEMENT_COMPILE", "")
_IS_WANTED: Final = _WISH not in {"", "0"}
_HERE: Final = Path(__file__).parent.resolve()
_PACKAGES: Final = ("piecement_engine", "piecement_gym")
_COMPILE: Final = runpy.run_path(str(_HERE / "compile.py"))

_FAILED: Final = "piecement: the engine could not be compiled and is plain Python; `pip install -v` shows why."


def _write_to_terminal(line: str) -> None:
    """Write a line past pip, which hides the output of a successful build without `-v`."""
    if hasattr(os, "ctermid"):
        with suppress(OSError), Path(os.ctermid()).open("w", encoding="utf-8") as terminal:
            terminal.write(f"{line}\n")


class EngineHook(BuildHookInterface[Any]):  # a plugin of its own kind needs no configuration
    """Build hook that adds the engine, and compiles it if requested."""

    _folder: Path | None = None

    @property
    def _is_engine(self) -> bool:
        return Path(self.root).resolve() == _HERE

    @property
    def _has_engine(self) -> bool:
        """Whether this is the engine's own wheel, or a checkout, which is no source archive with its PKG-INFO."""
        return self._is_engine or not Path(self.root, "PKG-INFO").exists()

    def dependencies(self) -> list[str]:
        """Return the additional packages of the build."""
        return [*_COMPILE["NEEDS"]] if _IS_WANTED and self._has_engine else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add the engine to the wheel; an editable installation reads the checkout."""
        if version == "editable" or not self._has_engine:
            return
        if not self._is_engine:
            build_data["force_include"] |= {str(_HERE / name): name for name in _PACKAGES}
        if not _IS_WANTED:
            return
        self._folder = Path(mkdtemp())
        try:
            found = _COMPILE["extensions"](self._folder, counts=_WISH != "once")
        except _COMPILE["CompileError"] as error:
            if _WISH in {"once", "required"}:
                raise
            self.app.display_warning(f"{error}\n{_FAILED}")
            _write_to_terminal(_FAILED)
            return
        build_data["force_include"] |= {str(path): str(path.relative_to(self._folder)) for path in found}
        build_data["pure_python"] = False
        build_data["infer_tag"] = True

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Delete the compiled modules."""
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)
