"""The kick explorer turns a piece as the game does, on whatever board was drawn."""

from piecement.training.kick_explorer import COLUMNS, ROWS, KickExplorer
from piecement_engine import ROTATION_SYSTEMS
from piecement_engine.rotation import KickOutcome


def at_the_slot() -> KickExplorer:
    """Return an explorer that turns by SRS, whose T stands over a slot for three lines."""
    return KickExplorer("srs")


def test_the_first_board_shows_a_turn_by_the_last_of_five_tests() -> None:
    explorer = at_the_slot()
    explorer.turn(1)

    blocked = [KickOutcome.BLOCKED] * 4
    assert [test.outcome for test in explorer.tests] == [*blocked, KickOutcome.FITS]
    assert explorer.fitting is not None
    assert explorer.fitting.offset == (-1, -2)


def test_the_piece_goes_where_play_puts_it_once_it_moves_on() -> None:
    for system in ROTATION_SYSTEMS.values():
        for turns in (1, 2, 3):
            explorer = KickExplorer(system.name)
            explorer.move(4, 0)
            before = explorer.piece
            answer = system.rotate(explorer.board, before, turns)
            explorer.turn(turns)
            explorer.end_turn()

            assert explorer.piece == (answer[0] if answer else before)


def test_drawing_tests_the_turn_anew() -> None:
    explorer = at_the_slot()
    explorer.turn(1)
    explorer.fill((1, 0), filled=True)
    without = explorer.fitting
    explorer.fill((1, 0), filled=False)

    assert without is None
    assert explorer.fitting is not None


def test_drawing_over_the_piece_ends_the_turn() -> None:
    explorer = at_the_slot()
    explorer.turn(1)
    explorer.fill((2, 3), filled=True)

    assert not explorer.fits
    assert explorer.tests == ()


def test_another_system_tests_the_same_turn() -> None:
    explorer = at_the_slot()
    explorer.turn(1)
    before = explorer.piece
    while explorer.system != "classic_right":
        explorer.next_system()

    assert explorer.piece == before
    assert len(explorer.tests) == 1


def test_the_piece_stays_inside_the_shown_board() -> None:
    explorer = at_the_slot()
    for dx, dy in ((-30, 0), (0, -30), (30, 0), (0, 30)):
        explorer.move(dx, dy)

        assert all(0 <= x < COLUMNS and 0 <= y < ROWS for x, y in explorer.piece.cells)


def test_a_piece_among_blocks_does_not_turn() -> None:
    explorer = at_the_slot()
    explorer.move(0, -3)
    explorer.turn(1)

    assert not explorer.fits
    assert explorer.tests == ()


def test_steps_end_at_the_first_and_the_last_test() -> None:
    explorer = at_the_slot()
    explorer.turn(1)
    explorer.look_at(99)
    last = explorer.step
    explorer.look_at(-5)

    assert (explorer.step, last) == (0, 4)


def test_all_pieces_and_systems_come_round() -> None:
    explorer = at_the_slot()
    letters, systems = set[str](), set[str]()
    for _ in range(7):
        letters.add(explorer.piece.shape.name)
        explorer.next_shape()
    for _ in ROTATION_SYSTEMS:
        systems.add(explorer.system)
        explorer.next_system()

    assert letters == set("OISZTLJ")
    assert systems == set(ROTATION_SYSTEMS)
    assert explorer.system == "srs"
