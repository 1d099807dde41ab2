"""The NES and the Game Boy: how their pieces come in, and how they count points."""

from typing import Any

import pytest

from piecement_engine import MODES, Button, Game, Recording, Rules, Setup, Start, fewest_presses
from piecement_engine.board.pieces import TETROMINOES, Piece, as_spawned
from piecement_engine.bots import Player, Search, SearchingBot
from piecement_engine.bots.bot import Habits
from piecement_engine.rules.scoring import nes_soft_drop_score
from tests.engine.play import MS, begun_game
from tests.sampling import together

S = 1000 * MS
CONSOLES = pytest.mark.parametrize("mode", ["classic", "game_boy"])


def cells_of(game: Game) -> set[tuple[int, int]]:
    piece = game.view.piece
    assert piece is not None
    lowest = min(y for _, y in piece.cells)
    return {(x, y - lowest) for x, y in piece.cells}


@CONSOLES
@pytest.mark.parametrize(
    ("letter", "cells"),
    [
        ("T", {(3, 1), (4, 1), (5, 1), (4, 0)}),
        ("J", {(3, 1), (4, 1), (5, 1), (5, 0)}),
        ("L", {(3, 1), (4, 1), (5, 1), (3, 0)}),
        ("S", {(3, 0), (4, 0), (4, 1), (5, 1)}),
        ("Z", {(3, 1), (4, 1), (4, 0), (5, 0)}),
        ("I", {(3, 0), (4, 0), (5, 0), (6, 0)}),
        ("O", {(4, 0), (5, 0), (4, 1), (5, 1)}),
    ],
)
def test_pieces_point_down_as_they_spawn(mode: str, letter: str, cells: set[tuple[int, int]]) -> None:
    game = begun_game(MODES[mode].rules, pieces=letter * 3)

    assert cells_of(game) == cells
    assert {(x + min(x for x, _ in cells), y) for x, y in as_spawned(TETROMINOES[letter], "down").cells} == cells


@CONSOLES
def test_a_piece_that_points_down_turns_about_its_middle(mode: str) -> None:
    game = begun_game(MODES[mode].rules, pieces="TTT")

    game.update(20 * MS, {Button.ROTATE_RIGHT})

    assert cells_of(game) == {(4, 0), (4, 1), (4, 2), (3, 1)}


@CONSOLES
def test_the_form_of_before_is_an_option(mode: str) -> None:
    rules = MODES[mode].rules_with(options={"form": "plain"})

    assert (rules.spawn_facing, rules.scoring) == ("up", "nes_plain")
    assert MODES[mode].rules_with(options={"form": "console"}) == MODES[mode].rules


def test_older_recordings_of_consoles_play_in_the_old_form() -> None:
    """As version 1 wrote it, which said nothing of where pieces point."""
    written = MODES["classic"].rules_with(options={"form": "plain"}).to_dict()
    old = Setup.from_dict({"rules": {**written, "scoring": "nes"}, "seed": 3}).rules

    assert (old.spawn_facing, old.scoring) == ("up", "nes_plain")


def dropped(
    scoring: str,
    *,
    start: Start,
    board: list[str],
    updates: list[tuple[int, set[Button]]],
    pieces: str = "IO",
    **rules: Any,
) -> Game:
    whole: dict[str, Any] = {
        "scoring": scoring,
        "fall_delay_ns": S,
        "soft_drop_interval_ns": 10 * MS,
        "preview_count": 0,
        **rules,
    }
    game = Game(Rules(**whole), pieces=pieces, board=board, start=start)
    for time, held in updates:
        game.update(time, held)
    return game


ONE_SHORT = ["####....##"]
DROP: list[tuple[int, set[Button]]] = [(1 * MS, {Button.MOVE_RIGHT}), (2 * MS, {Button.HARD_DROP}), (900 * MS, set())]


@pytest.mark.parametrize(("scoring", "points"), [("nes", 80), ("game_boy", 80), ("nes_plain", 40)])
def test_level_raising_clear_counts_by_the_level_after(scoring: str, points: int) -> None:
    game = dropped(
        scoring,
        start=Start(lines=9, level=0),
        board=ONE_SHORT,
        updates=DROP,
        start_level=0,
        level_up=True,
        leveling="nes" if scoring != "game_boy" else "game_boy",
    )

    assert (game.view.lines, game.view.level, game.view.score) == (10, 1, points)


@pytest.mark.parametrize("scoring", ["nes", "game_boy"])
def test_other_clear_counts_by_the_present_level(scoring: str) -> None:
    game = dropped(scoring, start=Start(level=4), board=ONE_SHORT, updates=DROP, start_level=4)

    assert game.view.score == 200


HELD: list[tuple[int, set[Button]]] = [(5 * MS, {Button.SOFT_DROP}), (690 * MS, {Button.SOFT_DROP})]
LET_GO: list[tuple[int, set[Button]]] = [
    (5 * MS, {Button.SOFT_DROP}),
    (106 * MS, set()),
    (110 * MS, {Button.SOFT_DROP}),
    (690 * MS, {Button.SOFT_DROP}),
]


@pytest.mark.parametrize(
    ("scoring", "updates", "points"),
    [
        ("game_boy", HELD, 19),
        ("game_boy", LET_GO, 8),
        ("nes", HELD, 13),
        ("nes", LET_GO, 8),
        ("nes_plain", HELD, 19),
        ("nes_plain", LET_GO, 19),
    ],
    ids=str,
)
def test_a_soft_drop_earns_the_rows_since_it_was_pressed_last(
    scoring: str, updates: list[tuple[int, set[Button]]], points: int
) -> None:
    """The piece falls 19 rows; where soft drop was let go on the way, eight of them come after that."""
    game = dropped(scoring, start=Start(), board=[], updates=updates, soft_drop_interval_ns=10 * MS, pieces="OII")

    assert game.view.pieces == 1
    assert game.view.score == points


@pytest.mark.parametrize("scoring", ["nes", "game_boy"])
def test_soft_drop_released_before_the_lock_earns_nothing(scoring: str) -> None:
    updates: list[tuple[int, set[Button]]] = [(5 * MS, {Button.SOFT_DROP}), (60 * MS, set()), (30 * S, set())]
    game = dropped(scoring, start=Start(), board=[], updates=updates, pieces="OI" * 9)

    assert game.view.pieces > 0
    assert game.view.score == 0


@together(
    ("score", "rows", "expected"),
    [
        *((0, 9, 9), (0, 10, 10), (0, 15, 15), (0, 16, 10), (0, 19, 13), (5, 12, 11), (7, 8, 15)),
        *((95, 4, 99), (95, 5, 100), (95, 9, 100), (90, 15, 100), (99, 1, 100)),
        *((1295, 12, 1300), (123_456, 3, 123_459)),
    ],
)
def test_nes_adds_rows_to_decimal_digits_as_if_binary(score: int, rows: int, expected: int) -> None:
    """6 points are lost where 16 or more come to the last digit, and the last digit where the last two pass 99."""
    assert nes_soft_drop_score(score, rows) == expected


@CONSOLES
def test_finesse_counts_from_a_piece_that_points_down(mode: str) -> None:
    rules = MODES[mode].rules

    assert fewest_presses(rules, Piece(TETROMINOES["T"], 2, 3, 0)) == 0
    assert fewest_presses(rules, Piece(TETROMINOES["T"], 0, 3, 0), half_turns=False) == 2


@CONSOLES
def test_console_bot_brings_pieces_to_their_places_from_spawn(mode: str) -> None:
    game = Game(MODES[mode].rules, seed=5)
    player = Player(game, SearchingBot(Habits(search=Search("survive", 1, 1))))
    time_ns = 0
    while game.view.end is None and game.view.pieces < 40:
        time_ns += 50 * MS
        player.advance(time_ns)

    assert (game.view.pieces, player.astray) == (40, 0)
    assert Recording.from_text(Recording.of(game).to_text()).verify() is None
