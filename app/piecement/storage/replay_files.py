"""Files and lines of replays: reading and checking them, and writing them."""

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any, Final, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from piecement.session.records import origin_of
from piecement.storage.input_file import read_input
from piecement_base.atomic_file import write_atomically
from piecement_base.errors import DamagedError
from piecement_base.language import _, error_text
from piecement_base.origin import Owner
from piecement_base.printable import one_line
from piecement_engine import Desync, Recording, RecordingError, read_game_line
from piecement_engine.match import SideDesync
from piecement_engine.recording.game_line import GAME_LINE

ENDING: Final = ".replay"
"""Suffix of replay files."""

_MOST_BYTES: Final = 20_000_000

_Parsed = TypeVar("_Parsed")

_MOST_NUMBER: Final = 2**63 - 1
_Number = Annotated[int, Field(ge=-_MOST_NUMBER, le=_MOST_NUMBER)]


class _About(BaseModel):
    """Description beside a recording, written by `Origin.to_dict`."""

    model_config = ConfigDict(strict=True, extra="ignore")

    name: str = ""
    mode: str = ""
    options: dict[str, bool | _Number | str] = Field(default={}, max_length=100)
    preset: str = ""
    marks: list[str] = Field(default=[], max_length=100)
    started: str = ""
    ended: str = ""
    token: str = ""


def read_replay(path: Path) -> Recording:
    """Return the recording of a line, or in a file that may hold one. Raises `StorageError` for anything else."""
    return read_line(str(path)) if is_line(str(path)) else read_file(path, _parsed)


def read_line(line: str) -> Recording:
    """Return the recording of a line. Raises `DamagedError` for any other text."""
    try:
        return _parsed(line)
    except RecordingError as error:
        sentence = error_text(error)
        raise DamagedError("{sentence}.", sentence=f"{sentence[:1].upper()}{sentence[1:]}") from error


def is_line(text: str) -> bool:
    """Return whether a text is meant as a game's line."""
    return text.lstrip().startswith(GAME_LINE)


def _parsed(text: str) -> Recording:
    """Return the recording of a line or of a file's text. Raises `RecordingError` or `DamagedError`."""
    recording = read_game_line(text) if is_line(text) else Recording.from_text(text)
    return replace(recording, about=_checked_about(recording.about))


def read_file(path: Path, parse: Callable[[str], _Parsed]) -> _Parsed:
    """Return what a file holds, parsed. Raises `StorageError`, which names the file."""
    content = read_input(path, _MOST_BYTES + 1)
    try:
        if len(content) > _MOST_BYTES:
            raise DamagedError(_("it is too large for a replay."))
        return parse(content.decode(errors="replace"))
    except DamagedError as error:
        raise DamagedError(f"{path}: {error}") from error
    except RecordingError as error:
        raise DamagedError(f"{path}: {error_text(error)}.") from error
    except Exception as error:  # reading a forged file may raise anything
        raise DamagedError(_("{path} is damaged ({error})."), path=path, error=one_line(error)) from error


def _checked_about(about: object) -> dict[str, Any]:  # a JSON object has values of any JSON type
    """Return the description of a replay without unknown fields.

    Raises `DamagedError`, which names the first field that is not what it should be.
    """
    try:
        return _About.model_validate(about).model_dump(exclude_unset=True)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        field = f" ({first['loc'][0]})" if first["loc"] else ""
        problem = one_line(first["msg"])
        raise DamagedError(
            _("The replay's own description{field} cannot be used: {problem}."), field=field, problem=problem
        ) from error


def require_proven(desync: Desync | SideDesync | None) -> None:
    """Raise `DamagedError` for a recording that differs from its game."""
    if desync is not None:
        raise DamagedError(_("The recording does not lead to its result: {sentence}."), sentence=desync.sentence)


def shared(recording: Recording, name: str = "") -> Recording:
    """Return a recording to be handed on: with the name of a player whose it is, and without what an import added.

    So a game that is handed on and on keeps its line.
    """
    origin = origin_of(recording)
    about = {key: value for key, value in recording.about.items() if key not in {"owner", "marks"}}
    if marks := [mark for mark in origin.unranked.names() if mark != "imported"]:
        about["marks"] = marks
    if name and origin.owner is Owner.OWN:
        about.setdefault("name", name)
    return replace(recording, about=about)


def write_replay(recording: Recording, file: Path) -> Path:
    """Write a recording to a file; return the file."""
    write_atomically(file, recording.to_text().encode())
    return file


def safe_name(mode: str) -> str:
    """Return the name of a mode for file names: that of own rules may have a slash, or any other character."""
    return re.sub(r"[^\w-]+", "_", mode)
