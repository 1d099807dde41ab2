"""Ratings of players by season, and results of their matches. A season is a quarter of a year.

Glicko-2 ratings are strength, deviation and volatility of a player, updated after each match. See Mark E. Glickman,
"Example of the Glicko-2 system", 2022; the names of the steps are his.

>>> after = rated(NEW, [(NEW, 1.0)])
>>> round(after.rating), round(after.deviation), after.is_provisional
(1662, 290, True)
"""

from collections.abc import Sequence
from datetime import UTC, datetime
from math import exp, log, pi, sqrt
from typing import Final, NamedTuple

from piecement_base.database import insertion
from piecement_net.messages.accounts import PastMatch, RatingLine
from piecement_server.rooms.match_record import MatchRecord, SeatRecord
from piecement_server.store.database import DatabaseStore

WON: Final = 1.0
DRAWN: Final = 0.5
LOST: Final = 0.0

PROVISIONAL: Final = 110.0
"""Deviation above which a rating is provisional."""
SURE: Final = 75.0
LISTED_GAMES: Final = 30
"""Conditions for the rating list: upper limit of the deviation, and minimum number of matches."""

_SCALE: Final = 173.7178
_MIDDLE: Final = 1500.0
_TAU: Final = 0.5
"""Constraint on the change of volatility."""
_EXACT: Final = 1e-6
_MOST_DEVIATION: Final = 350.0
_LEAST_DEVIATION: Final = 45.0
"""Lower bound of the deviation: below it a rating would hardly move, although players change."""
_LEAST_VOLATILITY: Final = 0.03
_MOST_VOLATILITY: Final = 0.1
_MOST_PERIODS: Final = 520
_NEW_SEASON: Final = 150.0


class Rating(NamedTuple):
    """Strength of a player."""

    rating: float = _MIDDLE
    deviation: float = _MOST_DEVIATION
    volatility: float = 0.06

    @property
    def is_provisional(self) -> bool:
        return self.deviation > PROVISIONAL


NEW: Final = Rating()
"""Rating of an unknown player."""

Outcome = tuple[Rating, float]
"""Rating of an opponent, and the score: `WON`, `DRAWN` or `LOST`."""


def rated(player: Rating, outcomes: Sequence[Outcome]) -> Rating:
    """Return the rating after matches of one period, within bounds that keep it moving."""
    after = glicko2(player, outcomes)
    return Rating(
        after.rating,
        min(max(after.deviation, _LEAST_DEVIATION), _MOST_DEVIATION),
        min(max(after.volatility, _LEAST_VOLATILITY), _MOST_VOLATILITY),
    )


def rested(player: Rating, periods: int) -> Rating:
    """Return the rating after periods without a match, which make it less certain."""
    phi, periods = player.deviation / _SCALE, min(periods, _MOST_PERIODS)
    deviation = sqrt(phi * phi + periods * player.volatility**2) * _SCALE
    return player._replace(deviation=min(deviation, _MOST_DEVIATION))


def in_new_season(player: Rating) -> Rating:
    """Return the rating at the start of a season, for a player of the last one."""
    return player._replace(deviation=max(player.deviation, _NEW_SEASON))


def glicko2(player: Rating, outcomes: Sequence[Outcome]) -> Rating:
    """Return the rating after matches of one period, as in the paper."""
    mu, phi, sigma = (player.rating - _MIDDLE) / _SCALE, player.deviation / _SCALE, player.volatility
    terms = [(_g(other.deviation / _SCALE), (other.rating - _MIDDLE) / _SCALE, score) for other, score in outcomes]
    expected = [(g, 1 / (1 + exp(-g * (mu - mu_j))), score) for g, mu_j, score in terms]
    variance = 1 / sum(g * g * e * (1 - e) for g, e, _ in expected)
    gain = sum(g * (score - e) for g, e, score in expected)
    sigma = _new_volatility(phi, sigma, variance, variance * gain)
    phi = 1 / sqrt(1 / (phi * phi + sigma * sigma) + 1 / variance)
    return Rating((mu + phi * phi * gain) * _SCALE + _MIDDLE, phi * _SCALE, sigma)


def _g(phi: float) -> float:
    return 1 / sqrt(1 + 3 * phi * phi / (pi * pi))


def _new_volatility(phi: float, sigma: float, variance: float, delta: float) -> float:
    """Step 5: the root of f by the Illinois algorithm."""
    a = log(sigma * sigma)

    def f(x: float) -> float:
        spread = phi * phi + variance + exp(x)
        return exp(x) * (delta * delta - spread) / (2 * spread * spread) - (x - a) / (_TAU * _TAU)

    low = a
    if delta * delta > phi * phi + variance:
        high = log(delta * delta - phi * phi - variance)
    else:
        steps = 1
        while f(a - steps * _TAU) < 0:
            steps += 1
        high = a - steps * _TAU
    f_low, f_high = f(low), f(high)
    while abs(high - low) > _EXACT:
        middle = low + (low - high) * f_low / (f_high - f_low)
        f_middle = f(middle)
        if f_middle * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = middle, f_middle
    return exp(low / 2)


LISTED: Final = 100
"""Maximum number of players listed."""
LISTED_MS: Final = 7 * 86_400_000
"""Maximum time since the last match for the list of the present season (ms)."""
HISTORY: Final = 50
"""Maximum number of matches in a player's history."""
_PERIOD_MS: Final = 7 * 86_400_000

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

    def match_of(self, account: str) -> str:
        """Return the id of one of the matches of a player, or an empty text."""
        found = self._database.column(
            "SELECT match FROM results WHERE account = :account LIMIT 1", {"account": account}
        )
        return str(found[0]) if found else ""

    def forget_result(self, match: str, account: str) -> None:
        """Delete the result of a player who deletes the account."""
        forget = "DELETE FROM results WHERE match = :match AND account = :account"
        self._database.change(forget, {"match": match, "account": account})

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
