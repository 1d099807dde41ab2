"""Ratings in both databases: by match, once, in seasons; who is on the list; the history."""

import pytest

from piecement_server.glicko import NEW, Rating
from piecement_server.rooms.match_record import MatchRecord
from piecement_server.store.accounts import Account
from piecement_server.store.database import ServerDatabase
from piecement_server.store.ratings import SeasonStanding, season_at
from piecement_server.store.stores import Stores
from tests.app.server.stored_matches import stored_match

DAY_MS = 86_400_000
BEGINNING_MS = 1_791_000_000_000
"""In the first days of a quarter."""


class Ladder:
    """Two players of a server."""

    def __init__(self, database: ServerDatabase) -> None:
        self.now_ms = BEGINNING_MS
        self.stores = Stores(database, lambda: self.now_ms)
        self.anna, self.bert = (self.stores.accounts.sign_up(name, name * 8) for name in ("anna", "bert"))
        self.played = 0

    def play(self, wins: tuple[int, int] = (3, 0), *, rated: bool = True, **changed: object) -> MatchRecord:
        self.played += 1
        record = self.match(f"m{self.played}", (self.anna, self.bert), wins).model_copy(
            update={"rated": rated, **changed}
        )
        self.stores.put(record)
        return record

    @staticmethod
    def match(name: str, players: tuple[Account | None, Account | None], wins: tuple[int, int]) -> MatchRecord:
        record = stored_match()[-1]
        seats = tuple(
            seat.model_copy(update={"account": player.id if player else "", "wins": won})
            for seat, player, won in zip(record.seats, players, wins, strict=True)
        )
        return record.model_copy(update={"id": name, "seats": seats, "ended": True, "round": None})

    def standing(self, account: Account) -> SeasonStanding:
        return self.stores.ratings.standing(account.id)


@pytest.fixture
def ladder(database: ServerDatabase) -> Ladder:
    return Ladder(database)


def test_match_moves_both_ratings_equally_and_narrows_them(ladder: Ladder) -> None:
    ladder.play()
    anna, bert = ladder.standing(ladder.anna), ladder.standing(ladder.bert)

    assert anna.rating.rating - 1500 == pytest.approx(1500 - bert.rating.rating)
    assert anna.rating.rating > 1600
    assert anna.rating.deviation == bert.rating.deviation < NEW.deviation
    assert (anna.games, anna.wins, bert.games, bert.wins) == (1, 1, 1, 0)


def test_a_match_stored_again_counts_once(ladder: Ladder) -> None:
    record = ladder.play()
    before = ladder.standing(ladder.anna)
    stored = ladder.stores.put(record)

    assert (ladder.standing(ladder.anna), stored.rated) == (before, ())
    assert len(ladder.stores.ratings.history(ladder.anna.id)) == 1


def test_unrated_match_is_remembered_without_a_rating(ladder: Ladder) -> None:
    ladder.play(rated=False)
    ladder.stores.put(ladder.match("g", (ladder.anna, None), (0, 3)).model_copy(update={"rated": True}))
    scores = [(result.score, result.after) for result in ladder.stores.ratings.history(ladder.anna.id)]

    assert ladder.standing(ladder.anna) == ladder.standing(ladder.bert) == SeasonStanding()
    assert sorted(scores) == [(0.0, None), (1.0, None)]


def test_leaver_loses_despite_the_rounds(ladder: Ladder) -> None:
    record = ladder.match("m", (ladder.anna, ladder.bert), (2, 0))
    leaver, other = record.seats
    ladder.stores.put(record.model_copy(update={"seats": (other,), "left": (leaver,), "rated": True}))

    assert [ladder.stores.ratings.history(one.id)[0].score for one in (ladder.anna, ladder.bert)] == [0.0, 1.0]
    assert ladder.standing(ladder.bert).rating.rating > 1500


def test_the_list_has_the_well_known_players(ladder: Ladder) -> None:
    for number in range(29):
        ladder.play((3, 0) if number % 2 else (0, 3))
    before = ladder.stores.ratings.listed()[1]
    ladder.play((3, 2))
    season, listed = ladder.stores.ratings.listed()

    assert before == []
    assert [line.name for line in listed] == ["anna", "bert"]
    assert listed[0].deviation < 75
    assert season == season_at(BEGINNING_MS)


def test_player_idle_for_a_week_leaves_the_current_list(ladder: Ladder) -> None:
    for number in range(32):
        ladder.play((3, 0) if number % 2 else (0, 3))
    ladder.now_ms += 7 * DAY_MS
    within = ladder.stores.ratings.listed()[1]
    ladder.now_ms += 1
    after = ladder.stores.ratings.listed()[1]
    ladder.now_ms += 100 * DAY_MS
    season = ladder.stores.ratings.listed(season_at(BEGINNING_MS))[1]

    assert ([len(listed) for listed in (within, after, season)]) == [2, 0, 2]


@pytest.mark.wide
def test_a_season_begins_anew_from_where_the_last_one_ended(ladder: Ladder) -> None:
    for number in range(60):
        ladder.play((3, 0) if number % 5 < 2 else (0, 3))
    ended = ladder.standing(ladder.anna)
    ladder.now_ms += 100 * DAY_MS
    begun = ladder.standing(ladder.anna)
    ladder.play()

    assert begun.rating.rating == ended.rating.rating
    assert begun.rating.deviation >= 150
    assert (begun.games, ladder.standing(ladder.anna).games) == (0, 1)
    assert len(ladder.stores.ratings.seasons()) == 2
    assert [line.name for line in ladder.stores.ratings.listed(season_at(BEGINNING_MS))[1]] == ["bert", "anna"]


@pytest.mark.wide
def test_weeks_of_rest_make_a_rating_less_sure(ladder: Ladder) -> None:
    for _ in range(40):
        ladder.play()
    before = ladder.standing(ladder.anna)
    ladder.now_ms += 50 * DAY_MS

    assert ladder.standing(ladder.anna).rating.deviation > before.rating.deviation
    assert isinstance(before.rating, Rating)


@pytest.mark.parametrize(
    ("day", "season"),
    [("2026-01-01", "2026-1"), ("2026-03-31", "2026-1"), ("2026-04-01", "2026-2"), ("2026-12-31", "2026-4")],
)
def test_a_season_is_a_quarter(day: str, season: str) -> None:
    from datetime import UTC, datetime

    assert season_at(round(datetime.fromisoformat(day).replace(tzinfo=UTC).timestamp() * 1000)) == season
