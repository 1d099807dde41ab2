"""Boards, games and rules print as someone who looks at them wants to see them."""

import pydoc
import re
from dataclasses import fields, replace

import pytest

from piecement_engine import MODES, Board, Limit, Limits, Rules, Setup
from piecement_engine.board.geometry import geometry
from tests.engine.play import begun_game

ROWS = ["###.######", "#...#####.", "TTT......."]


def test_boards_print_highest_row_first() -> None:
    assert str(Board.from_text(ROWS)) == "TTT.......\n#...#####.\n###.######"


def test_a_low_board_shows_how_to_make_it() -> None:
    board = Board.from_text(ROWS)

    assert eval(repr(board), {"Board": Board}) == board
    assert repr(Board(geometry(8, 20, 5))) == "<Board of 8 by 20 cells, filled up to row 0>"


def test_games_print_as_boards() -> None:
    game = begun_game(Rules(skyline=5, height=9), seed=7, pieces="TSO", board=ROWS)

    assert str(game) == str(game.view)
    assert str(game.view).splitlines() == [
        "....t.....",
        "...ttt....",
        "..........",
        "TTT.......",
        "#...#####.",
        "###.######",
        "lines 0  score 0  level 1  hold -  next S",
    ]
    assert repr(game) == "<Game of seed 7 at 0.000 s: 0 pieces, 0 lines, 0 points>"
    assert repr(game.view) == "<GameView at 0.000 s: 0 pieces, 0 lines, 0 points>"


def test_games_of_large_pieces_print_too() -> None:
    game = begun_game(Rules(pieces="5"), seed=1)
    game.forfeit(1_000)

    assert str(game).count("@") == 5
    assert repr(game).endswith("0 points, ended by forfeit>")


@pytest.mark.parametrize(
    "value",
    [
        Rules(),
        Rules(width=12, limits=Limits(lines=Limit(40), time=Limit(9, win=False))),
        Setup(rules=Rules(skyline=18), seed=4),
    ],
)
def test_values_show_their_differences(value: object) -> None:
    assert eval(repr(value), {"Rules": Rules, "Limits": Limits, "Limit": Limit, "Setup": Setup}) == value


def test_rules_show_their_differences() -> None:
    assert repr(Rules()) == "Rules()"
    assert repr(replace(Rules(), width=12, limits=Limits(lines=Limit(40)))) == (
        "Rules(width=12, limits=Limits(lines=Limit(value=40)))"
    )
    assert len(repr(MODES["zen"])) < 2_000


def test_a_mistyped_rule_is_understood() -> None:
    with pytest.raises(TypeError, match=r"did you mean 'width'\?"):
        Rules(widht=12)  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]


def test_help_explains_the_fields_of_rules() -> None:
    shown = pydoc.plain(pydoc.render_doc(Rules))
    explained = dict(re.findall(r"^ \|  (\w+)\n \|      (.+)", shown, re.MULTILINE))

    assert {field.name for field in fields(Rules)} <= explained.keys()
    assert explained["height"] == "Number of rows of the playfield, hidden ones included; above `skyline`, up to 200."
