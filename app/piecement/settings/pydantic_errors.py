"""Error messages of pydantic in the player's language."""

from typing import TYPE_CHECKING, Final

from piecement.language import N_, _

if TYPE_CHECKING:
    from pydantic_core import ErrorDetails

SENTENCES: Final = {
    "bool_type": N_("input should be a valid boolean"),
    "bool_parsing": N_("input should be a valid boolean, unable to interpret input"),
    "int_type": N_("input should be a valid integer"),
    "int_parsing": N_("input should be a valid integer, unable to parse string as an integer"),
    "int_from_float": N_("input should be a valid integer, got a number with a fractional part"),
    "float_type": N_("input should be a valid number"),
    "float_parsing": N_("input should be a valid number, unable to parse string as a number"),
    "finite_number": N_("input should be a finite number"),
    "greater_than_equal": N_("input should be greater than or equal to {ge:g}"),
    "less_than_equal": N_("input should be less than or equal to {le:g}"),
    "string_type": N_("input should be a valid string"),
    "tuple_type": N_("input should be a valid tuple"),
    "list_type": N_("input should be a valid list"),
    "dict_type": N_("input should be a valid dictionary"),
    "dataclass_type": N_("input should be a dictionary or an instance of {class_name}"),
}
"""Messages by error type of pydantic; others stay in English."""


def reason_of(problem: "ErrorDetails") -> str:
    """Return the reason of an error, to follow a colon."""
    sentence = SENTENCES.get(problem["type"])
    if sentence is not None:
        return _(sentence).format(**problem.get("ctx", {}))
    said = problem["msg"].removeprefix("Value error, ")
    return f"{said[:1].lower()}{said[1:]}"
