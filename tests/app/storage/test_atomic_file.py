"""Files are replaced whole; a device, a pipe or a terminal is written, and stays what it is."""

import os
import stat
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from piecement.cli.main import run
from piecement.settings.settings import Settings
from piecement.storage.match_files import read_match
from piecement.storage.replay_files import read_replay
from piecement.storage.schema import GAMES
from piecement.storage.settings_file import SettingsFile
from piecement_base.atomic_file import write_atomically
from piecement_base.database import Database
from piecement_base.errors import StorageError
from tests.app.kept_games import recorded, store_in
from tests.programs import environment, run_in_bytes
from tests.sampling import mostly_wide

needs_pipes = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pipes by name")


def fifo(folder: Path) -> Path:
    """Return a pipe with a name."""
    path = folder / "pipe"
    os.mkfifo(path)
    return path


@needs_pipes
def test_a_pipe_is_written_and_stays(tmp_path: Path) -> None:
    path, read = fifo(tmp_path), list[bytes]()
    reader = threading.Thread(target=lambda: read.append(path.read_bytes()))
    reader.start()
    write_atomically(path, b"x" * 100_000)
    reader.join()

    assert read == [b"x" * 100_000]
    assert stat.S_ISFIFO(path.stat().st_mode)
    assert list(tmp_path.iterdir()) == [path]


@needs_pipes
def test_a_device_is_written_and_stays(tmp_path: Path) -> None:
    path = tmp_path / "null"
    try:
        os.mknod(path, stat.S_IFCHR | 0o666, os.makedev(1, 3))
        path.write_bytes(b"")
    except OSError:
        pytest.skip("only root makes devices")
    write_atomically(path, b"x")

    assert stat.S_ISCHR(path.stat().st_mode)


@needs_pipes
def test_a_terminal_is_written(tmp_path: Path) -> None:
    master, slave = os.openpty()
    write_atomically(Path(os.ttyname(slave)), b"x\n")

    assert os.read(master, 100) == b"x\r\n"
    os.close(master)
    os.close(slave)


@pytest.mark.skipif(sys.platform == "win32", reason="links take rights on Windows")
def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "real").write_bytes(b"old")
    (tmp_path / "link").symlink_to(tmp_path / "real")
    write_atomically(tmp_path / "link", b"new")

    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_bytes() == b"new"


def test_a_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(StorageError, match="cannot be written"):
        write_atomically(tmp_path, b"x")


def export(folder: Path, *arguments: str) -> "subprocess.CompletedProcess[bytes]":
    """Export the first game of a folder."""
    return run_in_bytes("replay", "export", "1", "--data-dir", str(folder), *arguments)


@needs_pipes
@mostly_wide("path", ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"])
def test_an_export_to_the_output_is_all_of_it(tmp_path: Path, path: str) -> None:
    if not Path(path).parent.exists():
        pytest.skip("this system does not have it")
    store = store_in(tmp_path)
    store.games.finish(recorded())
    text = store.games.recording_text(1)
    store.close()
    done = export(tmp_path, "--output", path)

    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.decode() == text


@needs_pipes
def test_an_export_to_the_output_adds_to_a_file(tmp_path: Path) -> None:
    store = store_in(tmp_path)
    store.games.finish(recorded())
    store.close()
    log = tmp_path / "log"
    log.write_bytes(b"before\n")
    with log.open("ab") as file:
        command = [sys.executable, "-m", "piecement", "replay", "export", "1", "--data-dir", str(tmp_path)]
        subprocess.run([*command, "--output", "/dev/stdout"], stdout=file, check=True, timeout=60, env=environment())

    assert log.read_bytes().startswith(b"before\npiecement recording 1\n")


@pytest.mark.parametrize(
    ("name", "start"),
    [("g.cast", b'{"version"'), ("g.svg", b"<svg"), ("g.fumen", b"v115@"), ("g.replay", b"piecement ")],
)
def test_the_ending_of_a_file_chooses_its_format(tmp_path: Path, name: str, start: bytes) -> None:
    store = store_in(tmp_path)
    store.games.finish(recorded())
    store.close()

    assert run(["replay", "export", "1", "--data-dir", str(tmp_path), "--output", str(tmp_path / name)]) == 0
    assert (tmp_path / name).read_bytes().startswith(start)


def test_a_format_that_the_ending_denies_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "g.cast"

    assert run(["replay", "export", "1", "--format", "svg", "--output", str(path)]) == 2
    assert f"--format svg does not go with the ending of {path}: that is of the format cast." in capsys.readouterr().err


@needs_pipes
def test_an_irregular_database_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(StorageError, match="it is not a regular file"):
        Database(fifo(tmp_path), GAMES)


@needs_pipes
def test_settings_that_are_no_regular_file_are_refused(tmp_path: Path) -> None:
    with pytest.raises(StorageError, match="it is not a regular file"):
        SettingsFile(fifo(tmp_path), Settings).load()


@pytest.mark.parametrize("ending", [".replay", ".match", ".round"])
def test_any_bytes_are_no_replay(tmp_path: Path, ending: str) -> None:
    random, path = Random(3), tmp_path / f"forged{ending}"
    recording = recorded().recording
    assert recording is not None
    texts = [
        recording.to_text(),
        "piecement match 2\n{}\n",
        '{"t":"start","round":1}\n{"t":"past","games":[]}\n',
        "[" * 100_000,
    ]
    for _ in range(60):
        content = bytearray(random.choice(texts).encode())
        for _ in range(random.randrange(6)):
            content[random.randrange(len(content))] = random.randrange(256)
        path.write_bytes(content)
        with suppress(StorageError):
            (read_replay if ending == ".replay" else read_match)(path)


@needs_pipes
def test_an_endless_file_is_no_replay() -> None:
    with pytest.raises(StorageError, match="too large for a replay"):
        read_replay(Path("/dev/zero"))
