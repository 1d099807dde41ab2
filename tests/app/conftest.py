"""What the tests of the application share."""

from collections.abc import Callable
from typing import Final

import pytest
from textual import _wait

from piecement.playing import collector

_LOOK_S: Final = 1 / 250


class _IdleCollector:
    """Stands in for the module `gc`, which in this process has the heaps of all tests to look through."""

    def __getattr__(self, name: str) -> Callable[..., None]:
        return self._rest

    def _rest(self, *_: object) -> None:
        pass


@pytest.fixture(autouse=True)
def _brisk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Look more often than the pilot does by itself whether the application is idle."""
    monkeypatch.setattr(_wait, "SLEEP_GRANULARITY", _LOOK_S)
    monkeypatch.setattr(_wait, "SLEEP_IDLE", _LOOK_S / 2)


@pytest.fixture(autouse=True)
def _collector_at_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    """Collect no garbage as a game begins: a test of the collector gives it the real module."""
    monkeypatch.setattr(collector, "gc", _IdleCollector())
