"""The calm HUD: a few figures chosen by the mode, previews at full size, and what is given up for room."""

import re
from dataclasses import replace

import pytest
from rich.cells import cached_cell_len, cell_len

from piecement.render.field_place import Role
from piecement.render.hud_figures import (
    GOAL_FIGURES,
    MATCH_FIGURES,
    RACE_FIGURES,
    SCORE_FIGURES,
    figures_of,
    height_of,
    label_of,
)
from piecement.render.layout import Layout
from piecement.render.layout_planner import layout_for
from piecement.render.skins.look import Look, PanelKind
from piecement.render.skins.skins import HALF, ROOMY, SKINS
from piecement.session.hud import RaceSplit, RaceStanding
from piecement.terminal.clock import SECOND_NS
from piecement_base.language import choose
from piecement_engine import MODES, Rules
from piecement_engine.board.pieces import TETROMINOES
from tests.app.drawn import CAPTION, GHOST, PIECE, RULES, STATS, Drawing, DrawnGame, assert_apart, text_of
from tests.sampling import sampled, together

CALM = Look(skin="modern", palette="modern", hud_style="calm")
HINTS = (("move", "←/→"), ("rotate", "X/Z"), ("pause", "Esc"), ("keys", "?"))
SCORE = CAPTION._replace(
    title="Marathon", figures=SCORE_FIGURES, best="best 143,020", mark="practice", hints=HINTS, legend=()
)
RACE = SCORE._replace(figures=RACE_FIGURES, has_race=True)
MATCH = SCORE._replace(figures=MATCH_FIGURES, has_attack=True, mark="", hints=())
VIEW = DrawnGame(
    rules=replace(RULES, preview_count=5, level_up=True),
    next=tuple(TETROMINOES[name] for name in "ZOIJS"),
    score=12_480,
    lines=24,
    ghost=GHOST._replace(y=1),
)

AT_80 = """\

                     HOLD  ▐                    ▌  NEXT
                     ████  ▐                    ▌  ████
                   ████    ▐                    ▌    ████
                           ▐                    ▌
                           ▐                    ▌  ████
                    LEVEL  ▐                    ▌  ████
                        3  ▐                    ▌
                 ━━━╌╌╌╌╌  ▐                    ▌  ████████
                           ▐        ██          ▌
                    SCORE  ▐      ██████        ▌
                   12,480  ▐                    ▌  ██
                           ▐                    ▌  ██████
                    LINES  ▐                    ▌
                       24  ▐                    ▌    ████
                           ▐                    ▌  ████
                     TIME  ▐                    ▌
                  1:03.45  ▐                    ▌
                           ▐        ▏▕          ▌
                           ▐      ▏    ▕        ▌
                           ▐████  ██████████████▌
                           ▝▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▘

       ←/→ move   X/Z rotate   Esc pause   ? keys   PRACTICE
"""

AT_60 = """\
             HOLD  ▐                    ▌  NEXT
             ████  ▐                    ▌  ████
           ████    ▐                    ▌    ████
                   ▐                    ▌
                   ▐                    ▌  ████
  LEVEL  3         ▐                    ▌  ████
  SCORE  12,480    ▐                    ▌
  LINES  24        ▐                    ▌  ████████
  TIME   1:03.45   ▐        ██          ▌
                   ▐      ██████        ▌
                   ▐                    ▌  ██
                   ▐                    ▌  ██████
                   ▐                    ▌
                   ▐                    ▌    ████
                   ▐                    ▌  ████
                   ▐                    ▌
                   ▐                    ▌
                   ▐        ▏▕          ▌
                   ▐      ▏    ▕        ▌
  PRACTICE         ▐████  ██████████████▌
"""

AT_40 = """\

 ▐                    ▌  HOLD
 ▐                    ▌    ████
 ▐                    ▌  ████
 ▐                    ▌
 ▐                    ▌  NEXT
 ▐                    ▌  ████
 ▐                    ▌    ████
 ▐                    ▌
 ▐        ██          ▌  ████
 ▐      ██████        ▌  ████
 ▐                    ▌
 ▐                    ▌  ████████
 ▐                    ▌
 ▐                    ▌
 ▐                    ▌
 ▐                    ▌  LEVEL  3
 ▐                    ▌  SCORE  12,480
 ▐        ▏▕          ▌  LINES  24
 ▐      ▏    ▕        ▌  TIME   1:03.45
 ▐████  ██████████████▌
 ▝▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▘

  X/Z rotate  Esc pause  ? keys  PRACTICE
"""


def pictured(look: Look, *size: int, caption: object = SCORE, **more: object) -> list[str]:
    """Return the rows of a picture without blanks at their ends."""
    view = replace(VIEW, piece=PIECE._replace(y=10), **more)  # type: ignore[arg-type]  # of many types
    splits = (RaceSplit("10", "0:12.10", "-0.12", ahead=True), RaceSplit("20", "0:24.33", "+0.31"))
    race = RaceStanding("Best at 20 lines", "-0.31", ahead=True), RaceStanding("", "0:48.80")
    stats = STATS._replace(splits=splits, race=race)
    drawing = Drawing(view, look, size, caption, stats=stats)  # type: ignore[arg-type]  # of many types
    return [row.rstrip() for row in text_of(drawing)]


@pytest.mark.parametrize(("size", "picture"), [((80, 24), AT_80), ((60, 20), AT_60), ((40, 24), AT_40)])
def test_a_calm_game_looks_like_this(size: tuple[int, int], picture: str) -> None:
    assert [row.strip() for row in pictured(CALM, *size)] == [row.strip() for row in picture.splitlines()]


@pytest.mark.parametrize("language", ["de", "zh_CN"])
def test_figures_line_up_in_a_language_chosen_later(language: str) -> None:
    drawing = Drawing(VIEW, CALM, (60, 20), SCORE, stats=STATS)
    choose(language)
    try:
        drawing.show(caption=SCORE._replace(language=language))
        labels, rows = [label_of(figure).upper() for figure in SCORE_FIGURES], text_of(drawing)
    finally:
        choose("en")
    starts = [re.search(rf"^ *{label} +(?=\d)", row) for label in labels for row in rows if label in row]

    assert len(starts) == len(labels)
    assert len({cell_len(start[0]) for start in starts if start}) == 1


def layout_of(size: tuple[int, int], caption: object = SCORE, look: Look = CALM) -> Layout:
    return layout_for(*size, VIEW, look, caption)  # type: ignore[arg-type]  # of many types


@together(
    ("size", "scale", "is_bare"),
    [
        ((120, 40), ROOMY, False),
        ((110, 34), ROOMY, False),
        ((80, 24), 1, False),
        ((60, 21), 1, True),
        ((60, 20), 1, True),
        ((59, 19), HALF, False),
        ((30, 10), HALF, True),
        ((160, 48), 2, False),
    ],
)
def test_cells_are_as_large_as_the_room(size: tuple[int, int], scale: float, is_bare: bool) -> None:
    field = layout_of(size).field

    assert field.scale == scale
    assert all(line.role is Role.INSIDE for line in field.lines) == is_bare


def test_two_boards_fit_side_by_side_at_120_by_40() -> None:
    layout = layout_of((60, 40), MATCH)

    assert layout.field.scale == ROOMY
    assert {slot.part for slot in layout.slots} >= {PanelKind.HOLD, PanelKind.NEXT, PanelKind.STATS}


@together(("size", "count"), [((80, 24), 5), ((60, 20), 5), ((40, 24), 3), ((30, 20), 3), ((30, 10), 2)])
def test_previews_that_do_not_fit_are_left_out(size: tuple[int, int], count: int) -> None:
    caption = MATCH if size[0] == 30 and size[1] == 20 else SCORE
    queue = next(slot for slot in layout_of(size, caption).slots if slot.part is PanelKind.NEXT)

    assert queue.previews == count


@pytest.mark.parametrize("hud", ["calm", "full"])
def test_large_previews_can_be_limited(hud: str) -> None:
    """The others are small, below them."""
    look = CALM._replace(hud_style=hud, skin="unicode", large_previews=2)
    rows = pictured(look, 130, 40)
    queue = next(slot for slot in layout_of((130, 40), look=look).slots if slot.part is PanelKind.NEXT)
    beside = "\n".join(row[queue.x :] for row in rows)

    assert queue.previews == 2
    assert beside.count("▀") + beside.count("▄") > 2
    assert "▄" not in "\n".join(row[queue.x :] for row in pictured(look._replace(large_previews=5), 130, 40))


@pytest.mark.parametrize("size", [(80, 24), (60, 20), (40, 24)])
def test_small_previews_leave_room_for_all(size: tuple[int, int]) -> None:
    rows = pictured(CALM._replace(large_previews=1, skin="unicode"), *size)

    assert {"▄▄▄▄", "█▄▄"} <= {row.split()[-1] for row in rows if row}


@together("hold", ["once", "off"])
@together("skin", SKINS)
def test_nothing_overlaps_at_any_size(skin: str, hold: str) -> None:
    look = Look(skin=skin, hud_style="normal", pressed_keys=True, show_fps=True)
    view = replace(VIEW, rules=replace(VIEW.rules, hold=hold))
    small = [(20, 5), (30, 10), (30, 20), (40, 14), (40, 24), (60, 20)]
    for width, height in [*small, (63, 31), (80, 24), (120, 20), (120, 40)]:
        assert_apart(layout_for(width, height, view, look, MATCH if width == 30 else RACE))


@pytest.mark.parametrize(
    ("skin", "skyline", "pieces"), sampled(["modern", "ascii", "half_block"], [4, 6, 8, 12], ["tetrominoes", "7"])
)
def test_parts_beside_a_low_field_lie_apart_and_within(skin: str, skyline: int, pieces: str) -> None:
    rules = replace(RULES, skyline=skyline, pieces=pieces, preview_count=5)
    view = DrawnGame(rules=rules, skyline=skyline)
    for width in range(40, 200, 9):
        for height in range(4, 30):
            assert_apart(layout_for(width, height, view, CALM._replace(skin=skin), SCORE))


@together("skin", SKINS)
def test_the_minimum_is_the_least_size_for_a_calm_game(skin: str) -> None:
    look = Look(skin=skin, hud_style="calm")
    width, height = layout_of((1, 1), look=look).minimum

    assert layout_of((width, height), look=look).fits
    assert not layout_of((width - 1, height), look=look).fits
    assert not layout_of((width, height - 1), look=look).fits


@together("skin", SKINS)
@together("size", [(80, 24), (120, 40), (60, 20), (40, 14)])
def test_every_row_of_a_calm_game_is_whole(skin: str, size: tuple[int, int]) -> None:
    drawing = Drawing(VIEW, Look(skin=skin, hud_style="normal"), size, RACE, stats=STATS)

    assert {cell_len(row) for row in text_of(drawing)} == {size[0]}


def test_a_calm_game_in_ascii_has_nothing_else() -> None:
    text = "".join(pictured(Look(skin="ascii", hud_style="calm"), 80, 24))

    assert text.isascii()
    assert "?" not in text.replace("? keys", "")
    assert "===-----" in text


@together(
    ("mode", "figures"),
    [
        ("marathon", SCORE_FIGURES),
        ("time_trial", SCORE_FIGURES),
        ("40_lines", RACE_FIGURES),
        ("cheese", ("left", "placed", "pace", "pps")),
        ("survival", ("left", "rising", "time")),
        ("puzzle", ("stage", "queued", "time")),
        ("zen", ("lines", "time")),
    ],
)
def test_the_mode_chooses_the_figures(mode: str, figures: tuple[str, ...]) -> None:
    assert figures_of(MODES[mode], MODES[mode].rules) == figures


def test_a_goal_that_the_player_chose_comes_first() -> None:
    custom = MODES["custom"]

    figures = {goal: figures_of(custom, custom.rules_with({}, {goal: 20})) for goal in ("pieces", "lines", "time")}

    assert figures == {"pieces": GOAL_FIGURES, "lines": GOAL_FIGURES, "time": SCORE_FIGURES}


@together("mode", MODES)
def test_no_mode_has_more_than_five_figures(mode: str) -> None:
    figures = figures_of(MODES[mode], MODES[mode].rules)

    assert 2 <= len(figures) <= 5
    assert sum(height_of(figure) + 1 for figure in figures) <= 15


def test_figures_of_a_long_game_fill_no_cache() -> None:
    view = replace(VIEW)
    drawing = Drawing(view, CALM, (80, 24), SCORE, stats=STATS)
    before = cached_cell_len.cache_info().currsize
    for second in range(60):
        view.time_ns += SECOND_NS
        view.score += second
        drawing.show()

    assert cached_cell_len.cache_info().currsize == before


def test_a_race_shows_pace_with_its_sign() -> None:
    text = "\n".join(pictured(CALM, 80, 24, caption=RACE))

    assert all(word in text for word in ("LINES LEFT", "PACE", "-0.31", "0:48.80", "PPS"))
    assert "▌  10  0:12.10  -0.12" in text
    assert "▌  20  0:24.33  +0.31" in text


def test_a_time_limit_counts_down() -> None:
    rules = MODES["time_trial"].rules
    rows = pictured(CALM, 80, 24, rules=rules)

    assert any("TIME LEFT" in row for row in rows)
    assert any("1:56.54" in row for row in rows)


def test_normal_adds_keys_per_piece_and_finesse() -> None:
    rows = pictured(CALM._replace(hud_style="normal"), 120, 40)
    text = "\n".join(rows)

    assert "KEYS/PIECE" in text
    assert "FINESSE" in text
    assert "KEYS/PIECE" not in "\n".join(pictured(CALM, 120, 40))


def test_a_wide_terminal_has_the_mode_at_the_top_left() -> None:
    rows = pictured(CALM, 120, 40)
    top = next(i for i, row in enumerate(rows) if "HOLD" in row)

    assert [row[2:16].strip() for row in rows[top : top + 3]] == ["MARATHON", "best 143,020", "PRACTICE"]
    assert "PRACTICE" not in rows[-1]


def test_without_hold_there_is_no_label_of_it() -> None:
    assert not any("HOLD" in row for row in pictured(CALM, 80, 24, rules=Rules(hold="off"), hold=None))


@pytest.mark.parametrize("mark", ["", "practice", "unranked"])
def test_the_footer_in_ascii_keeps_all_keys_at_80_columns(mark: str) -> None:
    keys = ("Left/Right", "move"), ("Z/X/A", "rotate"), ("Down/Space", "drop"), ("C", "hold"), ("Esc", "pause")
    hints = tuple((does, key) for key, does in (*keys, ("?", "keys")))
    footer = pictured(Look(skin="ascii", hud_style="calm"), 80, 24, caption=SCORE._replace(hints=hints, mark=mark))[-1]

    assert " ".join(footer.split()) == " ".join((*(f"{key} {does}" for does, key in hints), mark.upper())).strip()


def test_the_footer_keeps_its_last_keys() -> None:
    assert pictured(CALM, 30, 24, caption=SCORE._replace(mark=""))[-1].strip() == "X/Z rotate  Esc pause  ? keys"


def test_the_bar_of_the_goal_has_a_mark_of_the_best_game() -> None:
    rows = text_of(Drawing(DrawnGame(lines=20), CALM, caption=RACE, stats=STATS._replace(best_part=0.7)))

    assert any("━━━━╌│╌╌" in row for row in rows)
