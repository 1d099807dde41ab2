"""TOML files of the player: reading them, with one sentence for a fault, and its line where a model checks the keys."""

import re
import tomllib
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, TypeVar

from pydantic import BaseModel, BeforeValidator, ValidationError

from piecement_base.language import _, error_text
from piecement_base.printable import one_line, printable
from piecement_engine import EngineError

_Form = TypeVar("_Form", bound=BaseModel)


PRINTABLE: Final = BeforeValidator(lambda value: printable(value) if isinstance(value, str) else value)
"""Removal of the invisible characters of a text, before its length is checked."""


class TomlFileError(Exception):
    """Fault of a TOML file of the player: one sentence, with the line of the fault."""


def read_text(path: Path, most: int) -> str:
    """Return the text of a file. Raises `OSError`, or `TomlFileError` for a file of more bytes or without text."""
    with path.open("rb") as file:
        content = file.read(most + 1)
    if len(content) > most:
        raise TomlFileError(_("The file is larger than {most} kB.").format(most=most // 1000))
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise TomlFileError(_("The file cannot be read.")) from error


def read_table(text: str) -> dict[str, Any]:  # TOML has values of many types
    """Return the content of a file. Raises `TomlFileError`."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:  # names the line
        reason = _lower(one_line(error))
        raise TomlFileError(_("The file is not valid TOML: {reason}.").format(reason=reason)) from error
    except (ValueError, RecursionError) as error:  # a number with too many digits, or tables too deep
        raise TomlFileError(_("The file cannot be read.")) from error


def read_toml(text: str, form: type[_Form], choices: Mapping[str, str] | None = None) -> _Form:
    """Return the content of a file as a model. Raises `TomlFileError`, by `choices` for a bad value of a key in it."""
    table = read_table(text)
    try:
        return form.model_validate(table)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        place = [str(part) for part in first["loc"]]
        problem = _key_problem(place, first["type"], form) or (choices or {}).get(place[0]) or _lower(first["msg"])
        raise fault_at(text, place, problem) from error


def _key_problem(place: list[str], kind: str, form: type[BaseModel]) -> str:
    """Return the sentence about a missing or an unknown key; empty if its value is the fault."""
    if kind == "missing":
        return _("there is no {key!r}").format(key=place[0])
    if kind == "extra_forbidden":
        for table in place[:-1]:
            inner = form.model_fields[table].annotation
            form = inner if isinstance(inner, type) and issubclass(inner, BaseModel) else form
        return _("{key!r} is not one of {names}").format(key=place[-1], names=", ".join(form.model_fields))
    return ""


@contextmanager
def faults_at(text: str, *place: str) -> Generator[None]:
    """Raise what the engine refuses in the block as a fault at the line of a key."""
    try:
        yield
    except (EngineError, ValueError) as error:
        raise fault_at(text, place, error_text(error)) from error


def fault_at(text: str, place: Sequence[str], problem: str) -> TomlFileError:
    """Return a fault at the line of a key, which is given by the names that lead to it."""
    line = _line_of(text, [part for part in place if not part.isdecimal() and part != "[key]"])
    return TomlFileError(_("line {line}: {problem}.").format(line=line, problem=one_line(problem).rstrip(".")))


def _line_of(text: str, place: list[str]) -> int:
    """Return the number of the line with a key, or of the nearest table around it."""
    found = 1
    for part in place:
        key = re.compile(rf"\s*(\[\[?\s*)?[\"']?{re.escape(part)}[\"']?\s*[\]=.]|.*[{{,.]\s*{re.escape(part)}\s*=")
        lines = enumerate(text.splitlines()[found - 1 :], found)
        found = next((number for number, line in lines if key.match(line)), found)
    return found


def _lower(sentence: str) -> str:
    return sentence[:1].lower() + sentence[1:]
