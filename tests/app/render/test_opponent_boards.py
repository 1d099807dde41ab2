"""The boards of opponents: how many fit, which ones come first, and what stands around them."""

from collections.abc import Sequence

from textual.geometry import Size

from piecement.render.opponent_boards import OpponentsPicture
from piecement.render.opponent_look import OpponentLook
from piecement.render.skins.look import Look
from tests.sampling import together

YOU = OpponentLook("You", is_you=True)
BOARDS_80 = Size(44, 24)
"""The room for boards in a terminal of 80x24."""
ONE_BOARD = Size(12, 12)


def others(count: int) -> list[OpponentLook]:
    return [OpponentLook(f"P{number}") for number in range(1, count + 1)]


def drawn(players: Sequence[OpponentLook], size: Size, skin: str = "unicode") -> str:
    picture = OpponentsPicture(Look(skin=skin), (10, 20), size, [YOU])
    lines = [row.build() for row in picture.rows([YOU, *players])]

    assert len(lines) == size.height
    assert {line.cell_length for line in lines} == {size.width}
    return "\n".join(line.text for line in lines)


@together("skin", ["unicode", "ascii"])
@together("count", range(1, 8))
def test_all_boards_fit_beside_the_own_at_80x24(count: int, skin: str) -> None:
    text = drawn(others(count), BOARDS_80, skin)

    assert [player.name for player in others(count) if player.name not in text] == []
    assert "more" not in text
    assert "+" not in text.replace("+-", "").replace("-+", "")


@together("aims", range(1, 8))
def test_attacker_has_a_board_where_one_fits(aims: int) -> None:
    players = [player._replace(aims_at_you=player.name == f"P{aims}") for player in others(7)]
    text = drawn(players, ONE_BOARD)

    assert f"!P{aims}" in text
    assert "+6" in text.splitlines()[-1]


def test_target_comes_next_and_the_beaten_last() -> None:
    players = others(4)
    players[0] = players[0]._replace(place=4)
    players[3] = players[3]._replace(is_your_target=True)

    assert ">P4" in drawn(players, ONE_BOARD)
    assert "P1" not in drawn(players, Size(36, 12))


def test_line_counts_the_players_without_a_board() -> None:
    text = drawn(others(5), Size(14, 25))

    assert text.splitlines()[-1].strip() == "3 more"


def test_line_explains_the_signs_of_the_rows() -> None:
    few, many = (drawn(others(count), Size(32, 25)).splitlines() for count in (2, 5))

    assert "> your target  ! attacks you" in "\n".join(few)
    assert [line.strip() for line in many if "more" in line] == ["1 more  ↑ sent  ↓ received"]


def test_line_shows_the_sign_of_a_chosen_target() -> None:
    players = others(4)
    players[0] = players[0]._replace(is_your_target=True, is_fixed=True)

    assert "2 more  » your target" in drawn(players, Size(28, 20))
    assert "2 more  >> your target" in drawn(players, Size(28, 20), "ascii")


def test_wall_shows_waiting_rows_and_burning_ones() -> None:
    (player,) = others(1)
    walls = [line.strip()[0] for line in drawn([player._replace(due=6, burning=2)], ONE_BOARD).splitlines()[1:-1]]

    assert walls[-3:] == ["▒", "█", "█"]
    assert walls[-4] not in "▒█"


def test_the_table_shows_targets_and_the_beaten() -> None:
    first, second = others(2)
    text = drawn([first._replace(target="You"), second._replace(place=3)], Size(44, 40))
    table = [line.split() for line in text.splitlines() if line.strip().startswith(("P1 ", "P2 "))]

    assert [line[0] for line in table if len(line) > 2] == ["P1", "P2"]
    assert table[-2][-1] == "You"
    assert table[-1][-1] == "3rd"


def test_the_table_cuts_names_to_the_room_beside_a_field() -> None:
    text = drawn([OpponentLook("A long name of 21")], Size(24, 40))

    assert "won sent got" in text
    assert "A long na    0    0   0" in text
