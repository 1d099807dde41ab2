"""Animations on game time: what they show at what age, and when they are over."""

from collections.abc import Iterable
from itertools import pairwise

import pytest
from rich.cells import cell_len

from piecement.render.effects import Effects
from piecement.render.skins.animation import EffectCell, FieldSnapshot, Layer
from piecement.render.skins.line_clears import LINE_CLEARS
from piecement.render.skins.look import Look
from piecement.render.skins.palettes import WHITE
from piecement.render.skins.piece_effects import HARD_DROPS, LOCKS
from piecement.render.skins.skins import SKINS
from piecement_engine.board.pieces import TETROMINOES, Piece
from piecement_engine.events import Event, HardDropped, LinesCleared, PieceLocked, RowsRaised
from tests.sampling import together

MS = 1_000_000
START_NS = 5_000 * MS
STAGE = FieldSnapshot(10, 20, ((1,) * 10, (2,) * 10, (3, 0) * 5))
O_LANDED = Piece(TETROMINOES["O"], 0, 4, 0)
DROPPED = HardDropped(START_NS, O_LANDED._replace(y=18), O_LANDED)
LOCKED = PieceLocked(START_NS, O_LANDED)
CLEARED = LinesCleared(START_NS, (1, 0), 200 * MS)


def effects_of(look: Look, *events: Event) -> Effects:
    """Return effects that were told of these events."""
    effects = Effects()
    effects.on_events(events, STAGE, look)
    return effects


def spots_at(effects: Effects, age_ms: float) -> list[EffectCell]:
    """Return all spots at an age in ms."""
    return [spot for _, spots in effects.at(START_NS + int(age_ms * MS)) for spot in spots]


def row_text(spots: Iterable[EffectCell], y: int) -> str:
    """Return the glyphs of a row, side by side."""
    return "".join(spot.glyph for spot in sorted(spots) if spot.y == y)


@together(
    ("age_ms", "glyph"),
    [(0, "██"), (49, "██"), (50, "▓▓"), (75, "▒▒"), (100, "░░"), (125, "▒▒"), (150, "▓▓"), (174, "▓▓")],
)
def test_the_unicode_skin_flashes_a_locked_piece_in_white(age_ms: int, glyph: str) -> None:
    spots = spots_at(effects_of(Look(), LOCKED), age_ms)

    assert set(spots) == {EffectCell(x, y, glyph, WHITE) for x, y in O_LANDED.cells}


@pytest.mark.parametrize(
    ("skin", "glyphs"), [("ascii", ["()", "()", "{}", "{}", "<>", "<>"]), ("electronika_60", ["▮▮"] * 6)]
)
def test_the_other_skins_flash_in_their_own_glyphs(skin: str, glyphs: list[str]) -> None:
    effects = effects_of(Look(skin=skin), LOCKED)

    assert [spots_at(effects, age)[0].glyph for age in (0, 50, 75, 100, 125, 150)] == glyphs


@together(
    ("look", "events", "age_ms"),
    [
        (Look(), [LOCKED], 175),
        (Look(line_clear="none"), [LOCKED, LinesCleared(START_NS, (0,), 20 * MS)], 20),  # the rows below it go
        (Look(), [LOCKED, RowsRaised(START_NS + 30 * MS, 1)], 30),  # rows come in from below
        (Look(), [DROPPED], 240),
        (Look(skin="electronika_60"), [DROPPED], 0),
    ],
)
def test_a_lock_flash_and_a_trail_are_over(look: Look, events: list[Event], age_ms: int) -> None:
    assert spots_at(effects_of(look, *events), age_ms) == []


@together("frame", range(10))
def test_skins_of_the_seed_clear_a_row_in_ten_frames(frame: int) -> None:
    rows = {
        "unicode": " " * frame + "█" * (20 - 2 * frame) + " " * frame,
        "ascii": (" " if frame in {2, 3, 6, 7} else "$") * 20,
        "electronika_60": "  " * frame + "▮▮" * (10 - frame),
    }
    for skin, row in rows.items():
        spots = spots_at(effects_of(Look(skin=skin), CLEARED), 20 * frame)

        assert [row_text(spots, y) for y in (0, 1)] == [row, row], skin


@together("name", [name for name in LINE_CLEARS if name != "none"])
def test_rows_that_leave_at_once_are_not_covered(name: str) -> None:
    effects = effects_of(Look(line_clear=name), LinesCleared(START_NS, (0,), 0))

    assert all(layer is Layer.UNDER for layer, _ in effects.at(START_NS))


SEED_TRAIL = ["@@", "$$", "##", "%%", "**", "++", "~~", ".."]
SEED_STAGES_MS = (50, 70, 90, 110, 130, 150, 180, 240)


@together("skin", ["unicode", "ascii"])
@together(("stage", "age_ms"), list(enumerate((0, *SEED_STAGES_MS[:-1]))))
def test_the_trail_of_a_hard_drop_wears_off_with_height_and_age(skin: str, stage: int, age_ms: int) -> None:
    spots = spots_at(effects_of(Look(skin=skin), DROPPED), age_ms)
    above_the_upper_cell = {spot.y - 1: spot.glyph for spot in spots if spot.x == 4 and spot.y >= 1}

    for height, glyph in above_the_upper_cell.items():
        # The cell below leaves a trail as well; what was put down last is seen.
        assert glyph in {SEED_TRAIL[height // 2 + stage], SEED_TRAIL[min(7, (height + 1) // 2 + stage)]}
    assert max(above_the_upper_cell) == 15 - 2 * stage


def test_the_trail_is_never_higher_than_the_skyline() -> None:
    landed = O_LANDED._replace(y=16)
    effects = effects_of(Look(), HardDropped(START_NS, landed, landed))

    assert max(spot.y for spot in spots_at(effects, 0)) == 19


ALL_LOOKS = [
    *(Look(hard_drop=name) for name in HARD_DROPS),
    *(Look(lock=name) for name in LOCKS),
    *(Look(line_clear=name) for name in LINE_CLEARS),
    *(Look(skin=name) for name in SKINS),
]


@together("look", ALL_LOOKS)
def test_every_effect_stays_in_the_field_and_comes_to_an_end(look: Look) -> None:
    effects = effects_of(look, DROPPED, LOCKED, CLEARED)

    for age_ms in range(0, 1100, 7):
        for spot in spots_at(effects, age_ms):
            assert 0 <= spot.x < STAGE.width
            assert 0 <= spot.y <= STAGE.height
            assert cell_len(spot.glyph) == 2
    assert not effects.playing


@pytest.mark.parametrize(
    "look", ALL_LOOKS[::3], ids=lambda look: f"{look.skin}-{look.hard_drop}-{look.lock}-{look.line_clear}"
)
def test_pictures_do_not_depend_on_the_frame_rate(look: Look) -> None:
    often, once = (effects_of(look, DROPPED, LOCKED, CLEARED) for _ in range(2))
    for age_ms in range(100):
        spots_at(often, age_ms)

    assert spots_at(often, 100) == spots_at(once, 100)


@pytest.mark.parametrize(
    ("name", "ages_ms", "covered"),
    [
        ("vanish at half", (0, 99, 100, 199), [0, 0, 10, 10]),
        ("vanish at once", (0, 199), [10, 10]),
        ("left to right", (0, 100, 199), [0, 5, 10]),
        ("white flash", (0, 199), [10, 10]),
    ],
)
def test_a_line_clear_covers_more_and_more(name: str, ages_ms: tuple[int, ...], covered: list[int]) -> None:
    effects = effects_of(Look(line_clear=name), LinesCleared(START_NS, (0,), 200 * MS))

    assert [len(spots_at(effects, age)) for age in ages_ms] == covered


@pytest.mark.parametrize(("name", "first", "last"), [("outward", {4, 5}, {0, 9}), ("inward", {0, 9}, {4, 5})])
def test_a_line_clear_goes_its_way(name: str, first: set[int], last: set[int]) -> None:
    effects = effects_of(Look(line_clear=name), LinesCleared(START_NS, (0,), 200 * MS))

    assert {spot.x for spot in spots_at(effects, 30)} == first
    assert set(range(10)) - {spot.x for spot in spots_at(effects, 150)} == last


def test_fire_burns_from_white_to_red_and_leaves_nothing() -> None:
    effects = effects_of(Look(line_clear="burn outward"), LinesCleared(START_NS, (0,), 200 * MS))
    inks = [
        next((spot.ink for spot in spots_at(effects, age) if spot.x == 4 and spot.glyph.strip()), 0)
        for age in range(200)
    ]
    burnt = [ink for ink, following in pairwise(inks) if ink != following and ink]

    assert burnt == [WHITE, 1, 6, 4]
    assert row_text(spots_at(effects, 199), 0) == "  " * 10


PARTICLES = ["pop", "pop more", "confetti", "stardust", "blast", "sparks", "braille sparks", "ascii sparks"]


@together("name", PARTICLES)
def test_the_same_clear_always_flies_the_same(name: str) -> None:
    first, second = (effects_of(Look(line_clear=name), CLEARED) for _ in range(2))

    assert [spots_at(first, age) for age in (10, 50, 150)] == [spots_at(second, age) for age in (10, 50, 150)]


@together("name", PARTICLES)
def test_another_clear_flies_another_way(name: str) -> None:
    now, later = (
        effects_of(Look(line_clear=name), LinesCleared(time_ns, (12, 11), 0)) for time_ns in (START_NS, START_NS + 1)
    )

    assert spots_at(now, 60) != spots_at(later, 60)


def test_particles_have_the_colours_of_the_tiles_that_they_were() -> None:
    spots = spots_at(effects_of(Look(line_clear="pop"), CLEARED), 0)

    assert {(spot.y, spot.ink) for spot in spots if spot.glyph.strip()} == {(0, 1), (1, 2)}


def test_particles_of_tiles_that_are_gone_already_are_white() -> None:
    effects, look = Effects(), Look(line_clear="pop")
    effects.on_events([LinesCleared(START_NS, (0, 1), 0)], FieldSnapshot(10, 20, ((0,) * 10,)), look)

    assert {spot.ink for spot in spots_at(effects, 0)} == {WHITE}


@pytest.mark.parametrize("age_ms", [50, 100, 200, 300])
def test_popped_particles_fall_as_the_formula_says(age_ms: int) -> None:
    t = age_ms / 1000
    middle = 0.5 + 30 * t - 200 * t * t / 2
    spots = spots_at(effects_of(Look(line_clear="pop"), LinesCleared(START_NS, (0,), 0)), age_ms)

    assert spots or middle < 0
    assert all(middle - 5 * t - 1 <= spot.y <= middle + 5 * t for spot in spots)


def test_a_huge_clear_does_not_let_too_many_particles_fly() -> None:
    effects, look = Effects(), Look(line_clear="sparks")
    effects.on_events([LinesCleared(START_NS, tuple(range(50)), 0)], FieldSnapshot(25, 50, ()), look)

    assert len(spots_at(effects, 0)) <= 120
