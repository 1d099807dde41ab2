"""Validation of the description in a replay from outside."""

from typing import Annotated, Any, Final

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from piecement.language import _
from piecement.storage.errors import DamagedError
from piecement.terminal.outside_text import one_line

_MOST: Final = 2**63 - 1
_Number = Annotated[int, Field(ge=-_MOST, le=_MOST)]


class About(BaseModel):
    """Description beside a recording, written by `Origin.to_dict`."""

    model_config = ConfigDict(strict=True, extra="ignore")

    mode: str = ""
    options: dict[str, bool | _Number | str] = Field(default={}, max_length=100)
    preset: str = ""
    marks: list[str] = Field(default=[], max_length=100)
    started: str = ""
    ended: str = ""
    token: str = ""


def checked_about(about: object) -> dict[str, Any]:  # a JSON object has values of any JSON type
    """Return the description of a replay without unknown fields.

    Raises `DamagedError`, which names the first field that is not what it should be.
    """
    try:
        return About.model_validate(about).model_dump(exclude_unset=True)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        field = f" ({first['loc'][0]})" if first["loc"] else ""
        problem = one_line(first["msg"])
        raise DamagedError(
            _("The replay's own description{field} cannot be used: {problem}.").format(field=field, problem=problem)
        ) from error
