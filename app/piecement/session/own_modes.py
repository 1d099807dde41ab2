"""Own modes: files in a folder, whose modes are listed among `MODES` under the names of the files."""

import re
from collections.abc import Collection
from contextlib import suppress
from itertools import chain, count
from pathlib import Path
from typing import Final

from piecement.session.mode_files import mode_text, read_mode
from piecement.session.own_rules import OwnRules
from piecement.session.toml_files import TomlFileError, read_text
from piecement_base.atomic_file import write_atomically
from piecement_base.errors import MissingError, StorageError
from piecement_base.language import _
from piecement_base.modes import ModeRanking, remember_ranking
from piecement_engine import MODES, Mode, RuleError
from piecement_engine.modes import register_mode

_MOST_BYTES: Final = 100_000
_LONGEST_STEM: Final = 20
"""Characters of a name that leave room for a number."""

OWN_MODES: Final[set[str]] = set()
"""Names of the modes that files made."""


class OwnModes:
    """The modes of a folder's files, loaded one by one."""

    def __init__(self, folder: Path) -> None:
        """Remove the modes of any other folder from `MODES`."""
        self._folder: Final = folder
        self.keep_only(())

    def all(self) -> tuple[Mode, ...]:
        """Return the modes of all files, by name."""
        return tuple(MODES[name] for name in sorted(OWN_MODES))

    def load(self, path: Path) -> None:
        """List the mode of a file, in place of one of that name. Raises `TomlFileError` and `OSError`."""
        self._list(read_mode(path.stem, read_text(path, _MOST_BYTES)))

    def keep_only(self, names: Collection[str]) -> None:
        """Remove the modes of other names from `MODES`; their games keep their ranking."""
        for name in OWN_MODES.difference(names):
            mode = MODES.pop(name)
            remember_ranking(name, ModeRanking(mode.ranking, mode.headline))
            OWN_MODES.discard(name)

    def saved(self, own: OwnRules) -> Mode | None:
        """Return the mode of a file with a name and rules, or None."""
        return next((mode for mode in self.all() if (mode.title, mode.rules) == (own.name, own.rules)), None)

    def write(self, own: OwnRules) -> Path:
        """Write the mode of own rules in the file that it has already, or in a new one.

        Raises `StorageError`, or `RuleError` for rules that a file cannot have.
        """
        path = self._written(own.name)
        if path is None:
            stem = re.sub("[^A-Za-z0-9_-]+", "_", own.name)[:_LONGEST_STEM]
            paths = map(self._path, chain([stem], (f"{stem}_{number}" for number in count(2))))
            path = next(free for free in paths if free.stem not in MODES and not free.exists())
        text = mode_text(own)
        try:
            mode = read_mode(path.stem, text)
        except TomlFileError as fault:
            raise RuleError(str(fault)) from fault
        write_atomically(path, text.encode())
        self._list(mode)
        return path

    def remove(self, title: str) -> None:
        """Delete the file that `write` wrote for a title. Raises `StorageError`."""
        path = self._written(title)
        if path is None:
            raise MissingError(_("There is nothing stored under the name {name!r}."), name=title)
        try:
            path.unlink()
        except OSError as error:
            sentence = _("{path} cannot be written ({strerror}).")
            raise StorageError(sentence, path=path, strerror=error.strerror) from error
        self.keep_only(OWN_MODES - {path.stem})

    def _written(self, title: str) -> Path | None:
        """Return the file that `write` wrote for a title, or None; one that was changed since is not it."""
        for mode in self.all():
            path = self._path(mode.name)
            with suppress(OSError, ValueError):
                if mode.title == title and path.read_text("utf-8") == mode_text(OwnRules(title, mode.rules)):
                    return path
        return None

    def _list(self, mode: Mode) -> None:
        register_mode(mode, replace=True)
        OWN_MODES.add(mode.name)

    def _path(self, name: str) -> Path:
        return self._folder / f"{name}.toml"
