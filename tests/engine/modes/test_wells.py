"""The modes with a well of their own: combo, ascent and zen."""

from dataclasses import replace
from typing import Any

import pytest

from piecement_engine import MODES, Button, End, Game, Piece, RuleError, Rules
from piecement_engine.board.pieces import GREY, TETROMINOES
from piecement_engine.events import Announced, PieceLocked, PieceRotated
from piecement_engine.modes.combo import LAYOUTS, Combo
from tests.engine.play import MS, begun_game, drop, taps
from tests.sampling import together

WELL = slice(3, 7)
"""The columns of the well of combo."""


TURNS = {"0": [], "1": [Button.ROTATE_RIGHT], "2": [Button.ROTATE_180], "3": [Button.ROTATE_LEFT]}


def combo_game(layout: str = "r", pieces: str | None = None, **options: int) -> Game:
    return begun_game(MODES["combo"].rules_with(options={"layout": layout, **options}), 2, pieces=pieces)


def well(game: Game) -> list[str]:
    """Return the rows of the well, lowest first, without the empty rows on top."""
    rows = ["".join("#" if tile else "." for tile in row[WELL]) for row in game.view.rows]
    while rows and rows[-1] == "....":
        rows.pop()
    return rows


@together("layout", LAYOUTS)
def test_every_layout_is_a_well_four_wide_walled_to_the_top(layout: str) -> None:
    game = combo_game(layout)

    assert well(game) == list(LAYOUTS[layout])
    assert len(game.view.rows) == game.view.height
    assert all(all(row[:3]) and all(row[7:]) for row in game.view.rows)


@together(
    ("layout", "picture"),
    [
        ("r", ["##..", "#..."]),
        ("_", ["###."]),
        ("f_", ["##..", "#...", "#.##"]),
        ("k.", ["##..", "#...", "##.#"]),
        ("L.", ["#...", "#...", "#...", "##.#"]),
    ],
)
def test_layouts_look_like_their_names(layout: str, picture: list[str]) -> None:
    assert list(reversed(LAYOUTS[layout])) == picture


def test_a_cleared_row_comes_back_on_top_of_the_walls() -> None:
    game = combo_game("_", "ITT")
    drop(game, Button.ROTATE_RIGHT, Button.MOVE_RIGHT)

    assert game.view.lines == 1
    assert well(game) == ["...#", "...#", "...#"]
    assert len(game.view.rows) == game.view.height


def test_the_walls_are_a_rainbow_that_moves_down_with_them() -> None:
    game = combo_game("_", "ITT")
    before = [row[0] for row in game.view.rows]
    drop(game, Button.ROTATE_RIGHT, Button.MOVE_RIGHT)
    after = [row[0] for row in game.view.rows]

    assert set(before) == {shape.tile for shape in TETROMINOES.values()}
    assert after[:-1] == before[1:]
    assert after[-1] == before[-7]


def test_the_first_piece_that_clears_nothing_loses() -> None:
    game = combo_game("_", "IOO")
    drop(game, Button.ROTATE_RIGHT, Button.MOVE_RIGHT)
    assert game.view.end is None
    drop(game, Button.MOVE_LEFT)

    assert game.view.end is End.LIMIT_REACHED
    assert (game.view.lines, game.view.combo) == (1, 0)


@together(
    ("layout", "drops"),
    [
        ("r", "Z1+1 T2+0 J2+1 I0+0 Z1-1 O0+1 T1-1 J0+1"),
        ("_", "J2+1 Z1-1 O0+1 L2+0 S1+1 I0+0 O0-1 J2+1"),
        ("f_", "Z1+1 T2+0 J2+1 I0+0 Z1-1 O0+1 T1-1 J0+1"),
        ("k.", "Z1+1 T1+1 O0-1 J2+1 I0+0 L2+0 T3+2 J0+0"),
        ("L.", "J0+1 Z0+1 L3+2 S1-1 T2+1 J1-1 I0+0 O0+1"),
    ],
)
def test_a_combo_can_be_kept_up_from_every_layout(layout: str, drops: str) -> None:
    """A drop is a piece, how often it is turned clockwise, and how far it goes to the right."""
    game = combo_game(layout, drops[::5], lines=7)
    for entry in drops.split():
        if game.view.end is None:
            steps = int(entry[2:])
            way = Button.MOVE_RIGHT if steps > 0 else Button.MOVE_LEFT
            drop(game, *TURNS[entry[1]], *[way] * abs(steps))

    assert game.view.end is End.COMPLETED
    assert game.view.lines >= 7
    assert game.view.combo == game.view.pieces


@pytest.mark.parametrize("layout", ["x", ["r"]])
def test_an_unknown_layout_is_refused(layout: Any) -> None:
    with pytest.raises(RuleError, match=r"layout of combo is .*: it must be one of r, _, f_, k\., L\."):
        Combo(layout)


def new_ascent(seed: int = 0) -> Game:
    return begun_game(MODES["ascent"].rules, seed)


def tap(game: Game, button: Button) -> None:
    taps(game, game.view.time_ns + 10 * MS, button)


def gems(game: Game) -> int:
    return sum(0 < tile < GREY for row in game.view.rows for tile in row)


class Climber:
    """A game of ascent, and how high its piece is above where it began, however far the well has moved down."""

    _WAYS = (Button.ROTATE_RIGHT, Button.ROTATE_LEFT, Button.ROTATE_180, Button.HOLD)

    def __init__(self, game: Game, moved: int = 0) -> None:
        self.game = game
        self.moved = moved

    @property
    def place(self) -> Piece:
        piece = self.game.view.piece
        assert piece is not None
        return piece

    @property
    def height(self) -> int:
        return self.place.y + self.moved

    def after(self, button: Button) -> "Climber":
        """Return a climber that has pressed a button besides."""
        game = self.game.copy()
        turned = [n.after.y for n in game.update(game.view.time_ns + MS, {button}) if isinstance(n, PieceRotated)]
        climber = Climber(game, self.moved)
        climber.moved += turned[0] - climber.place.y if turned else 0
        game.update(game.view.time_ns + MS, ())
        return climber

    def climb(self) -> "Climber":
        """Return the climber that took the fewest presses to be higher."""
        seen = {self.place}
        line: list[Climber] = [self]
        for climber in line:
            for button in self._WAYS:
                next_one = climber.after(button)
                if next_one.height > self.height:
                    return next_one
                if next_one.place not in seen:
                    seen.add(next_one.place)
                    line.append(next_one)
        pytest.fail("there is no way up")


def test_the_ascent_begins_on_the_floor_between_hinges() -> None:
    game = new_ascent()
    view = game.view

    assert view.piece == Piece(TETROMINOES["L"], 0, 2, 0)
    assert view.width == 9
    for y, row in enumerate(view.rows):
        assert [x for x, tile in enumerate(row) if tile == GREY] == ([1, 3, 5, 7] if y % 2 else [])


def test_the_first_rows_of_the_ascent_have_no_gems() -> None:
    for seed in range(20):
        assert not any(0 < tile < GREY for row in new_ascent(seed).view.rows[:5] for tile in row)


def test_gems_lie_in_half_of_the_rows() -> None:
    counts = [gems(new_ascent(seed)) for seed in range(100)]

    assert 650 <= sum(counts) <= 850


def test_hold_turns_l_into_j_in_its_place_and_back() -> None:
    game = new_ascent()
    before = game.view.piece
    assert before is not None
    tap(game, Button.HOLD)
    mirrored = game.view.piece
    tap(game, Button.HOLD)

    assert mirrored == before._replace(shape=TETROMINOES["J"])
    assert game.view.piece == before


def test_nothing_falls_drops_or_locks_in_the_ascent() -> None:
    game = new_ascent()
    tap(game, Button.ROTATE_RIGHT)
    before = game.view.piece
    for button in (Button.SOFT_DROP, Button.HARD_DROP, Button.SONIC_DROP):
        tap(game, button)
    game.update(100_000 * MS)

    assert game.view.piece == before
    assert game.view.pieces == 0


@pytest.mark.wide
@pytest.mark.parametrize("seed", range(8))
def test_turns_lead_up_the_ascent_without_end_past_any_gems(seed: int) -> None:
    climber = Climber(new_ascent(seed))
    while climber.height < 60:
        climber = climber.climb()

    assert climber.game.view.score > 0
    assert climber.game.view.end is None


@pytest.mark.parametrize("seed", range(8))
def test_well_moves_down_to_keep_five_rows_above_the_piece(seed: int) -> None:
    climber = Climber(new_ascent(seed))
    while climber.height < 30:
        climber = climber.climb()
        view = climber.game.view

        assert max(y for _, y in climber.place.cells) < view.skyline - 5
        assert view.board.fits(climber.place)
        assert all(GREY in row for row in view.rows[1::2])


@pytest.mark.parametrize("seed", range(8))
def test_turn_takes_gems_beside_the_piece_and_recolours_others(seed: int) -> None:
    climber = Climber(new_ascent(seed))
    while climber.height < 14:
        before = climber
        for button in (Button.ROTATE_LEFT, Button.ROTATE_RIGHT, Button.ROTATE_180):
            turned = before.after(button)
            if turned.place != before.place and turned.moved == before.moved:
                check_turn(before.game, turned.game)
        climber = climber.climb()


def check_turn(before: Game, after: Game) -> None:
    assert after.view.piece is not None
    beside = {(x + dx, y + dy) for x, y in after.view.piece.cells for dx, dy in ((0, 1), (0, -1), (1, 0), (-1, 0))}
    left = {}
    for y, row in enumerate(before.view.rows):
        for x, tile in enumerate(row):
            if 0 < tile < GREY and (x, y) not in beside:
                left[x, y] = tile % 7 + 1

    assert gem_cells(after) == left
    assert after.view.score - before.view.score == gems(before) - gems(after)


def gem_cells(game: Game) -> dict[tuple[int, int], int]:
    return {(x, y): tile for y, row in enumerate(game.view.rows) for x, tile in enumerate(row) if 0 < tile < GREY}


@pytest.mark.parametrize("seed", range(8))
def test_after_a_turn_no_gem_is_in_the_way_of_a_swap(seed: int) -> None:
    climber = Climber(new_ascent(seed))
    while climber.height < 40:
        climber = climber.climb()
        swapped = climber.after(Button.HOLD)

        assert swapped.place[1:] == climber.place[1:]
        assert swapped.place.shape is not climber.place.shape


def test_an_ascent_needs_a_well_of_odd_width() -> None:
    with pytest.raises(RuleError, match="width is 10"):
        Game(Rules.from_dict({"width": 10}, MODES["ascent"].rules))


def test_an_ascent_needs_a_well_that_its_piece_cannot_leave() -> None:
    rules = replace(MODES["ascent"].rules, width=5)

    with pytest.raises(RuleError, match="skyline is 7: the ascent needs at least 8"):
        Game(replace(rules, skyline=7))
    game = Game(replace(rules, skyline=8), 1)
    turns = (Button.ROTATE_RIGHT, Button.ROTATE_RIGHT, Button.ROTATE_LEFT)
    for time in range(1, 100):
        game.update(2 * time * 50 * MS, {turns[time % 3]})
        game.update((2 * time + 1) * 50 * MS, set())
        piece = game.view.piece
        assert piece is None or game.view.board.fits(piece)


def zen_after(pieces: int) -> tuple[Game, list[str]]:
    """Return a game of zen after so many dropped pieces, and what was said."""
    game = Game(MODES["zen"].rules, 1)
    said: list[str] = []
    time = 0
    while game.view.pieces < pieces:
        time += 30 * MS
        events = [*game.update(time, {Button.HARD_DROP}), *game.update(time + MS, ())]
        said += [event.text for event in events if isinstance(event, Announced)]
    return game, said


def test_zen_cannot_be_lost() -> None:
    game, said = zen_after(1000)

    assert game.view.end is None
    assert len(said) > 10


def test_where_zen_makes_room_half_of_the_visible_rows_stay() -> None:
    stack = ["#" * 9 + "."] * 10 + ["TTTTTTTTT."] * 10 + ["..........", "...##....."]
    game = begun_game(MODES["zen"].rules, 1, board=stack)

    assert game.view.board.to_text() == [*["TTTTTTTTT."] * 8, "..........", "...##....."]
    assert game.view.lines == 0


def test_a_piece_may_lock_out_of_sight_in_zen() -> None:
    game = begun_game(MODES["zen"].rules, 1, board=["#########."] * 20, pieces="OOO")
    events = [*game.update(MS, {Button.HARD_DROP}), *game.update(100 * MS)]

    assert any(isinstance(event, PieceLocked) for event in events)
    assert game.view.end is None
    assert len(game.view.rows) == 10


def test_without_gravity_a_piece_stays_until_it_is_dropped() -> None:
    game = Game(MODES["zen"].rules_with(options={"level": 0}), 1, pieces="TTT")
    game.update(600_000 * MS)
    hanging = game.view.piece
    game.update(600_001 * MS, {Button.SOFT_DROP})
    game.update(601_000 * MS)

    assert hanging is not None
    assert hanging.y == 19
    assert game.view.piece is not None
    assert game.view.piece.y == 0, "soft drop has a speed of its own"
