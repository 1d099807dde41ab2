"""A replay becomes a film for terminals or a picture, which show the game as it was."""

import json
from itertools import chain, pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from rich.cells import cell_len
from textual.geometry import Size
from textual.strip import Strip

from piecement.cli.main import run
from piecement.render.replay_renderer import ReplayRenderer, TooSmallError, replay_svg
from piecement.render.skins.look import Look
from piecement.render.skins.skins import SKINS
from piecement.session.records import GameRecord
from piecement.storage.asciicast import write_asciicast
from piecement_engine import GameView, Recording
from tests.app.kept_games import keep, record_of
from tests.engine.nimble_player import nimble_game
from tests.quick_screen import QuickScreen, QuickStream
from tests.sampling import sampled

S = 1_000_000_000
SIZE = Size(80, 24)
PLAIN = Look(feats="none", skin="ascii", ghost=False, reduced_motion=True)
FIELD_X, FIELD_Y = 30, 2
MOMENTS = [0.0, 1.0, 4.5, 9.0, 13.3, 17.9, 20.0]


@pytest.fixture(scope="module")
def recording() -> Recording:
    """Twenty seconds of a marathon, given up."""
    game = nimble_game(4, 18)
    game.forfeit(20 * S)
    return Recording.of(game, record_of("marathon").origin.to_dict())


@pytest.fixture
def folder(tmp_path: Path, recording: Recording) -> Path:
    """A folder in which that is game 1."""
    keep(tmp_path, GameRecord.of_recording(recording))
    return tmp_path


def cast_of(recording: Recording, path: Path, look: Look = PLAIN, size: Size = SIZE, fps: int = 30) -> list[Any]:
    """Return the lines of a film of a recording, each as what it says in JSON."""
    *_, last = write_asciicast(ReplayRenderer(recording, look, size), path, fps)
    assert last == 1.0
    return read_cast(path)


def read_cast(path: Path) -> list[Any]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def played(events: list[Any], until_s: float, size: Size = SIZE) -> list[str]:
    """Return the screen of a terminal after the events up to a time."""
    screen = QuickScreen(*size)
    stream = QuickStream(screen)
    for seconds, _, output in events:
        if seconds <= until_s:
            stream.feed(output)
    return screen.display


def visible(row: Strip) -> str:
    """Return the text of a row; the encoder writes blanks for text in the colour of its background."""
    return "".join(
        " " * cell_len(text) if style and style.bgcolor and style.color == style.bgcolor else text
        for text, style, _ in row
    )


def field_of(lines: list[str]) -> list[str]:
    """Return the field that ASCII shows, without the piece in play."""
    rows = lines[FIELD_Y : FIELD_Y + 20]
    return [row[FIELD_X : FIELD_X + 20].replace("[]", "  ") for row in rows]


def drawn(view: GameView) -> list[str]:
    """Return the field of a game as ASCII draws it."""
    rows = [*view.rows, *[(0,) * 10] * 20][:20]
    return ["".join("##" if tile else "  " for tile in row) for row in reversed(rows)]


class TestCast:
    def test_it_is_an_asciicast_of_version_2(self, recording: Recording, tmp_path: Path) -> None:
        head, *events = cast_of(recording, tmp_path / "x.cast")

        assert (head["version"], head["width"], head["height"]) == (2, 80, 24)
        assert head["duration"] == 21.0
        assert head["title"] == "Piecement: Marathon"
        assert all(len(event) == 3 and event[1] == "o" and event[2] for event in events)
        assert all(isinstance(event[0], float) and isinstance(event[2], str) for event in events)
        assert all(one[0] <= other[0] for one, other in pairwise(events))
        assert 0.0 == events[0][0] <= events[-1][0] <= 21.0

    def test_a_terminal_that_plays_it_shows_the_game(self, recording: Recording, tmp_path: Path) -> None:
        _, *events = cast_of(recording, tmp_path / "x.cast", fps=10)
        shown = [field_of(played(events, seconds)) for seconds in MOMENTS]

        assert shown == [drawn(recording.replay(round(seconds * S)).view) for seconds in MOMENTS]

    @pytest.mark.wide
    @pytest.mark.parametrize(("skin", "size"), sampled(SKINS, [Size(80, 24), Size(120, 40)]))
    def test_changes_alone_add_up_to_the_whole_picture(
        self, recording: Recording, tmp_path: Path, skin: str, size: Size
    ) -> None:
        look = Look(skin=skin, pressed_keys=True)
        _, *events = cast_of(recording, tmp_path / "x.cast", look, size, fps=4)
        renderer = ReplayRenderer(recording, look, size)
        for time_ns in renderer.times(4):
            if time_ns <= 12 * S:
                renderer.play_to(time_ns)

        assert played(events, 12, size) == [visible(row) for row in renderer.rows()]

    def test_aborted_film_leaves_no_file(self, recording: Recording, tmp_path: Path) -> None:
        writing = write_asciicast(ReplayRenderer(recording, PLAIN, SIZE), tmp_path / "x.cast")
        parts = [next(writing) for _ in range(50)]
        writing.close()

        assert parts == sorted(parts)
        assert list(tmp_path.iterdir()) == []

    def test_too_small_a_size_is_named(self, recording: Recording) -> None:
        with pytest.raises(TooSmallError, match=r"10x10 is too small: it needs \d+x\d+\."):
            ReplayRenderer(recording, PLAIN, Size(10, 10))


class TestStill:
    @pytest.mark.parametrize("seconds", MOMENTS)
    def test_it_shows_the_game_at_its_moment(self, recording: Recording, seconds: float) -> None:
        renderer = ReplayRenderer(recording, PLAIN, SIZE)
        picture = replay_svg(renderer, round(seconds * S))

        assert ET.fromstring(picture).tag.endswith("svg")
        assert field_of([row.text for row in renderer.rows()]) == drawn(recording.replay(round(seconds * S)).view)

    def test_all_text_of_the_moment_is_in_the_picture(self, recording: Recording) -> None:
        renderer = ReplayRenderer(recording, PLAIN, SIZE)
        root = ET.fromstring(replay_svg(renderer, 9 * S))
        text = "".join(root.itertext()).replace("\xa0", " ")

        assert "MARATHON" in text
        assert "0:09.00" in text
        assert text.count("##") >= sum(map(bool, chain.from_iterable(recording.replay(9 * S).view.rows)))

    def test_it_is_as_it_was_when_that_was_played(self, recording: Recording) -> None:
        renderer, other = ReplayRenderer(recording, Look(), SIZE), ReplayRenderer(recording, Look(), SIZE)
        for time_ns in renderer.times(60):
            if time_ns <= 12 * S:
                renderer.play_to(time_ns)
        other.cut_to(12 * S)

        assert [row.text for row in renderer.rows()] == [row.text for row in other.rows()]

    def test_it_is_the_same_a_second_time(self, recording: Recording) -> None:
        renderer = ReplayRenderer(recording, Look(), Size(120, 40))
        renderer.cut_to(12 * S)
        before = [row.text for row in renderer.rows()]
        renderer.cut_to(12 * S)

        assert [row.text for row in renderer.rows()] == before


class TestCommand:
    def test_a_game_becomes_a_film(
        self, folder: Path, recording: Recording, capsys: pytest.CaptureFixture[str]
    ) -> None:
        file = folder / "game.cast"
        command = ["replay", "export", "1", "--format", "cast", "--output", str(file), "--data-dir", str(folder)]
        status = run([*command, "--size", "100x30", "--fps", "10", "--skin", "ascii"])
        head, *events = read_cast(file)
        lines = played(events, 20, Size(100, 30))

        assert (status, capsys.readouterr().out) == (0, f"{file}\n")
        assert (head["width"], head["height"]) == (100, 30)
        assert any(drawn(recording.replay().view)[-1] in line for line in lines)

    def test_a_file_becomes_a_picture(
        self, folder: Path, recording: Recording, capsys: pytest.CaptureFixture[str]
    ) -> None:
        (folder / "my.replay").write_text(recording.to_text())
        status = run(
            ["replay", "export", str(folder / "my.replay"), "--format", "svg", "--at", "12.5", "--output", str(folder)]
        )
        made = folder / "my.svg"

        assert (status, capsys.readouterr().out) == (0, f"{made}\n")
        assert "0:12.50" in made.read_text().replace("&#160;", "")

    def test_a_file_stays_as_it_is_as_text(
        self, folder: Path, recording: Recording, capsys: pytest.CaptureFixture[str]
    ) -> None:
        text = recording.to_text()
        (folder / "my.replay").write_text(text)
        status = run(["replay", "export", str(folder / "my.replay"), "--output", str(folder / "copy.replay")])

        assert (status, capsys.readouterr().out) == (0, f"{folder / 'copy.replay'}\n")
        assert (folder / "copy.replay").read_text() == text

    @pytest.mark.parametrize(
        ("more", "complaint"),
        [
            (["--at", "3"], "--at works only with --format svg."),
            (["--format", "svg", "--at", "x"], "--at: 'x' is not a number of seconds from 0 to 1000000."),
            (["--format", "cast", "--size", "10x5"], "10x5 is too small"),
            (["--format", "cast", "--size", "wide"], "--size: 'wide' is not a size such as 80x24."),
            (["--format", "cast", "--fps", "0"], "--fps: '0' is not a whole number from 1 to 240."),
            (["--format", "cast", "--skin", "paper"], "unknown skin 'paper': choose from modern, unicode"),
            (["--format", "mp4"], "--format: invalid choice: 'mp4'"),
            (["--format", "cast", "--output", "/dev/null/x.cast"], "/dev/null/x.cast cannot be written"),
        ],
    )
    def test_bad_arguments_of_a_film_get_one_sentence(
        self, folder: Path, capsys: pytest.CaptureFixture[str], more: list[str], complaint: str
    ) -> None:
        status = run(["replay", "export", "1", "--data-dir", str(folder), *more])

        assert status == 2
        assert complaint in capsys.readouterr().err
