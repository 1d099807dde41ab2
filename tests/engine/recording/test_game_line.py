"""A game as one line: read as it was written, one line for each game, and refused if any letter is another one."""

import string
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import replace
from itertools import product
from random import Random
from zlib import crc32

import pytest

from piecement_engine import MODES, Game, Limits, Recording, RecordingError, game_line, read_game_line
from piecement_engine.rules.garbage_rules import GarbageRules
from tests.engine.nimble_player import NimblePlayer
from tests.engine.play import with_lock_checks
from tests.engine.recording.test_kept_recordings import KEPT
from tests.engine.recording.test_recording import random_game
from tests.sampling import mostly_wide, together

ABOUT = {
    "mode": "40_lines",
    "preset": "Piecement",
    "started": "2026-03-21T17:22:51.345678+00:00",
    "ended": "2026-03-21T17:23:51.345678+00:00",
    "token": "9f3ab1c0de45f678",
}
FIRST = (
    "piecement-game-1:ssH8LgAIu_prQr4sVMZmpBBmN8xrFBtVT0fiJGI4cP2DVcAF9hu7fb5pxONYH5BeOwTjtP5QEAstXOXWUse2kMfg"
    "nJnc8cnF1HRvgDPQMnrKlaNHM4bns3yz17pzAd1brodMFAdj4m7y6ycwpMzxYMz_JE1HQMsLkLiugg"
)
"""A line of version 1, which every later version reads."""
LETTERS = f"{string.ascii_letters}{string.digits}-_"


def nimble(seconds: int) -> Recording:
    """Return quick play on the grid of a session."""
    rules = replace(MODES["40_lines"].rules, preview_count=4, limits=Limits())
    game = Game(rules, seed=17345678901234567890)
    return with_lock_checks(NimblePlayer(game, Random(1), 3.6, grid_ms=2).play(seconds * 1000), ABOUT)


def forged(data: bytes) -> str:
    """Return bytes as a line with a checksum that is right."""
    return f"piecement-game-1:{urlsafe_b64encode(crc32(data).to_bytes(4) + data).decode().rstrip('=')}"


@mostly_wide("text", KEPT.values(), kept=20, ids=list(KEPT))
def test_a_kept_recording_comes_back_equal(text: str) -> None:
    recording = Recording.from_text(text)
    line = game_line(recording)
    read = read_game_line(line)

    assert read == recording
    assert (read.about, read.to_text()) == (recording.about, recording.to_text())
    assert game_line(read) == line


@pytest.mark.parametrize("seed", range(20))
def test_a_random_game_comes_back_equal(seed: int) -> None:
    garbage = GarbageRules() if seed % 3 == 0 else None
    mode = list(MODES)[seed % len(MODES)]
    recording = with_lock_checks(random_game(seed, mode, garbage=garbage), {"mode": mode, "deep": {"é": [None, 1.5]}})

    assert read_game_line(game_line(recording)) == recording


def test_a_line_of_version_1_is_read_for_ever() -> None:
    recording = read_game_line(FIRST)

    assert recording.verify() is None
    assert (recording.setup.seed, recording.result.pieces, recording.about) == (7, 9, {"mode": "zen"})


@pytest.mark.parametrize(("seconds", "pieces", "most"), [(42, 100, 1200), (125, 300, 1200 + 200 * 9)])
def test_a_line_is_short(seconds: int, pieces: int, most: int) -> None:
    recording = nimble(seconds)

    assert recording.result.pieces >= pieces
    assert len(game_line(recording)) <= most


def test_blanks_and_line_ends_do_not_count() -> None:
    line = game_line(nimble(5))
    wrapped = "\r\n".join(line[start : start + 60] for start in range(0, len(line), 60))

    assert read_game_line(f"  {wrapped}\n") == read_game_line(line)


LINE = game_line(nimble(8))


def test_any_changed_letter_is_noticed() -> None:
    for index, letter in product(range(len(LINE)), LETTERS):
        if letter != LINE[index]:
            with pytest.raises(RecordingError):
                read_game_line(f"{LINE[:index]}{letter}{LINE[index + 1 :]}")


@together(
    ("line", "sentence"),
    [
        ("", "not a line of a game"),
        ("piecement recording 1", "not a line of a game"),
        (LINE.upper(), "not a line of a game"),
        (LINE.replace("-1:", "-2:"), "newer version"),
        (LINE.replace("-1:", "-01:"), "not a line of a game"),
        (LINE[:-1], "damaged: copy all of it"),
        (LINE[: len(LINE) // 2], "damaged: copy all of it"),
        (f"{LINE}A", "damaged: copy all of it"),
        (f"{LINE}====", "not a line of a game"),
        (f"{LINE}\n{LINE}", "more than one line"),
        (LINE + "A" * 10_000_000, "at most 40000 characters"),
        (" " * 10_000_000, "not a line of a game"),
        ("piecement-game-1:A", "damaged: copy all of it"),
    ],
)  # fmt: skip
def test_a_spoilt_line_is_refused_in_a_sentence(line: str, sentence: str) -> None:
    with pytest.raises(RecordingError, match=sentence):
        read_game_line(line)


@pytest.mark.parametrize("seed", range(50))
def test_forged_bytes_are_refused(seed: int) -> None:
    """Also with a checksum that is right."""
    random = Random(seed)
    data = bytearray(urlsafe_b64decode(LINE.partition(":")[2] + "==")[4:])
    if seed < 10:
        data = bytearray(random.randbytes(seed * 50))
    else:
        for _ in range(seed % 5 + 1):
            data[random.randrange(len(data))] = random.randrange(256)
    with pytest.raises(RecordingError):
        read_game_line(forged(bytes(data)))


def test_one_game_has_one_line() -> None:
    """Bytes that a decoder would ignore are refused."""
    data = urlsafe_b64decode(LINE.partition(":")[2] + "=" * (-len(LINE.partition(":")[2]) % 4))[4:]
    assert forged(data) == LINE
    for more, less in product((b"", b"\0", b"\0\0\0"), (0, 1)):
        if more or less:
            with pytest.raises(RecordingError):
                read_game_line(forged(data[: len(data) - less] + more))


@pytest.mark.parametrize("about", [{"x": "y" * 30_000}, {"x": [[0] * 10_000]}])
def test_too_long_a_game_has_no_line(about: dict[str, object]) -> None:
    with pytest.raises(RecordingError, match="too long for a line"):
        game_line(replace(nimble(2), about=about))


def test_years_of_play_are_refused_by_the_budget() -> None:
    recording = nimble(2)
    years = replace(recording, result=replace(recording.result, time_ns=10**18))
    read = read_game_line(game_line(years))
    desync = read.verify(budget=read.fair_budget())

    assert desync is not None
