"""The order in which games of all modes are mixed."""

import shutil
from datetime import UTC, datetime, timedelta
from itertools import groupby
from pathlib import Path
from random import Random

import pytest

from piecement.session.records import StoredGame
from piecement.storage import game_listing
from piecement.storage.game_query import GameQuery
from piecement.storage.store import Store
from piecement_base.origin import Owner, UnrankedReasons
from piecement_engine import End
from tests.app.kept_games import record_of, store_in

NOW = datetime(2026, 1, 2, tzinfo=UTC)


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with games of some modes and variants, some of them unranked, some of them equal."""
    folder, random = tmp_path_factory.mktemp("filled"), Random(3)
    store = store_in(folder)
    for _ in range(200):
        store.games.finish(
            record_of(
                random.choice(["40_lines", "40_lines", "marathon", "cheese"]),
                options=random.choice([{}, {}, {"goal": 20}]),
                end=random.choice([End.COMPLETED, End.BLOCK_OUT]),
                preset=random.choice(["Default", "NES"]),
                unranked=UnrankedReasons(bot=random.random() < 0.2),
                time_ns=random.randrange(20),
                score=random.randrange(20),
                ended=NOW + timedelta(minutes=random.randrange(100)),
            )
        )
    store.close()
    return folder


@pytest.fixture
def store(filled: Path, tmp_path: Path) -> Store:
    """A store with a copy of those games."""
    shutil.copytree(filled, tmp_path, copy_function=shutil.copyfile, dirs_exist_ok=True)  # Wine lacks copy2
    return store_in(tmp_path)


def expected(store: Store, query: GameQuery) -> list[tuple[int, int | None]]:
    """Return the ids of the games of a query, sorted by Python, and their places if all are on one leaderboard."""

    def kind(game: StoredGame) -> tuple[str, str]:
        return game.mode, game.variant

    games = store.games.read(store.games.ids(query))  # each mode in its order
    ranked = sorted((game for game in games if not game.unranked), key=kind)
    placed = [(place, game) for _, group in groupby(ranked, kind) for place, game in enumerate(group, 1)]
    placed.sort(key=lambda pair: (-pair[0], pair[1].ended, pair[1].id), reverse=True)
    others = sorted((game for game in games if game.unranked), key=lambda game: (game.ended, game.id), reverse=True)
    is_one = len(set(map(kind, ranked))) == 1
    return [*((game.id, place if is_one else None) for place, game in placed), *((game.id, None) for game in others)]


@pytest.mark.parametrize(
    "given",
    [
        *({}, {"mode": "40_lines"}, {"preset": "NES"}, {"since": NOW + timedelta(minutes=50)}, {"owner": Owner.OWN}),
        *({"recorded": True}, {"mode": "cheese", "preset": "NES"}, {"preset": "NES", "since": NOW, "owner": Owner.OWN}),
    ],
)
def test_order_matches_sorted_games(store: Store, given: dict[str, object]) -> None:
    query = GameQuery(**given)  # type: ignore[arg-type]  # its fields
    listing = store.games.by_place(query)
    found = [(game, listing.place(index)) for index, game in enumerate(listing)]
    turned = store.games.by_place(GameQuery(**given, descending=True))  # type: ignore[arg-type]  # its fields

    assert found == expected(store, query)
    assert len(listing) == len(found)
    assert [(game, turned.place(index)) for index, game in enumerate(turned)] == found[::-1]


@pytest.mark.parametrize("descending", [False, True])
def test_any_page_is_part_of_the_whole(store: Store, descending: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    listing = store.games.by_place(GameQuery(descending=descending))
    whole = list(listing)
    monkeypatch.setattr(game_listing, "_PART", 20)

    assert all(list(listing.page(start, 17)) == whole[start : start + 17] for start in range(201))


def test_deleted_games_are_not_counted(store: Store) -> None:
    whole = list(store.games.by_place(GameQuery()))
    for game in whole[::3]:
        store.games.delete(game)

    assert sorted(store.games.by_place(GameQuery())) == sorted(set(whole) - set(whole[::3]))


def test_without_games_there_is_no_order(tmp_path: Path) -> None:
    assert list(store_in(tmp_path).games.by_place(GameQuery())) == []
