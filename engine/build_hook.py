"""Build hook that adds the compiled engine to a wheel if `PIECEMENT_COMPILE` is set; any other wheel is pure Python.

PIECEMENT_COMPILE=1 pip install .           compiled if possible, otherwise pure Python, with a line about it
PIECEMENT_COMPILE=required pip wheel .      compiled, or no wheel
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
_IS_REQUIRED: Final = _WISH == "required"
_COMPILE: Final = runpy.run_path(str(Path(__file__).with_name("compile.py")))


_FAILED: Final = "piecement: the engine could not be compiled and is plain Python; `pip install -v` shows why."


def _write_to_terminal(line: str) -> None:
    """Write a line past pip, which hides the output of a successful build without `-v`."""
    if hasattr(os, "ctermid"):
        with suppress(OSError), Path(os.ctermid()).open("w", encoding="utf-8") as terminal:
            terminal.write(f"{line}\n")


class CompiledEngine(BuildHookInterface[Any]):  # a plugin of its own kind needs no configuration
    """Build hook that compiles the engine if requested."""

    _folder: Path | None = None

    def dependencies(self) -> list[str]:
        """Return the additional packages of the build."""
        return [*_COMPILE["NEEDS"]] if _IS_WANTED else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add the extension modules to the wheel; an editable installation stays Python, to be edited."""
        if not _IS_WANTED or version == "editable":
            return
        self._folder = Path(mkdtemp())
        try:
            found = _COMPILE["extensions"](self._folder)
        except _COMPILE["CompileError"] as error:
            if _IS_REQUIRED:
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
