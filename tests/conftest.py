"""A home and seeds of its own for each test, so that none reads a player's files or depends on luck."""

import gc
import os
import sys
from collections.abc import Generator
from contextlib import suppress
from importlib import import_module
from itertools import count
from pathlib import Path
from random import Random, SystemRandom
from typing import Final

import pytest

_ROOT: Final = Path(__file__).parents[1]
_numbers = count()

# Otherwise each worker, and each program that a test starts, would compile everything anew.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Run two workers more than there are processors, as tests on a pty mostly wait."""
    return (os.cpu_count() or 1) + 2


def pytest_configure() -> None:
    """Reduce garbage collections over the many objects that tests make."""
    gc.set_threshold(20_000, 20, 20)


@pytest.hookimpl(tryfirst=True)
def pytest_collection(session: pytest.Session) -> None:
    """Import a share of all tests first in each worker, as all workers need what one of them has compiled."""
    config = session.config
    worker = getattr(config, "workerinput", None)
    if worker is not None and config.args == config.getini("testpaths") and not config.option.ignore:
        files = sorted((_ROOT / "tests").rglob("test_*.py"))
        for file in files[int(worker["workerid"].removeprefix("gw")) :: worker["workercount"]]:
            with suppress(Exception, pytest.skip.Exception):  # which is reported where the file is collected
                import_module(".".join(file.relative_to(_ROOT).with_suffix("").parts))


def pytest_collection_finish() -> None:
    """Spare the garbage collector the thousands of tests themselves, which stay to the end."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session")
def _homes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("homes")


@pytest.fixture(autouse=True)
def _own_world(request: pytest.FixtureRequest, _homes: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Set the folders of all stored files to a new one, for programs that are started as well, and deal own seeds.

    Each test is dealt the same games in every run, so that a failure can be repeated.
    """
    home = str(_homes / str(next(_numbers)))
    for name in (
        "HOME",
        "XDG_CONFIG_HOME",
        "XDG_DATA_HOME",
        "WIN_PD_OVERRIDE_APPDATA",
        "WIN_PD_OVERRIDE_LOCAL_APPDATA",
    ):
        monkeypatch.setenv(name, home)
    seeds = Random(request.node.nodeid)

    def deal(_: SystemRandom, bits: int) -> int:
        return seeds.getrandbits(bits)

    monkeypatch.setattr(SystemRandom, "getrandbits", deal)


@pytest.fixture(scope="session", autouse=True)
def _at_this_machine() -> Generator[None]:
    """Hide GNU screen, which has no mouse, and SSH, which has no sound, from programs; set English."""
    with pytest.MonkeyPatch.context() as environment:
        for name in ("STY", "SSH_CONNECTION", "SSH_TTY"):
            environment.delenv(name, raising=False)
        environment.setenv("PIECEMENT_LANGUAGE", "en")
        yield
