"""The collector during play: young objects once a second, all since the start of play now and then."""

import gc
import weakref
from collections.abc import Iterator

import pytest

from piecement.ui.game import quiet_collector
from piecement.ui.game.quiet_collector import QuietCollector


class Knot:
    """An object that only the collector frees."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture
def collector(monkeypatch: pytest.MonkeyPatch) -> Iterator[QuietCollector]:
    """A collector that is on."""
    monkeypatch.setattr(quiet_collector, "gc", gc)
    collector = QuietCollector()
    collector.begin()
    yield collector
    collector.end()


def play(collector: QuietCollector, seconds: range) -> None:
    """Collect once in each second."""
    for _ in seconds:
        collector.collect()


def test_young_garbage_goes_within_a_second(collector: QuietCollector) -> None:
    knot = weakref.ref(Knot())
    play(collector, range(1, 2))

    assert knot() is None


def test_old_garbage_goes_within_ten_seconds(collector: QuietCollector) -> None:
    knot = Knot()
    play(collector, range(1, 5))
    seen = weakref.ref(knot)
    del knot
    play(collector, range(5, 8))
    kept = seen() is not None
    play(collector, range(8, 15))

    assert kept
    assert seen() is None


def test_young_garbage_goes_as_play_begins(collector: QuietCollector) -> None:
    collector.end()
    knot = weakref.ref(Knot())
    collector.begin()

    assert knot() is None


def test_older_garbage_is_left_alone_until_the_end(collector: QuietCollector) -> None:
    collector.end()
    old = Knot()
    gc.collect()
    knot = weakref.ref(old)
    del old
    collector.begin()
    play(collector, range(1, 30))
    kept = knot() is not None
    collector.end()
    gc.collect()

    assert kept
    assert knot() is None


def test_what_several_games_left_goes_at_the_end_of_one(
    collector: QuietCollector, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(quiet_collector, "_MOST_GARBAGE", 0)
    monkeypatch.setattr(QuietCollector, "_most_blocks", 1)
    knot = weakref.ref(Knot())
    collector.end()

    assert knot() is None
