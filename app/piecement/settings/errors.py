"""Reasons why pydantic refuses a value, for the player."""

from typing import Final

from pydantic_core import ErrorDetails

from piecement_base.language import _
from piecement_base.tables import read_table

ERROR_SENTENCES: Final = {row["type"]: row["sentence"] for row in read_table(__file__, "errors.csv")}
"""Sentences by error type of pydantic; messages of other types stay in English."""


def error_reason(problem: ErrorDetails) -> str:
    """Return the reason of an error, to follow a colon."""
    sentence = ERROR_SENTENCES.get(problem["type"])
    if sentence is not None:
        return _(sentence).format(**problem.get("ctx", {}))
    reason = problem["msg"].removeprefix("Value error, ")
    return f"{reason[:1].lower()}{reason[1:]}"
