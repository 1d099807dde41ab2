"""Glicko-2: strength, deviation and volatility of a player, updated after each match.

See Mark E. Glickman, "Example of the Glicko-2 system", 2022; the names of the steps are his.

>>> after = rated(NEW, [(NEW, 1.0)])
>>> round(after.rating), round(after.deviation), after.is_provisional
(1662, 290, True)
"""

from collections.abc import Sequence
from math import exp, log, pi, sqrt
from typing import Final, NamedTuple

WON: Final = 1.0
DRAWN: Final = 0.5
LOST: Final = 0.0

PROVISIONAL: Final = 110.0
"""Deviation above which a rating is provisional."""
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
    """Return the new volatility (step 5), the root of `f` by the Illinois algorithm."""
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
