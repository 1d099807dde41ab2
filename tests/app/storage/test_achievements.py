"""Achievements are found in the games, told once, counted from old games, and kept when games go."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from piecement.session.records import GameRecord
from piecement.session.statistics import Counts
from piecement.settings.retention import Retention
from piecement.settings.settings import Settings
from piecement.storage.achievements import Earned
from piecement.storage.store import Store
from piecement_base.origin import Owner, UnrankedReasons
from piecement_engine import End
from tests.app.kept_games import record_of
from tests.app.still_life import store_at

S = 1_000_000_000


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with closing(store_at(tmp_path)) as store:
        yield store


NO_REASONS = UnrankedReasons()


def a_game(
    mode: str = "marathon", *, won: bool = False, unranked: UnrankedReasons = NO_REASONS, **given: Any
) -> GameRecord:  # Any: figures and counts are of a few types
    """Return the record of a game with some figures; the others are those of next to nothing."""
    counts = {name: given.pop(name) for name in list(given) if hasattr(Counts(), name)}
    figures = {"time_ns": 300 * S, "score": 10, "lines": 1, "level": 1, "pieces": 20, **given}
    end = End.COMPLETED if won else End.BLOCK_OUT
    return record_of(mode, unranked=unranked, end=end, counts=Counts(**counts), **figures)


def finish(store: Store, record: GameRecord) -> Earned:
    """Store a game, and return what it earned."""
    return store.achievements.count(store.games.finish(record))


def names(earned: Earned) -> set[str]:
    return {one.name for one in earned.new}


@pytest.mark.parametrize(
    ("record", "name"),
    [
        (a_game(), "first_game"),
        (a_game(won=True), "first_win"),
        (a_game(quads=1), "quad"),
        (a_game(quads=10), "quads_10"),
        (a_game(spins=1), "spin"),
        (a_game(perfect_clears=3), "perfects_3"),
        (a_game(max_combo=5), "combo_5"),
        (a_game(max_back_to_back=15), "b2b_15"),
        (a_game("40_lines", won=True, time_ns=59 * S, holds=3), "forty_60"),
        (a_game("40_lines", won=True, holds=0), "no_hold"),
        (a_game(score=100_000), "marathon_100k"),
        (a_game("cheese", won=True), "cheese"),
        (a_game(pieces=80, time_ns=40 * S), "pace_2"),
        (a_game(pieces=40, faulty=0), "finesse"),
        (a_game(lines=1000), "lines_1000"),
        (a_game(time_ns=36_000 * S), "hours_10"),
    ],
)
def test_a_game_earns_its_achievements(store: Store, record: GameRecord, name: str) -> None:
    assert name in names(finish(store, record))
    assert name in store.achievements.earned()


@pytest.mark.parametrize(
    ("record", "name"),
    [
        (a_game(), "first_win"),
        (a_game(quads=9), "quads_10"),
        (a_game("40_lines", won=True, time_ns=61 * S), "forty_60"),
        (a_game("40_lines", won=False, time_ns=30 * S), "forty_60"),
        (a_game("40_lines", won=True, holds=1), "no_hold"),
        (a_game("zen", score=100_000), "marathon_100k"),
        (a_game(pieces=39, time_ns=5 * S), "pace_2"),
        (a_game(pieces=40), "finesse"),
        (a_game(quads=1, unranked=UnrankedReasons(practice=True)), "quad"),
        (a_game(unranked=UnrankedReasons(bot=True)), "first_game"),
        (a_game(lines=5000, owner=Owner.OTHER), "lines_1000"),
    ],
)
def test_a_game_earns_no_more(store: Store, record: GameRecord, name: str) -> None:
    assert name not in names(finish(store, record))


def test_an_achievement_is_told_once(store: Store) -> None:
    first, second = (names(finish(store, a_game(quads=1))) for _ in range(2))

    assert "quad" in first
    assert not second


def test_sums_are_those_of_all_games(store: Store) -> None:
    told = [names(finish(store, a_game(lines=400))) for _ in range(3)]

    assert ["lines_1000" in new for new in told] == [False, False, True]


def test_achievements_of_old_games_count_silently(store: Store) -> None:
    store.games.finish(a_game(quads=1))
    earned = finish(store, a_game(spins=1))

    assert names(earned) == {"spin"}
    assert {one.name for one in earned.before} == {"first_game", "quad"}
    assert {"first_game", "quad", "spin"} == store.achievements.earned().keys()


def test_achievements_stay_when_their_game_goes(store: Store) -> None:
    game = store.games.finish(a_game(quads=1))
    store.achievements.count(game)
    store.games.delete(game)

    assert "quad" in store.achievements.earned()


def test_player_storing_nothing_keeps_no_achievements(store: Store) -> None:
    finish(store, a_game(quads=1))
    store.set_retention(Retention.SETTINGS, Settings())

    assert not store.achievements.earned()


def test_nothing_is_earned_without_a_game(store: Store) -> None:
    assert store.achievements.count() == Earned((), ())
