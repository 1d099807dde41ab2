"""The desktop and the windows of the tests in real terminals; each emulator is opened once for many tests."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.terminal.real.desktop import Desktop, UnusableError, missing
from tests.terminal.real.emulator_window import EmulatorWindow
from tests.terminal.real.emulators import EMULATORS, Emulator
from tests.terminal.real.window_game import WindowGame


def pytest_itemcollected(item: pytest.Item) -> None:
    """Mark all tests of this folder."""
    item.add_marker("real")


@pytest.fixture(scope="session")
def desktop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desktop]:
    """A desktop that nobody sees."""
    if lacks := missing():
        pytest.skip(f"{', '.join(lacks)} not installed")
    with ExitStack() as opened:
        try:
            desktop = opened.enter_context(Desktop(tmp_path_factory.mktemp("desktop")))
        except UnusableError as error:
            pytest.skip(str(error))
        yield desktop


@pytest.fixture(scope="session", params=EMULATORS, ids=lambda emulator: emulator.name)
def emulator(request: pytest.FixtureRequest) -> Emulator:
    """One emulator after the other."""
    emulator: Emulator = request.param
    if not emulator.is_installed:
        pytest.skip(f"{emulator.name} is not installed (Debian: {' '.join(emulator.packages)})")
    return emulator


@pytest.fixture(scope="session")
def windows(
    desktop: Desktop, emulator: Emulator, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[list[EmulatorWindow]]:
    """The window of the emulator, open once for many tests."""
    try:
        windows = [EmulatorWindow(desktop, emulator, tmp_path_factory.mktemp(emulator.name))]
    except UnusableError as error:
        pytest.skip(str(error))
    yield windows
    for window in windows:
        window.end()


@pytest.fixture
def window(
    windows: list[EmulatorWindow], desktop: Desktop, emulator: Emulator, tmp_path_factory: pytest.TempPathFactory
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
