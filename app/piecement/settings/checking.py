"""Checks settings that come from outside, by pydantic."""

from functools import cache
from typing import Any, TypeVar

from pydantic import TypeAdapter, ValidationError

from piecement.settings.setting_spec import SettingError, title_of

_AnySection = TypeVar("_AnySection")


def checked_change(section: _AnySection, name: str, value: object) -> _AnySection:
    """Return a section with one setting changed.

    Raises `SettingError` for a setting that it lacks, or a value that the setting cannot have.
    """
    if name not in vars(section):
        raise SettingError(f"{title_of(name)}: there is no such setting")
    try:
        kind: Any = type(section)  # mypy does not take a type variable's type for hashable
        changed: _AnySection = _adapter(kind).validate_python({**vars(section), name: value})
    except ValidationError as error:
        raise SettingError(_sentence(name, error)) from None
    return changed


@cache
def _adapter(kind: Any) -> TypeAdapter[Any]:  # Any: a cache does not tell kinds of sections apart
    return TypeAdapter(kind)


def _sentence(name: str, error: ValidationError) -> str:
    problem: Any = error.errors(include_url=False)[0]["msg"]
    message = str(problem).removeprefix("Value error, ")
    return f"{title_of(name)}: {message[0].lower()}{message[1:]}"
