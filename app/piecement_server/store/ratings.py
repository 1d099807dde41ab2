"""Ratings of players by season, and results of their matches. A season is a quarter of a year."""

from datetime import UTC, datetime
from typing import Final, NamedTuple

from piecement_base.database import insertion
from piecement_net.messages.accounts import PastMatch, RatingLine
from piecement_server.glicko import DRAWN, LOST, NEW, WON, Rating, in_new_season, rated, rested
from piecement_server.rooms.match_record import MatchRecord, SeatRecord
from piecement_server.store.database import DAY_MS, DatabaseStore

SURE: Final = 75.0
"""Upper limit of the deviation for the rating list."""
LISTED_GAMES: Final = 30
"""Minimum number of matches for the rating list."""
LISTED: Final = 100
"""Maximum number of players listed."""
LISTED_MS: Final = 7 * DAY_MS
"""Maximum time since the last match for the list of the present season (ms)."""
HISTORY: Final = 50
"""Maximum number of matches in a player's history."""
_PERIOD_MS: Final = 7 * DAY_MS
"""Period of the rating system, of which one without a match makes a rating less certain (ms)."""

_OF: Final = "SELECT * FROM ratings WHERE account = :account ORDER BY season DESC LIMIT 1"
_LIST: Final = """
    SELECT name, rating, deviation, games, wins FROM ratings JOIN accounts ON accounts.id = ratings.account
    WHERE season = :season AND games >= :games AND deviation < :deviation AND changed_ms >= :since_ms
    ORDER BY rating DESC, name LIMIT :most
"""
_SEASONS: Final = "SELECT DISTINCT season FROM ratings ORDER BY season DESC LIMIT 20"
_HISTORY: Final = """
    SELECT opponent_name AS opponent, ended_ms, score, rounds_won, rounds_lost,
    rating_before AS "before", rating_after AS "after"
    FROM results WHERE account = :account ORDER BY ended_ms DESC, match LIMIT :most
"""


_DELETED: Final = SeatRecord(seat=0, name="")
"""Stand-in for an opponent whose account was deleted."""


class SeasonStanding(NamedTuple):
    """Rating and record of a player in a season."""

    rating: Rating = NEW
    games: int = 0
    wins: int = 0


def season_at(now_ms: int) -> str:
    """Return the season of a time: the year and its quarter."""
    day = datetime.fromtimestamp(now_ms / 1000, UTC)
    return f"{day.year}-{(day.month + 2) // 3}"


class RatingStore(DatabaseStore):
    """Store of ratings and results. Methods raise `StorageError`."""

    @property
    def season(self) -> str:
        """Present season."""
        return season_at(self._now_ms())

    def standing(self, account: str) -> SeasonStanding:
        """Return the present rating of a player; rest and a new season make it less certain."""
        rows = self._database.rows(_OF, {"account": account})
        if not rows:
            return SeasonStanding()
        row, now_ms = rows[0], self._now_ms()
        standing = SeasonStanding(Rating(row["rating"], row["deviation"], row["volatility"]), row["games"], row["wins"])
        rating = rested(standing.rating, (now_ms - row["changed_ms"]) // _PERIOD_MS)
        if row["season"] != season_at(now_ms):
            return SeasonStanding(in_new_season(rating))
        return standing._replace(rating=rating)

    def add(self, match: MatchRecord) -> list[str]:
        """Store the result of an ended match once; return the accounts whose rating changed."""
        players = (*match.left, *match.seats)  # a player who left comes first
        pair = (players[0], players[1]) if match.ended and not match.stopped and len(players) == 2 else None
        if pair is None or not any(seat.account for seat in pair):
            return []
        if match.by_score and not any(seat.wins for seat in pair):
            return []  # all were cut off before anybody had won a round
        with self._database.transaction():
            return self._add(match, *pair)

    def listed(self, season: str | None = None) -> tuple[str, list[RatingLine]]:
        """Return a season, by default the present one, and its list of certain ratings, best first.

        The list of the present season omits players without a match in the last week.
        """
        now_ms = self._now_ms()
        season = season or season_at(now_ms)
        since_ms = now_ms - LISTED_MS if season == season_at(now_ms) else 0
        values = {"season": season, "games": LISTED_GAMES, "deviation": SURE, "since_ms": since_ms, "most": LISTED}
        return season, [RatingLine(**dict(row)) for row in self._database.rows(_LIST, values)]

    def seasons(self) -> list[str]:
        """Return the seasons with matches, latest first."""
        return self._database.column(_SEASONS)

    def history(self, account: str) -> list[PastMatch]:
        """Return the last matches of a player, latest first."""
        rows = self._database.rows(_HISTORY, {"account": account, "most": HISTORY})
        return [PastMatch(**dict(row)) for row in rows]

    def _add(self, match: MatchRecord, first: SeatRecord, second: SeatRecord) -> list[str]:
        known = "SELECT id FROM accounts WHERE id IN (:first, :second)"
        accounts = set(self._database.column(known, {"first": first.account, "second": second.account}))
        is_rated = match.rated and bool(first.account and second.account)
        now_ms, season = self._now_ms(), self.season
        before = {
            seat.account: self.standing(seat.account)
            if seat.account in accounts  # otherwise deleted meanwhile: as it was at the start of the match
            else SeasonStanding(NEW._replace(rating=seat.rating, deviation=seat.deviation))
            for seat in (first, second)
        }
        for own, other in ((first, second), (second, first)):
            if own.account not in accounts:
                continue
            score, (rating, games, wins) = _score(match, own, other), before[own.account]
            after = rated(rating, [(before[other.account].rating, score)]) if is_rated else None
            opponent = other if other.account in accounts or not other.account else _DELETED
            result = {
                "match": match.id,
                "account": own.account,
                "opponent": opponent.account,
                "opponent_name": opponent.name,
                "ended_ms": now_ms,
                "season": season,
                "score": score,
                "rounds_won": own.wins,
                "rounds_lost": other.wins,
                "rating_before": None if after is None else rating.rating,
                "rating_after": None if after is None else after.rating,
            }
            if not self._database.change(insertion("results", result, "match, account"), result):
                return []
            if after is not None:
                counts = {"games": games + 1, "wins": wins + (score == WON)}
                standing = {"account": own.account, "season": season, **after._asdict(), **counts, "changed_ms": now_ms}
                self._database.change(insertion("ratings", standing, "account, season", replaces=True), standing)
        return sorted(accounts) if is_rated else []


def _score(match: MatchRecord, own: SeatRecord, other: SeatRecord) -> float:
    """Return the score of a side; the first player to leave has lost, unless the won rounds decide."""
    if match.left and not match.by_score:
        return LOST if match.left[0].seat == own.seat else WON
    return DRAWN if own.wins == other.wins else WON if own.wins > other.wins else LOST
