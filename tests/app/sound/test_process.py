"""The child process: real ones, and that one which is killed, hangs or is absent changes nothing."""

import os
import subprocess
import sys
import time
from array import array
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from shutil import rmtree, which
from threading import Thread
from typing import Any, ClassVar

import pytest

from piecement.sound.outputs import (
    RATE,
    has_device,
    keep_playing,
    outputs,
    play_by_miniaudio,
    play_by_program,
    play_through,
)
from piecement.sound.process import SoundProcess
from piecement.terminal.environment import is_remote
from tests.patience import PATIENCE_S, wait_until
from tests.programs import output_of

PYTHON = sys.executable
LINE = "play lock 0 100"
MANY = 20_000
"""More lines than a pipe has room for."""


needs_programs = pytest.mark.skipif(sys.platform == "win32", reason="Windows has none of the programs")


class Child(subprocess.Popen[bytes]):
    """A child process; the last one that was started is known."""

    last: "ClassVar[Child]"

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        Child.last = self


@contextmanager
def started(*command: str) -> Generator[tuple[SoundProcess, Child]]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(subprocess, "Popen", Child)
        process = SoundProcess(command)
    child = Child.last
    try:
        yield process, child
    finally:
        process.close()
        child.kill()
        child.wait()


def fake_player(folder: Path, name: str = "aplay", *, then: str = "") -> Path:
    """Put a program that takes raw samples into a folder, and return the file that it writes them to."""
    program, heard = folder / name, folder / "heard"
    program.write_text(f"#!/bin/sh\necho 'ALSA lib confmisc.c: cannot find card' >&2\n{then}\nexec cat > {heard}\n")
    program.chmod(0o755)
    return heard


def test_a_hung_child_takes_no_time_and_loses_lines() -> None:
    with started(PYTHON, "-c", "import time; time.sleep(1000)") as (process, _):
        begun = time.thread_time()
        for _ in range(MANY):
            process.send(LINE)

        assert process.is_open
        assert time.thread_time() - begun < 1


def test_a_killed_child_is_noticed_and_nothing_is_sent_any_more() -> None:
    with started(PYTHON, "-c", "") as (process, child):
        child.wait()

        def is_noticed() -> bool:
            process.send(LINE)  # again: Windows may take a first line for a pipe whose reader has just ended
            return not process.is_open

        wait_until(is_noticed)


def test_a_child_that_cannot_be_started_is_silent() -> None:
    process = SoundProcess(("/there/is/no/such/program",))
    process.send(LINE)

    assert not process.is_open


def test_no_line_is_cut_where_a_pipe_was_full(tmp_path: Path) -> None:
    heard, go = tmp_path / "heard", tmp_path / "go"
    script = (
        "import os, sys, time\n"
        f"while not os.path.exists({str(go)!r}): time.sleep(.01)\n"
        f"open({str(heard)!r}, 'wb').write(sys.stdin.buffer.read())\n"
    )
    with started(PYTHON, "-c", script) as (process, child):
        for number in range(MANY):
            process.send(f"play {number}")
        go.touch()
        wait_until(heard.exists)
        process.send("last")
        process.close()
        child.wait()
        lines = heard.read_text().splitlines()

    numbers = [int(line.removeprefix("play ")) for line in lines if line != "last"]
    assert numbers == sorted({*numbers} & {*range(MANY)})
    assert 1000 <= len(numbers) < MANY


@needs_programs
def test_a_real_child_plays_and_ends_with_the_pipe(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    heard = fake_player(tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    with started(PYTHON, "-m", "piecement.sound") as (process, child):
        for line in ("nonsense", "play", "play no 0 0", "set soft", "volume 100 0", "play tetra 0 100"):
            process.send(line)
        wait_until(lambda: heard.exists() and any(heard.read_bytes()))
        process.close()

        assert child.wait(PATIENCE_S) == 0


@needs_programs
def test_a_program_gets_blocks_as_they_become_due_until_it_ends(tmp_path: Path) -> None:
    heard = fake_player(tmp_path, then=f"head -c 4000 > {tmp_path / 'heard'}; exit 0")
    blocks: list[int] = []

    def mix(frames: int) -> "array[int]":
        blocks.append(frames)
        return array("h", [1] * frames)

    play_by_program([str(tmp_path / "aplay")], mix)

    assert len(heard.read_bytes()) == 4000
    assert 2 * sum(blocks) >= 4000


@needs_programs
def test_an_output_that_fails_is_followed_by_the_next(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fake_player(tmp_path, "pw-cat", then="exit 1")
    heard = fake_player(tmp_path, "aplay", then=f"head -c 2000 > {tmp_path / 'heard'}; exit 0")
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)

    play_through(["pw-cat", "paplay", "aplay"], lambda frames: array("h", [1] * frames))

    assert len(heard.read_bytes()) == 2000


@needs_programs
def test_a_failed_output_is_tried_again_ever_more_seldom(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fake_player(tmp_path, then=f"echo >> {tmp_path / 'starts'}; exit 1")
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr("piecement.sound.outputs.find_spec", dict[str, object]().get)
    times, pauses = iter([0, 0, 0, 0, 0, 9, 0, 0, 0, 0, 0, 0, 0, 0]), list[float]()

    def pause(seconds: float) -> None:
        pauses.append(seconds)
        if len(pauses) == 7:
            (tmp_path / "aplay").unlink()

    keep_playing(lambda frames: array("h", bytes(2 * frames)), clock=lambda: next(times), pause=pause)

    assert pauses == [2, 4, 2, 4, 8, 16, 30]  # the third time it played for nine seconds
    assert (tmp_path / "starts").read_text() == "\n" * 7


@pytest.mark.real
@pytest.mark.skipif(which("pulseaudio") is None, reason="pulseaudio is not installed")
@pytest.mark.parametrize("with_miniaudio", [True, False])
def test_sound_returns_with_its_server(tmp_path: Path, with_miniaudio: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("XDG_RUNTIME_DIR", "HOME"):
        monkeypatch.setenv(name, str(tmp_path))
    monkeypatch.delenv("PULSE_SERVER", raising=False)
    if with_miniaudio:
        pytest.importorskip("miniaudio")
    (tmp_path / "sitecustomize.py").write_text("" if with_miniaudio else _WITHOUT_MINIAUDIO)
    monkeypatch.setenv("PYTHONPATH", f"{tmp_path}{os.pathsep}{os.environ.get('PYTHONPATH', '')}")
    with _sound_server() as server, started(PYTHON, "-m", "piecement.sound"):
        wait_until(_is_heard)
        server.kill()
        server.wait()
        rmtree(tmp_path / "pulse")
        with _sound_server():
            wait_until(_is_heard)


_WITHOUT_MINIAUDIO = """
import importlib.util
found = importlib.util.find_spec
importlib.util.find_spec = lambda name, *package: None if name == "miniaudio" else found(name, *package)
"""


@contextmanager
def _sound_server() -> Generator["subprocess.Popen[bytes]"]:
    modules = ("-L", "module-native-protocol-unix", "-L", "module-null-sink")
    command = ("pulseaudio", "-n", "--daemonize=no", "--exit-idle-time=-1", *modules)
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        wait_until(lambda: _said("info") is not None)
        yield server
    finally:
        server.kill()
        server.wait()


def _is_heard() -> bool:
    return bool(_said("list", "short", "sink-inputs"))


def _said(*words: str) -> str | None:
    """Return what the server says, or None if it does not answer."""
    said = subprocess.run(["pactl", *words], capture_output=True, text=True, check=False, timeout=PATIENCE_S)
    return said.stdout if said.returncode == 0 else None


def test_miniaudio_asks_for_frames_as_they_become_due() -> None:
    pytest.importorskip("miniaudio")
    asked: list[int] = []

    def mix(frames: int) -> "array[int]":
        asked.append(frames)
        return array("h", bytes(2 * frames))

    Thread(target=play_by_miniaudio, args=(mix,), kwargs={"silent": True}, daemon=True).start()
    wait_until(lambda: len(asked) > 3)

    assert max(asked[1:]) <= 2 * RATE // 50


def test_the_child_imports_nothing_of_the_game_around_it() -> None:
    script = "import sys, piecement.sound.__main__; print(*sys.modules)"
    modules = output_of(script).split()
    rooms = {".".join(name.split(".")[:2]) for name in modules if name.startswith("piecement")}

    assert rooms == {"piecement", "piecement.sound", "piecement_base", "piecement_base.tables"}
    assert not {"textual", "rich", "pydantic", "piecement_engine", "miniaudio"} & {*modules}


@needs_programs
def test_the_outputs_are_named_best_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert not {"pw-cat", "paplay", "aplay"} & {*outputs()}
    for name in ("aplay", "pw-cat"):
        fake_player(tmp_path, name)

    assert [name for name in outputs() if name != "miniaudio"] == ["pw-cat", "aplay"]


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere a device is taken for granted")
def test_a_device_is_a_sound_server_or_a_card(tmp_path: Path) -> None:
    nothing = {"XDG_RUNTIME_DIR": str(tmp_path)}
    has_card = any(Path("/dev/snd").glob("pcm*p"))
    assert has_device(nothing) is has_card

    (tmp_path / "pipewire-0").touch()

    assert has_device(nothing)
    assert has_device({"PULSE_SERVER": "tcp:host"})


def test_a_player_over_ssh_is_at_another_machine() -> None:
    assert not is_remote({})
    assert is_remote({"SSH_CONNECTION": "10.0.0.1 50000 10.0.0.2 22"})
    assert is_remote({"SSH_TTY": "/dev/pts/1"})
