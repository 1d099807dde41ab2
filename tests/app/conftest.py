"""Fixtures of the tests of the application."""

from asyncio import get_running_loop, sleep, timeout
from collections.abc import Callable, Generator
from typing import Any, Final

import pytest
from textual._compositor import Compositor
from textual._context import active_app, visible_screen_stack
from textual.css.stylesheet import Stylesheet
from textual.pilot import Pilot

from piecement.cli.main import run
from piecement.settings.settings import Settings
from piecement.storage.settings_file import SettingsFile
from piecement.storage.settings_migrations import SETTINGS_MIGRATIONS
from piecement.ui.game import quiet_collector
from piecement_base.language import choose, current_language
from tests.app.closing import close_all
from tests.app.parsed_sheets import parse_once
from tests.patience import PATIENCE_S
from tests.programs import Said

_REAL_UPDATE: Final[Callable[..., Any]] = vars(Compositor)["render_update"]  # Textual leaves a part of its type open


class _IdleCollector:
    """Stands in for the module `gc`, which in this process has the heaps of all tests to look through."""

    def __getattr__(self, name: str) -> Callable[..., None]:
        return self._do_nothing

    def _do_nothing(self, *_: object) -> None:
        pass


async def _nothing_to_do(*_: float) -> None:
    """Wait until the event loop has nothing more to do but to wait for time, or for what lies outside of it."""
    loop: Any = get_running_loop()  # it has no public name for what it has to do
    async with timeout(PATIENCE_S):
        await sleep(0)
        while loop._ready:
            await sleep(0)


async def _all_is_handled(pilot: Pilot[Any], *_: float) -> bool:
    """Stand in for `Pilot._wait_for_screen`, which sends a message to each widget, and waits for those."""
    if not pilot.app.screen_stack:
        return False
    await _nothing_to_do()
    return not pilot.app._exception_event.is_set()


@pytest.fixture(scope="session", autouse=True)
def _in_a_bare_terminal() -> Generator[None]:
    """Run as in a terminal of its own, wherever the tests are run, and waste no time.

    The keys that are shown depend on the terminal. No garbage is collected as a game begins: a test of the collector
    gives it the real module. A pilot waits until all is done, where Textual measures how busy the processor is. All
    applications share their parsed style sheets.
    """
    # Measured over 219 tests of screens (8.8 s of processor time): 1.2 s more with Textual's own waits, 1.7 s more with
    # style sheets parsed anew, 5.5 s more with painting. Under load its waits take thrice as long by the clock.
    with pytest.MonkeyPatch.context() as patch:
        for name in ("TMUX", "STY", "ZELLIJ"):
            patch.delenv(name, raising=False)
        patch.setattr(quiet_collector, "gc", _IdleCollector())
        for module in ("textual.app", "textual.pilot"):
            patch.setattr(f"{module}.wait_for_idle", _nothing_to_do)
        patch.setattr(Pilot, "_wait_for_screen", _all_is_handled)
        patch.setattr(Stylesheet, "_parse_rules", parse_once)
        yield


def _without_painting(compositor: Compositor, full: bool = False, screen_stack: Any = None, **more: Any) -> Any:
    if not active_app.get().is_headless:
        return _REAL_UPDATE(compositor, full, screen_stack, **more)
    visible_screen_stack.set(screen_stack or [])
    compositor._dirty_regions.clear()
    return None


_READ: Final[Callable[..., Any]] = vars(SettingsFile)["_read"]  # of a type that is nobody's business


def _read_as_before(file: SettingsFile[Any]) -> Any:
    """Read a missing settings file as an empty one of version 4."""
    content = _READ(file)
    if file._kind is Settings and not file.path.exists():
        content.tables = SETTINGS_MIGRATIONS[4]({"interface": {"news": ""}})
    return content


@pytest.fixture(autouse=True)  # a single one, as each costs every test a tenth of a millisecond
def _usual_application(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Generator[None]:
    """Do not paint, read settings of before, and clean up.

    An application without a terminal would discard what it paints; tests look at the screens. Every screen is painted
    for test_pictures.py, and frame by frame in test_painting.py and tests/terminal. A test that is marked `painted` has
    all painted. Tests press the keys of the defaults of before; a test that is marked `new_player` begins as a new
    player does. What a test opened is closed, and no test is left in a language that another one chose.
    """
    if request.node.get_closest_marker("painted") is None:
        monkeypatch.setattr(Compositor, "render_update", _without_painting)
    if request.node.get_closest_marker("new_player") is None:
        monkeypatch.setattr(SettingsFile, "_read", _read_as_before)
    yield
    close_all()
    if current_language() != "en":
        choose("en")


@pytest.fixture
def said(capsys: pytest.CaptureFixture[str]) -> Said:
    """Runs a command, and returns its status, its output and its errors."""

    def saying(*arguments: object) -> tuple[int, str, str]:
        status = run([str(argument) for argument in arguments])
        output = capsys.readouterr()
        return status, output.out, output.err

    return saying
