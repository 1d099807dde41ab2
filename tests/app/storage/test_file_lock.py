"""A lock is had by one at a time, and its absence stops nobody."""

import os
import sys
from errno import EIO, ENOLCK
from pathlib import Path

import pytest

if sys.platform != "win32":
    import fcntl

from piecement.storage.running_copies import RunningCopy, any_running_copy
from piecement_base.errors import StorageError
from piecement_base.file_lock import FileLock


def refuse_locks(monkeypatch: pytest.MonkeyPatch, errno: int) -> None:
    """Replace the locks of the file system by ones that fail with an error."""

    def refuse(handle: int, operation: int) -> None:
        raise OSError(errno, "no lock")

    monkeypatch.setattr("fcntl.flock", refuse)


def test_one_at_a_time_has_it_and_a_folder_is_made_for_it(tmp_path: Path) -> None:
    first, second = (FileLock(tmp_path / "deep" / "a.lock") for _ in range(2))
    had = first.try_acquire(), second.try_acquire()
    first.release()

    assert had == (True, False)
    assert second.try_acquire()


@pytest.mark.skipif(sys.platform == "win32", reason="locks are another call there")
def test_a_file_system_without_locks_is_used_unguarded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    refuse_locks(monkeypatch, ENOLCK)
    with FileLock(tmp_path / "a.lock"):
        assert FileLock(tmp_path / "a.lock").try_acquire()


@pytest.mark.skipif(sys.platform == "win32", reason="locks are another call there")
def test_any_other_failure_is_an_error_in_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    refuse_locks(monkeypatch, EIO)
    with pytest.raises(StorageError, match="cannot be written to"):
        FileLock(tmp_path / "a.lock").try_acquire()


def test_a_lock_that_gets_free_in_time_is_had(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = (FileLock(tmp_path / "a.lock") for _ in range(2))
    first.try_acquire()

    def release(_seconds: float) -> None:
        first.release()

    monkeypatch.setattr("time.sleep", release)

    assert second.try_acquire(patience_s=60)


@pytest.mark.skipif(sys.platform == "win32", reason="nothing is forked there")
def test_release_unlocks_although_a_child_has_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = (FileLock(tmp_path / "a.lock") for _ in range(2))
    inherited: list[int] = []
    lock = fcntl.flock

    def lock_and_fork(handle: int, operation: int) -> None:
        inherited.append(os.dup(handle))
        lock(handle, operation)

    with monkeypatch.context() as forking:
        forking.setattr("fcntl.flock", lock_and_fork)
        first.try_acquire()
        first.release()
    had = second.try_acquire()
    for handle in inherited:
        os.close(handle)

    assert had


@pytest.mark.skipif(sys.platform == "win32", reason="no open file is deleted there")
def test_a_file_deleted_before_it_is_locked_is_made_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = (FileLock(tmp_path / "a.lock") for _ in range(2))
    lock = fcntl.flock
    races = iter((True, False))

    def lock_too_late(handle: int, operation: int) -> None:
        if next(races):
            first.path.unlink()
        lock(handle, operation)

    with monkeypatch.context() as racing:
        racing.setattr("fcntl.flock", lock_too_late)
        had = first.try_acquire(patience_s=60)

    assert had
    assert not second.try_acquire()


def test_a_new_copy_waits_for_a_look_at_its_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    look = FileLock(tmp_path / f"{bytes(6).hex()}.lock")
    look.try_acquire()

    def end_look(_seconds: float) -> None:
        look.release()

    monkeypatch.setattr("piecement.storage.running_copies.urandom", bytes)
    monkeypatch.setattr("time.sleep", end_look)
    copy = RunningCopy(tmp_path)
    look.release()
    running = any_running_copy(tmp_path)
    copy.end()

    assert running
