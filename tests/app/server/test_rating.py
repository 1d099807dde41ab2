"""Ratings: the published example, bounds, and what time and seasons do."""

from random import Random

import pytest

from piecement_server.glicko import LOST, NEW, WON, Rating, glicko2, in_new_season, rated, rested


def test_the_published_example() -> None:
    opponents = [(Rating(1400, 30), WON), (Rating(1550, 100), LOST), (Rating(1700, 300), LOST)]
    after = glicko2(Rating(1500, 200, 0.06), opponents)

    assert after.rating == pytest.approx(1464.06, abs=0.01)
    assert after.deviation == pytest.approx(151.52, abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


@pytest.mark.parametrize("shift", [-1400, 900, 1900])
def test_only_differences_of_ratings_count(shift: float) -> None:
    opponents = [(Rating(1400, 30), WON), (Rating(1550, 100), LOST), (Rating(1700, 300), LOST)]
    moved = [(other._replace(rating=other.rating + shift), score) for other, score in opponents]
    plain, after = glicko2(Rating(1500, 200), opponents), glicko2(Rating(1500 + shift, 200), moved)

    assert after.rating - shift == pytest.approx(plain.rating)
    assert after[1:] == pytest.approx(plain[1:])


def test_a_rating_always_stays_within_bounds() -> None:
    random, player = Random(1), NEW
    for _ in range(2000):
        other = Rating(random.uniform(0, 4000), random.uniform(45, 350), random.uniform(0.03, 0.1))
        player = rated(player, [(other, random.choice((WON, LOST)))])

        assert 45 <= player.deviation <= 350
        assert 0.03 <= player.volatility <= 0.1
        assert -2000 < player.rating < 6000


def test_winner_of_half_the_matches_is_known_after_a_while() -> None:
    player, even = NEW, Rating(1500, 60)
    for number in range(30):
        player = rated(player, [(even, float(number % 2))])

    assert abs(player.rating - 1500) < 60
    assert player.deviation < 75
    assert not player.is_provisional


def test_rest_or_a_new_season_makes_a_rating_less_sure() -> None:
    sure = Rating(1800, 60)

    assert 60 < rested(sure, 10).deviation < rested(sure, 100).deviation < rested(sure, 10**9).deviation <= 350
    assert in_new_season(sure) == Rating(1800, 150)
    assert in_new_season(Rating(1800, 200)) == Rating(1800, 200)
