"""Score rules give the published points, and count combos and back-to-backs as they say."""

from collections.abc import Sequence
from itertools import accumulate

import pytest

from piecement_engine import Button, Game, Rules
from piecement_engine.events import Spin
from piecement_engine.rules.scoring import SCORINGS, Award, Lock
from tests.sampling import together

FULL, MINI, NONE = Spin.FULL, Spin.MINI, Spin.NONE

Clear = tuple[int, Spin]
"""Lines and spin of a lock."""


def play(name: str, clears: Sequence[int | Clear], *, level: int = 1, perfect: bool = False) -> list[Award]:
    """Return the awards of one lock after another, from the start of a game."""
    rule = SCORINGS[name]
    awards = [Award(0, 0, 0)]
    for clear in clears:
        lines, spin = clear if isinstance(clear, tuple) else (clear, NONE)
        awards.append(rule.award(Lock(lines, spin, perfect, level, awards[-1].combo, awards[-1].back_to_back)))
    return awards[1:]


def points(name: str, clears: Sequence[int | Clear], *, level: int = 1, perfect: bool = False) -> list[int]:
    return [award.points for award in play(name, clears, level=level, perfect=perfect)]


def after(name: str, combo: int, back_to_back: int, clear: int | Clear, *, perfect: bool = False) -> int:
    """Return the points of a lock when the counts after it are to be these (the seed's way to say it)."""
    lines, spin = clear if isinstance(clear, tuple) else (clear, NONE)
    before = Lock(lines, spin, perfect, 1, combo - 1, max(0, back_to_back - 1))
    award = SCORINGS[name].award(before)
    assert award[1:] == (combo, back_to_back)
    return award.points


@together(
    ("spin", "combo", "back_to_back", "expected"),
    [
        (NONE, 1, 0, [10, 40, 90]),
        (NONE, 2, 0, [40, 90, 160]),
        (NONE, 3, 0, [90, 160, 250]),
        (NONE, 4, 0, [160, 250, 360]),
        (FULL, 1, 1, [40, 160, 360]),
    ],
)
def test_tetrs_gives_the_points_of_its_table(spin: Spin, combo: int, back_to_back: int, expected: list[int]) -> None:
    """For one, two and three lines."""
    assert [after("tetrs", combo, back_to_back, (lines, spin)) for lines in (1, 2, 3)] == expected


def test_tetrs_multiplies_quads_and_perfect_clears() -> None:
    assert [after("tetrs", 1, chain, 4) for chain in (1, 2, 3, 4)] == [160, 320, 480, 640]
    assert after("tetrs", 2, 2, 4) == 500
    assert after("tetrs", 1, 1, 1, perfect=True) == 1000
    assert after("tetrs", 1, 1, (2, FULL), perfect=True) == 16000


def test_tetrs_keeps_back_to_back_through_locks_without_lines() -> None:
    assert points("tetrs", [4, 0, 4, 0, 2, 0, 4]) == [160, 0, 320, 0, 40, 0, 160]


@pytest.mark.parametrize(
    ("clears", "expected"),
    [
        ([1, 2, 3, 4], [1, 4 + 1, 9 + 2, 16 + 3]),
        ([(1, FULL), 0, (2, FULL), 0, (3, MINI)], [4, 0, 16, 0, 36]),
        ([4, 0, 4], [16, 0, 16]),
    ],
)
def test_tetro_squares_the_lines_and_adds_the_combo(clears: Sequence[int | Clear], expected: list[int]) -> None:
    assert points("tetro", clears) == expected


def test_tetro_quadruples_perfect_clears_and_spins() -> None:
    assert points("tetro", [2], perfect=True) == [16]
    assert points("tetro", [(2, FULL)], perfect=True) == [64]


@together(
    ("spin", "expected"),
    [(NONE, [0, 100, 300, 500, 800, 1100]), (MINI, [100, 200, 400]), (FULL, [400, 800, 1200, 1600])],
)
@together("level", [1, 7])
def test_guideline_gives_the_points_of_its_table_for_each_level(spin: Spin, expected: list[int], level: int) -> None:
    """From no line up."""
    found = [points("guideline", [(lines, spin)], level=level) for lines in range(len(expected))]

    assert found == [[level * once] for once in expected]


@together(
    ("clears", "level", "expected"),
    [
        ([4, 0, 4], 1, [800, 0, 1200]),
        ([1, 1], 1, [100, 150]),
        ([2, 2, 2, 2], 1, [300, 350, 400, 450]),
        ([(2, FULL)], 3, [3600]),
        ([(2, FULL), 0, (2, FULL)], 3, [3600, 0, 5400]),
        ([4, 0, (0, FULL), (1, MINI)], 1, [800, 0, 400, 300]),
        ([(0, FULL), 4], 1, [400, 800]),
        ([4, 0, 2, 0, 4], 1, [800, 0, 300, 0, 800]),
        ([4, 4, 4], 2, [1600, 2400 + 100, 2400 + 200]),
    ],
)
def test_guideline_chains_special_clears_and_later_combos(
    clears: Sequence[int | Clear], level: int, expected: list[int]
) -> None:
    assert points("guideline", clears, level=level) == expected


@pytest.mark.parametrize(
    ("lines", "bonus"), [(1, 800), (2, 1200), (3, 1800), (4, 2000)], ids=["single", "double", "triple", "quad"]
)
def test_guideline_adds_a_bonus_for_a_perfect_clear(lines: int, bonus: int) -> None:
    plain, perfect = (points("guideline", [lines], level=2, perfect=cleared)[0] for cleared in (False, True))

    assert perfect - plain == 2 * bonus


def test_guideline_adds_more_for_a_perfect_quad_back_to_back() -> None:
    award = SCORINGS["guideline"].award(Lock(4, NONE, True, 1, 0, 3))

    assert award == Award(1200 + 3200, 1, 4)


def test_guideline_spins_without_lines_keep_the_chain() -> None:
    chains = [award.back_to_back for award in play("guideline", [(0, FULL), 4, (0, MINI), (1, MINI), 3])]

    assert chains == [0, 1, 1, 2, 0]
    assert [award.combo for award in play("guideline", [1, 1, (0, FULL), 1])] == [1, 2, 0, 1]


@together(
    ("lines", "level", "expected"),
    [(0, 5, 0), (1, 0, 40), (2, 0, 100), (3, 0, 300), (4, 0, 1200), (4, 9, 12_000), (1, 29, 1200), (5, 0, 2100)],
)
def test_nes_gives_its_points_for_the_level_plus_one(lines: int, level: int, expected: int) -> None:
    assert points("nes", [lines], level=level) == [expected]


@together(("lines", "expected"), [(0, 0), (1, 10), (2, 30), (3, 60), (4, 100)])
@together("level", [1, 6])
def test_pytetris_gives_its_points_at_every_level(lines: int, expected: int, level: int) -> None:
    assert points("pytetris", [lines], level=level) == [expected]


@pytest.mark.parametrize(
    ("spin", "expected"),
    [
        (NONE, [100, 200, 400, 800, 1600, 3200, 6400, 12_800]),
        (MINI, [100, 200, 400, 800, 1600, 3200, 6400, 12_800]),
        (FULL, [200, 800, 3200, 12_800, 51_200]),
    ],
)
def test_jminos_doubles_by_line_and_counts_spins_twice(spin: Spin, expected: list[int]) -> None:
    assert [points("jminos", [(lines, spin)])[0] for lines in range(1, len(expected) + 1)] == expected


def test_jminos_scores_the_worked_chain() -> None:
    clears: list[int | Clear] = [4, 4, 1, 4, (2, FULL), (1, MINI), 0, 5, (3, FULL), 3, (0, FULL), (1, FULL)]
    earned = points("jminos", clears)

    assert earned == [800, 1600, 100, 800, 1600, 200, 0, 3200, 6400, 400, 0, 400]
    assert list(accumulate(earned))[-1] == 15_500


@pytest.mark.parametrize("arming", [(0, MINI), (0, FULL)])
def test_jminos_doubles_after_a_spin_without_lines(arming: Clear) -> None:
    assert points("jminos", [arming, 0, 4]) == [0, 0, 1600]


def test_jminos_knows_no_level() -> None:
    assert points("jminos", [2], level=15) == [200]


@together(
    ("name", "soft", "hard"),
    [
        ("tetrs", 0, 0),
        ("tetro", 0, 0),
        ("guideline", 1, 2),
        ("nes", 0, 0),
        ("nes_plain", 1, 0),
        ("jminos", 1, 2),
        ("pytetris", 0, 0),
    ],
)
def test_drops_earn_the_rules_points_for_each_row(name: str, soft: int, hard: int) -> None:
    assert (SCORINGS[name].soft_drop_points, SCORINGS[name].hard_drop_points) == (soft, hard)


@together("name", sorted(SCORINGS.keys() - {"tgm1"}))
def test_a_lock_without_lines_ends_a_combo_and_earns_nothing(name: str) -> None:
    awards = play(name, [1, 1, 0])

    assert [award.combo for award in awards] == [1, 2, 0]
    assert awards[-1].points == 0


@together("name", [name for name, rule in SCORINGS.items() if rule.only_clears])
@together("spin", Spin)
@together(("combo", "back_to_back"), [(0, 0), (3, 2)])
def test_clears_only_rule_gives_nothing_without_lines(name: str, spin: Spin, combo: int, back_to_back: int) -> None:
    lock = Lock(lines=0, spin=spin, perfect_clear=False, level=7, combo=combo, back_to_back=back_to_back)

    assert SCORINGS[name].award(lock) == Award(0, 0, back_to_back)


def test_average_bonus_covers_all_clears_and_leaves_drops_out() -> None:
    """Two singles of the guideline: 100, then 100 and 50 for the combo and 800 for the perfect clear."""
    game = Game(Rules(scoring="guideline"), pieces="IIII", board=["####....##"] * 2)
    assert game.view.average_bonus is None
    for second in range(2):
        start_ns = second * 1_000_000_000
        game.update(start_ns, set())
        game.update(start_ns + 1_000_000, {Button.MOVE_RIGHT})
        game.update(start_ns + 2_000_000, {Button.HARD_DROP})
    game.update(3_000_000_000, set())

    assert game.view.lines == 2
    assert game.view.score > 1050
    assert game.view.average_bonus == (100 + 950) / 2
    assert game.copy().view.average_bonus == game.view.average_bonus
