"""The commands on recorded matches: of one form, whoever has written them, and old ones too."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from piecement.storage.match_files import read_match
from piecement.ui.launch import Launch
from piecement_engine.match import RecordedMatch
from piecement_net.messages.from_server import RoundStart
from piecement_net.messages.rounds import PlayedGame
from piecement_net.room_rules import digest, round_setups
from piecement_net.round_recordings import FirstFormatGames, to_match
from piecement_net.wire import encode
from piecement_server.rooms.match_record import RoundRecord
from tests.app.server.stored_matches import stored_match
from tests.programs import Said


@pytest.fixture(scope="module")
def rounds() -> list[RoundRecord]:
    return [record.round for record in stored_match() if record.round is not None]


@pytest.fixture
def match(rounds: list[RoundRecord]) -> RecordedMatch:
    return to_match([record.recording() for record in rounds], "2026-11-21T12:00:00.000+00:00", "Cellar")


@pytest.fixture
def file(match: RecordedMatch, tmp_path: Path) -> Path:
    path = tmp_path / "x.match"
    path.write_text(match.to_text())
    return path


@pytest.fixture
def old_file(rounds: list[RoundRecord], tmp_path: Path) -> Path:
    """A round in the form of the first files: two messages, without attacks."""
    record = rounds[0]
    whole = digest(round_setups(record.rules, record.players))
    start = RoundStart(round=1, at=5, rules=record.rules, digest=whole, players=record.players)
    games = tuple(PlayedGame(game.seat, game.to, game.recording) for game in record.games)
    path = tmp_path / "2026-11-20 10.00.00 Anna, Bert.round"
    path.write_bytes(encode(start) + encode(FirstFormatGames(games=games)))
    return path


def test_one_is_proven_as_a_whole(file: Path, old_file: Path, match: RecordedMatch, said: Said) -> None:
    game = match.rounds[1].games[0]
    forged = replace(match.rounds[1], games=(replace(game, result=replace(game.result, pieces=9)), game))
    other = file.with_name("y.match")
    other.write_text(replace(match, rounds=(match.rounds[0], forged)).to_text())

    status, out, _ = said("replay", "verify", file, old_file, other)

    assert status == 1
    assert out.splitlines()[:2] == [
        f"{file}: proven",
        f"{old_file}: every game verified, but attacks were not recorded",
    ]
    assert out.splitlines()[2].startswith(f"{other}: round 2: differs from ")


def test_match_command_describes_the_match(file: Path, said: Said) -> None:
    _, out, _ = said("replay", "show", file)
    facts = dict(line.split(maxsplit=1) for line in out.splitlines())

    assert (facts["Players"], facts["Rounds"], facts["Time"]) == ("Anna, Bert", "2", "0:00.80")
    assert "forfeit after 0 lines" in facts["Round"]


def test_it_is_imported_once_proven_and_listed(file: Path, match: RecordedMatch, tmp_path: Path, said: Said) -> None:
    there = tmp_path / "there"
    status, out, _ = said("replay", "import", file, file, "--data-dir", there)
    kept = Path(out.splitlines()[0].partition(": ")[2])
    listed = said("replay", "list", "--matches", "--json", "--data-dir", there)[1]

    assert status == 0
    assert read_match(kept) == match
    assert (kept.parent, kept.name.partition(" ")[2].partition(" ")[2]) == (there / "matches", "Anna, Bert (2).match")
    assert json.loads(listed) == [str(kept)]


def test_matches_are_not_listed_by_mode(tmp_path: Path, said: Said) -> None:
    status, _, err = said("replay", "list", "--matches", "--mode", "sprint", "--data-dir", tmp_path)

    assert status == 2
    assert "not allowed with argument --matches" in err


def test_unproven_match_is_not_imported(file: Path, match: RecordedMatch, tmp_path: Path, said: Said) -> None:
    first, second = match.rounds
    game = first.games[0]
    forged = replace(first, games=(replace(game, result=replace(game.result, score=9)), first.games[1]))
    file.write_text(replace(match, rounds=(forged, second)).to_text())
    status, _, err = said("replay", "import", file, "--data-dir", tmp_path / "there")

    assert status == 2
    assert "does not lead to its result" in err
    assert not (tmp_path / "there" / "matches").exists()


def test_an_old_one_is_exported_in_the_new_form(old_file: Path, tmp_path: Path, said: Said) -> None:
    status, out, _ = said("replay", "export", old_file, "--output", tmp_path / "new.match")

    assert (status, out) == (0, f"{tmp_path / 'new.match'}\n")
    assert read_match(tmp_path / "new.match") == read_match(old_file)
    assert said("replay", "export", old_file, "--format", "svg")[0] == 2


def test_a_round_of_it_is_watched(
    file: Path, match: RecordedMatch, monkeypatch: pytest.MonkeyPatch, said: Said
) -> None:
    launched: list[Launch] = []

    def launch(given: Launch) -> int:
        launched.append(given)
        return 0

    monkeypatch.setattr("piecement.cli.play.play", launch)

    assert said("replay", "watch", file, "--round", "2")[0] == 0
    assert [launch.watch_match for launch in launched] == [match.rounds[1]]
    status, _, err = said("replay", "watch", file, "--round", "3")
    assert (status, err) == (2, "piecement: There is no round 3: the match has 2 rounds.\n")
    assert said("replay", "watch", file.with_name("none.match"))[0] == 2


@pytest.mark.parametrize("name", ["x.match", "x.round"])
@pytest.mark.parametrize("content", [b"", b"nonsense", b'{"t":"start"}\n', b"piecement match 3\n{}\n"])
def test_junk_match_gets_one_sentence(name: str, content: bytes, tmp_path: Path, said: Said) -> None:
    (tmp_path / name).write_bytes(content)
    status, _, err = said("replay", "verify", tmp_path / name)

    assert status == 2
    assert err.startswith(f"piecement: {tmp_path / name}: ")
    assert err.count("\n") == 1
