"""Callouts: what is shown in the field and lit beside it, where, and for how long."""

import pytest
from rich.style import Style

from piecement.render.callouts import Callouts
from piecement.render.feats import FEATS, NO_CALLOUT, Callout, callout_of
from piecement.render.large_type import narrow
from piecement.render.skins.look import FeatPlace, Look
from piecement.render.skins.skins import SKINS
from piecement.session.events import BestBeaten, LeadTaken, MatchEnded
from piecement_engine.board.pieces import TETROMINOES
from piecement_engine.events import Accolade, Announced, Event, LevelReached, Spin
from tests.app.drawn import GHOST, PIECE, Drawing, DrawnGame, text_of
from tests.sampling import together

MS = 1_000_000
START_NS = 60_000 * MS
T_SPIN = Accolade(START_NS, 320, TETROMINOES["T"], Spin.FULL, 2, False, 3, 2)
PERFECT_CLEAR = Accolade(START_NS, 320, TETROMINOES["T"], Spin.FULL, 2, True, 3, 2)
QUAD = Accolade(START_NS, 160, TETROMINOES["I"], Spin.NONE, 4, False, 1, 1)
QUAD_DRAWN = "█▀█ █ █ █▀█ █▀▄"
"""The highest line of the word in large type."""


def shown(look: Look, *events: Event, age_ms: int = 0, size: tuple[int, int] = (80, 24), **of_game: object) -> Drawing:
    """Return a picture some time after events."""
    given = {"piece": None, "ghost": None, **of_game}
    view = DrawnGame(time_ns=START_NS + age_ms * MS, **given)  # type: ignore[arg-type]  # of many types
    return Drawing(view, look, size, events=events)


def inside(picture: Drawing) -> list[str]:
    """Return the text within the walls of the field."""
    field = picture.layout.field
    rows = text_of(picture)[field.y : field.bottom]
    return [row[field.x : field.x + field.width] for row in rows]


def style_of(picture: Drawing, text: str) -> Style:
    """Return the style of a text that the picture has in one piece."""
    rows = (row.build() for row in picture.frame.rows)
    return next(segment.style for row in rows for segment in row if text in segment.text and segment.style)


def line_of(picture: Drawing, text: str) -> int:
    """Return the line of the field with a text, from above; -1 for none."""
    return next((number for number, row in enumerate(inside(picture)) if text in row), -1)


@together(
    ("event", "callout"),
    [
        (QUAD, Callout.of("many_lines", ("Quad",))),
        (T_SPIN, Callout.of("spin", ("T-Spin Double",), ("Back-to-back ×2", "Combo ×3"))),
        (Accolade(0, 10, TETROMINOES["I"], Spin.NONE, 3, False, 2, 0), NO_CALLOUT),
        (Accolade(0, 10, TETROMINOES["I"], Spin.NONE, 1, False, 5, 0), Callout.of("combo", (), ("Combo ×5",), 0)),
        (Accolade(0, 10, TETROMINOES["I"], Spin.NONE, 1, False, 6, 0), Callout.of("combo", (), ("Combo ×6",), 1)),
        (Accolade(0, 10, TETROMINOES["I"], Spin.NONE, 1, False, 20, 0), Callout.of("combo", (), ("Combo ×20",), 2)),
        (Accolade(0, 10, TETROMINOES["I"], Spin.NONE, 2, True, 1, 0), Callout.of("perfect_clear", ("Perfect clear",))),
        (
            Accolade(0, 10, TETROMINOES["I"], Spin.NONE, 4, True, 1, 2),
            Callout.of("perfect_clear", ("Perfect clear",), ("Back-to-back ×2", "Quad")),
        ),
        (LevelReached(0, 7), Callout.of("level", ("Level 7",))),
        (LeadTaken(0), Callout.of("lead", (), ("Ahead of best",))),
        (BestBeaten(0), Callout.of("best_beaten", ("New best",))),
        (MatchEnded(0, won=True), Callout.of("match_won", ("Win",))),
        (Announced(0, "a word"), NO_CALLOUT),
    ],
)
def test_large_clears_spins_streaks_levels_and_a_lead_are_feats(event: Event, callout: Callout) -> None:
    assert callout_of(event) == callout


def by_weight(time_ns: int) -> list[Event]:
    """Return feats of a moment from the greatest to the least."""
    return [
        Accolade(time_ns, 10, TETROMINOES["I"], Spin.NONE, 2, True, 1, 0),
        Accolade(time_ns, 160, TETROMINOES["I"], Spin.NONE, 4, False, 1, 1),
        Accolade(time_ns, 10, TETROMINOES["L"], Spin.NONE, 1, False, 5, 0),
        LevelReached(time_ns, 7),
    ]


@together("after_ms", [0, 140, 499])
@together(("greater", "lesser"), [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)])
def test_a_lesser_feat_stands_below_a_greater_one(greater: int, lesser: int, after_ms: int) -> None:
    first, second = by_weight(START_NS)[greater], by_weight(START_NS + after_ms * MS)[lesser]
    callouts = Callouts()
    callouts.on_event(first, Look())
    callouts.on_event(second, Look())
    of_first, of_second = callout_of(first), callout_of(second)

    assert (callouts.start_ns, callouts.last.large) == (START_NS, of_first.large)
    assert callouts.last.small == (*of_first.small, *of_second.small, *of_second.large)
    assert callouts.is_shown(START_NS + max(of_first.shown_ns, after_ms * MS + of_second.shown_ns) - 1)


def test_a_greater_feat_stands_above_a_lesser_one_at_once() -> None:
    callouts = Callouts()
    callouts.on_event(LevelReached(START_NS, 7), Look())
    perfect = by_weight(START_NS + MS)[0]
    callouts.on_event(perfect, Look())

    assert callouts.last == callout_of(perfect)._replace(small=("Level 7",))
    assert callouts.start_ns == START_NS + MS


def test_every_feat_is_shown_for_800_ms_at_least() -> None:
    assert min(feat.shown_ns for feat in FEATS.values()) >= 800 * MS


def test_the_streaks_of_a_later_feat_replace_those_before() -> None:
    callouts = Callouts()
    callouts.on_event(T_SPIN, Look())
    callouts.on_event(Accolade(START_NS + 500 * MS, 10, TETROMINOES["I"], Spin.NONE, 1, False, 4, 0), Look())

    assert callouts.last.small == ("Combo ×4",)


@pytest.mark.parametrize("size", [(20, 5), (5, 2), (1, 1)])
def test_a_callout_without_room_is_not_shown(size: tuple[int, int]) -> None:
    assert set("".join(text_of(shown(Look(), QUAD, size=size)))) == {" "}


@together("skin", SKINS)
@together("size", [(80, 24), (120, 40)])
def test_a_callout_stands_in_the_field_in_every_skin(skin: str, size: tuple[int, int]) -> None:
    picture = shown(Look(skin=skin), QUAD, size=size)

    assert any(line_of(picture, drawn) >= 0 for drawn in (QUAD_DRAWN, narrow("QUAD")[0], "QUAD"))


def test_the_message_beside_the_field_is_lit() -> None:
    assert style_of(shown(Look(), QUAD), "+160").reverse
    assert not style_of(shown(Look(), QUAD, age_ms=320), "+160").reverse


@pytest.mark.parametrize("place", [FeatPlace.BESIDE, FeatPlace.NONE])
def test_other_places_leave_the_field_alone(place: FeatPlace) -> None:
    picture = shown(Look(feats=place), QUAD)

    assert line_of(picture, QUAD_DRAWN) == -1
    assert bool(style_of(picture, "+160 Quad").reverse) is (place is FeatPlace.BESIDE)


@pytest.mark.parametrize("palette", ["tetrs", "ansi", "monochrome"])
def test_it_stands_then_fades_and_is_gone(palette: str) -> None:
    look = Look(palette=palette)
    styles = [style_of(shown(look, QUAD, age_ms=age), QUAD_DRAWN) for age in (0, 749, 750, 899)]

    assert styles[0] == styles[1] != styles[2] == styles[3]
    assert line_of(shown(look, QUAD, age_ms=900), QUAD_DRAWN) == -1


def test_with_reduced_motion_it_does_not_fade() -> None:
    styles = {style_of(shown(Look(reduced_motion=True), QUAD, age_ms=age), QUAD_DRAWN) for age in (0, 899)}

    assert len(styles) == 1


def test_no_frame_is_needed_for_it() -> None:
    assert not any(shown(Look(), QUAD, age_ms=age).frame.is_moving for age in (0, 300, 899))


@together("y", range(20))
def test_it_lies_over_no_row_of_the_piece_the_ghost_or_the_stack(y: int) -> None:
    rows = ((1,) * 4 + (0,) * 6,) * 6
    piece = PIECE._replace(y=max(6, y))
    with_words, without = (
        shown(Look(feats=place), QUAD, rows=rows, piece=piece, ghost=GHOST._replace(y=6)) for place in ("full", "none")
    )
    pairs = zip(inside(with_words), inside(without), strict=True)

    assert line_of(with_words, QUAD_DRAWN) >= 0
    assert all(now == was for now, was in pairs if was.strip("║╢╟ "))


def test_it_is_smaller_where_little_is_free() -> None:
    free_rows = [shown(Look(), QUAD, rows=((1,) * 9 + (0,),) * height) for height in (15, 17, 19, 20)]

    assert [line_of(picture, QUAD_DRAWN) >= 0 for picture in free_rows] == [True, False, False, False]
    assert [line_of(picture, "QUAD") >= 0 for picture in free_rows] == [False, True, True, False]


def test_all_feats_of_a_moment_stand_together_in_ascii_too() -> None:
    rows = [row.strip("|-+ ") for row in inside(shown(Look(skin="ascii"), T_SPIN, LevelReached(START_NS, 4)))]

    assert [row for row in rows if row.isupper() or "X" in row] == [
        "T-SPIN DOUBLE",
        "BACK-TO-BACK X2",
        "COMBO X3",
        "LEVEL 4",
    ]


def test_it_is_small_in_a_small_field() -> None:
    picture = shown(Look(), QUAD, T_SPIN, size=(40, 14))

    assert line_of(picture, "T-SPIN") >= 0


@pytest.mark.parametrize("event", [T_SPIN, PERFECT_CLEAR], ids=("spin", "perfect_clear"))
def test_long_names_are_in_narrow_type(event: Accolade) -> None:
    first = "PERFECT" if event.perfect_clear else "T-SPIN"

    assert line_of(shown(Look(), event, rows=()), narrow(first)[0]) >= 0


def test_a_wide_field_has_room_for_larger_words() -> None:
    picture = shown(Look(), T_SPIN, width=16, rows=())

    assert line_of(picture, "▀█▀") >= 0
