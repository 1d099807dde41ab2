"""Pictures of a game, and the rows of them that change."""

from dataclasses import replace
from itertools import cycle

import pytest
from rich.cells import cell_len
from rich.style import Style
from textual.geometry import Size

from piecement.render.scene import Caption
from piecement.render.skins.line_clears import LINE_CLEARS
from piecement.render.skins.look import LockedColour, Look
from piecement.render.skins.piece_effects import HARD_DROPS, LOCKS
from piecement.render.skins.skins import SKINS
from piecement.render.skins.tones import TONES
from piecement.session.hud import HudStats
from piecement_engine import Button, Hold, Rules
from piecement_engine.board.piece_sets import piece_set
from piecement_engine.board.pieces import TETROMINOES
from piecement_engine.events import Announced, HardDropped, LinesCleared, PieceLocked
from piecement_engine.rules.limits import Limit, Limits
from tests.app.drawn import CAPTION, GHOST, PIECE, RULES, STATS, Drawing, DrawnGame, drawn, picture_of, text_of
from tests.sampling import together

UNICODE_80_BY_24 = """\

  STATS             ┌──hold──╥╶╶╶╶╶╶╶╶╶╶╶╶╶╶╶╶╶╶╶╶╥───────────mode────────────┐
  ─────╴            │  ▄█▀   ║                    ║         40-LINES          │
  Level  3          └────────╢                    ╟───────────────────────────┘
  Score  1280                ║                    ║
  Lines  12         PPS      ║                    ║  Lines left to clear
                     1.50    ║                    ║    28
  Time                       ║                    ║
    1:03.45         KPP      ║                    ║  Time taken
                     3.25    ║                    ║    1:03.45
  PIECES  3                  ║        ▓▓          ║
  ──────╴           Finesse  ║      ▓▓▓▓▓▓        ╟───────────next────────────┐
  O 2   I 1   S 0    90%     ║                    ║          ██               │
  Z 0   T 0   L 0            ║                    ║          ██████           │
  J 0               Combo    ║                    ╟───────────────────────────┘
                     2       ║                    ║   ▄█▄ ██ ▄█▀
  CONTROLS                   ║                    ║
  ────────╴         B2B      ║                    ║
  Move   [←] [→]     3       ║                    ║
  Rotate [A] [D]             ║        ░░          ║
  Drop   [↓] [↑]             ║      ░░░░░░        ║
  Hold   [Space]             ║████  ██████████████║
  Pause  [Esc]            ░▒▓█▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀█▓▒░
"""

ELECTRONIKA_60_80_BY_24 = r"""
 STATS                hold  <! . . . . . . . . . .!>           mode
 ------               ▄█▀   <! . . . . . . . . . .!>         40-LINES
 Level  3                   <! . . . . . . . . . .!>
 Score  1280                <! . . . . . . . . . .!>
 Lines  12         PPS      <! . . . . . . . . . .!>  Lines left to clear
                    1.50    <! . . . . . . . . . .!>    28
 Time                       <! . . . . . . . . . .!>
   1:03.45         KPP      <! . . . . . . . . . .!>  Time taken
                    3.25    <! . . . .▮▮ . . . . .!>    1:03.45
 PIECES  3                  <! . . .▮▮▮▮▮▮ . . . .!>
 -------           Finesse  <! . . . . . . . . . .!>           next
 O 2   I 1   S 0    90%     <! . . . . . . . . . .!>          ▮▮
 Z 0   T 0   L 0            <! . . . . . . . . . .!>          ▮▮▮▮▮▮
 J 0               Combo    <! . . . . . . . . . .!>
                    2       <! . . . . . . . . . .!>   ▄█▄ ██ ▄█▀
 CONTROLS                   <! . . . . . . . . . .!>
 ---------         B2B      <! . . . . . . . . . .!>
 Move   [←] [→]     3       <! . . . . . . . . . .!>
 Rotate [A] [D]             <! . . . . . . . . . .!>
 Drop   [↓] [↑]             <!▮▮▮▮ .▮▮▮▮▮▮▮▮▮▮▮▮▮▮!>
 Hold   [Space]             <!====================!>
 Pause  [Esc]                 \/\/\/\/\/\/\/\/\/\/
"""

ASCII_40_BY_24 = """\

|- - - - - - - - - - +------hold-------+
|                    |        S        |
|                    +-----------------+
|                    |
|                    +------next-------+
|                    |     []          |
|                    |     [][][]      |
|                    +-----------------+
|                    |   T O S
|        []          |
|      [][][]        |
|                    |  Level  3
|                    |  Score  1280
|                    |  Lines  12
|                    |
|                    |  Time
|                    |    1:03.45
|                    |
|        ::          |  Lines left
|      ::::::        |    28
|####  ##############|
#====================#
"""

HALF_BLOCKS_40_BY_14 = """\
 ╓╶╶╶╶╶╶╶╶╶╶╥──────────hold───────────┐
 ║          ║           ▄█▀           │
 ║          ╟─────────────────────────┘
 ║          ╟──────────next───────────┐
 ║          ║         ██              │
 ║   ▄█▄    ║         ██████          │
 ║          ╟─────────────────────────┘
 ║          ║   ▄█▄ ██ ▄█▀
 ║          ║
 ║    ▄     ║  Level  3
 ║▄▄ ▀▀▀▄▄▄▄║  Score  1280
 █▀▀▀▀▀▀▀▀▀▀█  Lines  12
               Lines left to clear
                 28
"""


@pytest.mark.parametrize(
    ("skin", "size", "picture"),
    [
        ("unicode", (80, 24), UNICODE_80_BY_24),
        ("electronika_60", (80, 24), ELECTRONIKA_60_80_BY_24),
        ("ascii", (40, 24), ASCII_40_BY_24),
        ("half_block", (40, 14), HALF_BLOCKS_40_BY_14),
    ],
    ids=["unicode", "electronika_60", "ascii", "half_block"],
)
def test_a_game_looks_like_this(skin: str, size: tuple[int, int], picture: str) -> None:
    rows = [row.rstrip() for row in drawn(Look(skin=skin), *size)]

    assert "\n".join(rows).rstrip() == picture.rstrip()


LONG_KEYS = (("Move", "[Left] [Right]"), ("Rotate", "[[] []] [Right Shift]"), ("Hold", "[Space]"))


@pytest.mark.parametrize("skin", ["unicode", "ascii"])
def test_the_keys_of_the_legend_are_whole_or_left_out(skin: str) -> None:
    picture = Drawing(DrawnGame(), Look(skin=skin), caption=CAPTION._replace(legend=LONG_KEYS), stats=STATS)
    legend = [row[: picture.layout.field.x - 9].strip() for row in text_of(picture)]

    assert "Move   Left/Right" in legend
    assert "Rotate [/]" in legend
    assert "Hold   [Space]" in legend


@pytest.mark.parametrize("width", [80, 120])
@pytest.mark.parametrize("skin", ["unicode", "ascii"])
def test_no_box_touches_the_edge_of_a_roomy_terminal(skin: str, width: int) -> None:
    assert all(row.endswith(" ") for row in drawn(Look(skin=skin), width, 40))


def busy_picture(look: Look, width: int, height: int) -> Drawing:
    """Return a picture with everything going on in it at once."""
    rules = Rules(preview_count=12, limits=Limits(time=Limit(10**12)))
    view = DrawnGame(held=frozenset(Button), lock_due_ns=63_600_000_000, rules=rules)
    view.next = tuple(TETROMINOES.values()) + tuple(TETROMINOES.values())[:5]
    events = [
        Announced(view.time_ns, "Überraschung – ein Zug"),
        HardDropped(view.time_ns, PIECE, GHOST),
        PieceLocked(view.time_ns, GHOST),
        LinesCleared(view.time_ns, (0,), 200_000_000),
    ]
    caption, later_ns = CAPTION._replace(title="Übung…"), view.time_ns + 60_000_000
    return Drawing(view, look, (width, height), caption, events, time_ns=later_ns, stats=STATS, fps=60)


def test_a_box_lower_than_the_field_has_all_its_walls() -> None:
    rows = drawn(Look(skin="half_block"), 80, 24)
    box = [row[46:76] for row in rows[11:15]]

    assert box == [
        "┌────────────next────────────┐",
        "│           ██               │",
        "│           ██████           │",
        "└────────────────────────────┘",
    ]


SIZES = [(40, 24), (80, 24), (120, 40), (160, 48), (250, 80)]


@together("skin", SKINS)
@together("size", [(30, 13), *SIZES])
def test_every_row_is_exactly_as_wide_as_the_terminal(skin: str, size: tuple[int, int]) -> None:
    look = Look(skin=skin, grid=True, spawn_preview=True, lock_meter=True, pressed_keys=True, show_fps=True)
    picture = busy_picture(look, *size)

    assert {cell_len(row) for row in text_of(picture)} == {size[0]}


@together("size", SIZES)
@together("effects", list(zip(cycle(HARD_DROPS), cycle(LOCKS), LINE_CLEARS)))
def test_the_ascii_skin_writes_nothing_but_ascii(size: tuple[int, int], effects: tuple[str, str, str]) -> None:
    hard_drop, lock, line_clear = effects
    look = Look(
        skin="ascii", hard_drop=hard_drop, lock=lock, line_clear=line_clear, grid=True, spawn_preview=True,
        lock_meter=True, pressed_keys=True, show_fps=True,
    )  # fmt: skip

    assert "".join(text_of(busy_picture(look, *size))).isascii()


def styles_of(picture: Drawing) -> list[Style]:
    """Return the styles of all that a picture shows."""
    return [segment.style for row in picture.frame.rows for segment in row.build() if segment.style]


@together("skin", SKINS)
def test_monochrome_uses_no_colour_codes(skin: str) -> None:
    look = Look(skin=skin, palette="monochrome", tones=TONES["amber"], lock_meter=True, pressed_keys=True, grid=True)

    assert all(style.color is None and style.bgcolor is None for style in styles_of(busy_picture(look, 80, 24)))


@together("skin", SKINS)
def test_16_colours_are_all_that_the_ansi_palette_uses(skin: str) -> None:
    styles = styles_of(busy_picture(Look(skin=skin, palette="ansi", tones=TONES["amber"]), 80, 24))
    colours = [colour for style in styles for colour in (style.color, style.bgcolor) if colour]

    assert colours
    assert all(colour.number is not None and colour.number < 16 for colour in colours)


def test_a_game_that_has_not_changed_changes_no_row() -> None:
    view = DrawnGame()
    picture = picture_of(view, Look(), 80, 24)

    assert picture.show() == []


def test_moving_piece_changes_the_rows_it_leaves_and_enters() -> None:
    view = DrawnGame(piece=PIECE, ghost=None)
    picture = picture_of(view, Look(), 80, 24)

    view.piece = PIECE._replace(y=PIECE.y - 1)

    # Row y of the board is line 21 - y of the terminal; the piece was on 10 and 11.
    assert picture.show() == [10, 11, 12]


def test_answer_to_a_move_leaves_the_figures_to_the_next_frame() -> None:
    view = DrawnGame(piece=PIECE, ghost=None, score=1280)
    picture = picture_of(view, Look(), 80, 24)

    view.piece, view.score = PIECE._replace(y=PIECE.y - 1), 1281  # a soft drop

    assert picture.show(is_answer=True) == [10, 11, 12]
    assert "1280" in "".join(text_of(picture))
    assert picture.show() != []
    assert "1281" in "".join(text_of(picture))


def test_answer_to_a_lock_shows_the_figures_at_once() -> None:
    view = DrawnGame(piece=PIECE, ghost=None, score=1280)
    picture = picture_of(view, Look(), 80, 24)

    view.score = 1300
    picture.picture.on_events([PieceLocked(view.time_ns, GHOST)], view, Look())
    picture.show(is_answer=True)

    assert "1300" in "".join(text_of(picture))


def test_board_changing_under_a_resting_piece_changes_rows() -> None:
    """As when garbage rises: the game keeps one list of rows, in which others come to stand."""
    rows = [(1, 1, 0, 2, 3, 4, 5, 6, 7, 254)]
    view = DrawnGame(rows=rows)
    picture = picture_of(view, Look(), 80, 24)
    rows.insert(0, (254, 254, 254, 254, 0, 254, 254, 254, 254, 254))
    changed = picture.show()

    assert text_of(picture) == drawn(Look(), view=view)
    assert len(changed) == 2


def test_a_part_of_a_row_is_the_same_object_until_it_changes() -> None:
    view = DrawnGame()
    picture = picture_of(view, Look(), 80, 24)
    y = picture.layout.field.y + 10
    before = picture.frame.rows[y].parts
    picture.show(view=replace(view, time_ns=view.time_ns + 10**9, piece=PIECE._replace(y=9)))
    after = picture.frame.rows[y].parts

    assert before
    assert after
    assert len(before) == len(after) > 1
    assert [one[2] is other[2] for one, other in zip(before, after, strict=True)] == [True] * (len(before) - 1) + [
        False
    ]


def test_the_clock_changes_the_two_rows_that_show_it() -> None:
    view = DrawnGame()
    picture = picture_of(view, Look(), 80, 24)

    view.time_ns += 10_000_000

    assert picture.show() == [8, 9]


def test_equal_keys_mean_equal_rows() -> None:
    view = DrawnGame()
    picture = picture_of(view, Look(), 80, 24)
    seen: dict[object, str] = {}
    for step in range(12):
        view.piece = PIECE._replace(y=12 - step, orientation=step % 4)
        view.score += step // 4
        picture.show()
        for row in picture.frame.rows:
            text = row.build().text

            assert seen.setdefault(row.key, text) == text


def test_a_new_size_makes_every_key_new() -> None:
    view = DrawnGame()
    picture = picture_of(view, Look(), 80, 24)
    before = {row.key for row in picture.frame.rows}

    picture.show(size=Size(120, 24))

    assert not before & {row.key for row in picture.frame.rows}


def test_a_level_of_another_colour_makes_every_row_new() -> None:
    view = DrawnGame(level=0)
    picture = picture_of(view, Look(palette="nes_levels"), 80, 24)

    view.level = 1

    assert len(picture.show()) == 24


def test_a_tiny_terminal_is_blank() -> None:
    picture = picture_of(DrawnGame(), Look(), 20, 5)

    assert not picture.layout.fits
    assert set(text_of(picture)) == {" " * 20}


def field_text(look: Look, view: DrawnGame | None = None) -> str:
    """Return the inside of the field of a picture, its upper border and its floor included."""
    return "\n".join(row[30:50] for row in drawn(look, view=view)[1:23])


def test_the_ghost_can_be_hidden() -> None:
    assert "░░" in field_text(Look())
    assert "░░" not in field_text(Look(ghost=False))


def test_a_hint_is_a_ghost_of_another_kind() -> None:
    picture = picture_of(DrawnGame(), Look(), 80, 24)
    before = "\n".join(text_of(picture))
    changed = picture.show(hint=GHOST._replace(x=6))
    after = "\n".join(text_of(picture))

    assert (before.count("╱╲"), after.count("╱╲")) == (0, 4)
    assert after.count("░░") == before.count("░░")
    assert len(changed) == 2


def test_the_grid_can_be_shown() -> None:
    assert " ⢀" * 10 in field_text(Look(grid=True))


def test_blindfolded_a_player_sees_the_piece_but_not_the_board() -> None:
    text = field_text(Look(blindfold=True))

    assert "▓▓" in text
    assert "██" not in text


def test_the_place_of_the_next_piece_can_be_shown() -> None:
    view = DrawnGame(next=(TETROMINOES["I"],))

    assert field_text(Look(spawn_preview=True), view).startswith("╶╶╶╶╶╶╱╱╱╱╱╱╱╱╶╶╶╶╶╶")


def test_spawn_preview_faces_as_the_piece_will_spawn() -> None:
    view = DrawnGame(rules=replace(RULES, spawn_facing="down"), next=(TETROMINOES["T"],))

    assert field_text(Look(spawn_preview=True), view).startswith("╶╶╶╶╶╶╶╶╱╱╶╶╶╶╶╶╶╶╶╶")


def test_piece_above_the_skyline_is_drawn_on_the_border() -> None:
    view = DrawnGame(piece=PIECE._replace(y=20), ghost=None)

    assert field_text(Look(), view).startswith("╶╶╶╶╶╶▓▓▓▓▓▓╶╶╶╶╶╶╶╶\n")


def test_locked_tiles_can_all_be_grey() -> None:
    look = Look(locked_colour=LockedColour.ONE)
    picture = picture_of(DrawnGame(piece=None, ghost=None), look, 80, 24)
    colours = {segment.style.color for segment in picture.row(21) if segment.style and "█" in segment.text}

    assert [colour and colour.name for colour in colours] == ["#7f7f7f"]


@pytest.mark.parametrize(("left_ms", "lit"), [(500, 20), (250, 10), (25, 1), (0, 0)])
def test_the_floor_tells_how_long_the_piece_may_still_lie(left_ms: int, lit: int) -> None:
    view = DrawnGame(lock_delay_ns=500_000_000)
    view.lock_due_ns = view.time_ns + left_ms * 1_000_000
    picture = picture_of(view, Look(lock_meter=True), 80, 24)
    floor = picture.row(22).text[30:50]

    assert floor == "█" * lit + "▀" * (20 - lit)


def test_the_hold_is_pale_while_it_must_not_be_swapped() -> None:
    pieces = {}
    for may_swap in (True, False):
        view = DrawnGame(hold=Hold(TETROMINOES["S"], may_swap))
        row = picture_of(view, Look(), 80, 24).row(2)
        pieces[may_swap] = next(segment.style for segment in row if "▄█▀" in segment.text)

    assert pieces[True] != pieces[False]


def test_pressed_buttons_are_shown_under_the_field() -> None:
    view = DrawnGame(held=frozenset({Button.MOVE_LEFT, Button.SOFT_DROP}))

    assert drawn(Look(pressed_keys=True), view=view)[23][29:51].strip() == "KEYS ← ↓"


def test_the_frame_rate_is_in_the_corner() -> None:
    assert drawn(Look(show_fps=True))[0].startswith(" 60 fps")


def test_figures_that_are_not_given_are_not_shown() -> None:
    picture = picture_of(DrawnGame(), Look(), 80, 24, stats=HudStats(combo=4))
    text = "\n".join(text_of(picture))

    assert "Combo" in text
    assert "PPS" not in text


@together(
    ("limits", "label", "value"),
    [
        (Limits(time=Limit(180_000_000_000)), "Time left", "1:56.54"),
        (Limits(pieces=Limit(100)), "Pieces left to place", "97"),
        (Limits(lines=Limit(40)), "Lines left to clear", "28"),
        (Limits(level=Limit(20)), "Levels left to advance", "18"),
        (Limits(score=Limit(2000)), "Points left to score", "720"),
        (Limits(lines=Limit(10), score=Limit(2000)), "Lines left to clear", "0"),
    ],
)
def test_the_goal_is_the_rest_of_the_first_limit(limits: Limits, label: str, value: str) -> None:
    rows = drawn(Look(), view=DrawnGame(rules=Rules(limits=limits)))

    assert rows[5][51:].strip() == label
    assert rows[6][51:].strip() == value


def test_messages_are_beside_the_field_newest_first() -> None:
    view = DrawnGame()
    picture = picture_of(view, Look(), 80, 24)

    events = [Announced(view.time_ns, "older"), Announced(view.time_ns, "newer")]
    picture.picture.on_events(events, view, Look())
    picture.show()

    assert [row[51:].strip() for row in text_of(picture)[18:21]] == ["newer", "older", ""]


def test_clearing_takes_messages_and_effects_away() -> None:
    view = DrawnGame()
    picture = picture_of(view, Look(), 80, 24)
    before = text_of(picture)
    picture.picture.on_events([Announced(view.time_ns, "hello"), PieceLocked(view.time_ns, GHOST)], view, Look())
    picture.show()

    assert text_of(picture) != before

    picture.picture.clear()
    picture.show()

    assert text_of(picture) == before


def test_too_many_previews_shrink_to_small_then_tiny() -> None:
    view = DrawnGame(rules=replace(RULES, preview_count=9), next=tuple(TETROMINOES[name] for name in "OISZTLJOI"))
    rows = drawn(Look(), view=view)

    assert [row[51:].strip() for row in rows[15:17]] == ["▄▄▄▄ ▄█▀ ▀█▄ ▄█▄ ▄▄█ █▄▄", "⠶ ⠤⠤"]


SMALL_AND_TINY = {
    "O": "██ ⠶",
    "I": "▄▄▄▄ ⠤⠤",
    "S": "▄█▀ ⠴⠂",
    "Z": "▀█▄ ⠲⠄",
    "T": "▄█▄ ⠴⠄",
    "L": "▄▄█ ⠤⠆",
    "J": "█▄▄ ⠦⠄",
}


@together("name", SMALL_AND_TINY)
def test_small_previews_are_those_of_the_seed(name: str) -> None:
    shapes = (TETROMINOES["T"], *[TETROMINOES[name]] * 14)
    view = DrawnGame(rules=replace(RULES, preview_count=15), next=shapes)
    rows = [row[54:] for row in drawn(Look(), view=view)]

    assert [row.split()[0] for row in rows[15:17]] == SMALL_AND_TINY[name].split()


@pytest.mark.parametrize("pieces", ["5", "1-6", "7", "9"])
@pytest.mark.parametrize("size", [(80, 24), (120, 40), (160, 48)])
@pytest.mark.parametrize("skin", ["unicode", "ascii", "contrast"])
def test_large_pieces_are_shown_whole(pieces: str, size: tuple[int, int], skin: str) -> None:
    shapes = piece_set(pieces)
    rules = replace(RULES, pieces=pieces, width=12)
    view = DrawnGame(rules=rules, width=12, piece=None, ghost=None, hold=None, next=shapes[-4:])
    view.pieces_locked = {shape.name: 1 for shape in shapes[:5]}
    picture = picture_of(view, Look(skin=skin), *size)
    rows = text_of(picture)

    assert {cell_len(row) for row in rows} == {size[0]}


def test_an_empty_caption_will_do() -> None:
    assert len(text_of(Drawing(DrawnGame(), caption=Caption()))) == 24


@pytest.mark.parametrize(("skin", "minutes"), [("electronika_60", 1), ("electronika_60", 100), ("unicode", 100)])
def test_time_stays_whole_and_apart_in_any_narrow_column(skin: str, minutes: int) -> None:
    rows = drawn(Look(skin=skin), 40, 24, DrawnGame(time_ns=(minutes * 60 + 3) * 10**9))
    times = [row.rstrip() for row in rows if f"{minutes}:03.00" in row]

    assert len(times) == 1
    assert all(len(row) < 40 for row in times)
