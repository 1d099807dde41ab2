"""Faults: whatever happens to the process, the disk or the files, no finished game is lost and play goes on."""

import errno
import os
import select
import signal
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Generator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from random import Random
from time import monotonic

import pytest

from piecement.settings.settings import Settings
from piecement.storage import salvage
from piecement.storage.game_query import GameQuery
from piecement.storage.store import Store
from piecement_base.database import Database
from piecement_base.errors import DamagedDatabaseError, DamagedError, MissingError, StorageError
from piecement_base.ranking import Leaderboard
from piecement_engine import Recording
from tests.app.kept_games import START, record_of, recorded, short_game, store_in
from tests.app.storage_victim import practice_states, state_of
from tests.patience import PATIENCE_S
from tests.programs import environment

ROOT = Path(__file__).parents[3]
GAMES = 200
"""How many games lie in a file that gets damaged."""


@contextmanager
def nursery() -> Generator["Nursery"]:
    """Run the program whose children get killed."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.app.storage_victim"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=ROOT,
        env=environment(),
        bufsize=0,
    )
    with process:
        yield Nursery(process)
        process.kill()


@dataclass
class Nursery:
    """A running program, what its children are told and what they say."""

    process: "subprocess.Popen[bytes]"
    _unread: bytes = b""
    said: list[list[str]] = field(default_factory=list[list[str]])

    @contextmanager
    def child(self, command: str, folder: Path, argument: str = "") -> Generator[int]:
        """Start a child process for a task and yield its number; kill it at the end if it still lives."""
        self.said.clear()
        assert self.process.stdin is not None
        self.process.stdin.write(f"{command}\t{folder}\t{argument}\n".encode())
        child = int(self.listen(PATIENCE_S, "child")[1])
        try:
            yield child
        finally:
            if not self.words("dead"):
                with suppress(ProcessLookupError):
                    os.kill(child, signal.SIGKILL)
                self.listen(PATIENCE_S, "dead")

    def words(self, first: str) -> list[list[str]]:
        """Return the lines of the last child that begin with a word."""
        return [line for line in self.said if line[0] == first]

    def listen(self, seconds: float, until: str = "") -> list[str]:
        """Take in what it says for a while, or until it has said a word; return that line."""
        deadline = monotonic() + seconds
        while True:
            while b"\n" in self._unread:
                line, _, self._unread = self._unread.partition(b"\n")
                self.said.append(line.decode().split())
                if until and self.said[-1][0] == until:
                    return self.said[-1]
            left = deadline - monotonic()
            assert self.process.stdout is not None
            if left <= 0 or not select.select([self.process.stdout], [], [], left)[0]:
                assert not until, f"the program does not say {until!r}"
                return []
            self._unread += os.read(self.process.stdout.fileno(), 65536)


@pytest.fixture(scope="module")
def program() -> Generator[Nursery]:
    """The program that all tests have children of, which are as new programs but need not import everything."""
    with nursery() as running:
        yield running


def kill_again_and_again(program: Nursery, folder: Path, kills: int, seed: int) -> None:
    """Kill a program at random moments, and see each time that everything it said to have done is there."""
    random = Random(seed)
    tokens: set[str] = set()
    das_ms = Settings().gameplay.das_ms
    for number in range(kills):
        with program.child("play", folder, f"{number + 1} 0"):
            program.listen(PATIENCE_S, "finished")
            program.listen(random.random() * 0.05)
        tokens |= {line[1] for line in program.words("finished")}
        said = [float(line[1]) for line in program.words("set")]
        das_ms = check_all_is_there(folder, tokens, (said[-1], said[-1] + 1) if said else (das_ms, 1))


def check_all_is_there(folder: Path, tokens: set[str], settings: tuple[float, ...]) -> float:
    """See that the games are there, and that a setting is one of some values; return that."""
    with sqlite3.connect(folder / "games.sqlite") as connection:
        kept = {row[0] for row in connection.execute("SELECT token FROM games")}
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
    connection.close()
    store = store_in(folder)
    loaded = store.load_settings()
    left = store.autosaves.waiting()
    for checkpoint in left:
        game, _ = store.autosaves.resume(checkpoint.origin.token)
        assert game.view.pieces == 3
        store.autosaves.delete(checkpoint.origin.token)

    assert tokens <= kept
    assert loaded.complaints == ()
    assert loaded.settings.gameplay.das_ms in settings
    assert len(left) <= 1
    assert store.pop_warnings() == ()
    store.close()
    return loaded.settings.gameplay.das_ms


class TestKilled:
    def test_no_finished_game_is_lost_at_ten_random_moments(self, tmp_path: Path, program: Nursery) -> None:
        kill_again_and_again(program, tmp_path, 10, seed=1)

    @pytest.mark.long
    @pytest.mark.parametrize("seed", range(10))
    def test_no_finished_game_is_lost_at_hundreds_of_random_moments(
        self, tmp_path: Path, program: Nursery, seed: int
    ) -> None:
        kill_again_and_again(program, tmp_path, 60, seed=seed + 100)


@pytest.mark.parametrize("mode", ["marathon", "survival", "cheese", "ascent", "puzzle"])
def test_killed_game_goes_on_exactly_as_kept_last(mode: str, tmp_path: Path, program: Nursery) -> None:
    """With rising rows, with what was undone, and with its marks."""
    with program.child("practise", tmp_path / "killed", f"{mode} 3"):
        while len(program.words("state")) < 60:
            program.listen(PATIENCE_S, "state")
    store = store_in(tmp_path / "killed")
    (left,) = store.autosaves.waiting()
    replayer, origin = store.autosaves.resume(left.origin.token)
    kept = state_of(replayer.game, origin.unranked)
    states = practice_states(store_in(tmp_path / "again"), mode, 3)

    assert kept in islice(states, len(program.words("state")) - 1, None)
    assert origin.unranked.practice
    assert Recording.of(replayer.game).verify() is None


class TestTogether:
    @pytest.mark.parametrize("sessions", [12, pytest.param(500, marks=pytest.mark.long)])
    def test_two_programs_keep_everything_that_both_of_them_do(
        self, tmp_path: Path, program: Nursery, sessions: int
    ) -> None:
        with (
            nursery() as other,
            program.child("play", tmp_path, f"1 {sessions}"),
            other.child("play", tmp_path, f"2 {sessions}"),
        ):
            for each in (program, other):
                each.listen(PATIENCE_S + sessions, "dead")
        tokens = {line[1] for each in (program, other) for line in each.words("finished")}

        assert len(tokens) == 2 * sessions
        check_all_is_there(tmp_path, tokens, (sessions,))

    def test_a_game_of_another_copy_is_seen_at_once(self, tmp_path: Path) -> None:
        one, other = store_in(tmp_path), store_in(tmp_path)
        before = len(other.games.listing(GameQuery()))
        one.games.finish(record_of())

        assert (before, len(other.games.listing(GameQuery()))) == (0, 1)


def said_by(program: Nursery, command: str, folder: Path, argument: str = "") -> list[str]:
    """Return the lines that a child says before it ends well."""
    with program.child(command, folder, argument):
        assert program.listen(PATIENCE_S, "dead") == ["dead", "0"]
    return [" ".join(line) for line in program.said[1:-1]]


@contextmanager
def _shared_folder() -> Generator[Path]:
    """Return a folder in which a group of users may write, and whose files are of that group."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "shared"
        folder.mkdir()
        Path(name).chmod(0o755)
        os.chown(folder, -1, 4000)
        folder.chmod(0o2775)
        yield folder


class TestDisk:
    @pytest.mark.parametrize("limit", [350_000, 500_000])
    def test_full_disk_is_named_and_loses_nothing(self, tmp_path: Path, program: Nursery, limit: int) -> None:
        lines = said_by(program, "full_disk", tmp_path, str(limit))
        errors = [line for line in lines if line.startswith("error")]
        kept, _, played = lines[-1].removeprefix("kept ").split()

        assert "games.sqlite cannot be used: the disk " in errors[0]
        assert int(kept) == int(played) > 3
        assert len(store_in(tmp_path).games.listing(GameQuery())) == int(kept)

    def test_a_database_that_may_not_grow_says_that_the_disk_is_full(self, tmp_path: Path) -> None:
        store = store_in(tmp_path)
        first = store.games.finish(recorded())
        store._session.run(lambda database: database.change("PRAGMA max_page_count = 1"))
        records = [recorded(seed=seed) for seed in range(2, 100)]
        with pytest.raises(StorageError, match=r"games\.sqlite cannot be used: the disk is full\."):
            [store.games.finish(record) for record in records]

        assert store.games.get(first).mode == "40_lines"

    def test_a_folder_without_rights_is_named_and_play_goes_on(self, program: Nursery) -> None:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            store = store_in(folder)
            store.games.finish(record_of())
            store.close()
            folder.chmod(0o555)
            for path in folder.iterdir():
                path.chmod(0o444)
            lines = said_by(program, "without_rights", folder)
            folder.chmod(0o755)
            later = len(store_in(folder).games.listing(GameQuery()))

        assert lines[0] == f"error {folder} cannot be written to (Permission denied)."
        assert lines[1] == "seen 2"
        assert lines[2].startswith(f"warning {folder} cannot be written to.")
        assert lines[2].endswith("The games of this run are not saved.")
        assert later == 1

    @pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only the superuser can be two others")
    @pytest.mark.parametrize("seeds", [(2, 4, 6), (1, 3, 5)], ids=["ended", "killed"])
    def test_a_group_shares_a_folder(self, program: Nursery, seeds: tuple[int, ...]) -> None:
        with _shared_folder() as folder:
            said = [
                said_by(program, "keep_as", folder, f"{user} 2 {seed}")
                for user, seed in zip((4001, 4002, 4001), seeds, strict=True)
            ]

        assert said == [["seen 0"], ["seen 1"], ["seen 2"]]

    @pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only the superuser can be two others")
    @pytest.mark.parametrize("last", [1, 2], ids=["killed", "ended"])
    def test_a_look_at_the_games_of_another_locks_nobody_out(self, program: Nursery, last: int) -> None:
        with _shared_folder() as folder:
            first = said_by(program, "keep_as", folder, f"4001 22 {last}")
            guest = said_by(program, "keep_as", folder, "4002 22 3")
            owner = said_by(program, "keep_as", folder, "4001 22 4")

        assert (first, owner) == (["seen 0"], ["seen 1"])
        assert guest == [
            "seen 1",
            f"warning {folder}/games.sqlite cannot be written to. The games of this run are not saved.",
        ]

    @pytest.mark.parametrize("command", ["scores", "replay list", "replay show 1"])
    @pytest.mark.parametrize("is_open", [False, True], ids=["closed", "open"])
    def test_games_of_a_folder_that_can_only_be_read_are_printed(
        self, program: Nursery, command: str, is_open: bool
    ) -> None:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            store = store_in(folder)
            store.games.finish(recorded())
            if not is_open:
                store.close()
            for path in folder.iterdir():
                path.chmod(0o555 if path.is_dir() else 0o444)
            folder.chmod(0o555)
            before = {path: path.stat().st_mtime_ns for path in folder.iterdir()}
            lines = said_by(program, "print_games", folder, command)
            after = {path: path.stat().st_mtime_ns for path in folder.iterdir()}
            folder.chmod(0o755)

        assert (folder / "games.sqlite-wal" in before) is is_open
        assert lines[-1] == "status 0"
        assert any("40_lines" in line or "40 Lines" in line for line in lines)
        assert after == before

    def test_a_missing_folder_is_made(self, tmp_path: Path) -> None:
        store = store_in(tmp_path / "not" / "yet")
        store.games.finish(record_of())

        assert store.stores_games
        assert store.pop_warnings() == ()

    def test_a_folder_that_cannot_be_made_is_named_and_play_goes_on(self, tmp_path: Path) -> None:
        (tmp_path / "file").write_text("")
        store = store_in(tmp_path / "file" / "below")
        game = store.games.finish(recorded())
        (warning,) = store.pop_warnings()

        assert store.games.get(game).has_recording
        assert not store.stores_games
        assert "below cannot be written to (Not a directory)" in warning

    def test_a_file_that_cannot_be_shared_is_closed_again(self, tmp_path: Path) -> None:
        (tmp_path / "sessions").write_text("")
        store = store_in(tmp_path)
        store.statistics.stored()

        assert "sessions cannot be written to" in store.pop_warnings()[0]
        assert not (tmp_path / "games.sqlite-wal").exists()

    def test_a_folder_that_goes_away_is_made_again(self, tmp_path: Path) -> None:
        store = store_in(tmp_path)
        store.games.finish(record_of())
        for path in tmp_path.iterdir():
            path.rename(path.with_name(f"x{path.name}"))
        store.games.finish(record_of())

        assert len(store.games.listing(GameQuery())) == 1


def damaged(folder: Path, games: int) -> Path:
    """Return the file of a database with some games, ready to be damaged."""
    store = store_in(folder)
    for seed in range(games):
        store.games.finish(recorded(seed=seed))
    store.save_slots.save("mine", short_game(), recorded().origin)
    store.close()
    return folder / "games.sqlite"


def check_play_goes_on(folder: Path) -> tuple[Store, int]:
    """See that all that a player may do works; return the store, and how many games of before are there."""
    store = store_in(folder)
    before = list(store.games.listing(GameQuery()))
    games = store.games.read(before)
    store.statistics.totals(GameQuery())
    store.games.bests()
    kept = store.games.finish(recorded(seed=10**6))
    for game in games:
        with suppress(DamagedError, MissingError):
            store.games.recording(game.id)
    assert store.games.get(kept).has_recording
    assert kept in list(store.games.listing(GameQuery()))
    return store, len(games)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The bytes of a database with 200 games."""
    return damaged(tmp_path_factory.mktemp("whole"), GAMES).read_bytes()


class TestDamage:
    @pytest.mark.wide
    @pytest.mark.parametrize(
        "share", [0.02, 0.5, 0.9, *(pytest.param(share, marks=pytest.mark.long) for share in (0.1, 0.3, 0.7))]
    )
    def test_a_truncated_file_gives_its_rest(self, tmp_path: Path, whole: bytes, share: float) -> None:
        content = whole[: int(share * len(whole))]
        (tmp_path / "games.sqlite").write_bytes(content)
        store, games = check_play_goes_on(tmp_path)
        warnings = store.pop_warnings()

        assert len(warnings) == 1
        assert "The file of games was damaged:" in warnings[0]
        assert games > GAMES * (share - 0.4)
        (aside,) = tmp_path.glob("games.sqlite.damaged-*[0-9]")
        assert aside.read_bytes() == content

    def test_torn_last_page_costs_only_its_own_content(self, tmp_path: Path, whole: bytes) -> None:
        (tmp_path / "games.sqlite").write_bytes(whole[:-2000])

        assert check_play_goes_on(tmp_path)[1] > GAMES / 2

    @pytest.mark.parametrize(
        "seed", [*range(4), *(pytest.param(seed, marks=pytest.mark.long) for seed in range(4, 12))]
    )
    def test_a_page_of_noise_costs_little(self, tmp_path: Path, whole: bytes, seed: int) -> None:
        random = Random(seed)
        pages = len(whole) // 4096
        page = random.randrange(1, pages)
        (tmp_path / "games.sqlite").write_bytes(
            whole[: page * 4096] + random.randbytes(4096) + whole[(page + 1) * 4096 :]
        )
        store, games = check_play_goes_on(tmp_path)
        hurt = bool(store.pop_warnings())

        assert games >= (GAMES // 2 if hurt else GAMES)
        store.close()

    @pytest.mark.wide
    @pytest.mark.parametrize(
        "seeds", [range(8), *(pytest.param(range(at, at + 20), marks=pytest.mark.long) for at in range(20, 500, 20))]
    )
    def test_random_bytes_anywhere_stop_nothing(self, tmp_path: Path, whole: bytes, seeds: range) -> None:
        for seed in seeds:
            random = Random(seed)
            content = bytearray(whole)
            for _ in range(random.choice([1, 10, 100])):
                content[random.randrange(len(content))] = random.randrange(256)
            folder = tmp_path / str(seed)
            folder.mkdir()
            (folder / "games.sqlite").write_bytes(content)

            check_play_goes_on(folder)[0].close()

    def test_slots_outlive_a_lost_page(self, tmp_path: Path, whole: bytes) -> None:
        pages = (len(whole) // 4096) // 2
        (tmp_path / "games.sqlite").write_bytes(whole[: pages * 4096] + bytes(4096) + whole[(pages + 1) * 4096 :])
        store, games = check_play_goes_on(tmp_path)

        assert games == GAMES
        assert [point.name for point in store.save_slots.all()] == ["mine"]

    def test_matches_and_achievements_are_saved_too(self, tmp_path: Path) -> None:
        store = store_in(tmp_path)
        store.games.finish(record_of())
        store.match_records.add("survive", (3, 1))
        store.achievements.count()
        earned = store.achievements.earned()
        store.close()
        path = tmp_path / "games.sqlite"
        salvage.salvage(path, salvage.set_aside(path, START))
        mended = store_in(tmp_path)

        assert len(mended.games.listing(GameQuery())) == 1
        assert mended.match_records.against("survive") == (1, 0)
        assert mended.achievements.earned() == earned
        assert earned

    def test_a_relative_folder_is_mended_too(
        self, tmp_path: Path, whole: bytes, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        damaged(tmp_path, 1).write_bytes(whole[:5000])
        monkeypatch.chdir(tmp_path)
        store = store_in(Path())
        store.statistics.stored()

        assert "The file of games was damaged" in store.pop_warnings()[0]

    @pytest.mark.parametrize("query", [GameQuery(preset="\udcff"), GameQuery(mode="\ud800")])
    def test_a_question_that_cannot_be_asked_is_no_damage(self, tmp_path: Path, query: GameQuery) -> None:
        store = store_in(tmp_path)
        game = store.games.finish(recorded())
        with pytest.raises(StorageError, match="takes no such text or number"):
            store.games.listing(query)

        assert store.games.get(game).id == game
        assert store.pop_warnings() == ()

    def test_noise_all_over_is_set_aside(self, tmp_path: Path) -> None:
        noise = Random(1).randbytes(50_000)
        (tmp_path / "games.sqlite").write_bytes(noise)
        store, games = check_play_goes_on(tmp_path)

        assert games == 0
        assert "0 games could be saved from it" in store.pop_warnings()[0]

    def test_two_copies_mend_it_once(self, tmp_path: Path, whole: bytes) -> None:
        (tmp_path / "games.sqlite").write_bytes(whole)
        one, other = store_in(tmp_path), store_in(tmp_path)
        one.games.best(Leaderboard("40_lines"))
        other.games.best(Leaderboard("40_lines"))
        with (tmp_path / "games.sqlite").open("r+b") as file:
            file.seek(4096)
            file.write(bytes(len(whole) - 4096))
        for store in (one, other):
            store._session.close()
            store.games.finish(recorded(seed=10**6))

        assert len(one.pop_warnings()) + len(other.pop_warnings()) == 1
        assert len(list(tmp_path.glob("games.sqlite.damaged-*[0-9]"))) == 1
        assert len(one.games.listing(GameQuery())) == len(other.games.listing(GameQuery())) == 2

    @pytest.mark.parametrize("name", ["copyfile", "Database"])
    def test_no_room_leaves_a_damaged_file_as_it_is(
        self, tmp_path: Path, whole: bytes, monkeypatch: pytest.MonkeyPatch, name: str
    ) -> None:
        def full(*_: object) -> None:
            raise OSError(errno.ENOSPC, "No space left on device")

        content = whole[: len(whole) // 2]
        (tmp_path / "games.sqlite").write_bytes(content)
        monkeypatch.setattr(salvage, name, full)
        store, games = check_play_goes_on(tmp_path)
        (warning,) = store.pop_warnings()
        store.close()

        assert games == 0
        assert "is damaged, and is left as it is" in warning
        assert "The games of this run are not saved." in warning
        assert (tmp_path / "games.sqlite").read_bytes() == content
        assert not [*tmp_path.glob("*.part*"), *tmp_path.glob("*.damaged*")]

    def test_copy_with_its_log_outlives_a_failed_replacement(
        self, tmp_path: Path, whole: bytes, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def refused(*_: object) -> Path:
            raise OSError(errno.EACCES, "Permission denied")

        path, aside = tmp_path / "games.sqlite", tmp_path / "games.sqlite.damaged-1"
        for file in (path, aside):
            file.write_bytes(whole[: len(whole) // 2])
            file.with_name(f"{file.name}-wal").write_bytes(b"a log")
        monkeypatch.setattr(Path, "replace", refused)
        with pytest.raises(StorageError, match=r"Permission denied.*it is kept as .*damaged-1"):
            salvage.salvage(path, aside)

        assert aside.read_bytes() == path.read_bytes() == whole[: len(whole) // 2]
        assert aside.with_name(f"{aside.name}-wal").read_bytes() == b"a log"
        assert not [*tmp_path.glob("*.part*")]

    def test_log_is_set_aside_before_it_is_emptied(self, tmp_path: Path) -> None:
        store = store_in(tmp_path)
        store.games.finish(recorded())
        before = [(tmp_path / f"games.sqlite{ending}").read_bytes() for ending in ("", "-wal")]
        damages = [DamagedDatabaseError("torn")]

        def work(database: Database) -> int:
            if damages:
                raise damages.pop()
            return int(database.column("SELECT count(*) FROM games")[0])

        assert store._session.run(work) == 1
        (aside,) = tmp_path.glob("games.sqlite.damaged-*[0-9]")
        assert [aside.read_bytes(), aside.with_name(f"{aside.name}-wal").read_bytes()] == before
        assert before[1]
        store.close()

    @pytest.mark.wide
    @pytest.mark.parametrize(
        ("is_ours", "statement", "sentence"),
        [
            (True, "PRAGMA user_version = 99", "was written by a later version of Piecement."),
            (False, "CREATE TABLE recipes (name TEXT)", "is a database of another program."),
        ],
        ids=["of the future", "of another program"],
    )
    def test_a_database_of_others_is_left_alone_and_play_goes_on(
        self, tmp_path: Path, whole: bytes, is_ours: bool, statement: str, sentence: str
    ) -> None:
        path = tmp_path / "games.sqlite"
        path.write_bytes(whole if is_ours else b"")
        with sqlite3.connect(path) as connection:
            connection.execute(statement)
        connection.close()
        before = path.read_bytes()
        store, games = check_play_goes_on(tmp_path)
        (warning,) = store.pop_warnings()
        store.close()

        assert games == 0
        assert f"{sentence} The games of this run are not saved." in warning
        assert path.read_bytes() == before
