"""The order in which games of all modes are mixed."""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

import pytest

from piecement.session.records import StoredGame
from piecement.session.unranked_reasons import UnrankedReasons
from piecement.storage import games
from piecement.storage.game_query import GameQuery
from piecement.storage.store import Store
from piecement_engine import End
from tests.app.kept_games import record_of, store_in

NOW = datetime(2026, 1, 2, tzinfo=UTC)


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """A store with games of some modes and variants, some of them not ranked."""
    store, random = store_in(tmp_path), Random(3)
    for number in range(120):
        store.games.finish(
            record_of(
                random.choice(["40_lines", "40_lines", "marathon", "cheese"]),
                options=random.choice([{}, {}, {"goal": 20}]),
                end=random.choice([End.COMPLETED, End.BLOCK_OUT]),
                preset=random.choice(["Default", "NES"]),
                unranked=UnrankedReasons(bot=random.random() < 0.2),
                time_ns=random.randrange(10**9, 10**11),
                score=random.randrange(10_000),
                ended=NOW + timedelta(minutes=number),
            )
        )
    return store


def expected(store: Store, query: GameQuery) -> list[tuple[int, int | None]]:
    """Return the ids and places of the games of a query, found the long way."""
    groups: dict[tuple[str, str, bool], list[StoredGame]] = {}
    for game in store.games.read(list(store.games.listing(query))):
        groups.setdefault((game.mode, game.variant, bool(game.unranked)), []).append(game)
    keys = [
        (bool(game.unranked), number, -game.ended.timestamp(), game.id)
        for games in groups.values()
        for number, game in enumerate(games, 1)
    ]
    return [(game, None if is_unranked else number) for is_unranked, number, _, game in sorted(keys)]


@pytest.mark.wide
@pytest.mark.parametrize(
    "given",
    [{}, {"mode": "40_lines"}, {"preset": "NES"}, {"since": NOW + timedelta(minutes=50)}, {"by_player": True}],
)
def test_games_come_by_place_in_their_mode_and_variant_the_newest_first(store: Store, given: dict[str, object]) -> None:
    query = GameQuery(**given)  # type: ignore[arg-type]  # one of its fields
    listing = store.games.by_place(query)
    found = [(game, listing.place(index)) for index, game in enumerate(listing)]

    assert found == expected(store, query)
    assert len(listing) == len(found) > 20


@pytest.mark.parametrize("descending", [False, True])
@pytest.mark.parametrize("given", [{}, {"mode": "40_lines"}, {"preset": "NES", "by_player": True}])
def test_many_games_of_a_date_come_as_few_do(
    store: Store, given: dict[str, object], descending: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    query = GameQuery(since=NOW + timedelta(minutes=50), descending=descending, **given)  # type: ignore[arg-type]  # its fields
    few = store.games.by_place(query)
    monkeypatch.setattr(games, "FEW", 0)
    many = store.games.by_place(query)

    assert list(few) == list(many)
    assert [few.place(index) for index in range(len(few))] == [many.place(index) for index in range(len(many))]
    assert all(few.page(start, 5) == many.page(start, 5) for start in range(len(few)))


@pytest.mark.parametrize("games_of_it", [99, 100, 101])
def test_how_many_there_are_of_a_date_does_not_matter(
    store: Store, games_of_it: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(games, "FEW", 100)
    query = GameQuery(since=NOW + timedelta(minutes=120 - games_of_it))

    assert [game for game, _ in expected(store, query)] == list(store.games.by_place(query))


def test_games_that_went_are_not_counted(store: Store) -> None:
    whole = list(store.games.by_place(GameQuery()))
    for game in whole[::3]:
        store.games.delete(game)
    left = [game for game in whole if game not in whole[::3]]

    assert sorted(store.games.by_place(GameQuery())) == sorted(left)
    assert len(store.games.listing(GameQuery())) == len(left)
    assert len(store.games.listing(GameQuery(preset="NES", mode="cheese"))) == len(
        [game for game in store.games.read(left) if (game.preset, game.mode) == ("NES", "cheese")]
    )


@pytest.mark.parametrize("seed", range(3))
def test_parts_in_any_order_are_those_of_the_whole(store: Store, seed: int) -> None:
    """A part is read on from one that was read before, forward or backwards."""
    query, random = GameQuery(), Random(seed)
    whole, listing = list(store.games.by_place(query)), store.games.by_place(query)

    assert all(listing.page(start, 7) == whole[start : start + 7] for start in random.sample(range(120), 60))


@pytest.mark.parametrize("descending", [False, True])
def test_any_part_is_a_part_of_the_whole(store: Store, descending: bool) -> None:
    listing = store.games.by_place(GameQuery(descending=descending))
    whole = list(listing)

    assert all(listing.page(start, 17) == whole[start : start + 17] for start in range(120))


def test_the_order_can_be_turned_round(store: Store) -> None:
    upwards, downwards = (store.games.by_place(GameQuery(descending=descending)) for descending in (False, True))

    assert list(downwards) == list(upwards)[::-1]
    assert [downwards.place(index) for index in range(120)] == [upwards.place(119 - index) for index in range(120)]


def test_without_games_there_is_no_order(tmp_path: Path) -> None:
    assert list(store_in(tmp_path).games.by_place(GameQuery())) == []
