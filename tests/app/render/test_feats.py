"""Feats: what flashes in the field and beside it, where, and for how long."""

import pytest
from rich.style import Style

from piecement.render.messages import feat_lines
from piecement.render.skins.look import FeatPlace, Look
from piecement.render.skins.skins import SKINS
from piecement.session.statistics import LeadTaken
from piecement_engine.board.pieces import TETROMINOES
from piecement_engine.events import Accolade, Announced, Event, LevelReached, Spin
from tests.app.drawn import GHOST, PIECE, Drawing, DrawnGame, text_of

MS = 1_000_000
START_NS = 60_000 * MS
T_SPIN = Accolade(START_NS, 320, TETROMINOES["T"], Spin.FULL, 2, False, 3, 2)
QUAD = Accolade(START_NS, 160, TETROMINOES["I"], Spin.NONE, 4, False, 1, 1)


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


@pytest.mark.parametrize(
    ("event", "lines"),
    [
        (QUAD, ("Quadruple",)),
        (T_SPIN, ("T-Spin Double", "Combo ×3 B2B ×2")),
        (Accolade(0, 10, TETROMINOES["I"], Spin.NONE, 1, False, 1, 0), ()),
        (Accolade(0, 10, TETROMINOES["I"], Spin.NONE, 1, False, 2, 0), ("Combo ×2",)),
        (Accolade(0, 10, TETROMINOES["I"], Spin.NONE, 2, True, 1, 0), ("Perfect clear",)),
        (LevelReached(0, 7), ("Level 7",)),
        (LeadTaken(0), ("Record pace",)),
        (Announced(0, "a word"), ()),
    ],
)
def test_feats_are_large_clears_spins_streaks_levels_and_a_lead(event: Event, lines: tuple[str, ...]) -> None:
    assert feat_lines(event) == lines


@pytest.mark.parametrize("size", [(20, 5), (5, 2), (1, 1)])
def test_a_feat_without_room_is_not_shown(size: tuple[int, int]) -> None:
    assert set("".join(text_of(shown(Look(), QUAD, size=size)))) == {" "}


@pytest.mark.parametrize("skin", SKINS)
@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
def test_a_feat_stands_in_the_field_and_beside_it_in_every_skin(skin: str, size: tuple[int, int]) -> None:
    picture = shown(Look(skin=skin), QUAD, size=size)

    assert any("QUADRUPLE" in row for row in inside(picture))
    assert style_of(picture, "+160").reverse


def test_beside_the_field_leaves_the_field_alone() -> None:
    picture = shown(Look(feats=FeatPlace.BESIDE), QUAD)

    assert not any("QUADRUPLE" in row for row in inside(picture))
    assert style_of(picture, "+160 Quadruple").reverse


def test_none_flashes_nowhere() -> None:
    picture = shown(Look(feats=FeatPlace.NONE), QUAD)

    assert not any("QUADRUPLE" in row for row in inside(picture))
    assert not style_of(picture, "+160 Quadruple").reverse


@pytest.mark.parametrize("palette", ["tetrs", "ansi", "monochrome"])
def test_it_blinks_then_stands_then_fades_and_is_gone(palette: str) -> None:
    look = Look(palette=palette)
    ages = {age: shown(look, QUAD, age_ms=age) for age in (0, 80, 160, 500, 1000)}
    styles = {age: style_of(picture, "QUADRUPLE") for age, picture in ages.items()}

    assert styles[0].reverse
    assert styles[160] == styles[0]
    assert not styles[80].reverse
    assert styles[500] == styles[80]
    assert styles[1000] not in {styles[0], styles[80]}
    assert not any("QUADRUPLE" in row for row in inside(shown(look, QUAD, age_ms=1300)))


def test_frames_are_needed_only_while_it_blinks() -> None:
    assert [shown(Look(), QUAD, age_ms=age).frame.is_moving for age in (0, 319, 320, 1299)] == [
        True,
        True,
        False,
        False,
    ]


def test_with_reduced_motion_it_stands_still() -> None:
    still = [shown(Look(reduced_motion=True), QUAD, age_ms=age) for age in (0, 80, 1299)]

    assert len({style_of(picture, "QUADRUPLE") for picture in still}) == 1
    assert not style_of(still[0], "QUADRUPLE").reverse
    assert not any(picture.frame.is_moving for picture in still)


def test_words_never_hide_a_tile() -> None:
    full = ((1,) * 4 + (0,) * 6,) * 20
    pictures = (shown(Look(feats=place), QUAD, rows=full, piece=PIECE, ghost=GHOST) for place in ("full", "none"))
    with_words, without = pictures
    rows = zip(inside(with_words), inside(without), strict=True)

    assert all(now == was for row, old in rows for now, was in zip(row, old, strict=True) if was != " ")


def test_all_feats_of_a_moment_stand_together_in_ascii_too() -> None:
    rows = [row.strip("|-+ ") for row in inside(shown(Look(skin="ascii"), T_SPIN, LevelReached(START_NS, 4)))]

    assert [row for row in rows if row.isupper() or "X" in row] == ["T-SPIN DOUBLE", "COMBO X3 B2B X2", "LEVEL 4"]


def test_words_too_wide_for_a_narrow_field_are_left_out() -> None:
    picture = shown(Look(), QUAD, width=4, rows=())

    assert not any("QUAD" in row for row in inside(picture))
