"""Randomizers keep the odds that are published for them, and their copies go on alone."""

from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import groupby, pairwise
from math import factorial, isclose, sqrt
from statistics import variance

import pytest

from piecement_engine.board.pieces import TETROMINOES, shape
from piecement_engine.errors import PiecesExhaustedError
from piecement_engine.rng import Rng
from piecement_engine.rules.randomizers import (
    RANDOMIZERS,
    Bag,
    Balance,
    Fixed,
    Pool,
    RandomizerOptions,
    Recency,
    RecencyWithRepeats,
    _powers,
)
from tests.sampling import together

SHAPES = tuple(TETROMINOES.values())
I3 = shape("I3", 30_000, ((0, 0), (1, 0), (2, 0)))


def draws(name: str, count: int, *, seed: int = 2024, **options: float) -> list[str]:
    """Return the names of the first shapes that a registered randomizer draws."""
    randomizer = RANDOMIZERS[name](SHAPES, RandomizerOptions(**options))  # type: ignore[arg-type]  # ints stay ints
    rng = Rng(seed)
    return [randomizer.draw(rng).name for _ in range(count)]


def repeats(drawn: Sequence[str]) -> int:
    return sum(a == b for a, b in pairwise(drawn))


def within(hits: int, tries: int, probability: float, sigmas: float = 4.5) -> bool:
    """Return True if a number of hits is likely enough by chance."""
    return abs(hits - tries * probability) <= sigmas * sqrt(tries * probability * (1 - probability))


@pytest.mark.parametrize("name", RANDOMIZERS)
def test_every_shape_comes_as_often_in_the_long_run(name: str) -> None:
    counts = Counter(draws(name, 14_000))

    assert all(within(counts[letter], 14_000, 1 / 7) for letter in "OISZTLJ")


@together("name", RANDOMIZERS)
def test_a_seed_fixes_the_sequence(name: str) -> None:
    assert draws(name, 200, seed=5) == draws(name, 200, seed=5) != draws(name, 200, seed=6)


@pytest.mark.parametrize(
    ("name", "probability"),
    [("uniform", 1 / 7), ("bag", 1 / 49), ("rank_bag", 1 / 49), ("reroll", 1 / 49), ("nes", 1 / 28)],
)
def test_a_shape_repeats_as_often_as_published(name: str, probability: float) -> None:
    assert within(repeats(draws(name, 40_000)), 39_999, probability)


def test_each_reroll_makes_a_repeat_seven_times_as_rare() -> None:
    assert repeats(draws("reroll", 5_000, rerolls=0)) > 600
    assert within(repeats(draws("reroll", 40_000, rerolls=2)), 39_999, 1 / 343)


@pytest.mark.parametrize(("name", "odds"), [("reroll", 8 / 49), ("nes", 9 / 56)])
def test_a_rerolled_shape_is_any_other_as_likely(name: str, odds: float) -> None:
    followers = Counter(b for a, b in pairwise(draws(name, 40_000)) if a == "T")
    total = followers.total()

    assert all(within(followers[letter], total, odds) for letter in "OISZLJ")


def test_every_bag_holds_every_shape_once() -> None:
    drawn = draws("bag", 7 * 300)
    bags = {tuple(drawn[i : i + 7]) for i in range(0, len(drawn), 7)}

    assert all(len(set(bag)) == 7 for bag in bags)
    assert len(bags) > 250


def test_the_orders_of_a_bag_are_all_as_likely() -> None:
    randomizer = Bag(SHAPES[:4])
    rng = Rng(3)
    orders = Counter(tuple(randomizer.draw(rng).name for _ in range(4)) for _ in range(12_000))

    assert len(orders) == factorial(4)
    assert all(within(count, 12_000, 1 / 24) for count in orders.values())


def test_bag_keeps_published_distances_of_equal_pieces() -> None:
    drawn = draws("bag", 7 * 12_000)
    places = [i for i, name in enumerate(drawn) if name == "I"]
    others = Counter(b - a - 1 for a, b in pairwise(places))
    total = others.total()

    assert max(others) == 12
    for between, share in enumerate((1, 2, 3, 4, 5, 6, 7, 6, 5, 4, 3, 2, 1)):
        assert within(others[between], total, share / 49), between


def test_a_bag_deals_at_most_four_s_and_z_and_two_alike_in_a_row() -> None:
    drawn = draws("bag", 7 * 12_000)
    snakes = [len(list(run)) for is_snake, run in groupby(drawn, key="SZ".__contains__) if is_snake]
    alike = [len(list(run)) for _, run in groupby(drawn)]

    assert max(snakes) == 4
    assert max(alike) == 2
    assert within(snakes.count(4), 12_000, 1 / 441)


@pytest.mark.parametrize("copies", [2, 3])
def test_bag_with_copies_is_dealt_out_by_copies_left(copies: int) -> None:
    drawn = draws("bag", 7 * copies * 2_000, bag_copies=copies)
    bags = [drawn[i : i + 7 * copies] for i in range(0, len(drawn), 7 * copies)]
    repeated_at_once = sum(bag[0] == bag[1] for bag in bags)

    assert all(set(Counter(bag).values()) == {copies} for bag in bags)
    assert within(repeated_at_once, len(bags), (copies - 1) / (7 * copies - 1))


def test_rank_bag_gives_ranks_equal_shares_and_own_bags() -> None:
    shapes = (*SHAPES, I3)
    randomizer = RANDOMIZERS["rank_bag"](shapes, RandomizerOptions())
    rng = Rng(11)
    drawn = [randomizer.draw(rng) for _ in range(7_000)]
    tetrominoes = [drawn_shape for drawn_shape in drawn if drawn_shape is not I3]

    assert within(len(tetrominoes), 7_000, 1 / 2)
    assert all(len(set(tetrominoes[i : i + 7])) == 7 for i in range(0, len(tetrominoes) - 7, 7))


@pytest.mark.parametrize(("randomizer", "odds"), [(RecencyWithRepeats, 0.02862), (Balance, 0.05777)])
def test_second_draws_repeat_as_rarely_as_published(
    randomizer: type[RecencyWithRepeats | Balance], odds: float
) -> None:
    hits = 0
    for seed in range(8_000):
        dealt, rng = randomizer(SHAPES), Rng(seed)
        hits += dealt.draw(rng) is dealt.draw(rng)

    assert within(hits, 8_000, odds)


@cache
def ages_after_each_once(name: str) -> list[int]:
    """Return, where each shape had come once in the last seven draws, how many draws ago the next one had come."""
    drawn = draws(name, 60_000)
    sevens = ((drawn[index - 7 : index], drawn[index]) for index in range(7, len(drawn)))
    return [7 - seven.index(shape) for seven, shape in sevens if len(set(seven)) == 7]


def test_recency_weighs_ages_1_to_7_as_published() -> None:
    ages = ages_after_each_once("recency_with_repeats")

    assert within(ages.count(7), len(ages), 0.3953)
    assert within(ages.count(1), len(ages), 0.00305)


def test_recency_with_repeats_draws_the_first_piece_uniformly() -> None:
    first = Counter(RecencyWithRepeats(SHAPES).draw(Rng(seed)).name for seed in range(7_000))

    assert all(within(first[letter], 7_000, 1 / 7) for letter in "OISZTLJ")


def gaps(drawn: Sequence[str]) -> list[int]:
    """Return the number of draws between each shape and the same one before it; 1 is a repeat."""
    last: dict[str, int] = {}
    found: list[int] = []
    for index, name in enumerate(drawn):
        if name in last:
            found.append(index - last[name])
        last[name] = index
    return found


RECENCY_GAPS = {2: 0.0039, 3: 0.0222, 4: 0.0605, 5: 0.1197, 6: 0.1858, 7: 0.2276, 8: 0.1818, 9: 0.11, 10: 0.0552}
"""How often each gap was seen in the compiled tetrs v0.2.0."""


def test_recency_has_the_gaps_of_the_compiled_tetrs() -> None:
    """No shape comes twice in a row, and 0.30 % of all gaps are longer than 12."""
    found = gaps(draws("recency", 60_000))

    assert min(found) == 2
    assert within(sum(gap > 12 for gap in found), len(found), 0.00301)
    assert all(within(found.count(gap), len(found), odds) for gap, odds in RECENCY_GAPS.items())


def test_recency_starts_with_the_ages_0_to_6_in_any_order() -> None:
    """So the first draw is uniform over the seeds, and the second one never repeats it."""
    firsts: Counter[str] = Counter()
    for seed in range(7_000):
        randomizer, rng = Recency(SHAPES), Rng(seed)
        first = randomizer.draw(rng)
        firsts[first.name] += 1
        assert min(randomizer._ages) == 0
        assert len(set(randomizer._ages)) == 7
        assert randomizer.draw(rng) is not first

    assert all(within(firsts[letter], 7_000, 1 / 7) for letter in "OISZTLJ")


@pytest.mark.wide
@pytest.mark.parametrize(
    ("age", "odds"), list(enumerate([0.0, 0.005042, 0.028523, 0.078599, 0.161348, 0.281864, 0.444624]))
)
def test_recency_weighs_the_ages_0_to_6_as_tetrs_does(age: int, odds: float) -> None:
    ages = ages_after_each_once("recency")

    assert within(ages.count(age + 1), len(ages), odds)


def test_recency_with_repeats_has_its_own_droughts() -> None:
    drawn = draws("recency_with_repeats", 60_000)

    assert within(repeats(drawn), 60_000, 0.0023, sigmas=6)
    assert 0.006 < sum(gap > 12 for gap in gaps(drawn)) / 60_000 < 0.0095


@pytest.mark.parametrize("name", ["recency", "recency_with_repeats"])
def test_recency_with_exponent_0_is_uniform(name: str) -> None:
    assert within(repeats(draws(name, 20_000, recency_exponent=0.0)), 19_999, 1 / 7)


@together("exponent", [0.0, 0.5, 1.0, 1.3, 2.5, 3.14, 7.0])
@together("base", [1, 2, 7, 40])
def test_powers_are_as_exact_as_their_exponent(base: int, exponent: float) -> None:
    assert isclose(_powers(exponent)[base], base**exponent, rel_tol=0.002)


def test_the_default_power_is_exact() -> None:
    assert [_powers(2.5)[age] for age in (1, 4, 9, 16)] == [1.0, 32.0, 243.0, 1024.0]


def test_balance_keeps_the_counts_close_together() -> None:
    counts = Counter(draws("balance", 7_000))

    assert max(counts.values()) - min(counts.values()) < 15


@pytest.mark.parametrize(("name", "tries"), [("tgm1", 4), ("tgm2", 6)])
def test_history_avoids_the_last_four_as_often_as_published(name: str, tries: int) -> None:
    drawn = draws(name, 30_000)
    windows = [drawn[i : i + 5] for i in range(len(drawn) - 4)]
    after_four_different = [window[4] in window[:4] for window in windows if len(set(window[:4])) == 4]

    assert within(sum(after_four_different), len(after_four_different), (4 / 7) ** tries)


@pytest.mark.parametrize("name", ["tgm1", "tgm2", "tgm3"])
def test_history_begins_with_none_of_s_z_and_o(name: str) -> None:
    first = Counter(draws(name, 1, seed=seed)[0] for seed in range(4_000))

    assert set(first) == set("ITLJ")
    assert all(within(count, 4_000, 1 / 4) for count in first.values())


@pytest.mark.parametrize(("name", "recent", "tries"), [("tgm1", "ZZZ", 4), ("tgm2", "ZSS", 6)])
def test_starting_history_keeps_snakes_off_the_second_piece(name: str, recent: str, tries: int) -> None:
    pairs = [draws(name, 2, seed=seed) for seed in range(6_000)]
    known = sum(second in {first, *recent} for first, second in pairs)

    assert within(known, 6_000, ((len(set(recent)) + 1) / 7) ** tries)


@pytest.mark.parametrize("name", ["tgm2", "tgm3"])
def test_history_with_a_single_shape_still_deals_it(name: str) -> None:
    randomizer = RANDOMIZERS[name]((TETROMINOES["O"],), RandomizerOptions())
    rng = Rng(1)

    assert [randomizer.draw(rng).name for _ in range(5)] == ["O"] * 5


class Rolls(Rng):
    """A chance that rolls what it is told to."""

    def __init__(self, rolls: Sequence[int]) -> None:
        super().__init__(0)
        self.left = list(rolls)

    def below(self, count: int) -> int:
        return self.left.pop(0)


FIRST_I = (0,)
EACH_ONCE = (0, 5, 6, 4, 2, 1, 3)


def drawn_from_a_pool(*rolls: int) -> tuple[str, dict[int, str]]:
    """Return the last shape of a game with these rolls, and the places of the pool that its draw changed."""
    randomizer, rng = Pool(SHAPES), Rolls(rolls)
    before, drawn = list(randomizer._pool), randomizer.draw(rng)
    while rng.left:
        before = list(randomizer._pool)
        drawn = randomizer.draw(rng)
    changed = {place: shape.name for place, shape in enumerate(randomizer._pool) if shape is not before[place]}
    return drawn.name, changed


@pytest.mark.parametrize(
    ("rolls", "drawn", "changed"),
    [
        (FIRST_I, "I", {}),
        ((*FIRST_I, 4), "T", {4: "O"}),
        ((*FIRST_I, 0), "O", {0: "I"}),
        ((*FIRST_I, 9, 1, 4), "T", {9: "O", 1: "O", 4: "O"}),
        ((*FIRST_I, 9, 10, 16, 17, 23, 24), "Z", {9: "O", 10: "O", 16: "O", 17: "O", 23: "O", 24: "O"}),
        ((*FIRST_I, *EACH_ONCE, 7), "O", {7: "L"}),
        ((*FIRST_I, *EACH_ONCE, 11, 7), "O", {11: "O"}),
        ((*FIRST_I, *EACH_ONCE, 11, 12), "L", {11: "O", 12: "O"}),
    ],
    ids=[
        "the first shape leaves the pool alone",
        "a shape gives way to the one longest in coming",
        "so does the longest one itself",
        "and so do those that do not stand",
        "the sixth roll stands whatever it is",
        "all have come",
        "the arcade's slip",
        "no slip with another shape",
    ],
)
def test_draw_refills_the_pool_with_the_longest_missing(
    rolls: tuple[int, ...], drawn: str, changed: dict[int, str]
) -> None:
    assert drawn_from_a_pool(*rolls) == (drawn, changed)


class Sizes(Rng):
    """Knows from how many it has drawn."""

    seen: set[int]

    def below(self, count: int) -> int:
        self.seen = {*getattr(self, "seen", ()), count}
        return super().below(count)


def test_the_pool_stays_as_full_as_it_was() -> None:
    randomizer, rng = Pool(SHAPES), Sizes(8)
    randomizer.draw(Rng(8))  # the first one is none of the pool
    for _ in range(3_000):
        randomizer.draw(rng)

    assert rng.seen == {35}


def test_gaps_between_pool_shapes_vary_as_published() -> None:
    """A published sample of the arcade's sequence has the variance 5.31; TGM 2 has 7.34, a bag of seven 8."""
    found = gaps(draws("tgm3", 60_000))

    assert isclose(variance(found), 5.31, abs_tol=0.15)
    assert max(found) < 25


def test_fixed_sequence_is_dealt_in_order_then_says_used_up() -> None:
    randomizer, rng = Fixed([TETROMINOES[letter] for letter in "TOO"]), Rng(0)

    assert [randomizer.draw(rng).name for _ in range(3)] == ["T", "O", "O"]
    with pytest.raises(PiecesExhaustedError, match="fixed sequence of 3 pieces"):
        randomizer.draw(rng)
