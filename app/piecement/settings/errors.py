"""Reasons why pydantic refuses a value, for the player."""

import csv
from pathlib import Path
from typing import TYPE_CHECKING, Final

from piecement_base.language import _

if TYPE_CHECKING:
    from pydantic_core import ErrorDetails

_TABLE: Final = csv.DictReader(Path(__file__).with_name("errors.csv").read_text("utf-8").splitlines())
ERROR_SENTENCES: Final = {row["type"]: row["sentence"] for row in _TABLE}
"""Sentences by error type of pydantic; messages of other types stay in English."""


def error_reason(problem: "ErrorDetails") -> str:
    """Return the reason of an error, to follow a colon."""
    sentence = ERROR_SENTENCES.get(problem["type"])
    if sentence is not None:
        return _(sentence).format(**problem.get("ctx", {}))
    reason = problem["msg"].removeprefix("Value error, ")
    return f"{reason[:1].lower()}{reason[1:]}"
