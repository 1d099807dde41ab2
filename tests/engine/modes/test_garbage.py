"""Cheese, digging, rising rows and rows at the start: how rows with holes come and go."""

from collections.abc import Sequence
from itertools import pairwise

import pytest

from piecement_engine import MODES, Button, End, Game, RuleError, Rules
from piecement_engine.board.pieces import GREY
from piecement_engine.game.hooks import Modifier
from piecement_engine.modes import OptionValue
from piecement_engine.modes.cheese import Cheese
from piecement_engine.modes.garbage import HoleRows, RisingRows, StartRows, half_pieces_for_a_row
from piecement_engine.rng import Rng
from tests.engine.play import MS, begun_game, drop, play_well, taps
from tests.sampling import together


def holes(game: Game) -> list[int]:
    """Return the column of the hole of each grey row, lowest first."""
    return [row.index(0) for row in game.view.rows if row.count(GREY) == game.view.width - 1]


def stand_in(game: Game, column: int) -> None:
    """Stand an I in a column and drop it."""
    taps(game, game.view.time_ns + MS, Button.ROTATE_RIGHT)
    piece = game.view.piece
    assert piece is not None
    away = column - piece.x
    drop(game, *[Button.MOVE_RIGHT if away > 0 else Button.MOVE_LEFT] * abs(away))


def new_game(modifier: Modifier, pieces: Sequence[str] = "I" * 200, **rules: int) -> Game:
    return begun_game(Rules.from_dict(rules | {"modifiers": [modifier.to_dict()]}), 1, pieces=pieces)


def mode_game(name: str, options: dict[str, OptionValue], seed: int = 1) -> Game:
    return begun_game(MODES[name].rules_with(options=options), seed, pieces="I" * 400)


def test_cheese_begins_with_eight_rows_of_one_hole_each() -> None:
    game = Game(MODES["cheese"].rules, 3)

    assert len(holes(game)) == len(game.view.rows) == 8


def test_the_holes_of_cheese_are_drawn_each_for_itself() -> None:
    """Over many games every column comes as often, and as often after itself as after any other."""
    pairs = [holes(Game(MODES["cheese"].rules, seed))[:2] for seed in range(3000)]
    firsts = [sum(first == column for first, _ in pairs) for column in range(10)]

    assert all(230 <= count <= 370 for count in firsts)
    assert 230 <= sum(first == second for first, second in pairs) <= 370


def test_each_eaten_row_of_cheese_is_replaced_from_below() -> None:
    game = mode_game("cheese", {})
    before = game.view.board.to_text()
    stand_in(game, game.view.rows[7].index(0))

    assert game.view.lines == 1
    assert len(holes(game)) == 8
    assert game.view.board.to_text()[1:8] == before[:7], "the other rows move up"


def test_cheese_ends_with_the_goal_so_the_well_can_be_emptied() -> None:
    game = mode_game("cheese", {"messiness": 0})
    left: list[int] = []
    while game.view.end is None:
        stand_in(game, game.view.rows[0].index(0))
        left.append(len(game.view.rows))

    assert left == [8, 8, 8, 8, 8, 8, 4, 0]
    assert game.view.end is End.COMPLETED
    assert (game.view.lines, game.view.pieces) == (32, 8)


def test_the_board_never_grows() -> None:
    game = mode_game("cheese", {"goal": 0}, seed=4)
    for _ in range(200):
        if game.view.end is None:
            stand_in(game, game.view.rows[-1].index(0))

        assert len(game.view.rows) <= game.view.height


def test_an_endless_supply_goes_on_after_the_goal() -> None:
    game = mode_game("cheese", {"messiness": 0, "endless_supply": True})
    while game.view.end is None:
        stand_in(game, game.view.rows[0].index(0))

    assert game.view.end is End.COMPLETED
    assert len(holes(game)) == 8


def test_rows_without_cheese_do_not_count() -> None:
    """Two I pieces and an O over the cheese fill two rows that no cheese is in."""
    game = new_game(Cheese(rows=1, supply=1), pieces="IIOIIOOO", start_level=1)
    for presses in ([Button.MOVE_LEFT] * 3, [Button.MOVE_RIGHT], [Button.MOVE_RIGHT] * 4) * 2:
        drop(game, *presses)

    assert game.view.lines == 0
    assert holes(game), "the cheese is still there"
    assert game.view.score > 0


@pytest.mark.wide
@pytest.mark.parametrize("seed", range(3))
def test_all_32_rows_of_cheese_can_be_eaten(seed: int) -> None:
    game = Game(MODES["cheese"].rules, seed)
    play_well(game, 2000)

    assert game.view.end is End.COMPLETED
    assert game.view.lines == 32
    assert not any(GREY in row for row in game.view.rows), "no more came than could be eaten"


@pytest.mark.parametrize("seed", range(3))
def test_digging_ends_with_the_last_row_of_garbage(seed: int) -> None:
    game = Game(MODES["dig"].rules, seed)
    play_well(game, 1000)

    assert game.view.end is End.COMPLETED
    assert game.view.lines == 10
    assert not any(GREY in row for row in game.view.rows)


def test_dug_rows_are_not_replaced() -> None:
    game = mode_game("dig", {"rows": 6, "messiness": 0})
    stand_in(game, game.view.rows[0].index(0))

    assert len(holes(game)) == 2


@together(
    ("messiness", "repeats", "least", "most"),
    [(0, True, 0, 0), (100, True, 1760, 1840), (100, False, 1999, 1999), (50, True, 860, 940), (50, False, 950, 1050)],
)
def test_messiness_is_how_often_a_hole_is_somewhere_else(messiness: int, repeats: bool, least: int, most: int) -> None:
    maker, rng = HoleRows(messiness, repeats=repeats), Rng(5)
    columns = [maker.row(rng, 10).index(0) for _ in range(2000)]
    changes = sum(first != second for first, second in pairwise(columns))

    assert least <= changes <= most


def test_noise_fills_every_cell_with_even_chance() -> None:
    rows = [row for seed in range(200) for row in Game(Rules(modifiers=(StartRows(10),)), seed).view.rows]
    filled = sum(tile != 0 for row in rows for tile in row)

    assert 9700 <= filled <= 10_300


def test_noise_never_makes_a_full_row() -> None:
    for seed in range(500):
        game = Game(Rules(width=4, modifiers=(StartRows(10),)), seed)

        assert not game.view.board.full_rows()


def test_rows_at_the_start_lie_under_a_start_board() -> None:
    game = Game(Rules(modifiers=(StartRows(3, "holes"),)), 0, board=["TT........"])

    assert len(holes(game)) == 3
    assert game.view.board.to_text()[3] == "TT........"


def test_rows_at_the_start_count_as_lines_like_any_other() -> None:
    game = new_game(StartRows(4, "holes", messiness=0))
    stand_in(game, holes(game)[0])

    assert game.view.lines == 4
    assert not game.view.rows


@together(
    ("lines", "pieces"),
    [(0, 8), (9, 8), (40, 6.5), (49, 6.5), (100, 5), (150, 4), (200, 3), (229, 3), (240, 2.5), (300, 2), (5000, 2)],
)
def test_rows_rise_sooner_with_more_lines(lines: int, pieces: float) -> None:
    assert half_pieces_for_a_row(lines) == 2 * pieces


def test_after_eight_pieces_a_row_rises_before_the_next_one() -> None:
    game = new_game(RisingRows(), pieces="O" * 40)
    rows: list[int] = []
    for number in range(16):
        drop(game, *[Button.MOVE_LEFT] * (4 if number % 2 else 0))
        rows.append(len(holes(game)))

    assert rows == [1] * 7 + [2] * 8 + [3]


def test_a_piece_that_clears_holds_up_the_next_row() -> None:
    game = new_game(RisingRows(rows=1), pieces="O" * 7 + "I" + "O" * 3)
    hole = holes(game)[0]
    places = [x for x in (0, 2, 4, 6, 8) if hole not in (x, x + 1)]
    for number in range(7):
        x = places[number % 2]
        drop(game, *[Button.MOVE_LEFT if x < 4 else Button.MOVE_RIGHT] * abs(x - 4))
    stand_in(game, hole)

    assert game.view.lines == 1
    assert not holes(game), "the eighth piece cleared the row, and none has come"
    drop(game)
    assert len(holes(game)) == 1


def test_rows_that_push_blocks_out_of_the_top_lose() -> None:
    stack = ["#.########"] * 12 + ["#........."] * 27
    game = begun_game(Rules(modifiers=(RisingRows(rows=1),)), 1, pieces="O" * 20, board=stack)
    for _ in range(9):
        if game.view.end is None:
            drop(game, Button.MOVE_RIGHT, Button.MOVE_RIGHT, Button.MOVE_RIGHT)

    assert game.view.end is End.TOP_OUT


def test_the_pieces_until_a_row_rises_count_down() -> None:
    game = new_game(RisingRows(rows=0), pieces="O" * 40)
    counted: list[int | None] = []
    for _ in range(10):
        counted.append(game.view.rises_in)
        drop(game)

    assert counted == [8, 7, 6, 5, 4, 3, 2, 1, 8, 7]
    assert Game(Rules()).view.rises_in is None


def test_survival_is_won_with_enough_lines_and_lost_without() -> None:
    won, lost = (Game(MODES["survival"].rules_with(options={"lines": lines}), 0) for lines in (40, 300))
    play_well(won, 1000)
    play_well(lost, 1000)

    assert won.view.end is End.COMPLETED
    assert lost.view.end in {End.BLOCK_OUT, End.LOCK_OUT, End.TOP_OUT}


@together(
    ("kind", "field", "value"),
    [
        (Cheese, "rows", 0),
        (Cheese, "rows", True),
        (Cheese, "supply", 0),
        (Cheese, "messiness", 101),
        (Cheese, "repeats", 1),
        (StartRows, "rows", -1),
        (StartRows, "style", "mess"),
        (RisingRows, "rows", 101),
        (RisingRows, "repeats", None),
    ],
)
def test_a_modifier_takes_no_value_that_it_cannot_have(kind: type[Modifier], field: str, value: object) -> None:
    with pytest.raises(RuleError, match=f"^{field} of {kind.kind} is {value!r}"):
        Rules.from_dict({"modifiers": [{"kind": kind.kind, field: value}]})
