"""The leaderboards in a database: the best game of each player, in the mode's order."""

import json
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from piecement_engine import MODES, End, Game, Recording, Result
from piecement_net.errors import RoomError
from piecement_server.leaderboards.entries import Kind, LeaderboardEntry, ranked_ruleset
from piecement_server.store.accounts import Account
from piecement_server.store.database import ServerDatabase
from piecement_server.store.stores import Stores, open_database
from tests.app.server.store.manual_time import DAY_MS, NOON_MS, Clock


@pytest.fixture
def stores(database: ServerDatabase, clock: Clock) -> Stores:
    return Stores(database, clock)


def a_game(time_s: int, kind: Kind = "witnessed", *, lost: bool = False, day: str = "") -> LeaderboardEntry:
    end = End.BLOCK_OUT if lost else End.COMPLETED
    result = Result(end, time_s * 10**9, 1000, 40, 3, 100)
    keys = (-40, time_s * 10**9, 0)
    return LeaderboardEntry(kind, "40_lines", result, int(lost), keys, "text\n", f"{kind}{time_s}{lost}{day}", day)


def times(stores: Stores, kind: Kind = "witnessed", window: str = "ever", day: str = "") -> list[tuple[str, int]]:
    board = stores.leaderboards.listed("40_lines", kind, window, day)
    return [(entry["name"], entry["time"] // 10**9) for entry in board]


def test_a_board_has_the_best_game_of_each_player_in_order(stores: Stores, anna: Account, bert: Account) -> None:
    placed = [
        stores.leaderboards.add(a_game(seconds, lost=lost), player.id)
        for player, seconds, lost in ((anna, 60, False), (bert, 50, False), (anna, 20, True), (anna, 40, False))
    ]

    assert [(one.place, one.is_best) for one in placed] == [(1, True), (1, True), (2, False), (1, True)]
    assert times(stores) == [("Anna", 40), ("Bert", 50)]


def test_witnessed_and_proven_games_are_never_mixed(stores: Stores, anna: Account, bert: Account) -> None:
    stores.leaderboards.add(a_game(60), anna.id)
    stores.leaderboards.add(a_game(30, "proven"), bert.id)

    assert (times(stores), times(stores, "proven")) == ([("Anna", 60)], [("Bert", 30)])


def test_a_window_of_time_shows_only_younger_games(stores: Stores, anna: Account, clock: Clock) -> None:
    for days, seconds in ((10, 20), (3, 30), (0, 40)):
        clock.now_ms = NOON_MS - days * DAY_MS
        stores.leaderboards.add(a_game(seconds), anna.id)
    clock.now_ms = NOON_MS

    assert [times(stores, window=window)[0][1] for window in ("day", "week", "ever")] == [40, 30, 20]


def test_the_very_same_game_is_taken_once_from_anybody(stores: Stores, anna: Account, bert: Account) -> None:
    stores.leaderboards.add(a_game(60, "proven"), anna.id)

    with pytest.raises(RoomError) as refusal:
        stores.leaderboards.add(a_game(60, "proven"), bert.id)
    assert refusal.value.code == "known_game"
    assert times(stores, "proven") == [("Anna", 60)]


def test_the_games_of_a_deleted_account_are_gone(stores: Stores, anna: Account) -> None:
    placed = stores.leaderboards.add(a_game(60), anna.id)
    stores.daily_seeds.release(anna.id, "40_lines")
    exported = json.loads("".join(stores.accounts.export(anna)))
    stores.delete_account(anna)

    assert [len(exported[table]) for table in ("board_entries", "daily_tries")] == [1, 1]
    assert times(stores) == []
    with pytest.raises(RoomError):
        stores.leaderboards.recording(placed.id)


def test_the_board_of_a_date_has_the_games_with_its_pieces(stores: Stores, anna: Account, bert: Account) -> None:
    stores.leaderboards.add(a_game(60, day="2026-11-23"), anna.id)
    stores.leaderboards.add(a_game(50), bert.id)

    assert times(stores, window="daily", day="2026-11-23") == [("Anna", 60)]
    assert times(stores) == [("Bert", 50), ("Anna", 60)]


@pytest.mark.parametrize("few", [0, 400])
def test_boards_are_those_of_a_plain_model(
    database: ServerDatabase, clock: Clock, few: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("piecement_server.store.leaderboard_entries._FEW", few)  # both ways to read a window
    random, stores = Random(few), Stores(database, clock)
    players = [stores.accounts.sign_up(f"Player {number}", f"{number}" * 32) for number in range(5)]
    model: list[tuple[int, str, int, str]] = []
    for number in range(60):
        player, seconds, day = random.choice(players), random.randrange(20, 40), random.choice(("", "", "2026-11-23"))
        placed = stores.leaderboards.add(a_game(seconds, day=day)._replace(digest=str(number)), player.id)
        model.append((clock.now_ms, player.name, seconds, day))
        clock.now_ms += random.randrange(DAY_MS // 2)
        ever = best_of(model)

        assert placed.place == [name for name, _ in ever].index(player.name) + 1
        assert times(stores) == ever
        assert times(stores, window="week") == best_of(game for game in model if game[0] >= clock() - 7 * DAY_MS)
        assert times(stores, window="day") == best_of(game for game in model if game[0] >= clock() - DAY_MS)
        assert times(stores, window="daily", day="2026-11-23") == best_of(game for game in model if game[3])


def best_of(games: Iterable[tuple[int, str, int, str]]) -> list[tuple[str, int]]:
    """Return the best game of each player, the earlier of equal ones, in the order of a board."""
    best: dict[str, tuple[int, int]] = {}
    for at_ms, name, seconds, _ in games:
        best[name] = min(best.get(name, (99, 0)), (seconds, at_ms))
    return [(name, seconds) for name, (seconds, _) in sorted(best.items(), key=lambda one: one[1])]


def test_recordings_that_no_board_shows_are_forgotten(stores: Stores, anna: Account, clock: Clock) -> None:
    first, better = (stores.leaderboards.add(a_game(seconds), anna.id) for seconds in (60, 50))
    clock.now_ms += 400 * DAY_MS
    forgotten = sum(stores.leaderboards.forget_recordings(365))

    assert forgotten == 1
    assert stores.leaderboards.recording(better.id)[0] == "text\n"
    with pytest.raises(RoomError):
        stores.leaderboards.recording(first.id)
    with pytest.raises(RoomError):
        stores.leaderboards.add(a_game(60), anna.id)  # the same game does not count anew


def test_entries_of_before_have_their_standing(database_url: str | None, tmp_path: Path, clock: Clock) -> None:
    values = {"kind": "witnessed", "mode": "40_lines", "day": "", "end_word": "", "recording": "text\n"}
    numbers = dict.fromkeys(("tier", "third_key", "time_ns", "score", "lines", "level", "pieces", "first_key"), 1)
    with closing(open_database(tmp_path, database_url, version=4)) as old:
        for account in "ab":
            old.change("INSERT INTO accounts VALUES (:id, :id, :id, 0, 0)", {"id": account})
        for number, (account, key, days) in enumerate((("a", 5, 20), ("a", 3, 10), ("a", 4, 1), ("b", 4, 30))):
            at = {"id": str(number), "digest": str(number), "account": account, "at_ms": NOON_MS - days * DAY_MS}
            row = {**values, **numbers, **at, "second_key": key}
            names = ", ".join(row)
            old.change(f"INSERT INTO board_entries ({names}) VALUES (:{names.replace(', ', ', :')})", row)
    with closing(open_database(tmp_path, database_url)) as database:
        standings = database.column("SELECT standing FROM board_entries ORDER BY id")
        leaderboards = Stores(database, clock).leaderboards
        shown = [
            [entry["id"] for entry in leaderboards.listed("40_lines", "witnessed", window)]
            for window in ("ever", "week")
        ]

    assert standings == [0, 2, 1, 2]
    assert shown == [["1", "3"], ["2"]]


def test_each_ruleset_has_its_own_board(stores: Stores, anna: Account, bert: Account) -> None:
    games = ((anna, 60, "a"), (bert, 50, "b"), (anna, 40, "b"))
    placed = [stores.leaderboards.add(a_game(time)._replace(ruleset=rules), who.id) for who, time, rules in games]

    assert [(one.place, one.is_best) for one in placed] == [(1, True), (1, True), (1, True)]
    for window in ("ever", "day"):
        shown = [
            [
                (entry["name"], entry["time"] // 10**9)
                for entry in stores.leaderboards.listed("40_lines", "witnessed", window, "", rules)
            ]
            for rules in ("a", "b", "")
        ]
        assert shown == [[("Anna", 60)], [("Anna", 40), ("Bert", 50)], [("Anna", 40), ("Bert", 50)]]


def test_entries_of_before_get_the_rules_of_their_recording(
    database_url: str | None, tmp_path: Path, clock: Clock
) -> None:
    game = Game(MODES["40_lines"].rules_with(), 1)
    game.forfeit(10**9)
    names = "id, kind, mode, account, at_ms, day, tier, first_key, second_key, third_key, end_word, time_ns, score"
    with closing(open_database(tmp_path, database_url, version=5)) as old:
        old.change("INSERT INTO accounts VALUES ('a', 'a', 'a', 0, 0)")
        old.change(
            f"INSERT INTO board_entries ({names}, lines, level, pieces, digest, recording)"
            f" VALUES ('1', 'proven', '40_lines', 'a', {NOON_MS}, '', 1, 0, 0, 0, '', 1, 0, 0, 0, 0, 'd', :recording)",
            {"recording": Recording.of(game).to_text()},
        )
    with closing(open_database(tmp_path, database_url)) as database:
        leaderboards = Stores(database, clock).leaderboards
        leaderboards.add_rulesets()
        found = leaderboards.listed("40_lines", "proven", "ever", "", ranked_ruleset("40_lines", "tetrs"))

    assert [entry["id"] for entry in found] == ["1"]


def test_two_equal_daily_games_are_both_on_the_board(stores: Stores, anna: Account, bert: Account) -> None:
    entry = a_game(60, day="2026-11-23")
    stores.leaderboards.add(entry, anna.id)
    stores.leaderboards.add(entry, bert.id)

    assert sorted(times(stores)) == [("Anna", 60), ("Bert", 60)]
    with pytest.raises(RoomError):
        stores.leaderboards.add(entry, anna.id)
    with pytest.raises(RoomError):
        stores.leaderboards.add(entry._replace(kind="proven"), bert.id)
