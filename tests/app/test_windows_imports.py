"""Windows: every module can be imported there but for those of POSIX terminals, which nothing imports there."""

import re
from functools import cache
from pathlib import Path
from typing import Final

import pytest

from tests.programs import output_of

POSIX_ONLY: Final = {
    "piecement.cli.commands.doctor_answers",
    "piecement.terminal.query_without_textual",
    "piecement.terminal.frame_driver",
    "piecement.terminal.posix_driver",
    "piecement.terminal.signals",
    "piecement_server.visits.host",
    "piecement_server.visits.ssh",
    "piecement_server.visits.terminal_visit",
    "piecement_server.visits.visit_program",
    "piecement_server.visits.web",
}
"""The modules that have to do with POSIX terminals. Nothing that Windows imports may import one of them."""

POSIX_CALLS: Final = {"piecement.session.background_command"}
"""The modules that call what only POSIX has, in functions that Windows never calls."""

IMPORTING: Final = """
import importlib, pkgutil, sys, types

PACKAGES = ("piecement", "piecement_base", "piecement_engine", "piecement_net", "piecement_server")

def own(): return [name for name in sys.modules if name.partition(".")[0] in PACKAGES]

def import_all():
    for package in PACKAGES:
        for info in pkgutil.walk_packages(importlib.import_module(package).__path__, package + "."):
            if not info.name.endswith("__main__"):
                try: importlib.import_module(info.name)
                except Exception as error: yield info.name, f"{type(error).__name__}: {error}"

def drivers(): return [name for name in sys.modules if name.startswith("textual.drivers")]

list(import_all())  # all that others made is imported as on this system
for name in own() + drivers(): del sys.modules[name]
from tests.app.windows_stand_in import windows
with windows():
    failed = dict(import_all())
    for name in own(): del sys.modules[name]
    import piecement.ui.application, piecement.cli.main
    used = set(own())
for name, error in failed.items(): print("failed", name, error)
for name in used: print("used", name)
"""


@cache
def printed() -> list[list[str]]:
    """Return the words of each line that the script prints."""
    return [line.split(" ", 2) for line in output_of(IMPORTING).splitlines()]


def lines(kind: str) -> dict[str, str]:
    """Return the names of one kind that the script printed, and what it said of them."""
    return {words[1]: words[-1] for words in printed() if words[0] == kind}


@pytest.mark.wide
def test_only_posix_terminal_modules_fail_to_import_on_windows() -> None:
    assert lines("failed").keys() <= POSIX_ONLY


def test_windows_type_check_skips_exactly_those_modules() -> None:
    script = (Path(__file__).parents[2] / ".ci" / "lint").read_text(encoding="utf-8")
    (left_out,) = re.findall(r"--platform win32 --exclude 'piecement\(([a-z_/|]+)\)", script)

    assert {f"piecement{name.replace('/', '.')}" for name in left_out.split("|")} == POSIX_ONLY | POSIX_CALLS


@pytest.mark.wide
def test_game_starts_on_windows_without_posix_modules() -> None:
    used = lines("used")

    assert "piecement.ui.application" in used
    assert not POSIX_ONLY & used.keys()
