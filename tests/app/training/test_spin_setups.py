"""Every set-up has the spin that it says: the way that is shown, pressed in a game, is recognized as that very spin."""

import pytest

from piecement.training.spin_setups import SETUPS, SPINS, SpinSetup, solution
from piecement_engine import Button, Event, Spin
from piecement_engine.bots.piece_paths import STEP_BUTTONS, Step
from piecement_engine.events import Accolade, PieceLocked
from tests.sampling import together

NOTHING = frozenset[Button]()
EACH = together("setup", SETUPS)


def pressed(setup: SpinSetup, steps: tuple[Step, ...]) -> list[Event]:
    """Return the events of steps pressed one after the other."""
    game = setup.game(SPINS.rules)
    time_ns = 0
    events: list[Event] = []
    for held in (NOTHING, *(held for step in steps for held in ({STEP_BUTTONS[step]}, NOTHING)), NOTHING):
        if game.view.end is None:
            time_ns += 10_000_000
            events += game.update(time_ns, held)
    return events


@EACH
def test_the_shown_way_makes_the_spin(setup: SpinSetup) -> None:
    way = solution(setup)
    events = pressed(setup, way.steps)

    assert [event.piece.cells for event in events if isinstance(event, PieceLocked)] == [way.place.cells]
    assert [setup.solves(event) for event in events if isinstance(event, Accolade)] == [True]


@EACH
def test_without_its_last_turn_the_way_makes_no_such_spin(setup: SpinSetup) -> None:
    events = pressed(setup, (*solution(setup).steps[:-2], Step.HARD_DROP))

    assert not any(setup.solves(event) for event in events if isinstance(event, Accolade))


@EACH
def test_a_way_has_a_press_for_each_step(setup: SpinSetup) -> None:
    way = solution(setup)

    assert len(way.presses) == len(way.steps)
    assert way.presses[-1].button is Button.HARD_DROP


def test_a_board_without_such_a_spin_is_refused() -> None:
    with pytest.raises(ValueError, match="no way leads to the spin of flat"):
        solution(SpinSetup("flat", "T", 2, ("###...####",)))


def test_a_mirror_image_has_the_mirrored_piece_and_rows() -> None:
    drawn = SpinSetup("one", "J", 1, ("#..",), Spin.MINI)

    assert drawn.mirrored() == SpinSetup("one_mirrored", "L", 1, ("..#",), Spin.MINI)


def test_names_are_unlike_one_another() -> None:
    assert len({setup.name for setup in SETUPS}) == len(SETUPS)
