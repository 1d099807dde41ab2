"""Timing gives the published delays, to the nanosecond where they are frames."""

from fractions import Fraction
from itertools import product

import pytest

from piecement_engine.rules.timing import GAME_BOY_HZ, MILLISECOND, NES_HZ, SECOND, TIMINGS
from tests.sampling import together

GUIDELINE_MS = (
    *("1000", "793.000", "617.796", "472.729", "355.197", "262.004", "189.677", "134.735", "93.882", "64.152"),
    *("42.976", "28.218", "18.153", "11.439", "7.059", "4.264", "2.520", "1.457", "0.824", "0.455"),
)
"""Published ms a row for levels 1 to 20."""

TETRS_NS = (
    *(1_000_000_000, 793_000_000, 617_796_000, 472_729_139, 355_196_928, 262_003_550, 189_677_245, 134_734_731),
    *(93_882_249, 64_151_585, 42_976_258, 28_217_678, 18_153_329, 11_439_342, 7_058_616, 4_263_557, 2_520_084),
    *(1_457_139, 823_907, 0),
)

TETRO_MS = (
    *("1000", "786.323", "618.125", "485.706", "381.437", "299.315", "234.616", "183.625", "143.419", "111.697"),
    *("86.651", "66.856", "51.193", "38.781", "28.927", "21.084", "14.824", "9.810", "5.775", "2.511", "0"),
)
"""Published ms a row after 0, 10, 20 … 200 lines."""

NES_FRAMES = (
    *((0, 48), (1, 43), (2, 38), (3, 33), (4, 28), (5, 23), (6, 18), (7, 13), (8, 8), (9, 6), (10, 5), (12, 5)),
    *((13, 4), (15, 4), (16, 3), (18, 3), (19, 2), (28, 2), (29, 1), (30, 1), (200, 1)),
)
GAME_BOY_FRAMES = {0: 53, 1: 49, 5: 33, 8: 17, 9: 11, 10: 10, 15: 6, 16: 5, 18: 4, 19: 4, 20: 3, 21: 3}
JAVA_MS = {0: 800, 1: 720, 4: 470, 8: 130, 9: 100, 10: 80, 12: 80, 13: 70, 16: 50, 18: 50, 19: 30, 28: 30, 29: 20}
TETRS_LOCKS_MS = {1: 500, 19: 500, 20: 450, 23: 300, 25: 200, 26: 195, 27: 184, 28: 167, 29: 151, 30: 150, 99: 150}


def ms(delay: int, digits: int = 3) -> Fraction:
    return round(Fraction(delay, MILLISECOND), digits)


@together(("level", "published"), [*enumerate(GUIDELINE_MS, start=1)])
def test_guideline_levels_have_the_published_delays(level: int, published: str) -> None:
    assert ms(TIMINGS["guideline"].fall_delay(level, 0)) == Fraction(published)
    assert TIMINGS["guideline"].lock_delay(level, 0) == 500 * MILLISECOND


@together(("level", "expected"), [*enumerate(TETRS_NS, start=1)])
def test_tetrs_levels_have_the_delays_of_the_seed(level: int, expected: int) -> None:
    assert TIMINGS["tetrs"].fall_delay(level, 0) == expected


@together("level", range(1, 20))
def test_tetrs_and_guideline_agree_to_a_nanosecond_to_level_19(level: int) -> None:
    assert abs(TIMINGS["tetrs"].fall_delay(level, 0) - TIMINGS["guideline"].fall_delay(level, 0)) <= 1


@together(("level", "expected"), TETRS_LOCKS_MS.items())
def test_tetrs_lock_delays_shrink_from_level_20_on(level: int, expected: int) -> None:
    assert TIMINGS["tetrs"].lock_delay(level, 0) == expected * MILLISECOND


@together(
    ("name", "hertz", "level", "frames"),
    [
        *(("nes", NES_HZ, level, frames) for level, frames in NES_FRAMES),
        *(("game_boy", GAME_BOY_HZ, level, frames) for level, frames in GAME_BOY_FRAMES.items()),
        *(("tetro_classic", Fraction(60), level, frames) for level, frames in NES_FRAMES),
        *(("pytetris", Fraction(30), level, frames) for level, frames in enumerate((20, 15, 12, 9, 6, 4, 4), start=1)),
    ],
)
def test_classic_games_fall_and_lock_by_their_frames(name: str, hertz: Fraction, level: int, frames: int) -> None:
    delay = round(frames * SECOND / hertz)

    assert TIMINGS[name].fall_delay(level, 0) == TIMINGS[name].lock_delay(level, 0) == delay


def test_frame_rates_are_those_of_the_consoles() -> None:
    assert TIMINGS["nes"].fall_delay(29, 0) == 16_639_267
    assert TIMINGS["game_boy"].fall_delay(0, 0) == 887_326_302
    assert [TIMINGS["pytetris"].fall_delay(level, 0) // MILLISECOND for level in range(1, 7)] == [
        *(666, 500, 400, 300, 200, 133)
    ]


@together(("tens", "published"), [*enumerate(TETRO_MS)])
def test_tetro_falls_faster_with_every_ten_lines(tens: int, published: str) -> None:
    falls = {TIMINGS["tetro"].fall_delay(1, 10 * tens + ones) for ones in range(10)}

    assert [ms(fall) for fall in falls] == [Fraction(published)]


@together(
    ("lines", "expected"),
    [
        *((0, "1000"), (10, "786.323"), (30, "500"), (190, "500"), (200, "500")),
        *((210, "490"), (219, "490"), (600, "100"), (900, "100")),
    ],
)
def test_tetro_lets_a_piece_rest_less_once_it_falls_at_once(lines: int, expected: str) -> None:
    assert ms(TIMINGS["tetro"].lock_delay(1, lines)) == Fraction(expected)


@together(("lines", "expected"), [(0, 500), (10, 490), (320, 180), (400, 100), (1000, 100)])
def test_tetro_master_falls_at_once_from_the_start(lines: int, expected: int) -> None:
    assert TIMINGS["tetro_master"].fall_delay(1, lines) == 0
    assert TIMINGS["tetro_master"].lock_delay(1, lines) == expected * MILLISECOND


@together(("level", "expected"), JAVA_MS.items())
def test_the_java_seed_falls_by_its_milliseconds(level: int, expected: int) -> None:
    assert TIMINGS["java"].fall_delay(level, 0) == expected * MILLISECOND


@together(
    ("level", "rows_in_256_frames"),
    [(0, 4), (29, 4), (30, 6), (199, 144), (200, 4), (251, 256), (400, 1280), (419, 1280), (450, 768), (499, 768)],
)
def test_tgm1_falls_by_its_gravity(level: int, rows_in_256_frames: int) -> None:
    assert TIMINGS["tgm1"].fall_delay(level, 0) == round(Fraction(256 * SECOND, 60 * rows_in_256_frames))


@pytest.mark.parametrize("level", [500, 999])
def test_tgm1_falls_at_once_from_level_500_on(level: int) -> None:
    assert TIMINGS["tgm1"].fall_delay(level, 0) == 0
    assert TIMINGS["tgm1"].lock_delay(level, 0) == 500 * MILLISECOND


def test_netris_has_one_speed() -> None:
    assert {TIMINGS["netris"].fall_delay(level, lines) for level in (0, 9) for lines in (0, 300)} == {850 * MILLISECOND}


@together("name", TIMINGS)
def test_every_level_and_every_count_of_lines_has_whole_delays(name: str) -> None:
    for level, lines in product([0, 1, 19, 29, 30, 1000], [0, 9, 199, 200, 5000]):
        fall, lock = TIMINGS[name].fall_delay(level, lines), TIMINGS[name].lock_delay(level, lines)

        assert type(fall) is type(lock) is int
        assert 0 <= fall < 2 * SECOND
        assert 0 < lock <= SECOND
