"""Files of own looks and sound sets, in folders beside the settings, and of own modes.

They are listed beside those of the game, under the name of their file. A removed look or sound set stays until the next
start, as a game may be using it.
"""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from piecement.render.skins.own_looks import read_look, short_value
from piecement.render.skins.palettes import BUILT_IN_PALETTES, OWN_PALETTES, PALETTES
from piecement.render.skins.skins import BUILT_IN_SKINS, OWN_SKINS, SKINS
from piecement.session.own_modes import OWN_MODES, OwnModes
from piecement.session.toml_files import TomlFileError, read_table, read_text
from piecement.settings.sound import OWN_SETS
from piecement.sound.effects import Effect, SoundSet
from piecement.sound.own_sounds import LONGEST_MS, MOST_BYTES, TONE, FaultKind, SoundFault, read_sounds
from piecement_base.errors import StorageError
from piecement_base.language import _
from piecement_engine import MODES

LOOKS: Final = "looks"
SOUNDS: Final = "sounds"
MODE_FILES: Final = "modes"
_SUFFIX: Final = ".toml"
_MOST_FILES: Final = 200
"""Maximum number of files in a folder, WAV files included."""
_USUAL: Final = "modern"
"""Look of a file that cannot be read."""

_NAME: Final = re.compile("[A-Za-z0-9_-]{1,24}")
_BUILT_IN: Final = {LOOKS: frozenset({*BUILT_IN_SKINS, *BUILT_IN_PALETTES}), SOUNDS: frozenset({*SoundSet})}
"""Names that no file may have."""

Signature = tuple[tuple[Path, int, int], ...]
"""Path, modification time (ns) and size of each file."""


class OwnFiles:
    """The folders of the player's looks, sound sets and modes, which are loaded into the tables of the game's own."""

    def __init__(self, folder: Path) -> None:
        """Load the files in the folders below one, in place of those that another instance had loaded."""
        for table in (OWN_SKINS, OWN_PALETTES, OWN_SETS):
            table.clear()
        self.modes: Final = OwnModes(folder / MODE_FILES)
        self.revision = 0
        """Number of times that files were read because one had changed."""
        self.faults: tuple[str, ...] = ()
        """A sentence for each fault of a file."""
        self._folder: Final = folder
        self._seen: tuple[Signature, list[str]] = ((), [])
        """Signature of the files, and sentences about unreadable folders, as of the last reading."""
        self.read_again()

    def read_again(self) -> bool:
        """Read all files again if any has changed; return whether one had."""
        seen: Signature = ()
        unread: list[str] = []
        for kind in (LOOKS, SOUNDS, MODE_FILES):
            try:
                seen += tuple(self._signature(kind))
            except OSError as error:  # what was loaded stays, as it may be in use
                seen += tuple(one for one in self._seen[0] if one[0].parent.name == kind)
                sentence = _("{path} cannot be read: {strerror}.")
                unread.append(sentence.format(path=error.filename, strerror=error.strerror))
        if (seen, unread) == self._seen:
            return False
        self._seen, faults = (seen, unread), unread.copy()
        self.modes.keep_only({path.stem for path, *_rest in seen if path.parent.name == MODE_FILES})
        for path, *_rest in seen:
            if path.suffix == _SUFFIX:
                faults += (f"{path.parent.name}/{path.name}: {fault}" for fault in self._load(path))
        self.faults = tuple(faults)
        self.revision += 1
        return True

    def sound_file(self, name: str) -> Path | None:
        """Return the file of a sound set, or None for a built-in one."""
        return self._folder / SOUNDS / f"{name}{_SUFFIX}" if name in OWN_SETS else None

    def write(self, kind: str, name: str, text: str, source: str) -> Path:
        """Write a file that did not exist: a text, or a copy of the custom file that `source` names.

        Raises `StorageError`.
        """
        folder = self._folder / kind
        path, own = folder / f"{name}{_SUFFIX}", folder / f"{source}{_SUFFIX}"
        try:
            folder.mkdir(parents=True, exist_ok=True)
            content = own.read_bytes() if source and source not in _BUILT_IN[kind] else text.encode()
            with path.open("xb") as file:
                file.write(content)
        except OSError as error:
            sentence = _("{path} cannot be written ({strerror}).")
            raise StorageError(sentence, path=error.filename, strerror=error.strerror) from error
        self.read_again()
        return path

    def name_problem(self, kind: str, name: str) -> str:
        """Return the reason why no file can be written by a name, or an empty text, without asking the disk."""
        if problem := _name_problem(kind, name):
            return problem
        path = self._folder / kind / f"{name}{_SUFFIX}"
        is_there = any(known == path for known, *_rest in self._seen[0])
        return _("There is a file {name} already.").format(name=name) if is_there else ""

    def _signature(self, kind: str) -> Iterator[tuple[Path, int, int]]:
        folder = self._folder / kind
        if not folder.is_dir():
            return
        files = sorted(path for path in folder.iterdir() if path.suffix.lower() in {_SUFFIX, ".wav"})
        for path in files[:_MOST_FILES]:
            if path.is_file():
                found = path.stat()
                yield path, found.st_mtime_ns, found.st_size

    def _load(self, path: Path) -> list[str]:
        """Load the look, sound set or mode of a file into the table of its kind; return the faults of the file."""
        kind, name = path.parent.name, path.stem
        if problem := _name_problem(kind, name):
            return [problem]
        table: dict[str, Any] = {}  # TOML has values of many types
        unreadable = ""
        try:
            if kind == MODE_FILES:  # a mode whose file breaks stays as it was
                self.modes.load(path)
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


def _name_problem(kind: str, name: str) -> str:
    is_built_in = name in MODES and name not in OWN_MODES if kind == MODE_FILES else name in _BUILT_IN[kind]
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
