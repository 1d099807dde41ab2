"""A replay becomes a GIF that shows the game at its own speed."""

import sys
from pathlib import Path

import pytest
from rich.segment import Segment
from textual.geometry import Size

from piecement.cli.main import run
from piecement.render.replay_renderer import ReplayRenderer
from piecement.render.skins.look import Look
from piecement.session.records import GameRecord
from piecement_engine import Recording
from tests.app.kept_games import keep, record_of
from tests.engine.nimble_player import nimble_game

S = 1_000_000_000


@pytest.fixture(scope="module")
def recording() -> Recording:
    """Three seconds of a marathon, given up."""
    game = nimble_game(4, 5)
    game.forfeit(max(3 * S, game.view.time_ns))
    return Recording.of(game, record_of("marathon").origin.to_dict())


def test_a_gif_has_the_size_and_length_of_the_game(recording: Recording, tmp_path: Path) -> None:
    image = pytest.importorskip("PIL.Image")
    from piecement.storage.gif import write_gif

    renderer = ReplayRenderer(recording, Look(reduced_motion=True), Size(80, 24))
    *_, last = write_gif(renderer, tmp_path / "game.gif", 10)
    with image.open(tmp_path / "game.gif") as film:
        frames = range(film.n_frames)
        lengths = [film.seek(frame) or film.info["duration"] for frame in frames]
        film.seek(0)
        first = film.convert("RGB")
        film.seek(film.n_frames - 1)
        end = film.convert("RGB")

    assert last == 1.0
    assert first.size == (640, 384)
    assert abs(sum(lengths) - renderer.length_ns / 1e6) <= 20
    assert first.tobytes() != end.tobytes()


def test_wide_characters_take_two_columns() -> None:
    pytest.importorskip("PIL.Image")
    from piecement.storage.gif import _Animation

    rows = ("\u6b21\u2588", "ab\u2588")
    animation = _Animation(Size(4, 2))
    for y, text in enumerate(rows):
        animation._draw_row(y, [Segment(text), Segment(" ")])

    block, blank = (animation._image.crop((16 + x, 0, 24 + x, 16)).tobytes() for x in (0, 8))
    assert block == animation._image.crop((16, 16, 24, 32)).tobytes()
    assert blank == animation._image.crop((24, 16, 32, 32)).tobytes() != block


def test_a_gif_without_pillow_says_what_is_missing(
    recording: Recording, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "PIL", None)
    monkeypatch.delitem(sys.modules, "piecement.storage.gif", raising=False)
    keep(tmp_path, GameRecord.of_recording(recording))

    status = run(["replay", "export", "1", "--output", str(tmp_path / "a.gif"), "--data-dir", str(tmp_path)])
    assert status == 2
    assert "pip install 'piecement[video]'" in capsys.readouterr().err
    assert not (tmp_path / "a.gif").exists()
