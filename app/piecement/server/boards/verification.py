"""Verification of submitted recordings by simulation."""

from typing import Final

from piecement.online.errors import RoomError
from piecement.server.boards.board_entry import BoardEntry
from piecement.server.boards.fair_rules import board_mode, check_setup
from piecement.session.origin import Origin
from piecement_engine import EngineError, Recording, RecordingError

LONGEST_UPLOAD: Final = 256 * 1024
"""Maximum length of a recording (characters), enough for two hours."""


def verified(text: str) -> BoardEntry:
    """Return the board entry of a recording. Raises `RoomError` with one sentence if it has none.

    A long recording needs seconds: call it in a process with a time limit.
    """
    if len(text) > LONGEST_UPLOAD:
        raise RoomError("upload_too_long", most=LONGEST_UPLOAD)
    try:
        recording = Recording.from_text(text)
    except RecordingError as error:
        raise RoomError("no_recording", why=error) from None
    if recording.result.end is None:
        raise RoomError("unfinished")
    origin = Origin.from_dict(recording.about)
    mode = board_mode(origin.mode)
    if origin.unranked:
        raise RoomError("unranked_game")
    if origin.variant:
        raise RoomError("not_of_mode", mode=mode.name)
    check_setup(mode, recording.setup)
    _check_course(recording)
    return BoardEntry.of("proven", mode.name, recording)


def _check_course(recording: Recording) -> None:
    try:
        desync = recording.verify(budget=recording.fair_budget())
    except EngineError as error:
        raise RoomError("differs", why=error) from None
    if desync is not None:
        raise RoomError("differs", why=desync.sentence)
