"""Frozen values: cheap to make, and as trustworthy as frozen dataclasses."""

import copy
import pickle

import pytest

from piecement_engine.events import Event
from piecement_engine.frozen import frozen


@frozen
class SeenTwice(Event):
    """An event of one's own: something was seen again."""

    kind = "seen_twice"

    again_ns: int


@frozen
class SeenThen(Event):
    """As `SeenTwice`, but another kind."""

    again_ns: int


def test_fields_are_given_in_order_or_by_name_and_read_by_name() -> None:
    seen = SeenTwice(1, again_ns=2)

    assert isinstance(seen, Event)
    assert (seen.time_ns, seen.again_ns, SeenTwice.kind) == (1, 2, "seen_twice")
    assert repr(seen) == "SeenTwice(time_ns=1, again_ns=2)"


def test_a_match_takes_the_fields_in_order() -> None:
    match SeenTwice(1, 2):
        case SeenTwice(time_ns, again_ns):
            assert (time_ns, again_ns) == (1, 2)


@pytest.mark.parametrize("name", ["time_ns", "again_ns", "other"])
def test_nothing_can_be_set(name: str) -> None:
    seen = SeenTwice(1, 2)

    with pytest.raises(AttributeError):
        setattr(seen, name, 3)

    assert seen == SeenTwice(1, 2)


def test_values_are_equal_by_kind_and_fields() -> None:
    assert SeenTwice(1, 2) == SeenTwice(1, 2)
    assert Event(1) != SeenTwice(1, 2) != SeenTwice(1, 3)
    assert len({SeenTwice(1, 2), SeenTwice(1, 2), SeenTwice(1, 3), SeenThen(1, 2)}) == 3


def test_a_value_survives_copies_and_pickles() -> None:
    seen = SeenTwice(1, 2)

    assert copy.copy(seen) == copy.deepcopy(seen) == pickle.loads(pickle.dumps(seen)) == seen


@pytest.mark.parametrize("given", [(), (1,), (1, 2, 3)])
def test_all_fields_must_be_given(given: tuple[int, ...]) -> None:
    with pytest.raises(TypeError):
        SeenTwice(*given)
