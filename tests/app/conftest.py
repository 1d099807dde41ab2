"""What the tests of the application share."""

from asyncio import get_running_loop, sleep, timeout
from collections.abc import Callable
from typing import Any, Final

import pytest
from textual._compositor import Compositor
from textual._context import active_app, visible_screen_stack
from textual.css.stylesheet import Stylesheet

from piecement.ui.game import collector
from tests.app.parsed_sheets import parse_once
from tests.patience import PATIENCE_S

_REAL_UPDATE: Final[Callable[..., Any]] = vars(Compositor)["render_update"]  # Textual leaves a part of its type open


class _IdleCollector:
    """Stands in for the module `gc`, which in this process has the heaps of all tests to look through."""

    def __getattr__(self, name: str) -> Callable[..., None]:
        return self._do_nothing

    def _do_nothing(self, *_: object) -> None:
        pass


@pytest.fixture(autouse=True)
def _no_collection(monkeypatch: pytest.MonkeyPatch) -> None:
    """Collect no garbage as a game begins: a test of the collector gives it the real module."""
    monkeypatch.setattr(collector, "gc", _IdleCollector())


@pytest.fixture(autouse=True)
def _no_multiplexer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Run as in a terminal of its own, wherever the tests are run: the keys that are shown depend on it."""
    for name in ("TMUX", "STY", "ZELLIJ"):
        monkeypatch.delenv(name, raising=False)


async def _nothing_to_do(*_: float) -> None:
    """Wait until the event loop has nothing more to do but to wait for time, or for what lies outside of it."""
    loop: Any = get_running_loop()  # it has no public name for what it has to do
    async with timeout(PATIENCE_S):
        await sleep(0)
        while loop._ready:
            await sleep(0)


@pytest.fixture(autouse=True)
def _exact_idling(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have a pilot wait until all is done; Textual measures how busy the processor is instead."""
    for module in ("textual.app", "textual.pilot"):
        monkeypatch.setattr(f"{module}.wait_for_idle", _nothing_to_do)


@pytest.fixture(autouse=True)
def _sheets_parsed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the applications of all tests share their parsed style sheets."""
    monkeypatch.setattr(Stylesheet, "_parse_rules", parse_once)


def _without_painting(compositor: Compositor, full: bool = False, screen_stack: Any = None, **more: Any) -> Any:
    if not active_app.get().is_headless:
        return _REAL_UPDATE(compositor, full, screen_stack, **more)
    visible_screen_stack.set(screen_stack or [])
    compositor._dirty_regions.clear()
    return None


@pytest.fixture(autouse=True)
def _unpainted(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Do not paint for an application without a terminal, which would discard it; tests look at the screens.

    Every screen is painted for test_pictures.py, and frame by frame in test_painting.py and tests/terminal. A test that
    is marked `painted` has all painted.
    """
    if request.node.get_closest_marker("painted") is None:
        monkeypatch.setattr(Compositor, "render_update", _without_painting)
