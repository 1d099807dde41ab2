"""The race beside the field: how the game stands, and the best game, small, where there is room for it."""

from dataclasses import replace

import pytest

from piecement.render.skins.look import HUD_PARTS, Look, PanelKind
from piecement.session.hud import HudStats, RaceStanding, Rival
from piecement_engine.board.pieces import TETROMINOES, Piece
from tests.app.drawn import CAPTION, RULES, Drawing, DrawnGame, text_of

RACING = CAPTION._replace(has_race=True, rival=(10, 20))
STATS = HudStats(race=(RaceStanding("Best at 20 lines", "-1.25", ahead=True), RaceStanding("On pace for", "0:44.00")))
RIVAL = Rival(((7, 7, 0, 7, 7, 7, 7, 7, 7, 7), (0, 0, 0, 0, 0, 0, 0, 0, 0, 7)), Piece(TETROMINOES["O"], 0, 4, 18))


def racing(width: int, height: int, look: Look | None = None, rival: Rival | None = RIVAL) -> Drawing:
    """Return a picture of a race."""
    return Drawing(DrawnGame(), look or Look(), (width, height), RACING, stats=STATS, rival=rival)


def parts_of(picture: Drawing) -> set[PanelKind]:
    return {slot.part for slot in picture.layout.slots}


def board_of(picture: Drawing) -> list[str]:
    """Return the drawing of the best game, without its walls."""
    (slot,) = (slot for slot in picture.layout.slots if slot.part is PanelKind.RIVAL)
    return [text_of(picture)[y][slot.x + 1 : slot.x + 11] for y in range(slot.y + 1, slot.y + slot.height - 1)]


@pytest.mark.parametrize("size", [(40, 24), (80, 24), (120, 40)])
def test_it_is_told_how_the_game_stands(size: tuple[int, int]) -> None:
    seen = "\n".join(text_of(racing(*size)))

    assert "Best at 20 lines" in seen
    assert "-1.25" in seen


def test_roomy_panel_tells_the_projected_result() -> None:
    seen = "\n".join(text_of(racing(120, 40)))

    assert "On pace for" in seen
    assert "0:44.00" in seen


def test_race_panel_uses_one_line_where_room_is_short() -> None:
    assert "-1.25 → 0:44.00" in "\n".join(text_of(racing(80, 24)))
    assert "→" not in "\n".join(text_of(racing(40, 24)))
    assert "-1.25 > 0:44.00" in "\n".join(text_of(racing(80, 24, Look(skin="ascii"))))


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
def test_the_best_game_is_drawn_at_half_its_height(size: tuple[int, int]) -> None:
    board = board_of(racing(*size))

    assert len(board) == 10
    assert board[0] == "    ██    "
    assert board[-1] in {"▄▄ ▄▄▄▄▄▄█", "▄▄ ▄▄▄▄▄▄▀"}


def test_an_ascii_skin_draws_it_in_ascii() -> None:
    board = board_of(racing(80, 24, Look(skin="ascii")))

    assert (board[0], board[-1]) == ("    ::    ", ".. ......:")


def test_it_is_left_out_where_room_is_short_or_its_field_wide() -> None:
    wide = Drawing(DrawnGame(), size=(120, 40), caption=RACING._replace(rival=(16, 20)))

    assert PanelKind.RIVAL not in parts_of(racing(40, 24)) | parts_of(wide)


@pytest.mark.parametrize("part", [PanelKind.RACE, PanelKind.RIVAL])
def test_each_part_is_switched_off_alone(part: PanelKind) -> None:
    shown = parts_of(racing(120, 40, Look(hud=HUD_PARTS - {part})))

    assert {PanelKind.RACE, PanelKind.RIVAL} - shown == {part}


def test_without_a_race_there_is_no_room_for_one() -> None:
    picture = Drawing(DrawnGame(), size=(120, 40))

    assert not {PanelKind.RACE, PanelKind.RIVAL} & parts_of(picture)


def test_before_the_best_game_runs_its_board_is_empty() -> None:
    assert set("".join(board_of(racing(80, 24, rival=None)))) == {" "}


def test_only_the_rows_that_change_are_drawn_anew() -> None:
    picture = racing(80, 24)
    (slot,) = (slot for slot in picture.layout.slots if slot.part is PanelKind.RIVAL)
    same = picture.show(rival=Rival(RIVAL.rows, RIVAL.piece))
    piece = Piece(TETROMINOES["O"], 0, 4, 16)
    changed = picture.show(rival=Rival(RIVAL.rows, piece))

    assert same == []
    assert changed == [slot.y + 1, slot.y + 2]


@pytest.mark.wide
@pytest.mark.parametrize("size", [(80, 24), (60, 24), (40, 24), (120, 40), (160, 48)])
@pytest.mark.parametrize("previews", range(1, 10))
@pytest.mark.parametrize("names", ["IIIIIIIII", "IOTSZLJIO"])
def test_all_previews_that_can_be_set_are_seen_beside_a_race(size: tuple[int, int], previews: int, names: str) -> None:
    shapes = tuple(TETROMINOES[name] for name in names[:previews])
    view = DrawnGame(rules=replace(RULES, preview_count=previews), next=shapes)
    picture = Drawing(view, size=size, caption=RACING, stats=STATS)
    (slot,) = (slot for slot in picture.layout.slots if slot.part is PanelKind.NEXT)
    rows = [row[slot.x : slot.x + slot.width] for row in text_of(picture)[slot.y : slot.y + slot.height]]
    beside = [figure for row in rows[slot.box :] for figure in row.split()]

    assert slot.previews + len(beside) == previews


@pytest.mark.parametrize("skin", ["ascii", "electronika_60"])
def test_a_skin_of_letters_shows_all_previews_beside_a_race(skin: str) -> None:
    view = DrawnGame(rules=replace(RULES, preview_count=9), next=tuple(TETROMINOES[name] for name in "IOTSZLJIO"))
    picture = Drawing(view, Look(skin=skin), caption=RACING, stats=STATS)
    (slot,) = (slot for slot in picture.layout.slots if slot.part is PanelKind.NEXT)
    seen = [row[slot.x :].split() for row in text_of(picture)[slot.y + slot.box : slot.y + slot.height]]

    assert sum(map(len, seen)) == 8
