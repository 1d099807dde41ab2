"""The desktop and the windows of the tests in real terminals; each emulator is opened once for many tests."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from tests.terminal.real.desktop import Desktop, missing
from tests.terminal.real.emulator_window import EmulatorWindow
from tests.terminal.real.emulators import EMULATORS, Emulator
from tests.terminal.real.window_game import WindowGame

MUST_HAVE_ALL: Final = bool(os.environ.get("REAL_TERMINALS_MUST_RUN"))
"""Whether an emulator that is missing is a failure: a machine that installed them all says so."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark all tests of this folder."""
    for item in items:
        if item.path.is_relative_to(Path(__file__).parent):
            item.add_marker("real")


@pytest.fixture(scope="session")
def desktop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desktop]:
    """A desktop that nobody sees."""
    if lacks := missing():
        _do_without(f"{', '.join(lacks)} not installed")
    with Desktop(tmp_path_factory.mktemp("desktop")) as desktop:
        yield desktop


@pytest.fixture(scope="session", params=EMULATORS, ids=lambda emulator: emulator.name)
def emulator(request: pytest.FixtureRequest) -> Emulator:
    """One emulator after the other."""
    emulator: Emulator = request.param
    if not emulator.is_installed:
        _do_without(f"{emulator.name} is not installed (Debian: {' '.join(emulator.packages)})")
    return emulator


@pytest.fixture(scope="session")
def windows(emulator: Emulator) -> Iterator[list[EmulatorWindow]]:
    """The window of the emulator, once it is open."""
    windows: list[EmulatorWindow] = []
    yield windows
    for window in windows:
        window.end()


@pytest.fixture
def window(
    windows: list[EmulatorWindow],
    desktop: Desktop,
    emulator: Emulator,
    tmp_path_factory: pytest.TempPathFactory,
) -> EmulatorWindow:
    """A window of the emulator in which nothing runs: that of the test before, or a new one where that was spoilt."""
    if windows and not windows[0].is_idle:
        windows.pop().end()
    if not windows:
        windows.append(EmulatorWindow(desktop, emulator, tmp_path_factory.mktemp(emulator.name)))
    windows[0].focus()
    return windows[0]


@pytest.fixture
def game(window: EmulatorWindow, tmp_path: Path) -> Iterator[WindowGame]:
    """A game in the window, not yet started."""
    game = WindowGame(window, tmp_path)
    yield game
    game.end()


def _do_without(reason: str) -> None:
    if MUST_HAVE_ALL:
        pytest.fail(reason)
    pytest.skip(reason)
