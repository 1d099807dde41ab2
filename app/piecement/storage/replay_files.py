"""Files of replays and matches: export, import, and the folder of matches (`MatchFiles`)."""

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Final, NamedTuple, TypeVar

from piecement.render.feats import callout_of
from piecement.session.match_session import player_names
from piecement.session.own_rules import OWN_RULES, origin_of
from piecement.session.records import GameRecord, StoredGame
from piecement.storage.database_session import DatabaseSession
from piecement.storage.game_query import ALL
from piecement.storage.games import Games
from piecement.storage.input_file import STANDARD_INPUT, read_input
from piecement.storage.replay_import import checked_about, read_games
from piecement.storage.rule_sets import names_of
from piecement_base import formatting
from piecement_base.atomic_file import write_atomically
from piecement_base.errors import DamagedError, StorageError
from piecement_base.language import _, error_text
from piecement_base.origin import Owner, UnrankedReasons, new_token
from piecement_base.printable import one_line, plain_name
from piecement_engine import Desync, Event, FumenError, Recording, RecordingError, read_game_line
from piecement_engine.fumen import encode, pages_of
from piecement_engine.match import MatchDesync, MatchRecording, RecordedMatch
from piecement_engine.recording.game_line import GAME_LINE

ENDING: Final = ".replay"
"""Suffix of replay files."""

MATCH_ENDING: Final = ".match"
"""Suffix of files of matches."""

ROUND_ENDING: Final = ".round"
"""Suffix of files with one round of a network match, written by earlier versions."""

FUMEN_ENDING: Final = ".fumen"
"""Suffix of files with a fumen."""

_MATCH_TITLE: Final = b"piecement match"

_MOST_BYTES: Final = 20_000_000

_Parsed = TypeVar("_Parsed")


class FolderImport(NamedTuple):
    """The counts of an import of a folder of replays."""

    files: int
    games: int
    """Number of newly stored games and matches."""
    complaints: tuple[str, ...]
    """Sentences about the files that cannot be used."""


@dataclass(frozen=True)
class Replays:
    """Export and import of games."""

    _session: DatabaseSession
    _games: Games
    _folder: Path
    """Folder of exports, which may hold matches to import too."""
    _matches: "MatchFiles"

    def export(self, game: int) -> Path:
        """Write a game's recording to a file under a name of its own; return the file."""
        text = self._games.recording_text(game)
        file = self._folder / file_name(self._games.get(game))
        write_atomically(file, text.encode())
        return file

    def export_fumen(self, game: int) -> Path:
        """Write a game as a fumen to a file under a name of its own; return the file. Raises `StorageError`."""
        file = (self._folder / file_name(self._games.get(game))).with_suffix(FUMEN_ENDING)
        write_atomically(file, f"{to_fumen(self._games.recording(game))}\n".encode())
        return file

    def export_match(self, match: MatchRecording) -> Path:
        """Write a match to a file under a name of its own; return the file."""
        file = self._folder / f"match-{self._session.now().astimezone():%Y-%m-%d-%H%M%S}{MATCH_ENDING}"
        write_atomically(file, RecordedMatch((match,), match.about).to_text().encode())
        return file

    def import_file(self, path: Path, owner: Owner = Owner.UNKNOWN) -> int:
        """Add the game of a file or line as `import_recording` does. Raises `StorageError`."""
        return self.import_recording(read_replay(path), owner)

    def import_recording(self, recording: Recording, owner: Owner) -> int:
        """Verify a recording and add its game, marked as imported and as its owner's; return its id.

        Raises `DamagedError` for a recording that is not what it says.
        """
        if recording.result.end is None:
            raise DamagedError(_("The recording is of a game that has not ended."))
        require_proven(recording.verify(budget=recording.fair_budget()))
        record = self._imported(GameRecord.of_recording(recording), owner)
        about = {**recording.about, **record.origin.to_dict()}  # says whose it is, should only the recording be left
        return self._games.add(record, replace(recording, about=about).to_text())

    def import_folder(self, owner: Owner = Owner.UNKNOWN) -> FolderImport:
        """Add the games of all replay files in the folder that replays are exported to, each once."""
        files = sorted(file for file in self._folder.glob("*") if file.suffix == ENDING or is_match(file))
        before = len(self._games.listing(ALL))
        matches = 0
        complaints: list[str] = []
        for file in files:
            try:
                if is_match(file):
                    matches += self._matches.import_file(file).is_new
                else:
                    self.import_file(file, owner)
            except StorageError as error:
                complaints.append(str(error).replace(str(file), file.name))
        return FolderImport(len(files), len(self._games.listing(ALL)) - before + matches, tuple(complaints))

    def import_tetrs(self, path: Path, owner: Owner = Owner.UNKNOWN) -> int:
        """Add the past games of a tetrs save file, each once; return their number."""
        records = read_games(path, owner)
        for record in records:
            self._games.add(record, None)
        return len(records)

    def _imported(self, record: GameRecord, owner: Owner) -> GameRecord:
        """Return a record with an owner, a token of its own, a name of its rules, and a time."""
        preset = record.origin.preset or next(iter(names_of(record.leaderboard)), OWN_RULES)
        origin = replace(record.origin.with_reasons(UnrankedReasons(imported=True)), owner=owner, preset=preset)
        known = self._games.find_by_token(origin.token)
        if known is not None:
            game, facts = self._games.get(known), (origin.mode, record.seed, record.result, record.rules)
            if (game.mode, game.seed, game.result, game.rules) != facts:
                origin = replace(origin, token=new_token())
        ended = self._session.now() if record.ended == formatting.EPOCH else record.ended
        return replace(record, origin=origin, ended=ended)


def require_proven(desync: Desync | MatchDesync | None) -> None:
    """Raise `DamagedError` for a recording that differs from its game."""
    if desync is not None:
        raise DamagedError(_("The recording does not lead to its result: {sentence}."), sentence=desync.sentence)


def read_replay(path: Path) -> Recording:
    """Return the recording of a line, or in a file that may hold one. Raises `StorageError` for anything else."""
    return read_line(str(path)) if is_line(str(path)) else _read(path, _parsed)


def read_line(line: str) -> Recording:
    """Return the recording of a line. Raises `DamagedError` for any other text."""
    try:
        return _parsed(line)
    except RecordingError as error:
        sentence = error_text(error)
        raise DamagedError("{sentence}.", sentence=f"{sentence[:1].upper()}{sentence[1:]}") from error


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


def is_line(text: str) -> bool:
    """Return whether a text is meant as a game's line."""
    return text.lstrip().startswith(GAME_LINE)


def _parsed(text: str) -> Recording:
    """Return the recording of a line or of a file's text. Raises `RecordingError` or `DamagedError`."""
    recording = read_game_line(text) if is_line(text) else Recording.from_text(text)
    return replace(recording, about=checked_about(recording.about))


def write_replay(recording: Recording, file: Path) -> Path:
    """Write a recording to a file; return the file."""
    write_atomically(file, recording.to_text().encode())
    return file


def is_match(path: Path) -> bool:
    """Return whether a file holds a match, by its suffix; standard input, by its first line."""
    if path == STANDARD_INPUT:
        with suppress(StorageError):  # the reader reports it
            return read_input(path, len(_MATCH_TITLE)) == _MATCH_TITLE
    return path.suffix in {MATCH_ENDING, ROUND_ENDING}


def read_match(path: Path) -> RecordedMatch:
    """Return the match in a file. Raises `StorageError` if the file cannot be read or is no match."""
    if path.suffix == ROUND_ENDING:
        from piecement.client.recorded_round import read_round_file  # nothing of it is needed offline

        return _read(path, lambda text: read_round_file(text.encode()))
    return _read(path, RecordedMatch.from_text)


def _read(path: Path, parse: Callable[[str], _Parsed]) -> _Parsed:
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


def to_fumen(recording: Recording) -> str:
    """Return a game as a fumen: a page for each piece that locked, and one of the end.

    Raises `StorageError` for a game that no fumen can show, and for one that does not replay.
    """
    try:
        *pages, last = pages_of(recording, _feats)
        result = recording.result
        figures = (formatting.count_text(name, getattr(result, name)) for name in ("lines", "pieces", "score"))
        return encode([*pages, replace(last, comment=", ".join([formatting.clock_text(result.time_ns), *figures]))])
    except (FumenError, RecordingError) as error:
        raise StorageError(_("There is no fumen of this game: {error}."), error=error_text(error)) from error


def _feats(events: Iterable[Event]) -> str:
    callouts = map(callout_of, events)
    return ", ".join(name for callout in callouts for name in (*callout.large, *callout.small))


def file_name(game: StoredGame) -> str:
    """Return a safe file name for a game, such as `40_lines-2026-11-21-120000.replay`."""
    return f"{safe_name(game.mode)}-{game.ended.astimezone():%Y-%m-%d-%H%M%S}{ENDING}"


def safe_name(mode: str) -> str:
    """Return the name of a mode for file names: that of own rules may have a slash, or any other character."""
    return re.sub(r"[^\w-]+", "_", mode)


_MOST: Final = 100
_UNSAFE: Final = re.compile(r'[/\\:*?"<>|\x00-\x1f]')
"""Characters that some system forbids in file names."""
_COUNT: Final = re.compile(r" \((\d{1,4})\)$")
_LONGEST_NAMES: Final = 120


class ImportedMatch(NamedTuple):
    """File of an imported match."""

    path: Path
    is_new: bool
    """Whether it was not stored before."""


class MatchFiles:
    """The files of a folder, named by when a match began, who played it, and how many rounds it has."""

    def __init__(self, folder: Path, old_folder: Path | None = None) -> None:
        """Prepare a folder; an old one has files of single rounds."""
        self._folder: Final = folder
        self._old_folder: Final = old_folder

    def put(self, started: datetime, match: RecordedMatch) -> Path:
        """Store a match in place of what was stored of it before, and delete the oldest of too many.

        Raises `StorageError`.
        """
        name = f"{started:%Y-%m-%d %H.%M.%S} {_file_text(player_names(match.about))}"
        path = self._folder / f"{name} ({len(match.rounds)}){MATCH_ENDING}"
        write_atomically(path, match.to_text().encode())
        former = (old for old in self.latest() if old != path and _COUNT.sub("", old.stem) == name)
        for old in (*former, *self.latest()[_MOST:]):
            with suppress(OSError):
                old.unlink()
        return path

    def import_file(self, path: Path) -> ImportedMatch:
        """Store the match of a file once it is proven. Raises `StorageError`."""
        known = set(self.latest())
        match = read_match(path)
        desync = match.verify()
        require_proven(None if desync is None else desync.desync)
        stored = self.put(formatting.from_text(match.about.get("started", "")).astimezone(), match)
        return ImportedMatch(stored, is_new=stored not in known)

    def latest(self) -> list[Path]:
        """Return all files, the latest first."""
        old = self._files(self._old_folder, ROUND_ENDING) if self._old_folder else ()
        files = (*self._files(self._folder, MATCH_ENDING), *old)
        return sorted(files, key=lambda path: path.name, reverse=True)

    def last_against(self, opponent: str) -> Path | None:
        """Return the latest match whose last player has this name."""
        ending = f", {_file_text((opponent,))}"
        return next((path for path in self.latest() if _COUNT.sub("", path.stem).endswith(ending)), None)

    @staticmethod
    def read_rounds(path: Path) -> int:
        """Return the number of rounds in a file, by its name."""
        count = _COUNT.search(path.stem)
        return max(1, int(count[1])) if count else 1

    @staticmethod
    def _files(folder: Path, ending: str) -> Iterator[Path]:
        with suppress(OSError):
            yield from folder.glob(f"*{ending}")


def _file_text(names: Iterable[str]) -> str:
    """Return names as they are in the name of a file."""
    listed = ", ".join(map(plain_name, names))
    return _UNSAFE.sub("_", listed)[:_LONGEST_NAMES].strip()
