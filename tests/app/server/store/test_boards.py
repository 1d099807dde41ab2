"""The boards in a database: the best game of each player, in the mode's order; and the pieces of the day."""

from datetime import date

import pytest

from piecement.online.errors import RoomError
from piecement.server.boards.board_entry import BoardEntry, Kind
from piecement.server.store.accounts import Account
from piecement.server.store.daily_seeds import seed_of
from piecement.server.store.server_database import ServerDatabase
from piecement.server.store.stores import Stores
from piecement_engine import End, Result

DAY_MS = 86_400_000
NOON_MS = 1_795_435_200_000 + DAY_MS // 2


class Clock:
    now_ms = NOON_MS

    def __call__(self) -> int:
        return self.now_ms


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def stores(database: ServerDatabase, clock: Clock) -> Stores:
    return Stores(database, clock)


@pytest.fixture
def anna(stores: Stores) -> Account:
    return stores.accounts.sign_up("Anna", "a" * 32)


@pytest.fixture
def bert(stores: Stores) -> Account:
    return stores.accounts.sign_up("Bert", "b" * 32)


def a_game(time_s: int, kind: Kind = "witnessed", *, lost: bool = False, day: str = "") -> BoardEntry:
    end = End.BLOCK_OUT if lost else End.COMPLETED
    result = Result(end, time_s * 10**9, 1000, 40, 3, 100)
    keys = (-40, time_s * 10**9, 0)
    return BoardEntry(kind, "40_lines", result, int(lost), keys, "text\n", f"{kind}{time_s}{lost}{day}", day)


def times(stores: Stores, kind: Kind = "witnessed", window: str = "ever", day: str = "") -> list[tuple[str, int]]:
    board = stores.board_entries.board("40_lines", kind, window, day)
    return [(entry.name, entry.time_ns // 10**9) for entry in board]


def test_a_board_has_the_best_game_of_each_player_in_order(stores: Stores, anna: Account, bert: Account) -> None:
    placed = [
        stores.board_entries.add(a_game(seconds, lost=lost), player.id)
        for player, seconds, lost in ((anna, 60, False), (bert, 50, False), (anna, 20, True), (anna, 40, False))
    ]

    assert [(one.place, one.is_best) for one in placed] == [(1, True), (1, True), (2, False), (1, True)]
    assert times(stores) == [("Anna", 40), ("Bert", 50)]


def test_witnessed_and_proven_games_are_never_mixed(stores: Stores, anna: Account, bert: Account) -> None:
    stores.board_entries.add(a_game(60), anna.id)
    stores.board_entries.add(a_game(30, "proven"), bert.id)

    assert (times(stores), times(stores, "proven")) == ([("Anna", 60)], [("Bert", 30)])


def test_a_window_of_time_shows_what_is_as_young(stores: Stores, anna: Account, clock: Clock) -> None:
    for days, seconds in ((10, 20), (3, 30), (0, 40)):
        clock.now_ms = NOON_MS - days * DAY_MS
        stores.board_entries.add(a_game(seconds), anna.id)
    clock.now_ms = NOON_MS

    assert [times(stores, window=window)[0][1] for window in ("day", "week", "ever")] == [40, 30, 20]


def test_the_very_same_game_is_taken_once_from_anybody(stores: Stores, anna: Account, bert: Account) -> None:
    stores.board_entries.add(a_game(60, "proven"), anna.id)

    with pytest.raises(RoomError) as refusal:
        stores.board_entries.add(a_game(60, "proven"), bert.id)
    assert refusal.value.code == "known_game"
    assert times(stores, "proven") == [("Anna", 60)]


def test_the_games_of_a_deleted_account_are_gone(stores: Stores, anna: Account) -> None:
    placed = stores.board_entries.add(a_game(60), anna.id)
    stores.daily_seeds.release(anna.id, "40_lines")
    exported = stores.accounts.export(anna)
    stores.delete_account(anna)

    assert [len(exported[table]) for table in ("board_entries", "daily_tries")] == [1, 1]
    assert times(stores) == []
    with pytest.raises(RoomError):
        stores.board_entries.recording(placed.id)


def test_the_board_of_a_date_has_the_games_with_its_pieces(stores: Stores, anna: Account, bert: Account) -> None:
    stores.board_entries.add(a_game(60, day="2026-11-23"), anna.id)
    stores.board_entries.add(a_game(50), bert.id)

    assert times(stores, window="daily", day="2026-11-23") == [("Anna", 60)]
    assert times(stores) == [("Bert", 50), ("Anna", 60)]


def test_pieces_of_the_day_are_the_same_for_all_and_the_first_try_is_noted(
    stores: Stores, anna: Account, bert: Account, clock: Clock
) -> None:
    given = [stores.daily_seeds.release(player.id, "40_lines") for player in (anna, anna, bert)]
    clock.now_ms += DAY_MS
    tomorrow = stores.daily_seeds.release(anna.id, "40_lines")

    assert [is_first for _, _, is_first in given] == [True, False, True]
    assert len({seed for _, seed, _ in given}) == 1
    assert tomorrow[2]
    assert tomorrow[1] != given[0][1]


def test_a_seed_follows_from_the_secret_the_date_and_the_mode() -> None:
    day = date(2026, 11, 23)
    seeds = {seed_of(secret, day, mode) for secret in ("00" * 32, "01" * 32) for mode in ("40_lines", "cheese")}

    assert len(seeds) == 4
    assert all(0 <= seed < 1 << 64 for seed in seeds)


def test_two_who_place_the_pieces_of_a_day_alike_are_both_on_the_board(
    stores: Stores, anna: Account, bert: Account
) -> None:
    entry = a_game(60, day="2026-11-23")
    stores.board_entries.add(entry, anna.id)
    stores.board_entries.add(entry, bert.id)

    assert sorted(times(stores)) == [("Anna", 60), ("Bert", 60)]
    with pytest.raises(RoomError):
        stores.board_entries.add(entry, anna.id)
    with pytest.raises(RoomError):
        stores.board_entries.add(entry._replace(kind="proven"), bert.id)
