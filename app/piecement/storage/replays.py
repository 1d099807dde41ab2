"""Export and import of stored games and matches."""

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, NamedTuple

from piecement.render.feats import callout_of
from piecement.session.own_rules import OWN_RULES
from piecement.session.records import GameRecord, StoredGame
from piecement.storage.database_session import DatabaseSession
from piecement.storage.game_query import ALL
from piecement.storage.games import Games
from piecement.storage.match_files import MATCH_ENDING, MatchFiles, is_match
from piecement.storage.replay_files import ENDING, read_replay, require_proven, safe_name
from piecement.storage.rule_sets import names_of
from piecement.storage.tetrs_import import read_games
from piecement_base import formatting, timestamps
from piecement_base.atomic_file import write_atomically
from piecement_base.errors import DamagedError, StorageError
from piecement_base.language import _, error_text
from piecement_base.origin import Owner, UnrankedReasons, new_token
from piecement_engine import Event, FumenError, Recording, RecordingError
from piecement_engine.fumen import encode, pages_of
from piecement_engine.match import RecordedMatch, RoundRecording

FUMEN_ENDING: Final = ".fumen"
"""Suffix of files with a fumen."""


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
    _matches: MatchFiles

    def export(self, game: int) -> Path:
        """Write a game's recording to a file named by its mode and end; return the file."""
        return self._written_game(game, self._games.recording_text(game), ENDING)

    def export_fumen(self, game: int) -> Path:
        """Write a game as a fumen to a file named by its mode and end; return the file. Raises `StorageError`."""
        return self._written_game(game, f"{to_fumen(self._games.recording(game))}\n", FUMEN_ENDING)

    def export_match(self, match: RoundRecording) -> Path:
        """Write a match to a file named by the present time; return the file."""
        now = self._session.now().astimezone()
        about = {"started": timestamps.to_text(now), **match.about}  # by which an import tells matches apart
        text = RecordedMatch((match,), about).to_text()
        return self._written(f"match-{now:%Y-%m-%d-%H%M%S}{MATCH_ENDING}", text, f"{now:%f}")

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
        before, known = len(self._games.listing(ALL)), self._matches.latest()
        matches: set[Path] = set()
        complaints: list[str] = []
        for file in files:
            try:
                if is_match(file):
                    matches.add(self._matches.import_file(file))
                else:
                    self.import_file(file, owner)
            except StorageError as error:
                complaints.append(str(error).replace(str(file), file.name))
        new = len(self._games.listing(ALL)) - before + len(matches.difference(known))
        return FolderImport(len(files), new, tuple(complaints))

    def import_tetrs(self, path: Path, owner: Owner = Owner.UNKNOWN) -> int:
        """Add the past games of a tetrs save file, each once; return how many it has, known ones included."""
        records = read_games(path, owner)
        for record in records:
            self._games.add(record, None)
        return len(records)

    def _written_game(self, game: int, text: str, ending: str) -> Path:
        name = file_name(self._games.get(game)).removesuffix(ENDING)
        return self._written(f"{name}{ending}", text, str(game))

    def _written(self, name: str, text: str, distinction: str) -> Path:
        """Write a text to a file; if one of that second has the name, add the distinction to it. Return the file."""
        file = self._folder / name
        with suppress(OSError):
            if file.read_bytes() != text.encode():
                file = file.with_stem(f"{file.stem}-{distinction}")
        write_atomically(file, text.encode())
        return file

    def _imported(self, record: GameRecord, owner: Owner) -> GameRecord:
        """Return a record with an owner, a token of its own, a name of its rules, and a time."""
        preset = record.origin.preset or next(iter(names_of(record.leaderboard)), OWN_RULES)
        origin = replace(record.origin.with_reasons(UnrankedReasons(imported=True)), owner=owner, preset=preset)
        known = self._games.find_by_token(origin.token)
        if known is not None:
            game = self._games.get(known)  # its mode and the hash of its rules may be those of another version
            if (game.seed, game.result) != (record.seed, record.result):
                origin = replace(origin, token=new_token())
        ended = self._session.now() if record.ended == timestamps.EPOCH else record.ended
        return replace(record, origin=origin, ended=ended)


def file_name(game: StoredGame) -> str:
    """Return a safe file name for a game, such as `40_lines-2026-11-21-120000.replay`."""
    return f"{safe_name(game.mode)}-{game.ended.astimezone():%Y-%m-%d-%H%M%S}{ENDING}"


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
