"""The commands on kept games: what they print, for people and for programs, and what they say is wrong."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from piecement.storage.game_query import GameQuery
from piecement_base.origin import UnrankedReasons
from tests.app.kept_games import ended_recording, keep, record_of, recorded, store_in
from tests.programs import Said


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with three games, of which the third can be watched."""
    keep(
        tmp_path,
        record_of(time_ns=59_123_000_000),
        record_of("marathon", unranked=UnrankedReasons(practice=True), level=20, score=4321),
        recorded("cheese"),
    )
    return tmp_path


class TestScores:
    def test_the_table_has_a_line_for_each_game(self, folder: Path, said: Said) -> None:
        status, out, _ = said("scores", "--data-dir", folder)
        header, *lines = out.splitlines()

        assert status == 0
        assert header.split() == [
            *("Game", "Result", "Mode", "Ended", "End", "Time", "Score", "Lines", "Level", "Pieces"),
            *("Pieces/s", "Keys/piece", "Finesse", "Preset", "Marks"),
        ]
        assert [line.split()[0] for line in lines] == ["1", "3", "2"]
        assert "0:59.12" in lines[0]
        assert "practice" in lines[2]

    def test_a_mode_an_order_and_a_number_can_be_asked_for(self, folder: Path, said: Said) -> None:
        _, one, _ = said("scores", "--data-dir", folder, "--mode", "marathon")
        _, two, _ = said("scores", "--data-dir", folder, "--sort", "score", "--reverse", "--limit", "2")

        assert [line.split()[0] for line in one.splitlines()[1:]] == ["2"]
        assert [line.split()[0] for line in two.splitlines()[1:]] == ["2", "1"]

    def test_json_has_everything(self, folder: Path, said: Said) -> None:
        games = json.loads(said("scores", "--data-dir", folder, "--json")[1])

        assert [game["id"] for game in games] == [1, 3, 2]
        assert (games[0]["time"], games[0]["end"], games[0]["won"]) == (59_123_000_000, "completed", True)
        assert (games[1]["recorded"], games[2]["marks"]) == (True, ["practice"])
        assert (games[0]["finesse"], games[0]["faults"], games[0]["faulty"]) == (None, None, None)
        assert (games[1]["finesse"], games[1]["faults"], games[1]["faulty"]) == (1.0, 0, 0)

    def test_where_nothing_is_kept_nothing_is_made(self, tmp_path: Path, said: Said) -> None:
        status, out, _ = said("scores", "--data-dir", tmp_path / "none")

        assert (status, out) == (0, "No saved games.\n")
        assert not (tmp_path / "none").exists()

    def test_games_of_tetrs_are_taken_over(self, tmp_path: Path, said: Said) -> None:
        (tmp_path / "tetrs.json").write_text("[{}, {}, {}, []]")
        _, out, _ = said("scores", "--data-dir", tmp_path, "--import-tetrs", tmp_path / "tetrs.json")

        assert out == "Imported 0 games.\n"

    def test_markup_like_text_is_printed_plainly(self, tmp_path: Path, said: Said) -> None:
        keep(tmp_path, record_of("[/]", preset="a[b]c"))
        status, out, _ = said("scores", "--data-dir", tmp_path)

        assert status == 0
        assert "[/]" in out
        assert "a[b]c" in out

    @pytest.mark.parametrize("command", [["scores"], ["replay", "list"], ["replay", "import", "x.replay"]])
    def test_games_that_cannot_be_opened_are_no_empty_list(
        self, tmp_path: Path, said: Said, monkeypatch: pytest.MonkeyPatch, command: list[str]
    ) -> None:
        (tmp_path / "x.replay").write_text(ended_recording().to_text())
        (tmp_path / "games.sqlite").mkdir()
        monkeypatch.chdir(tmp_path)
        status, out, err = said(*command, "--data-dir", tmp_path)

        assert (status, out) == (2, "")
        assert err == f"piecement: {tmp_path / 'games.sqlite'} cannot be used: it cannot be opened.\n"

    @pytest.mark.parametrize("command", [["scores", "--import-tetrs", __file__], ["replay", "import", __file__]])
    def test_games_are_not_taken_over_where_none_are_kept(self, tmp_path: Path, said: Said, command: list[str]) -> None:
        (tmp_path / "settings.toml").write_text("version = 1\n[storage]\nkeep = 'settings'\n")
        status, out, err = said(*command, "--data-dir", tmp_path)

        assert (status, out) == (2, "")
        assert err == "piecement: Saving games is turned off in the settings.\n"


class TestReplay:
    def test_games_that_can_be_watched_are_listed(self, folder: Path, said: Said) -> None:
        _, out, _ = said("replay", "list", "--data-dir", folder)

        assert [line.split()[0] for line in out.splitlines()[1:]] == ["3"]

    def test_a_replay_describes_itself(self, folder: Path, said: Said) -> None:
        _, out, _ = said("replay", "show", "3", "--data-dir", folder)
        facts = dict(line.split(maxsplit=1) for line in out.splitlines())

        assert (facts["Mode"], facts["End"], facts["Time"], facts["Pieces"]) == ("cheese", "forfeit", "0:02.00", "3")

    def test_it_goes_out_proves_itself_and_comes_in(self, folder: Path, tmp_path: Path, said: Said) -> None:
        file = tmp_path / "x.replay"
        exported = said("replay", "export", "3", "--output", file, "--data-dir", folder)
        verified = said("replay", "verify", "3", file, "--data-dir", folder)
        there = tmp_path / "there"
        imported = said("replay", "import", file, "--data-dir", there)

        assert exported == (0, f"{file}\n", "")
        assert verified == (0, f"3: proven\n{file}: proven\n", "")
        assert imported == (0, f"{file}: game 1\n", "")
        assert len(store_in(there).games.listing(GameQuery())) == 1

    def test_an_unproven_replay_has_its_own_status(self, tmp_path: Path, said: Said) -> None:
        recording = ended_recording()
        file = tmp_path / "x.replay"
        file.write_text(replace(recording, result=replace(recording.result, score=9)).to_text())
        status, out, _ = said("replay", "verify", file)

        assert status == 1
        assert out.startswith(f"{file}: differs from ")

    def test_junk_replay_does_not_stop_proving_the_others(self, folder: Path, tmp_path: Path, said: Said) -> None:
        damaged = tmp_path / "x.replay"
        damaged.write_text(ended_recording().to_text().replace('"score":0', '"score":9'))
        status, out, err = said("replay", "verify", "no/such", damaged, "3", "--data-dir", folder)

        assert (status, out) == (2, "3: proven\n")
        assert err.splitlines() == [
            "piecement: no/such cannot be read (No such file or directory).",
            f"piecement: {damaged}: the recording is damaged: its checksum is wrong.",
        ]


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["scores", "--mode", "chess"], "unknown mode 'chess': choose from 40_lines, sprint"),
        (["scores", "--sort", "luck"], "--sort: invalid choice: 'luck'"),
        (["scores", "--limit", "-1"], "--limit: '-1' is not a whole number from 0 to 999999999."),
        (["scores", "--limit", "many"], "--limit: 'many' is not a whole number from 0 to 999999999."),
        (["scores", "--share", "9" * 30], f"--share: '{'9' * 30}' is not a whole number from 1 to 999999999."),
        (["scores", "--import-tetrs", "no/such"], "no/such cannot be read (No such file or directory)."),
        (["replay"], "the following arguments are required: COMMAND."),
        (["replay", "fly"], "COMMAND: invalid choice: 'fly'"),
        (["replay", "show", "99"], "There is no game 99."),
        (["replay", "show", "no/such"], "no/such cannot be read (No such file or directory)."),
        (["replay", "show", "9" * 5000], f"There is no game {'9' * 59}…."),
        (["replay", "verify", "99"], "There is no game 99."),
        (["replay", "verify", "no/such"], "no/such cannot be read (No such file or directory)."),
        (["replay", "verify", __file__], f"{__file__}: not a recording: its first line is"),
        (["replay", "export", "no/such"], "no/such cannot be read (No such file or directory)."),
        (["replay", "export", "99"], "There is no game 99."),
        (["replay", "import", "no/such"], "no/such cannot be read (No such file or directory)."),
    ],
)
def test_bad_score_arguments_get_one_sentence_and_status_2(
    tmp_path: Path, said: Said, arguments: list[str], complaint: str
) -> None:
    folder = ["--data-dir", str(tmp_path)] if arguments[1:] not in ([], ["fly"]) else []
    status, out, err = said(*arguments, *folder)

    assert (status, out) == (2, "")
    assert err.startswith(f"piecement: {complaint.rstrip('.')}")
    assert err.count("\n") == 1


@pytest.mark.parametrize("command", [["scores"], ["replay", "list"]])
def test_a_file_is_no_folder_of_games(said: Said, command: list[str]) -> None:
    status, out, err = said(*command, "--data-dir", __file__)

    assert (status, out) == (2, "")
    assert err == f"piecement: --data-dir: {__file__!r} is not a folder.\n"


def test_a_result_is_printed_to_be_pasted(folder: Path, said: Said) -> None:
    status, out, _ = said("scores", "--data-dir", folder, "--share", 1)

    assert status == 0
    assert out.splitlines()[0].endswith("40 Lines · 0:59.12 · new best")


def test_a_missing_result_is_named(folder: Path, said: Said) -> None:
    status, _, err = said("scores", "--data-dir", folder, "--share", 99)

    assert status == 2
    assert "99" in err
