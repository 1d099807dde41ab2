"""Places of all parts on terminals of all sizes."""

import pytest

from piecement.render.layout import Layout
from piecement.render.layout_planner import layout_for
from piecement.render.skins.look import HUD_PARTS, Look, PanelKind
from piecement.render.skins.skins import HALF, SKINS
from piecement_engine import Rules
from tests.app.drawn import CAPTION, RULES, DrawnGame, assert_apart
from tests.sampling import together

PENTOMINOES = Rules(pieces="5", width=12, height=50, skyline=24, preview_count=4)
WIDE_BOARD = Rules(pieces="6", width=25, height=100, skyline=50, preview_count=6)
SMALL_BOARD = Rules(width=5, height=12, skyline=6)
GAMES = [
    DrawnGame(rules=rules, width=rules.width, skyline=rules.skyline)
    for rules in (RULES, PENTOMINOES, WIDE_BOARD, SMALL_BOARD)
]
SIZES = [
    (width, height)
    for width in (1, 20, 26, 36, 40, 52, 63, 80, 99, 120, 160, 250)
    for height in (1, 12, 22, 24, 40, 48, 90)
]
GAME = DrawnGame()


def layout_of(width: int, height: int, look: Look | None = None, view: DrawnGame = GAME) -> Layout:
    """Return the layout of a game on a terminal."""
    return layout_for(width, height, view, look or Look(), CAPTION)


def parts_of(layout: Layout) -> set[PanelKind]:
    """Return the parts beside the field."""
    return {slot.part for slot in layout.slots}


@pytest.mark.wide
@pytest.mark.parametrize("skin", SKINS)
@pytest.mark.parametrize("view", GAMES, ids=["usual", "pentominoes", "wide", "small"])
def test_nothing_overlaps_or_is_cut_off_on_any_terminal(skin: str, view: DrawnGame) -> None:
    look = Look(skin=skin, pressed_keys=True, show_fps=True)
    for width, height in SIZES:
        layout = layout_of(width, height, look, view)
        if layout.fits:
            assert_apart(layout)


@together("skin", SKINS)
@together("view", GAMES)
def test_the_minimum_is_the_least_size_that_fits(skin: str, view: DrawnGame) -> None:
    look = Look(skin=skin)
    width, height = layout_of(1, 1, look, view).minimum

    assert layout_of(width, height, look, view).fits
    assert not layout_of(width - 1, height, look, view).fits
    assert not layout_of(width, height - 1, look, view).fits


def test_everything_is_shown_at_80_by_24() -> None:
    calm = {PanelKind.SPLITS, PanelKind.MARK, PanelKind.FOOTER}
    on_demand = {PanelKind.PRESSED, PanelKind.FPS, PanelKind.RACE, PanelKind.RIVAL, PanelKind.ATTACK}
    everything = set(PanelKind) - on_demand - calm

    assert parts_of(layout_of(80, 24)) == everything


@together("skin", ["unicode", "ascii", "braille", "contrast", "electronika_60"])
def test_40_by_24_shows_field_next_hold_and_score_plainly(skin: str) -> None:
    layout = layout_of(40, 24, Look(skin=skin))

    assert layout.field.scale == 1
    assert parts_of(layout) >= {PanelKind.NEXT, PanelKind.HOLD, PanelKind.STATS}


@together(
    ("size", "scale"),
    [
        ((30, 12), HALF),
        ((40, 20), HALF),
        ((40, 24), 1),
        ((80, 24), 1),
        ((120, 40), 1),
        ((80, 44), 1),
        ((86, 43), 2),
        ((160, 48), 2),
        ((190, 64), 3),
        ((240, 72), 3),
    ],
)
def test_cells_grow_with_the_terminal(size: tuple[int, int], scale: int) -> None:
    assert layout_of(*size).field.scale == scale


def test_a_roomier_terminal_shows_more_previews_large() -> None:
    large = {
        width: next(slot.previews for slot in layout_of(width, 24).slots if slot.part is PanelKind.NEXT)
        for width in (80, 120)
    }

    assert large == {80: 1, 120: 4}


def test_side_panels_get_wider_with_the_terminal() -> None:
    widths = [sum(slot.width for slot in layout_of(width, 24).slots) for width in (63, 80, 120)]

    assert widths == sorted(set(widths))


def test_the_field_is_in_the_middle_of_80_columns() -> None:
    field = layout_of(80, 24).field

    assert (field.x, field.y, field.width, len(field.lines)) == (29, 1, 22, 22)


def test_board_too_large_is_drawn_in_half_blocks() -> None:
    assert layout_of(80, 30, view=GAMES[2]).field.scale == HALF


def test_a_skin_without_half_blocks_names_its_need() -> None:
    layout = layout_of(80, 30, Look(skin="ascii"), GAMES[2])

    assert not layout.fits
    assert layout.minimum.height == 52


@pytest.mark.parametrize("skin", ["unicode", "half_block", "braille"])
def test_half_blocks_make_do_with_26_by_12(skin: str) -> None:
    assert layout_of(1, 1, Look(skin=skin)).minimum == (26, 12)


def test_the_double_skin_gives_up_side_panels_for_size() -> None:
    assert layout_of(66, 48, Look(skin="double")).field.scale == 2
    assert layout_of(66, 48, Look(skin="unicode")).field.scale == 1


@together("part", sorted(HUD_PARTS))
def test_every_part_can_be_switched_off(part: PanelKind) -> None:
    shown = parts_of(layout_of(120, 40, Look(hud=HUD_PARTS - {part})))

    assert part.value not in {str(each) for each in shown}


def test_hold_next_and_goal_are_left_out_of_games_that_have_none() -> None:
    parts = parts_of(layout_of(80, 24, view=DrawnGame(rules=Rules(hold="off", preview_count=0))))

    assert not parts & {PanelKind.HOLD, PanelKind.NEXT, PanelKind.GOAL}


def test_legend_pressed_keys_and_frame_rate_are_optional() -> None:
    plain = parts_of(layout_of(80, 24, Look(legend=False)))
    busy = parts_of(layout_of(80, 24, Look(pressed_keys=True, show_fps=True)))

    assert not plain & {PanelKind.LEGEND, PanelKind.PRESSED, PanelKind.FPS}
    assert busy >= {PanelKind.LEGEND, PanelKind.PRESSED, PanelKind.FPS}
