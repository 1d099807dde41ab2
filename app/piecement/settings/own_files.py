"""Files of own looks, sound sets and modes, in folders beside the settings.

They are listed beside those of the game, under the name of their file. A removed look or sound set stays until the next
start, as a game may be using it.
"""

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import chain, count
from pathlib import Path
from typing import Any, Final

from piecement.render.skins.own_looks import read_look, short_value
from piecement.render.skins.palettes import BUILT_IN_PALETTES, OWN_PALETTES, PALETTES
from piecement.render.skins.skins import BUILT_IN_SKINS, OWN_SKINS, SKINS
from piecement.session.mode_files import mode_text, read_mode
from piecement.session.own_rules import OwnRules
from piecement.session.toml_files import TomlFileError, read_table, read_text
from piecement.settings.sound import OWN_SETS
from piecement.sound.effects import Effect, SoundSet
from piecement.sound.own_sounds import LONGEST_MS, MOST_BYTES, TONE, FaultKind, SoundFault, read_sounds
from piecement_base.atomic_file import write_atomically
from piecement_base.errors import MissingError, StorageError
from piecement_base.language import _
from piecement_base.modes import UNLISTED, ModeRanking
from piecement_engine import MODES, Mode
from piecement_engine.modes import register_mode

LOOKS: Final = "looks"
SOUNDS: Final = "sounds"
MODE_FILES: Final = "modes"
_SUFFIX: Final = ".toml"
_MOST_FILES: Final = 200
"""Maximum number of files in a folder, WAV files included."""
_MOST_MODE_BYTES: Final = 100_000
_LONGEST_STEM: Final = 20
"""Characters of a name that leave room for a number."""
_USUAL: Final = "modern"
"""The look that a file gives which cannot be read."""

_NAME: Final = re.compile("[A-Za-z0-9_-]{1,24}")
_BUILT_IN: Final = {LOOKS: frozenset({*BUILT_IN_SKINS, *BUILT_IN_PALETTES}), SOUNDS: frozenset({*SoundSet})}
"""Names that no file may have."""
_OWN_MODES: Final[set[str]] = set()
"""Names of the modes that files made."""

Signature = tuple[tuple[Path, int, int], ...]
"""Path, modification time (ns) and size of each file."""


class OwnFiles:
    """The folders of the player's looks, sound sets and modes, which are loaded into the tables of the game's own."""

    def __init__(self, folder: Path) -> None:
        """Load the files in the folders below one, in place of those that another instance had loaded."""
        for table in (OWN_SKINS, OWN_PALETTES, OWN_SETS):
            table.clear()
        _remove_modes(set(_OWN_MODES))
        self.revision = 0
        """Number of times that files were read because one had changed."""
        self.faults: tuple[str, ...] = ()
        """A sentence for each fault of a file."""
        self._folder: Final = folder
        self._seen: Signature = ()
        self.read_again()

    def read_again(self) -> bool:
        """Read all files again if any has changed; return whether one had."""
        seen: Signature = ()
        faults: list[str] = []
        try:
            seen = tuple(self._signature())
        except OSError as error:
            faults.append(_("{path} cannot be read: {strerror}.").format(path=error.filename, strerror=error.strerror))
        if seen == self._seen and not faults:
            return False
        is_new = (seen, tuple(faults)) != (self._seen, self.faults)
        self._seen = seen
        _remove_modes(_OWN_MODES - {path.stem for path, *_rest in seen if path.parent.name == MODE_FILES})
        for path, *_rest in seen:
            if path.suffix == _SUFFIX:
                faults += (f"{path.parent.name}/{path.name}: {fault}" for fault in _load(path))
        self.faults = tuple(faults)
        self.revision += is_new
        return is_new

    def sound_file(self, name: str) -> Path | None:
        """Return the file of a sound set, or None for a built-in one."""
        return self._folder / SOUNDS / f"{name}{_SUFFIX}" if name in OWN_SETS else None

    def write(self, kind: str, name: str, text: str, source: str) -> Path:
        """Write a file that did not exist, with the text of another custom file if `source` names one.

        Raises `StorageError`.
        """
        folder = self._folder / kind
        path, own = folder / f"{name}{_SUFFIX}", folder / f"{source}{_SUFFIX}"
        try:
            folder.mkdir(parents=True, exist_ok=True)
            text = own.read_text("utf-8") if source and source not in _BUILT_IN[kind] else text
            with path.open("x", encoding="utf-8") as file:
                file.write(text)
        except OSError as error:
            raise _unwritable(error) from error
        self.read_again()
        return path

    def modes(self) -> tuple[Mode, ...]:
        """Return the modes of all files, by name."""
        return tuple(MODES[name] for name in sorted(_OWN_MODES))

    def saved(self, own: OwnRules) -> Mode | None:
        """Return the mode of a file with a name and rules, or None."""
        text = mode_text(own)
        return next((mode for mode in self.modes() if mode_text(OwnRules(mode.title, mode.rules)) == text), None)

    def written_mode(self, title: str) -> Path | None:
        """Return the file that `write_mode` wrote for a title, or None; one that was changed since is not it."""
        for mode in self.modes():
            path = self._folder / MODE_FILES / f"{mode.name}{_SUFFIX}"
            with suppress(OSError, ValueError):
                if mode.title == title and path.read_text("utf-8") == mode_text(OwnRules(title, mode.rules)):
                    return path
        return None

    def write_mode(self, own: OwnRules) -> Path:
        """Write the mode of own rules in the file that it has already, or in a new one. Raises `StorageError`."""
        path = self.written_mode(own.name)
        if path is None:
            stem = re.sub("[^A-Za-z0-9_-]+", "_", own.name)[:_LONGEST_STEM]
            names = chain([stem], (f"{stem}_{number}" for number in count(2)))
            free = next(name for name in names if not self.name_problem(MODE_FILES, name))
            path = self._folder / MODE_FILES / f"{free}{_SUFFIX}"
        write_atomically(path, mode_text(own).encode())
        self.read_again()
        return path

    def remove_mode(self, title: str) -> None:
        """Delete the file that `write_mode` wrote for a title. Raises `StorageError`."""
        path = self.written_mode(title)
        if path is None:
            raise MissingError(_("There is nothing stored under the name {name!r}."), name=title)
        try:
            path.unlink()
        except OSError as error:
            raise _unwritable(error) from error
        self.read_again()

    def name_problem(self, kind: str, name: str) -> str:
        """Return the reason why no file can be written by a name, or an empty text."""
        if problem := _name_problem(kind, name):
            return problem
        is_there = (self._folder / kind / f"{name}{_SUFFIX}").exists()
        return _("There is a file {name} already.").format(name=name) if is_there else ""

    def _signature(self) -> Iterator[tuple[Path, int, int]]:
        for kind in (LOOKS, SOUNDS, MODE_FILES):
            folder = self._folder / kind
            if not folder.is_dir():
                continue
            files = sorted(path for path in folder.iterdir() if path.suffix.lower() in {_SUFFIX, ".wav"})
            for path in files[:_MOST_FILES]:
                if path.is_file():
                    found = path.stat()
                    yield path, found.st_mtime_ns, found.st_size


def _load(path: Path) -> list[str]:
    """Load the look, sound set or mode of a file into the table of its kind; return the faults of the file."""
    kind, name = path.parent.name, path.stem
    if problem := _name_problem(kind, name):
        return [problem]
    table: dict[str, Any] = {}  # TOML has values of many types
    unreadable = ""
    try:
        if kind == MODE_FILES:  # a mode whose file breaks stays as it was
            register_mode(read_mode(name, read_text(path, _MOST_MODE_BYTES)), replace=True)
            _OWN_MODES.add(name)
        else:
            table = read_table(read_text(path, MOST_BYTES))
    except TomlFileError as fault:
        unreadable = str(fault)
    except OSError:
        unreadable = _("The file cannot be read.")
    faults = [unreadable] if unreadable else []
    if kind == LOOKS:
        faults += _load_look(name, table, unreadable)
    elif kind == SOUNDS:
        faults += map(_sound_fault, read_sounds(table, path.parent).faults)
        OWN_SETS[name] = " ".join(faults) or _("From your file {file}.").format(file=f"{SOUNDS}/{path.name}")
    return faults


def _load_look(name: str, table: dict[str, Any], unreadable: str) -> Sequence[str]:  # TOML has values of many types
    """Load the skin and the palette of a file; return their faults.

    A file that is unreadable for a reason has the usual look, or its former one: a name that is not listed would be
    taken out of the settings.
    """
    look = read_look(name, table)
    if look.skin is not None:
        OWN_SKINS[name] = look.skin
    elif unreadable:
        OWN_SKINS[name] = SKINS.get(name, SKINS[_USUAL])._replace(name=name, title=name, sentence=unreadable)
    if look.palette is not None or unreadable:
        OWN_PALETTES[name] = look.palette or PALETTES.get(name, PALETTES[_USUAL])._replace(title=name)
    return look.faults


def _unwritable(error: OSError) -> StorageError:
    return StorageError(_("{path} cannot be written ({strerror})."), path=error.filename, strerror=error.strerror)


def _remove_modes(names: set[str]) -> None:
    """List modes no more, whose games keep their ranking."""
    for name in names:
        mode = MODES.pop(name)
        UNLISTED[name] = ModeRanking(mode.ranking, mode.headline)
        _OWN_MODES.discard(name)


def _name_problem(kind: str, name: str) -> str:
    is_built_in = name in MODES and name not in _OWN_MODES if kind == MODE_FILES else name in _BUILT_IN[kind]
    if is_built_in:
        return _("The name {name} is that of a built-in one.").format(name=name)
    if not _NAME.fullmatch(name):
        return _("A name has 1 to 24 letters from A to Z, digits, - and _.")
    return ""


def _sound_fault(fault: SoundFault) -> str:
    sentences = {
        FaultKind.SET: _("it can be {names}").format(names=", ".join(SoundSet)),
        FaultKind.EFFECT: _("there is no such sound; there are {names}").format(names=", ".join(Effect)),
        FaultKind.TONE: _("a sound is a list of tones like {tone!r}, or a WAV file").format(tone=TONE),
        FaultKind.WAV: _("a WAV file is in this folder, has 8 to 24 bits, and lasts {seconds} s at most").format(
            seconds=LONGEST_MS // 1000
        ),
    }
    return f"{short_value(fault.name, quoted=False)} = {short_value(fault.value)}: {sentences[fault.kind]}."
