"""What all tests share: a home of its own for each, so that none reads or changes what a player keeps."""

import gc
import os
from itertools import count
from pathlib import Path

import pytest

_numbers = count()


def pytest_xdist_auto_num_workers() -> int:
    """Run one worker more than there are processors, as tests on a pty mostly wait."""
    return (os.cpu_count() or 1) + 1


def pytest_collection_finish() -> None:
    """Spare the garbage collector the thousands of tests themselves, which stay to the end."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session")
def _homes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("homes")


@pytest.fixture(autouse=True)
def _home(_homes: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let everything that is kept between runs lie in a new folder, for programs that are started as well."""
    home = str(_homes / str(next(_numbers)))
    for name in ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "APPDATA", "LOCALAPPDATA"):
        monkeypatch.setenv(name, home)


@pytest.fixture(autouse=True)
def _outside_of_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no program know of the GNU screen that the tests may run in: it would do without the mouse."""
    monkeypatch.delenv("STY", raising=False)


@pytest.fixture(autouse=True)
def _at_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no program know of an SSH that the tests may run over: it would be silent."""
    for name in ("SSH_CONNECTION", "SSH_TTY"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture(autouse=True)
def _in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let programs that are started speak English, whatever the language of the system."""
    monkeypatch.setenv("PIECEMENT_LANGUAGE", "en")
