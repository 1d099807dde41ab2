"""Frozen dataclasses whose methods are shared: as trustworthy as usual ones."""

import copy
import inspect
import pickle
import pydoc
import re
from collections.abc import Mapping
from dataclasses import FrozenInstanceError, asdict, field, fields, replace
from typing import Any

import pytest

from piecement_engine import Limit, Limits, Result, RuleError, Rules
from piecement_engine.frozen import frozen_dataclass


@frozen_dataclass()
class Place:
    """A place."""

    x: int
    y: int = 7
    names: Mapping[str, str] = field(default_factory=dict[str, str], hash=False)

    def __post_init__(self) -> None:
        if self.x < 0:
            raise RuleError("x is negative")


@frozen_dataclass(kw_only=True)
class Room(Place):
    """A place with a number."""

    number: int = 1


@frozen_dataclass()
class Twin:
    """Has the fields of a place."""

    x: int
    y: int = 7
    names: Mapping[str, str] = field(default_factory=dict[str, str], hash=False)


@frozen_dataclass(slots=False)
class Roomy:
    """Has a dictionary."""

    x: int = 1


@frozen_dataclass()
class Noted:
    """Is equal to another whatever was noted."""

    x: int
    notes: list[str] = field(compare=False)


PLACE_AND_NUMBER: tuple[Any, ...] = (1, 2, {}, 3)
PLACE = Room(1, 2, {"de": "Ort"}, number=3)


def test_fields_are_given_by_place_or_by_name_and_have_defaults() -> None:
    assert repr(Place(1)) == "Place(x=1)"
    assert repr(Place(1, 2)) == "Place(x=1, y=2)"
    assert asdict(PLACE) == {"x": 1, "y": 2, "names": {"de": "Ort"}, "number": 3}
    assert [one.name for one in fields(PLACE)] == ["x", "y", "names", "number"]
    assert Roomy() == Roomy(x=1)


@pytest.mark.parametrize(
    ("given", "named"),
    [((), {}), ((1, 2, 3, 4), {}), ((1,), {"x": 2}), ((1,), {"z": 2}), ((), {"y": 2})],
    ids=["none", "too many", "one twice", "unknown", "none for one without a default"],
)
def test_fields_that_do_not_fit_are_refused(given: tuple[Any, ...], named: dict[str, Any]) -> None:
    with pytest.raises(TypeError, match=r"^Place "):
        Place(*given, **named)


def test_a_field_by_name_only_cannot_be_given_by_place() -> None:
    with pytest.raises(TypeError):
        Room(*PLACE_AND_NUMBER)


@pytest.mark.parametrize("name", ["x", "number", "other"])
def test_nothing_can_be_set_or_deleted(name: str) -> None:
    with pytest.raises(FrozenInstanceError):
        setattr(PLACE, name, 3)
    with pytest.raises(FrozenInstanceError):
        delattr(PLACE, name)


def test_values_are_equal_by_kind_and_fields() -> None:
    assert Place(1) == Place(1, 7, {})
    assert Place(1) != Place(1, 7, {"de": "Ort"})
    assert len({Place(1), Twin(1)}) == 2
    assert len({Place(1), Place(1), Place(2)}) == 2


def test_uncompared_field_changes_no_value_and_needs_no_hash() -> None:
    assert Noted(1, ["one"]) == Noted(1, ["another"])
    assert Noted(1, ["one"]) != Noted(2, ["one"])
    assert hash(Noted(1, ["one"])) == hash(Noted(1, ["another"]))


def test_a_changed_copy_is_checked_again() -> None:
    assert replace(PLACE, x=5) == Room(5, 2, {"de": "Ort"}, number=3)
    with pytest.raises(RuleError):
        replace(PLACE, x=-1)


@pytest.mark.parametrize("value", [PLACE, Roomy(4)], ids=["slots", "no slots"])
def test_a_value_survives_copies_and_pickles(value: object) -> None:
    assert copy.copy(value) == copy.deepcopy(value) == pickle.loads(pickle.dumps(value)) == value


def test_a_match_takes_the_fields_in_order() -> None:
    match PLACE:
        case Room(x, y):
            assert (x, y) == (1, 2)


def test_signature_names_fields_and_defaults() -> None:
    shown = inspect.signature(Rules)

    assert str(inspect.signature(Limit)).startswith("(value: ")
    assert shown.parameters["width"].default == 10
    assert shown.parameters["limits"].default == Limits()
    assert list(shown.parameters) == [one.name for one in fields(Rules)]
    assert inspect.signature(Result).parameters["end"].default is inspect.Parameter.empty


def test_help_explains_the_fields_of_rules() -> None:
    shown = pydoc.plain(pydoc.render_doc(Rules))
    explained = dict(re.findall(r"^ \|  (\w+)\n \|      (.+)", shown, re.MULTILINE))

    assert {field.name for field in fields(Rules)} <= explained.keys()
    assert explained["height"] == "Number of rows of the playfield, hidden ones included; above `skyline`, up to 200."
    assert explained["initial_move"] == "Move of a piece as it spawns."


def test_help_of_a_class_without_source_has_no_texts() -> None:
    scope: dict[str, Any] = {"frozen_dataclass": frozen_dataclass, "__name__": __name__}
    exec("@frozen_dataclass()\nclass Made:\n    x: int = 1\n", scope)

    assert "x" in pydoc.plain(pydoc.render_doc(scope["Made"]))
