"""The finesse drill asks for places that can be reached, and shows the shortest way there."""

from collections.abc import Sequence

import pytest

from piecement.training.finesse_drill import MODE, DrillTarget, FinesseDrill, all_targets, attempt_of, named_targets
from piecement.training.finesse_faults import faults_of
from piecement_engine import ROTATION_SYSTEMS, TETROMINOES, Button, Game, Piece, Recording, Rules, fewest_presses
from piecement_engine.events import PieceLocked
from piecement_engine.game.finesse import Press
from piecement_engine.rules.rules import LONGEST_NS

MS = 1_000_000


def landed(rules: Rules, letter: str, presses: Sequence[Press]) -> tuple[tuple[int, int], ...]:
    """Return the spot of a piece after presses and a hard drop, as a player makes them."""
    game, time, locked = Game(rules, 1, pieces=[letter] + ["O"] * 8), 100 * MS, list[PieceLocked]()
    game.update(time)
    for button, held in [*presses, Press(Button.HARD_DROP)]:
        for buttons, wait in (({button}, 900 if held else 10), (set[Button](), 10)):
            events = game.update(time, buttons)
            time += wait * MS
            locked += [event for event in (*events, *game.update(time)) if isinstance(event, PieceLocked)]
    return locked[0].piece.cells


@pytest.mark.parametrize("system", ROTATION_SYSTEMS)
def test_the_shown_presses_bring_every_piece_to_every_place(system: str) -> None:
    rules = MODE.rules_with({"rotation_system": system})
    drill = FinesseDrill(rules, all_targets(rules), 1)
    for target in all_targets(rules):
        for half_turns in (True, False):
            presses = drill.right_presses(target, half_turns=half_turns)

            assert len(presses) == fewest_presses(rules, target.piece, half_turns=half_turns)
            if half_turns:
                assert landed(rules, target.shape.name, presses) == target.piece.cells


def test_every_figure_in_every_column_is_asked() -> None:
    rules = MODE.rules_with({"rotation_system": "srs"})
    places = {
        (shape.orientations[turn], x)
        for shape in TETROMINOES.values()
        for turn in range(4)
        for x in range(11 - shape.widths[turn])
    }

    assert {(target.shape.orientations[target.orientation], target.x) for target in all_targets(rules)} == places
    assert len(all_targets(rules)) == 162


def test_a_place_has_one_name_however_the_piece_was_turned() -> None:
    upside_down = Piece(TETROMINOES["S"], 2, 4, 0)

    assert DrillTarget.of(upside_down).name == "S" + "N4"
    assert named_targets(Rules(), ["SN4", "no place"]) == (DrillTarget.of(upside_down),)


def drill_of(*names: str) -> FinesseDrill:
    rules = MODE.rules_with({"rotation_system": "srs"})
    return FinesseDrill(rules, named_targets(rules, names), 1)


def test_a_place_is_asked_until_it_was_reached_without_a_fault() -> None:
    drill = drill_of("TN0")
    first = drill.judge(drill.target.piece, 2, 3, 5 * MS)
    second = drill.judge(Piece(TETROMINOES["T"], 0, 5, 0), 0, 0, 5 * MS)
    third = drill.judge(drill.target.piece, 0, 1, 5 * MS)

    assert [first.is_clean, second.is_clean, third.is_clean] == [False, False, True]
    assert [attempt_of(one).faults for one in (first, second, third)] == [2, 1, 0]


def test_a_drill_ends_before_its_pieces_do() -> None:
    drill = drill_of("TN0")
    while not drill.is_done:
        drill.judge(drill.target.piece, 0, 1, 5 * MS)

    assert len(drill.queue) > MODE.rules.preview_count


def test_the_board_is_empty_for_each_piece() -> None:
    game = Game(MODE.rules_with(), 1, pieces=["T"] * 8)
    game.update(100 * MS, {Button.HARD_DROP})
    game.update(900 * MS)

    assert game.view.pieces == 1
    assert not any(map(any, game.view.rows))


@pytest.mark.parametrize(("minutes", "faults"), [(1, {"TN0": 2}), (11, {})])
def test_faults_are_counted_by_place_unless_a_game_is_long(minutes: int, faults: dict[str, int]) -> None:
    game = Game(Rules(rotation_system="srs", fall_delay_ns=LONGEST_NS), 1, pieces=["T"] * 8)
    time = 100 * MS
    for buttons in ({Button.MOVE_LEFT}, (), {Button.MOVE_LEFT}, (), {Button.MOVE_LEFT}, (), {Button.HARD_DROP}, ()):
        game.update(time, buttons)
        time += 20 * MS
    game.update(time)
    game.forfeit(minutes * 60_000 * MS)

    assert faults_of(Recording.of(game)) == faults
