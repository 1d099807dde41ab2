"""The file of settings, in TOML: reading and checking it, and merging changes into it."""

import re
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Generic, NamedTuple, TypeVar

import tomli_w
from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from piecement.settings.errors import error_reason
from piecement.storage.nested_tables import TablePath, Tables, changes, existing_path, is_deep, remove, with_changes
from piecement.storage.paths import MOST_SETTINGS_BYTES
from piecement.storage.settings_migrations import SETTINGS_MIGRATIONS, SETTINGS_VERSION
from piecement_base.atomic_file import is_special, write_atomically
from piecement_base.errors import StorageError
from piecement_base.file_lock import FileLock
from piecement_base.language import N_, _, ngettext
from piecement_base.printable import LONGEST_NAME, one_line
from piecement_engine.errors import cut

_VERSION: Final = "version"
_NO_VERSION: Final = 1 << 63
"""Upper bound of integers in TOML."""
_MOST_BAD_LINES: Final = 20
_MOST_DOTS: Final = 64
"""Maximum number of dots in a line that is read; a name of n parts takes tomllib n² steps."""
_MOST_COMPLAINTS: Final = 20
_MOST_NAMED: Final = 5
"""Maximum number of unknown settings named in a sentence."""
_NOT_TOML: Final = N_("The file is not TOML: the default settings are used.")
_TOO_LARGE: Final = N_("The settings file has more than 1 MB")
_TOO_DEEP: Final = N_("The settings file has tables more than 20 levels deep")
_UNKNOWN: Final = frozenset({"extra_forbidden", "unexpected_keyword_argument"})
"""Error types of pydantic for unknown names."""

_LINE: Final = re.compile(r"\(at line (\d+)")

_Settings = TypeVar("_Settings", bound=BaseModel)


class Loaded(NamedTuple, Generic[_Settings]):
    """Settings read from a file."""

    settings: _Settings
    complaints: tuple[str, ...] = ()
    """Sentences about values that cannot be used."""


@dataclass(slots=True)
class _Content:
    """Content of a file, before it is validated."""

    tables: Tables = field(default_factory=dict[str, object])
    version: int = SETTINGS_VERSION
    """Version that wrote the file."""
    complaints: list[str] = field(default_factory=list[str])
    refusal: str = ""
    """Reason why nothing of the file is used, as the beginning of a sentence."""


class SettingsFile(Generic[_Settings]):
    """One file of settings. It holds only values that were set; others follow the defaults."""

    def __init__(
        self,
        path: Path,
        kind: type[_Settings],
        migrations: Mapping[int, Callable[[Tables], Tables]] = SETTINGS_MIGRATIONS,
    ) -> None:
        self.path = path
        self._migrations = migrations
        self._kind = kind
        self._aside = path.with_name(f"{path.name}.bad")
        self._lock = FileLock(path.with_name(f"{path.name}.lock"))

    def load(self) -> Loaded[_Settings]:
        """Read the settings. Invalid values are reported, saved in a `.bad` copy, and left at their defaults.

        Raises `StorageError` where the file is there but cannot be read.
        """
        content = self._read()
        found = checked(self._kind, content.tables)
        content.complaints += found.complaints
        return Loaded(found.settings, self._set_faulty_aside(content))

    def save(self, old: _Settings, new: _Settings) -> None:
        """Merge the changes from old to new into the file.

        Raises `StorageError` where the file cannot be written; it is then as it was.
        """
        wanted = changes(old.model_dump(mode="json"), new.model_dump(mode="json"))
        with self._lock:
            content = self._read()
            found = checked(self._kind, content.tables)
            content.complaints += found.complaints
            if not self._set_faulty_aside(content) and content.version < SETTINGS_VERSION:
                self._copy_aside()  # a migration may have dropped what it did not know
            is_newer = content.version > SETTINGS_VERSION  # its unknown names may be valid
            stored = content.tables if is_newer else found.tables
            self._write(with_changes(stored, wanted), max(content.version, SETTINGS_VERSION))

    def replace(self, settings: _Settings) -> None:
        """Replace the file by the differences from the defaults. Raises `StorageError` as `save` does."""
        wanted = changes(self._kind().model_dump(mode="json"), settings.model_dump(mode="json"))
        with self._lock:
            self._write(with_changes({}, wanted), SETTINGS_VERSION)

    def _read(self) -> _Content:
        if is_special(self.path):
            raise StorageError(_("{path} cannot be used: it is not a regular file."), path=self.path)
        try:
            with self.path.open("rb") as file:
                data = file.read(MOST_SETTINGS_BYTES + 1)
        except FileNotFoundError:
            return _Content()
        except OSError as error:
            raise StorageError(
                _("{path} cannot be read ({strerror}): the default settings are used."),
                path=self.path,
                strerror=error.strerror,
            ) from error
        if len(data) > MOST_SETTINGS_BYTES:
            return _Content(refusal=_(_TOO_LARGE))
        content = _parsed(data.decode("utf-8-sig", errors="replace"))
        version = content.tables.pop(_VERSION, 0)
        if isinstance(version, int) and not isinstance(version, bool) and 0 <= version < _NO_VERSION:
            content.version = version
            for step in range(version, SETTINGS_VERSION):
                content.tables = self._migrations[step](content.tables)
        else:
            content.complaints.append(
                _("version is {value}, and has to be a whole number.").format(value=_format_value(version))
            )
        return content

    def _write(self, tables: Tables, version: int) -> None:
        try:
            text = tomli_w.dumps({_VERSION: version, **tables})
        except ValueError as error:  # a number of more digits than Python writes, which a later version may have
            raise StorageError(_("{path} cannot be written ({strerror})."), path=self.path, strerror=error) from None
        write_atomically(self.path, text.encode())

    def _set_faulty_aside(self, content: _Content) -> tuple[str, ...]:
        """Copy a file with faults beside itself, or move one that is refused; return the complaints about it."""
        aside, complaints = self._aside, content.complaints
        if content.refusal:
            try:
                self.path.replace(aside)  # it may be larger than what can be copied
            except OSError:
                return (_("{refusal}: the default settings are used.").format(refusal=content.refusal),)
            sentence = _("{refusal}: it is kept as {aside}, and the default settings are used.")
            return (sentence.format(refusal=content.refusal, aside=aside),)
        if not complaints:
            return ()
        more = len(complaints) - _MOST_COMPLAINTS
        if more > 0:
            left_out = ngettext("{count} more value cannot be used.", "{count} more values cannot be used.", more)
            complaints = [*complaints[:_MOST_COMPLAINTS], left_out.format(count=more)]
        return (*complaints, self._copy_aside())

    def _copy_aside(self) -> str:
        """Copy the file beside itself and return a sentence about that."""
        try:
            write_atomically(self._aside, self.path.read_bytes())
        except (OSError, StorageError):
            return _("{aside} could not be written.").format(aside=self._aside)
        return _("The file as it was is kept as {aside}.").format(aside=self._aside)


class Checked(NamedTuple, Generic[_Settings]):
    """Settings in tables that were checked."""

    settings: _Settings
    tables: Tables
    """The tables without invalid values."""
    complaints: list[str]
    """Sentences about the invalid values."""


def checked(kind: type[_Settings], tables: Tables) -> Checked[_Settings]:
    """Return the settings in tables, which have their default where a value is invalid."""
    valid, complaints = deepcopy(tables), list[str]()
    while True:
        try:
            return Checked(kind.model_validate(valid), valid, complaints)
        except ValidationError as error:
            complaints += _remove_invalid(valid, error)


def _parsed(text: str) -> _Content:
    """Parse a text, leaving out lines that cannot be read."""
    content = _Content()
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")  # `splitlines` would cut at U+2028 as well
    for number, line in enumerate(lines):
        if line.count(".") > _MOST_DOTS:
            if not line.lstrip().startswith("#"):
                content.complaints.append(_unreadable(number, line))
            lines[number] = ""
    while True:
        try:
            content.tables = tomllib.loads("\n".join(lines))
        except tomllib.TOMLDecodeError as error:
            if len(content.complaints) >= _MOST_BAD_LINES:
                return _Content(complaints=[_(_NOT_TOML)])
            number = _bad_line(str(error), lines)
            content.complaints.append(_unreadable(number, lines[number]))
            lines[number] = ""
        except (RecursionError, ValueError):  # too deep, or a number with more digits than Python reads
            return _Content(complaints=[_(_NOT_TOML)])
        else:
            return _Content(refusal=_(_TOO_DEEP)) if is_deep(content.tables) else content


def _unreadable(number: int, line: str) -> str:
    """Return a complaint about a line, by its index."""
    return _("Line {number}, {text!r}, cannot be read.").format(number=number + 1, text=line.strip()[:40])


def _bad_line(message: str, lines: list[str]) -> int:
    """Return the index of the line that an error names, or of the closest line with text before it."""
    named = _LINE.search(message)
    last = len(lines) - 1 if named is None else min(int(named[1]), len(lines)) - 1
    candidates: Iterable[int] = (*range(last, -1, -1), *range(last + 1, len(lines)))
    return next(number for number in candidates if lines[number])


def _remove_invalid(tables: Tables, error: ValidationError) -> list[str]:
    """Remove invalid values and return complaints; tables that hold them are checked again."""
    problems: dict[TablePath, ErrorDetails] = {}
    for problem in error.errors(include_url=False):
        problems.setdefault(existing_path(tables, problem["loc"]), problem)
    holding = {path[:length] for path in problems for length in range(len(path))}
    wrong = {path: problem for path, problem in problems.items() if path not in holding}
    if () in wrong:
        tables.clear()
    for path in filter(None, wrong):
        remove(tables, path)
    unknown = [path for path, problem in wrong.items() if problem["type"] in _UNKNOWN]
    complaints = [_complaint(path, problem) for path, problem in wrong.items() if problem["type"] not in _UNKNOWN]
    return [*complaints, _no_such(unknown)] if unknown else complaints


def _complaint(path: Sequence[str], problem: ErrorDetails) -> str:
    return _("{name} is {value}: {reason}.").format(
        name=_name(path) or _("The file"), value=_format_value(problem["input"]), reason=one_line(error_reason(problem))
    )


def _no_such(paths: Sequence[Sequence[str]]) -> str:
    names = list(map(_name, paths[:_MOST_NAMED]))
    if len(paths) == 1:
        return _("This version has no setting {name}.").format(name=names[0])
    last = _("{count} more").format(count=len(paths) - _MOST_NAMED) if len(paths) > _MOST_NAMED else names.pop()
    return _("This version has no settings {names} and {last}.").format(names=", ".join(names), last=last)


def _name(path: Sequence[str]) -> str:
    return one_line(".".join(path), LONGEST_NAME)


def _format_value(value: object) -> str:
    """Return a value as text for a complaint."""
    try:
        return cut(repr(value))
    except ValueError:  # of more digits than Python writes
        return _("a number too long")
