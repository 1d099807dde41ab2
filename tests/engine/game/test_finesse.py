"""Finesse is judged by the published tables, and by what the rotation systems can."""

from collections.abc import Sequence

import pytest

from piecement_engine import ROTATION_SYSTEMS, TETROMINOES, Button, Finesse, Game, Piece, Rules, fewest_presses
from piecement_engine.board.geometry import geometry
from piecement_engine.bots.arena import arena
from piecement_engine.bots.piece_paths import Step, path
from piecement_engine.game.inputs import buttons_to_mask

MS = 1_000_000
SRS = Rules(rotation_system="srs", fall_delay_ns=3_000_000_000)
LEFT, RIGHT = Button.MOVE_LEFT, Button.MOVE_RIGHT
TURN, BACK, HALF = Button.ROTATE_RIGHT, Button.ROTATE_LEFT, Button.ROTATE_180
DROP = Button.HARD_DROP
STEERING = frozenset(Step) - {Step.SONIC_DROP, Step.SOFT_DROP}

TWO_STEP_FINESSE = [
    ("I", 0, "1 2 1 0 1 2 1"),
    ("I", 1, "2 2 2 2 1 1 2 2 2 2"),
    ("JLT", 0, "1 2 1 0 1 2 2 1"),
    ("JLT", 1, "2 2 3 2 1 2 3 3 2"),
    ("JLT", 2, "2 3 2 1 2 3 3 2"),
    ("JLT", 3, "2 3 2 1 2 3 3 2 2"),
    ("O", 0, "1 2 2 1 0 1 2 2 1"),
    ("SZ", 0, "1 2 1 0 1 2 2 1"),
    ("SZ", 1, "2 2 2 1 1 2 3 2 2"),
]
"""The table of SRS as published: for each leftmost column, the presses besides the drop."""


def counts(letter: str, orientation: int, *, half_turns: bool = True) -> list[int | None]:
    shape = TETROMINOES[letter]
    columns = range(11 - shape.widths[orientation])
    return [fewest_presses(SRS, Piece(shape, orientation, x, 0), half_turns=half_turns) for x in columns]


def played(*pieces: tuple[str, Sequence[Button]], rules: Rules = SRS, board: Sequence[str] = ()) -> Finesse:
    """Return the finesse of a game of these pieces, for each of which some buttons are tapped."""
    game = Game(rules, 1, pieces=[name for name, _ in pieces] + ["O"] * 8, board=board)
    finesse = Finesse()
    time = 0
    for _, presses in pieces:
        time += 500 * MS
        finesse.count(game.update(time))
        for button in presses:
            finesse.press(game.view, buttons_to_mask({button}))
            finesse.count(game.update(time, {button}))
            time += 20 * MS
            finesse.count(game.update(time, ()))
    finesse.count(game.update(time + 500 * MS))
    return finesse


def found(finesse: Finesse) -> tuple[int, int]:
    return finesse.faults, finesse.faulty


class TestFewestPresses:
    @pytest.mark.parametrize(("letters", "orientation", "presses"), TWO_STEP_FINESSE)
    def test_they_are_those_of_the_published_table(self, letters: str, orientation: int, presses: str) -> None:
        for letter in letters:
            assert counts(letter, orientation) == [int(count) for count in presses.split()]

    def test_no_place_takes_over_four_presses_without_half_turns(self) -> None:
        every = [(letter, orientation) for letter in TETROMINOES for orientation in range(4)]

        assert max(max(filter(None, counts(*each))) for each in every) == 3
        assert max(max(filter(None, counts(*each, half_turns=False))) for each in every) == 4

    @pytest.mark.parametrize("letter", "JLT")
    def test_without_a_half_turn_upside_down_takes_one_more(self, letter: str) -> None:
        assert counts(letter, 2, half_turns=False) == [3, 4, 3, 2, 3, 4, 4, 3]

    @pytest.mark.wide
    @pytest.mark.parametrize("width", [7, 10, 13])
    @pytest.mark.parametrize("system", ROTATION_SYSTEMS)
    def test_they_are_the_shortest_ways_that_the_bots_find(self, system: str, width: int) -> None:
        rules = Rules(rotation_system=system, width=width, height=24)
        layout = geometry(width, 24, 4)
        field = arena(rules)
        for shape in TETROMINOES.values():
            start = field.entry(layout.empty, shape)
            assert start is not None
            for orientation in range(4):
                for x in range(width + 1 - shape.widths[orientation]):
                    goal = field.board(layout.empty).dropped(Piece(shape, orientation, x, 10))
                    way = path(field, layout.empty, start, goal, allowed=STEERING)

                    assert fewest_presses(rules, goal) == (None if way is None else len(way) - 1)

    def test_a_place_beside_the_field_has_none(self) -> None:
        assert fewest_presses(SRS, Piece(TETROMINOES["T"], 0, 9, 0)) is None


class TestFaults:
    def test_a_piece_with_needed_presses_has_no_faults(self) -> None:
        assert found(played(("T", [TURN, LEFT, DROP]), ("S", [DROP]))) == (0, 0)

    def test_each_surplus_press_is_a_fault(self) -> None:
        assert found(played(("O", [LEFT, RIGHT, LEFT, DROP]), ("T", [TURN, TURN, TURN, DROP]))) == (4, 2)

    def test_taps_to_the_wall_are_faults_where_one_hold_would_do(self) -> None:
        assert found(played(("O", [LEFT] * 4 + [DROP]))) == (3, 1)

    def test_a_teleport_is_as_good_as_a_hold(self) -> None:
        assert found(played(("O", [Button.TELEPORT_LEFT, DROP]))) == (0, 0)

    def test_a_press_that_does_nothing_is_one(self) -> None:
        assert found(played(("O", [TURN, DROP]))) == (1, 1)

    def test_two_quarter_turns_equal_an_unpressed_half_turn(self) -> None:
        assert found(played(("T", [TURN, TURN, DROP]))) == (0, 0)
        assert found(played(("T", [HALF, DROP]))) == (0, 0)
        assert found(played(("T", [HALF, LEFT, RIGHT, DROP]))) == (2, 1)

    def test_soft_drops_are_no_presses(self) -> None:
        assert found(played(("O", [LEFT, Button.SOFT_DROP, Button.SOFT_DROP, DROP]))) == (0, 0)

    def test_a_tuck_has_none(self) -> None:
        roofed = ["..........", "......####"]
        tucked = [LEFT, RIGHT, Button.SONIC_DROP, RIGHT, RIGHT, DROP]

        assert found(played(("O", tucked), board=["..........", "..........", "......####"])) == (0, 0)
        assert found(played(("O", [LEFT, RIGHT, DROP]), board=roofed)) == (2, 1)

    def test_a_piece_that_comes_in_close_above_the_stack_has_none(self) -> None:
        assert found(played(("O", [LEFT, RIGHT, LEFT, DROP]), board=["#........."] * 19)) == (0, 0)
        assert found(played(("O", [LEFT, RIGHT, LEFT, DROP]), board=["#........."] * 18)) == (2, 1)

    def test_a_piece_that_falls_at_once_has_none(self) -> None:
        at_once = Rules(rotation_system="srs", fall_delay_ns=0)

        assert found(played(("O", [LEFT, RIGHT, LEFT, DROP]), rules=at_once)) == (0, 0)

    def test_presses_for_a_piece_that_goes_into_hold_are_forgotten(self) -> None:
        assert found(played(("T", [TURN, BACK, LEFT, Button.HOLD, DROP]), ("O", [LEFT, DROP]))) == (0, 0)

    def test_presses_between_two_pieces_are_for_the_second(self) -> None:
        slow = Rules(rotation_system="srs", fall_delay_ns=3_000_000_000, hard_drop_delay_ns=100 * MS)
        eager = played(("O", [DROP, LEFT]), ("O", [LEFT, RIGHT, DROP]), rules=slow)

        assert found(eager) == (3, 1)

    def test_other_systems_and_widths_have_tables_of_their_own(self) -> None:
        wide = Rules(rotation_system="ocular", width=14, fall_delay_ns=3_000_000_000)

        assert found(played(("O", [LEFT] * 3 + [DROP]), rules=wide)) == (0, 0)
        assert found(played(("O", [LEFT] * 5 + [DROP]), rules=wide)) == (3, 1)

    def test_the_part_without_faults_is_of_all_pieces(self) -> None:
        assert Finesse(faults=5, faulty=2).part(8) == 0.75
        assert Finesse().part(0) == 1.0
