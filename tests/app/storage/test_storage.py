"""The store: how much is kept is the player's choice, and what is chosen holds."""

import gc
import json
import lzma
import sqlite3
from collections.abc import Callable, Iterable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from piecement.session.records import GameRecord
from piecement.session.statistics import Counts
from piecement.settings.own_files import OwnFiles
from piecement.settings.retention import Retention
from piecement.settings.settings import Settings
from piecement.storage.game_query import GameQuery
from piecement.storage.game_rows import to_row
from piecement.storage.paths import Paths
from piecement.storage.schema import APPLICATION_ID, MIGRATIONS, TABLES
from piecement.storage.settings_copies import SettingsCopies
from piecement.storage.settings_migrations import SETTINGS_VERSION
from piecement.storage.store import Store
from piecement.training.trainers import Attempt
from piecement_base.database import Database, Schema, insertion
from piecement_base.errors import DamagedError, StorageError
from piecement_base.origin import UnrankedReasons
from piecement_base.ranking import ranking_keys
from piecement_engine import MODES, Game, Limit
from piecement_engine.match import RecordedMatch
from tests.app.closing import closed_later
from tests.app.kept_games import START, record_of, recorded, short_game, store_in
from tests.programs import output_of

pytestmark = pytest.mark.new_player


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return store_in(tmp_path)


def files_in(folder: Path) -> list[str]:
    """Return the files but those that lock, which Windows removes."""
    paths = (path for path in folder.rglob("*") if path.is_file() and path.suffix != ".lock")
    return sorted(str(path.relative_to(folder)) for path in paths)


def bytes_in(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in folder.rglob("*") if path.is_file())


def chosen(keep: Retention) -> Settings:
    return Settings().with_value("storage", "retention", keep.value)


class TestLaziness:
    def test_heavy_modules_are_imported_only_when_needed(self, tmp_path: Path) -> None:
        program = (
            "import sys; from pathlib import Path; from piecement.storage.store import Store\n"
            "from piecement.storage.paths import Paths; store = Store(Paths.of(Path(sys.argv[1])))\n"
            "heavy = {'sqlite3', 'pydantic', 'piecement_engine', 'textual'}\n"
            "store.close(); store.pop_warnings(); print(sorted(heavy & set(sys.modules)))\n"
            "store.games; print('textual' in sys.modules)"
        )

        assert output_of(program, str(tmp_path)).split("\n")[:2] == ["[]", "False"]

    def test_an_unused_store_makes_no_file(self, store: Store, tmp_path: Path) -> None:
        store.close()

        assert files_in(tmp_path) == []


class TestKeep:
    def test_each_value_includes_those_before_it(self) -> None:
        values = list(Retention)

        assert [[one.includes(other) for other in values] for one in values] == [
            [True, False, False, False],
            [True, True, False, False],
            [True, True, True, False],
            [True, True, True, True],
        ]

    def test_by_default_everything_is_kept(self, store: Store) -> None:
        game = store.games.finish(recorded())

        assert store.stores_games
        assert store.games.get(game).has_recording

    def test_scores_are_kept_without_replays(self, store: Store) -> None:
        store.set_retention(Retention.SCORES, Settings())
        game = store.games.finish(recorded())

        assert not store.games.get(game).has_recording

    @pytest.mark.parametrize("keep", [Retention.NOTHING, Retention.SETTINGS])
    def test_where_games_are_not_kept_they_last_until_the_end(
        self, tmp_path: Path, store: Store, keep: Retention
    ) -> None:
        store.set_retention(keep, Settings())
        game = store.games.finish(recorded())
        during = store.games.get(game).has_recording
        store.close()

        assert during
        assert not store.stores_games
        assert len(store_in(tmp_path).games.listing(GameQuery())) == 0

    def test_choosing_fewer_deletes_replays_for_good(self, tmp_path: Path, store: Store) -> None:
        game = store.games.finish(recorded())
        before = bytes_in(tmp_path)
        store.set_retention(Retention.SCORES, Settings())
        store.close()

        assert b"piecement recording" in before
        assert b"piecement recording" not in bytes_in(tmp_path)
        assert not store_in(tmp_path).games.get(game).has_recording

    def test_choosing_settings_deletes_all_games(self, tmp_path: Path, store: Store) -> None:
        settings = Settings().with_value("graphics", "ghost", False)
        store.change_settings(Settings(), settings)
        store.games.finish(recorded())
        store.set_retention(Retention.SETTINGS, settings)
        store.close()

        assert files_in(tmp_path) == ["settings.toml"]
        assert store_in(tmp_path).load_settings().settings == settings.with_value("storage", "retention", "settings")

    def test_games_after_all_are_deleted_are_stored_as_before(self, tmp_path: Path, store: Store) -> None:
        store.change_settings(Settings(), chosen(Retention.SCORES))
        store.load_settings()
        store.games.finish(recorded())
        store.delete_games()
        retention = store.retention
        store.games.finish(recorded(seed=2))
        store.close()

        reader = store_in(tmp_path)
        assert (retention, reader.retention) == (Retention.SCORES, Retention.SCORES)
        assert [game.has_recording for game in reader.games.read(reader.games.ids(GameQuery()))] == [False]

    def test_choosing_nothing_leaves_only_that_choice(self, tmp_path: Path, store: Store) -> None:
        settings = Settings().with_value("graphics", "ghost", False)
        store.change_settings(Settings(), settings)
        store.games.finish(recorded())
        SettingsCopies(store.paths.settings_copies).write(settings, START)
        store.set_retention(Retention.NOTHING, settings)
        store.change_settings(settings, settings.with_value("graphics", "ghost", True))
        store.close()

        assert files_in(tmp_path) == ["settings.toml"]
        assert (
            tmp_path / "settings.toml"
        ).read_text() == f'version = {SETTINGS_VERSION}\n\n[storage]\nretention = "nothing"\n'
        assert store_in(tmp_path).load_settings().settings == chosen(Retention.NOTHING)

    @pytest.mark.parametrize("keep", [Retention.NOTHING, Retention.SETTINGS, Retention.SCORES])
    def test_choosing_fewer_deletes_the_matches(self, tmp_path: Path, store: Store, keep: Retention) -> None:
        for files in (store.matches, store.versus_matches):
            files.put(START, RecordedMatch((), {"names": ["Ada", "Brook"]}))
        store.set_retention(keep, Settings())

        assert not [name for name in files_in(tmp_path) if name.startswith(("matches", "versus"))]

    def test_choosing_more_deletes_no_match(self, store: Store) -> None:
        store.set_retention(Retention.SETTINGS, Settings())
        store.matches.put(START, RecordedMatch((), {"names": ["Ada", "Brook"]}))
        store.set_retention(Retention.SCORES, Settings())

        assert len(store.matches.latest()) == 1

    def test_another_copy_leaves_none_of_the_scores(self, tmp_path: Path, store: Store) -> None:
        other = store_in(tmp_path)
        other.games.finish(recorded())
        other.trainer_attempts.record(Attempt("finesse_drill", "T0", solved=True))
        other.boards.put("mine", "v115@vhAAgH")
        store.set_retention(Retention.SETTINGS, Settings())

        assert other.trainer_attempts.totals("finesse_drill").attempts == 0
        assert other.boards.all() == ()

    def test_another_copy_that_has_the_games_open_can_go_on(self, tmp_path: Path, store: Store) -> None:
        other = store_in(tmp_path)
        other.games.finish(recorded())
        store.set_retention(Retention.NOTHING, Settings())
        emptied = len(other.games.listing(GameQuery()))
        other.games.finish(recorded(seed=2))

        assert emptied == 0
        assert len(other.games.listing(GameQuery())) == 1

    @pytest.mark.parametrize(("retention", "games"), [("replays", [True]), ("scores", [False]), ("settings", [])])
    def test_a_game_that_waits_for_room_is_stored_by_the_choice(
        self, tmp_path: Path, store: Store, monkeypatch: pytest.MonkeyPatch, retention: str, games: list[bool]
    ) -> None:
        def refuse(*_: object) -> int:
            raise StorageError("The disk is full.")

        with monkeypatch.context() as full:
            full.setattr(store.games, "add", refuse)
            with pytest.raises(StorageError, match="full"):
                store.games.finish(recorded())
        store.set_retention(Retention(retention), Settings())
        store.close()

        reader = store_in(tmp_path).games
        assert [game.has_recording for game in reader.read(reader.ids(GameQuery()))] == games

    def test_choosing_more_keeps_from_then_on(self, tmp_path: Path, store: Store) -> None:
        nothing = store.set_retention(Retention.NOTHING, Settings())
        store.set_retention(Retention.REPLAYS, nothing)
        store.games.finish(recorded())
        store.close()

        assert len(store_in(tmp_path).games.listing(GameQuery())) == 1


class TestNoSave:
    def test_a_run_that_saves_nothing_leaves_no_trace(self, tmp_path: Path) -> None:
        store = store_in(tmp_path, save=False)
        loaded = store.load_settings().settings
        store.change_settings(loaded, loaded.with_value("graphics", "ghost", False))
        store.games.finish(recorded())
        seen = len(store.games.listing(GameQuery()))
        store.close()

        assert seen == 1
        assert store.retention is Retention.NOTHING
        assert files_in(tmp_path) == []

    def test_it_uses_the_settings_that_there_are(self, tmp_path: Path, store: Store) -> None:
        settings = Settings().with_value("graphics", "ghost", False)
        store.change_settings(Settings(), settings)

        assert store_in(tmp_path, save=False).load_settings().settings == settings

    def test_it_does_not_let_anything_be_deleted(self, tmp_path: Path) -> None:
        with pytest.raises(StorageError, match="saves nothing, as it was started that way"):
            store_in(tmp_path, save=False).set_retention(Retention.NOTHING, Settings())


VERSION_8 = Path(__file__).parents[2] / "data" / "games_8.sqlite.xz"
VERSION_9 = Path(__file__).parents[2] / "data" / "games_9.sqlite.xz"
VERSION_11 = Path(__file__).parents[2] / "data" / "games_11.sqlite.xz"
"""Three games by the defaults of then, one of them without a recording, and others by presets, some of their own."""
ONE_TABLE = Schema(1, (("CREATE TABLE texts (text TEXT)",),))


def rows_in(path: Path, tables: Iterable[str]) -> dict[str, list[tuple[object, ...]]]:
    with closing(sqlite3.connect(path)) as connection:
        return {table: connection.execute(f"SELECT * FROM {table}").fetchall() for table in tables}


def indexes_in(path: Path) -> set[str]:
    """Return the names of the indexes of games."""
    with closing(sqlite3.connect(path)) as connection:
        question = "SELECT name FROM sqlite_master WHERE type = 'index' AND tbl_name = 'games' AND sql NOT NULL"
        return {name for (name,) in connection.execute(question)}


PROGRESS = 31
"""Index of a column of former versions."""


def keep_plainly(database: Database, record: GameRecord) -> None:
    """Write a game into those columns that the database has."""
    ranking = ranking_keys(record.origin.mode)
    database.change(
        "INSERT OR IGNORE INTO modes (name, ranking) VALUES (?, ?)", (record.origin.mode, " ".join(ranking))
    )
    columns = tuple(row["name"] for row in database.rows("PRAGMA table_info(games)"))
    row = {**to_row(record, ranking), "progress": 1}  # a column of former versions
    values = {name: value for name, value in row.items() if name in columns}
    database.change(insertion("games", values), values)


def test_a_new_store_follows_the_settings_file(tmp_path: Path) -> None:
    """Nothing has to be loaded before the first game."""
    store_in(tmp_path).set_retention(Retention.SCORES, Settings())
    with closing(store_in(tmp_path)) as store:
        game = store.games.finish(recorded())

    assert not store_in(tmp_path).games.get(game).has_recording


@pytest.fixture
def _lax_sqlite(monkeypatch: pytest.MonkeyPatch) -> None:
    """Connect as builds of SQLite do that leave the bytes of deleted rows in the file, such as those of python.org."""

    def connect(*given: Any, connect: Callable[..., sqlite3.Connection] = sqlite3.connect, **named: Any) -> Any:
        connection = connect(*given, **named)
        connection.execute("PRAGMA secure_delete = OFF")
        return connection

    monkeypatch.setattr(sqlite3, "connect", connect)


@pytest.mark.usefixtures("_lax_sqlite")
def test_deleted_rows_are_overwritten_by_any_sqlite(tmp_path: Path, store: Store) -> None:
    for name in ("kept", "quetzalcoatl"):
        store.boards.put(name, "v115@vhAAgH")
    store.boards.delete("quetzalcoatl")
    store.close()

    assert b"quetzalcoatl" not in bytes_in(tmp_path)


class TestVersions:
    @pytest.mark.parametrize("version", range(1, len(MIGRATIONS) + 1))
    def test_every_version_of_the_database_becomes_the_present_one(self, tmp_path: Path, version: int) -> None:
        """A file made by the migrations up to a version, with a game in it, opens with the game."""
        database = Database(Paths.of(tmp_path).games, Schema(APPLICATION_ID, MIGRATIONS[:version]))
        keep_plainly(database, record_of(counts=Counts(quads=version)))
        database.close()
        store = store_in(tmp_path)
        (game,) = store.games.read(list(store.games.listing(GameQuery())))

        assert game.counts.quads == version
        assert game.finesse is None
        assert [totals.judged_pieces for totals in store.statistics.totals(GameQuery())] == [0]

    def test_a_damaged_database_of_an_earlier_version_is_salvaged(self, tmp_path: Path) -> None:
        path = Paths.of(tmp_path).games
        database = Database(path, Schema(APPLICATION_ID, MIGRATIONS[:1]))
        for seed in range(40):
            keep_plainly(database, recorded(seed=seed))
        database.shrink()
        database.close()
        content = path.read_bytes()
        path.write_bytes(content[:-4000])
        store = store_in(tmp_path)
        games = store.games.read(list(store.games.listing(GameQuery())))

        assert "games could be saved from it" in store.pop_warnings()[0]
        assert len(games) >= 10
        assert {game.finesse for game in games} == {None}

    def test_a_new_version_is_reached_from_the_one_before(self, tmp_path: Path, store: Store) -> None:
        game = store.games.finish(record_of())
        store.close()
        more = ("ALTER TABLE games ADD COLUMN mood TEXT NOT NULL DEFAULT 'calm'",)
        database = closed_later(Database(Paths.of(tmp_path).games, Schema(APPLICATION_ID, (*MIGRATIONS, more))))
        row = database.row("SELECT mode, mood FROM games WHERE id = ?", (game,))

        assert row is not None
        assert tuple(row) == ("40_lines", "calm")

    def test_a_migration_that_fails_changes_nothing(self, tmp_path: Path, store: Store) -> None:
        game = store.games.finish(record_of())
        store.close()
        broken = ("ALTER TABLE games ADD COLUMN mood TEXT", "ALTER TABLE lost ADD COLUMN x")
        with pytest.raises(StorageError, match="no such table: lost"):
            Database(Paths.of(tmp_path).games, Schema(APPLICATION_ID, (*MIGRATIONS, broken)))

        assert store_in(tmp_path).games.get(game).mode == "40_lines"

    def test_version_8_opens_with_everything(self, tmp_path: Path) -> None:
        """The last version with counts kept by triggers, and an index for each column."""
        path = Paths.of(tmp_path).games
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(lzma.decompress(VERSION_8.read_bytes()))
        before = rows_in(path, TABLES)
        with closing(store_in(tmp_path)) as store:
            listed = store.games.ids(GameQuery())
            assert store.pop_warnings() == ()

        after = rows_in(path, TABLES)
        before["games"] = [(*row[:PROGRESS], *row[PROGRESS + 1 :]) for row in before["games"]]
        for table in ("games", "modes"):
            after[table] = [row[: len(before[table][0])] for row in after[table]]  # without what is new
        assert after == before
        assert len(listed) == len(before["games"]) == 152
        assert all(before.values())
        assert indexes_in(path) == {"games_by_rank", "games_by_end", "games_without_rules"}

    def test_version_9_gets_the_rules_of_its_games(self, tmp_path: Path) -> None:
        """Games by the former defaults are ranked together, with a recording or not; own rules by their name."""
        path = Paths.of(tmp_path).games
        path.write_bytes(lzma.decompress(VERSION_9.read_bytes()))
        with closing(store_in(tmp_path)) as store:
            games = {game.id: game for game in store.games.read(store.games.ids(GameQuery()))}
            found = {one.name: one.rulesets for one in store.games.rule_sets()}
            bests = store.games.bests()

        names = {
            number: {name for name, rulesets in found.items() if game.ruleset in rulesets}
            for number, game in games.items()
        }
        assert names == {
            **{number: {"tetrs, 4 previews"} for number in (1, 2, 3, 8)},  # the third had another handling
            4: {"SRS, 3 previews"},
            5: {"tetrs"},
            6: {"Mine"},
            **{number: {"Lost"} for number in (7, 10)},
            9: {"Piecement", "Guideline", "Classic", "tetrs"},
        }
        assert bests == {3, 4, 5, 6, 8, 9, 10}


def test_rules_in_the_database_become_files(tmp_path: Path) -> None:
    """Each set of rules that can be played is a file, and has the games of its name, by former rules too."""
    Paths.of(tmp_path).games.write_bytes(lzma.decompress(VERSION_11.read_bytes()))
    for _ in range(2):
        with closing(store_in(tmp_path)) as store:
            played = [(game.mode, game.result.score) for game in store.games.read(store.games.ids(GameQuery()))]
            titles = {mode.title: (mode.name, mode.ranking[0]) for mode in store.own_files.modes.all()}
            best = store.games.bests()

            assert titles == {
                "Narrow": ("Narrow", "-score"),
                "a b!": ("a_b_", "-score"),
                "Мои правила": ("_", "-lines"),
                "日本の規則": ("__2", "-score"),
            }
            assert {MODES[name].rules.limits.time for name in ("__2",)} == {Limit(90_500_000_000)}
            assert sorted(played) == [("Narrow", 280), ("Narrow", 280), ("Narrow", 4260), ("_", 9220)]
            assert best == {1, 2, 4}
            assert [stored.name for stored in store.rule_sets.all()] == ["Broken"]
            assert "Half done" in (store.rule_sets.find("") or "")
            assert store.pop_warnings() == ()
    OwnFiles(tmp_path / "nowhere")


class TestShrinking:
    @pytest.fixture
    def emptied(self, tmp_path: Path) -> Path:
        """A file of which nearly all is unused."""
        path = tmp_path / "file.sqlite"
        database = Database(path, ONE_TABLE)
        with database.transaction():
            database.change("INSERT INTO texts VALUES (zeroblob(9000000))")
        database.change("DELETE FROM texts")
        database.close()
        return path

    def test_unused_space_is_freed(self, emptied: Path) -> None:
        database = Database(emptied, ONE_TABLE)
        before = emptied.stat().st_size
        database.shrink_if_sparse()
        database.close()

        assert before > 9_000_000
        assert emptied.stat().st_size < 100_000

    def test_the_last_copy_frees_unused_space_at_its_end(self, tmp_path: Path) -> None:
        stores = [store_in(tmp_path), store_in(tmp_path)]
        for store in stores:
            store.boards.put("huge", "x" * 9_000_000)
            store.boards.delete("huge")
        sizes: list[int] = []
        for store in stores:
            store.close()
            sizes.append((tmp_path / "games.sqlite").stat().st_size)

        assert sizes[0] > 9_000_000
        assert sizes[1] < 1_000_000


class TestAutosaves:
    def test_only_one_copy_gets_it(self, tmp_path: Path, store: Store) -> None:
        origin = recorded().origin
        store.autosaves.save(short_game(), origin)
        store.close()
        first, second = store_in(tmp_path), store_in(tmp_path)
        both = len(first.autosaves.waiting()), len(second.autosaves.waiting())
        first.autosaves.resume(origin.token)

        assert both == (1, 1)
        assert second.autosaves.waiting() == []
        with pytest.raises(StorageError, match="runs elsewhere"):
            second.autosaves.resume(origin.token)

    @pytest.mark.parametrize("head", ["{}", '{"setup": {"rules": {"width": -1}}}'], ids=["nothing", "rules"])
    def test_one_that_cannot_be_resumed_goes_on_waiting(self, tmp_path: Path, store: Store, head: str) -> None:
        origin = recorded().origin
        store.autosaves.save(short_game(), origin)
        store.autosaves.release(origin.token)
        head = json.dumps({"origin": origin.to_dict(), **json.loads(head)})
        store._session.run(lambda database: database.change("UPDATE checkpoints SET head = ?", (head,)))
        for read in (store.autosaves.resume, store.autosaves.recording):
            with pytest.raises(DamagedError, match="Cannot resume that game"):
                read(origin.token)

        assert [one.origin.token for one in store.autosaves.waiting()] == [origin.token]
        assert store.pop_warnings() == ()

    @pytest.mark.parametrize("ends", [True, False], ids=["ended", "dropped"])
    def test_a_game_that_ends_or_is_dropped_is_not_left(self, tmp_path: Path, store: Store, ends: bool) -> None:
        record = recorded()
        store.autosaves.save(short_game(), record.origin)
        if ends:
            store.games.finish(record)
        else:
            store.autosaves.delete(record.origin.token)
        store.close()

        assert store_in(tmp_path).autosaves.waiting() == []

    def test_stale_copy_cannot_drop_a_game_being_played(self, tmp_path: Path, store: Store) -> None:
        origin = recorded().origin
        store.autosaves.save(short_game(), origin)
        store.close()
        player, onlooker = store_in(tmp_path), store_in(tmp_path)
        seen = len(onlooker.autosaves.waiting())
        player.autosaves.resume(origin.token)
        with pytest.raises(StorageError, match="runs in another window"):
            onlooker.autosaves.delete(origin.token)
        onlooker.close()
        player.close()

        assert seen == 1
        assert [left.origin.token for left in store_in(tmp_path).autosaves.waiting()] == [origin.token]

    def test_a_game_is_kept_without_its_undone_part(self, tmp_path: Path, store: Store) -> None:
        origin = recorded().origin
        long, short = short_game(seed=1), short_game(seed=1)
        long.update(3_000_000_000, {"hold"})
        short.update(3_500_000_000, {"rotate_left"})
        store.autosaves.save(long, origin)
        store.autosaves.save(short, origin)
        store.close()
        resumed, _ = store_in(tmp_path).autosaves.resume(origin.token)

        assert resumed.game.inputs == short.inputs


class TestSaveSlots:
    def test_a_saved_game_goes_on_as_often_as_wanted_as_practice(self, tmp_path: Path, store: Store) -> None:
        game, origin = short_game(), recorded().origin
        store.save_slots.save("before the mess", game, origin)
        store.close()
        later = store_in(tmp_path)
        (point,) = later.save_slots.all()
        first, first_origin = later.save_slots.load("before the mess")
        second, second_origin = later.save_slots.load("before the mess")
        first.play(9_000_000_000)

        assert (point.name, point.origin, point.result.pieces) == ("before the mess", origin, 3)
        assert second.game.inputs == game.inputs
        assert first_origin.unranked == UnrankedReasons(practice=True)
        assert len({origin.token, first_origin.token, second_origin.token}) == 3

    def test_a_name_is_given_to_one_game_and_can_be_given_up(self, store: Store) -> None:
        for seed in (1, 2):
            store.save_slots.save("a", short_game(seed=seed), recorded().origin)
        store.save_slots.save("b", short_game(seed=3), recorded().origin)
        names = [point.name for point in store.save_slots.all()]
        loaded, _ = store.save_slots.load("a")
        store.save_slots.delete("a")

        assert names == ["a", "b"]
        assert loaded.game.seed == 2
        with pytest.raises(StorageError, match="There is no game in save slot 'a'"):
            store.save_slots.load("a")


def test_a_store_holds_no_games_of_an_evening(tmp_path: Path) -> None:
    store = store_in(tmp_path)

    def games() -> int:
        gc.collect()
        return sum(isinstance(thing, Game) for thing in gc.get_objects())

    held: list[int] = []
    for seed in range(5):
        record = recorded(seed=seed)
        store.autosaves.save(short_game(seed=seed), record.origin)
        store.games.finish(record)
        held.append(games())

    assert held[-1] <= held[0]


@pytest.mark.parametrize(
    ("statement", "sentence"),
    [
        ("PRAGMA user_version = 99", "was written by a later version of Piecement."),
        ("PRAGMA application_id = 7", "is a database of another program."),
    ],
)
def test_copied_database_is_named_by_its_file(tmp_path: Path, statement: str, sentence: str) -> None:
    path, schema = tmp_path / "kept.sqlite", Schema(APPLICATION_ID, (("CREATE TABLE kept (id TEXT)",),))
    with closing(Database(path, schema)) as database:
        database.change(statement)
    with pytest.raises(StorageError) as raised:
        Database(None, schema, copied=path)

    assert str(raised.value) == f"{path} {sentence}"
