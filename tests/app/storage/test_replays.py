"""Replays out of the house and back, and games of another program."""

import json
import zlib
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import pytest

from piecement.session.statistics import recount
from piecement.storage.game_query import GameQuery
from piecement.storage.store import Store
from piecement.storage.tetrs_import import MODE_NAMES
from piecement.ui.texts.games import full_result, marks, mode_text
from piecement_base.errors import StorageError
from piecement_base.origin import Origin, Owner, UnrankedReasons
from piecement_base.timestamps import to_local_text
from piecement_engine import MODES, End, Game, Recording
from tests.app.database_file import change_file
from tests.app.kept_games import START, record_of, recorded, short_game, store_in
from tests.programs import Said

FORGED: Final = (5, -1.5, True, None, [1], {"a": 1}, {"a": [1]}, ["\x1b"], 10**400, "\x1b[2J\u202e" * 999, "\ud800")
"""Values that a field may be forged with: other types, huge ones, controls."""


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return store_in(tmp_path / "here")


class TestExport:
    def test_an_exported_replay_verifies_and_says_where_it_is_from(self, store: Store) -> None:
        record = recorded("cheese", preset="NES")
        file = store.replays.export(store.games.finish(record))
        recording = Recording.from_text(file.read_text())

        assert recording.verify() is None
        assert recording.lock_checks == b""
        assert (recording.about["mode"], recording.about["preset"]) == ("cheese", "NES")
        assert file.parent == store.paths.replays
        assert file.name.startswith("cheese-2026-01-")
        assert file.suffix == ".replay"

    def test_games_that_ended_in_one_second_have_files_of_their_own(self, store: Store) -> None:
        games = [store.games.finish(recorded(seed=seed, ended=START)) for seed in (1, 2)]
        files = [store.replays.export(game) for game in games]

        assert len(set(files)) == 2
        assert [store.replays.export(game) for game in games] == files

    def test_a_game_without_a_recording_is_named(self, store: Store) -> None:
        game = store.games.finish(record_of())
        with pytest.raises(StorageError, match=f"Game {game} has no recording"):
            store.replays.export(game)


class TestImport:
    def test_a_replay_comes_back_with_all_its_details(self, store: Store, tmp_path: Path) -> None:
        record = recorded("marathon", preset="NES")
        kept = store.games.get(store.games.finish(record))
        file = store.replays.export(kept.id)
        other = store_in(tmp_path / "there")
        got = other.games.get(other.replays.import_file(file))

        assert got == replace(kept, id=got.id, unranked=UnrankedReasons(imported=True), owner=Owner.UNKNOWN)
        assert other.games.best(kept.leaderboard) is None

    def test_ones_own_replay_is_not_kept_twice(self, store: Store, tmp_path: Path) -> None:
        game = store.games.finish(recorded())
        file = store.replays.export(game)
        store.games.delete_recording(game)

        assert not store.games.get(game).has_recording
        assert store.replays.import_file(file) == game
        assert store.games.get(game).has_recording
        assert not store.games.get(game).unranked

    def test_ones_own_replay_stays_ones_own(self, store: Store) -> None:
        record = recorded()
        game = store.games.finish(record)
        store.replays.import_file(store.replays.export(game))

        assert store.games.recording(game) == record.recording

    @pytest.mark.parametrize("changed", ["mode = 'custom'", "rules = 'of another version'"])
    def test_a_game_of_another_version_is_not_kept_twice(self, store: Store, tmp_path: Path, changed: str) -> None:
        store.games.finish(recorded("custom", seed=2))
        game = store.games.finish(recorded())
        file = store.replays.export(game)
        change_file(tmp_path / "here", f"UPDATE games SET {changed} WHERE id = {game}")

        assert store.replays.import_file(file) == game

    def test_another_game_of_the_same_name_does_not_replace_it(self, store: Store, tmp_path: Path) -> None:
        mine = recorded(seed=1)
        game = store.games.finish(mine)
        other = recorded(seed=2).recording
        assert other is not None
        forged = replace(other, about={**other.about, "token": mine.origin.token})
        (tmp_path / "x.replay").write_text(forged.to_text())

        assert store.replays.import_file(tmp_path / "x.replay") != game
        assert store.games.recording(game) == mine.recording

    def test_an_unproven_result_is_refused(self, store: Store, tmp_path: Path) -> None:
        recording = recorded().recording
        assert recording is not None
        forged = replace(recording, result=replace(recording.result, score=10**6))
        (tmp_path / "x.replay").write_text(forged.to_text())
        with pytest.raises(StorageError, match="does not lead to its result: the recorded score is 1000000"):
            store.replays.import_file(tmp_path / "x.replay")

    @pytest.mark.parametrize(
        ("content", "complaint"),
        [(b"", "not a recording"), (b"\xff\xfe\x00", "not a recording"), (b"piecement recording 9\n", "of version 9")],
    )
    def test_junk_replay_is_named(self, store: Store, tmp_path: Path, content: bytes, complaint: str) -> None:
        (tmp_path / "x.replay").write_bytes(content)
        with pytest.raises(StorageError, match=complaint):
            store.replays.import_file(tmp_path / "x.replay")

    def test_a_changed_byte_is_named(self, store: Store, tmp_path: Path) -> None:
        file = store.replays.export(store.games.finish(recorded()))
        content = bytearray(file.read_bytes())
        content[len(content) // 2] ^= 1
        file.write_bytes(content)
        with pytest.raises(StorageError, match="its checksum is wrong"):
            store.replays.import_file(file)

    def test_a_missing_file_is_named(self, store: Store, tmp_path: Path) -> None:
        with pytest.raises(StorageError, match="cannot be read"):
            store.replays.import_file(tmp_path / "nowhere.replay")

    def test_a_game_that_goes_on_is_no_replay(self, store: Store, tmp_path: Path) -> None:
        (tmp_path / "x.replay").write_text(Recording.of(short_game()).to_text())
        with pytest.raises(StorageError, match="has not ended"):
            store.replays.import_file(tmp_path / "x.replay")

    @pytest.mark.parametrize(
        "about",
        [
            {"mode": "../../../elsewhere"},
            {"mode": "a/b[/]\x1b[2J\0\n"},
            {"mode": "m" * 5000},
            {"mode": "", "preset": "\ud800", "token": "\ud800"},
            {"preset": "p" * 5000, "options": {"x" * 5000: 1, "goal\x1b": "\x1b]0;"}},
            {"started": "9999-12-31T23:59:59-23:59"},
            {"started": "0001-01-01T00:00:00+23:59"},
            {"ended": "9999-12-31T23:59:59+00:00"},
            {"options": {"goal": 2**62}, "something": {"else": 1}},
        ],
    )
    def test_replay_with_any_details_is_kept_shown_and_rewritten(
        self, store: Store, tmp_path: Path, about: dict[str, Any]
    ) -> None:
        (tmp_path / "x.replay").write_text(replace(Recording.of(ended_game()), about=about).to_text())
        game = store.games.get(store.replays.import_file(tmp_path / "x.replay"))
        shown = [full_result(game), mode_text(game), marks(game), to_local_text(game.ended)]

        assert all(text.isprintable() and len(text) < 200 for text in shown)
        assert store.replays.export(game.id).parent == store.paths.replays

    @pytest.mark.wide
    @pytest.mark.parametrize("value", FORGED)
    @pytest.mark.parametrize("field", ["", "mode", "options", "preset", "marks", "started", "ended", "token"])
    def test_forged_field_is_refused_or_shown_plainly(self, tmp_path: Path, field: str, value: Any, said: Said) -> None:
        file = tmp_path / "x.replay"
        file.write_text(forged({"mode": "40_lines", field: value} if field else value))
        _, out, refusal = said("replay", "show", file)

        assert bool(refusal) != bool(out)
        for line in (*refusal.splitlines(), *out.splitlines()):
            assert line.isprintable()
            assert len(line) < 1000

    @pytest.mark.parametrize(
        ("about", "field"),
        [
            (5, "its description is not a table"),
            ([1], "its description is not a table"),
            ({"mode": 5}, "mode"),
            ({"mode": ["40_lines"]}, "mode"),
            ({"options": [1]}, "options"),
            ({"options": {"goal": [1]}}, "options"),
            ({"options": {"goal": 10**30}}, "options"),
            ({"marks": {"bot": 1}}, "marks"),
            ({"marks": [5]}, "marks"),
            ({"started": 5}, "started"),
            ({"token": {}}, "token"),
        ],
    )
    def test_a_field_of_another_type_is_named(self, store: Store, tmp_path: Path, about: Any, field: str) -> None:
        file = tmp_path / "x.replay"
        file.write_text(forged(about))
        with pytest.raises(StorageError, match=field) as caught:
            store.replays.import_file(file)

        assert str(file) in str(caught.value)
        assert store.statistics.stored().games == 0

    @pytest.mark.parametrize(
        "about",
        [5, [1], "x", {"mode": 5, "options": [1], "marks": 7, "started": {}, "token": [2]}, {"marks": [[1], "bot"]}],
    )
    def test_database_fields_of_a_recording_are_read_as_possible(self, about: Any) -> None:
        assert Origin.from_dict(about).token

    def test_counts_are_taken_from_the_game_again(self) -> None:
        statistics = recount(Recording.of(short_game()))

        assert statistics.counts.presses == 3


def forged(about: object) -> str:
    """Return the text of a replay that says of itself what it cannot, with the right checksum."""
    lines = Recording.of(ended_game()).to_text().split("\n")
    lines[1] = json.dumps({**json.loads(lines[1]), "about": about})
    body = "".join(f"{line}\n" for line in lines[:4])
    return f"{body}{zlib.crc32(body.encode()):08x}\n"


def ended_game() -> Game:
    """Return a short game that was given up."""
    game = short_game()
    game.forfeit(2_000_000_000)
    return game


def tetrs_game(**changes: Any) -> dict[str, Any]:
    """Return a past game as tetrs writes it."""
    state = {
        "time": {"secs": 61, "nanos": 500_000_000},
        "end": {"Ok": None},
        "pieces_played": [10, 10, 10, 10, 20, 20, 20],
        "lines_cleared": 40,
        "level": 3,
        "score": 4321,
        "board": [],
    }
    return {
        "timestamp": "2024-08-30 17:05",
        "actions": [1, 2, 3, 4, 5],
        "score_bonuses": [10, 40],
        "gamemode": {"name": "40-Lines", "start_level": 3, "increment_level": False, "limits": {}},
        "last_state": {**state, **changes},
    }


class TestTetrs:
    def test_past_games_come_over(self, store: Store, tmp_path: Path) -> None:
        lost = tetrs_game(end={"Err": "BlockOut"}, lines_cleared=7)
        file = tmp_path / ".tetrs_terminal.json"
        file.write_text(json.dumps([{}, {}, {}, [tetrs_game(), lost, {"timestamp": "?"}]]))
        count = store.replays.import_tetrs(file)
        again = store.replays.import_tetrs(file)
        won, other = store.games.read(list(store.games.listing(GameQuery())))

        assert (count, again) == (2, 2)
        assert (won.mode, won.end, won.result.time_ns, won.result.lines, won.result.score, won.result.pieces) == (
            "40_lines", End.COMPLETED, 61_500_000_000, 40, 4321, 100,
        )  # fmt: skip
        assert (won.counts.spins, won.counts.singles, won.counts.quads) == (1, 2, 5)
        assert (won.ended.year, won.ended.hour, won.preset) == (2024, 17, "tetrs")
        assert won.unranked == UnrankedReasons(imported=True)
        assert other.end is End.BLOCK_OUT

    @pytest.mark.parametrize("content", ["", "{}", "[]", "[1, 2]", "3", "[" * 100_000])
    def test_another_file_is_named(self, store: Store, tmp_path: Path, content: str) -> None:
        (tmp_path / "x.json").write_text(content)
        with pytest.raises(StorageError, match="is not"):
            store.replays.import_tetrs(tmp_path / "x.json")

    @pytest.mark.parametrize(
        "changes",
        [
            {"time": {"secs": 1e999, "nanos": 0}},
            {"score": 10**30},
            {"level": -(10**30)},
            {"pieces_played": [10**18] * 20},
            {"end": 3},
        ],
    )
    def test_games_that_no_game_can_be_are_passed_over(
        self, store: Store, tmp_path: Path, changes: dict[str, Any]
    ) -> None:
        (tmp_path / "x.json").write_text(json.dumps([[tetrs_game(**changes), tetrs_game()]]))

        assert store.replays.import_tetrs(tmp_path / "x.json") == 1

    def test_names_and_dates_of_anything_can_be_shown(self, store: Store, tmp_path: Path) -> None:
        odd = {**tetrs_game(), "gamemode": {"name": "\x1b[2J\ud800"}, "timestamp": "0001-01-01 00:00"}
        (tmp_path / "x.json").write_text(json.dumps([[odd]]))
        store.replays.import_tetrs(tmp_path / "x.json")
        (game,) = store.games.read(list(store.games.listing(GameQuery())))

        assert (mode_text(game), to_local_text(game.ended)[:2]) == ("[2J", "19")

    def test_its_modes_are_ours(self) -> None:
        assert set(MODE_NAMES.values()) <= set(MODES)
