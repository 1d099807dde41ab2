"""Recordings handed in: simulated again, or refused in one sentence."""

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from piecement_base.modes import LEADERBOARD_MODES
from piecement_engine import MODES, End, Game, Recording, Setup
from piecement_engine.game.inputs import LEVEL_UP, Button
from piecement_engine.game.setup import Start
from piecement_engine.recording.recording import Result
from piecement_net.errors import RoomError
from piecement_server.leaderboards.entries import LeaderboardEntry
from piecement_server.leaderboards.verifier import LONGEST_UPLOAD, Verifier, verify
from tests.patience import PATIENCE_S
from tests.sampling import together

ABOUT = {"mode": "40_lines"}


def a_game(mode: str = "40_lines", pieces: int = 4, **overrides: object) -> Game:
    """Return a game that is given up after some hard drops."""
    game = Game(MODES[mode].rules_with(overrides), 1)
    for _ in range(pieces):
        game.update(game.view.time_ns + 200_000_000, {Button.HARD_DROP})
        game.update(game.view.time_ns + 50_000_000, ())
    game.forfeit(game.view.time_ns + 50_000_000)
    return game


def recorded(game: Game, **about: object) -> Recording:
    return Recording.of(game, {**ABOUT, **about})


def test_a_recording_makes_an_entry_of_its_result() -> None:
    entry = verify(recorded(a_game()).to_text())

    assert (entry.kind, entry.mode, entry.result.pieces, entry.tier) == ("proven", "40_lines", 4, 1)
    assert Recording.from_text(entry.recording).result == entry.result


def test_a_game_with_levels_of_practice_is_refused() -> None:
    game = Game(MODES["40_lines"].rules_with({}), 1)
    game.play(1, LEVEL_UP)
    game.forfeit(2)

    with pytest.raises(RoomError) as caught:
        verify(recorded(game).to_text())
    assert caught.value.code == "unranked_game"


def test_digest_ignores_everything_beside_the_game() -> None:
    game = a_game()
    texts = [recorded(game).to_text(), recorded(game, token="abc", preset="mine").to_text()]

    assert verify(texts[0]).digest == verify(texts[1]).digest
    assert verify(recorded(a_game(pieces=5)).to_text()).digest != verify(texts[0]).digest


def test_games_with_equal_placements_are_the_same_at_any_time() -> None:
    def dropped(late_ns: int, pieces: int) -> Recording:
        game = Game(MODES["40_lines"].rules_with({"das_ns": 100_000_000 + late_ns}), 1)
        for number in range(1, pieces + 1):
            game.update(number * 300_000_000 + late_ns, {Button.HARD_DROP})
            game.update(number * 300_000_000 + 100_000_000, ())
        game.forfeit(2_000_000_000)
        return recorded(game)

    digests = [verify(dropped(late_ns, 6).to_text()).digest for late_ns in (0, 1_000_000)]

    assert digests[0] == digests[1] != verify(dropped(0, 5).to_text()).digest


def test_entries_rank_by_the_modes_own_ranking() -> None:
    ended = [Result(End.COMPLETED, *figures) for figures in ((50_000, 9, 40, 1, 100), (60_000, 9, 43, 1, 100))]
    recording = recorded(a_game())
    quick, slow = (LeaderboardEntry.of("witnessed", "40_lines", replace(recording, result=result)) for result in ended)
    lost = verify(recorded(a_game()).to_text())

    assert (quick.tier, *quick.keys) < (slow.tier, *slow.keys) < (lost.tier, *lost.keys)


def _changed_result() -> str:
    recording = recorded(a_game())
    return replace(recording, result=replace(recording.result, score=10**9)).to_text()


def _slow() -> str:
    """A recording of a hundred years in a few bytes."""
    recording = recorded(a_game("regular", 0), mode="regular")
    years = replace(recording.result, time_ns=100 * 365 * 86_400 * 10**9, end=End.LOCK_OUT)
    return replace(recording, inputs=(), result=years).to_text()


HOSTILE = {
    "empty": ("", "no_recording"),
    "noise": ("\x00\x01" * 1000, "no_recording"),
    "huge": ("x" * (LONGEST_UPLOAD + 1), "upload_too_long"),
    "cut": (recorded(a_game()).to_text()[:-20], "no_recording"),
    "forged result": (_changed_result(), "differs"),
    "endless": (_slow(), "differs"),
    "unknown mode": (recorded(a_game(), mode="nothing").to_text(), "no_board"),
    "no mode": (Recording.of(a_game()).to_text(), "no_board"),
    "practice mode": (recorded(a_game("zen"), mode="zen").to_text(), "no_board"),
    "another mode's rules": (recorded(a_game(), mode="marathon").to_text(), "not_of_mode"),
    "an option": (recorded(a_game(), options={"cascade": True}).to_text(), "not_of_mode"),
    "marked": (recorded(a_game(), marks=["bot"]).to_text(), "unranked_game"),
    "unranked settings": (recorded(a_game(hold="unlimited")).to_text(), "unranked_rules"),
    "unfinished": (recorded(Game(MODES["40_lines"].rules_with({}), 1)).to_text(), "unfinished"),
}


@pytest.mark.parametrize(("text", "code"), HOSTILE.values(), ids=HOSTILE.keys())
def test_forbidden_recording_is_refused_by_one_sentence(text: str, code: str) -> None:
    with pytest.raises(RoomError) as refusal:
        verify(text)

    assert refusal.value.code == code
    assert "\n" not in refusal.value.sentence


_RULES = MODES["40_lines"].rules_with()
_LAID_OUT = {
    "lines": Setup(rules=_RULES, start=Start(lines=39)),
    "pieces": Setup(rules=_RULES, pieces=("I",) * 50),
    "board": Setup(rules=_RULES, board=("#########.",) * 4),
}


@pytest.mark.parametrize("setup", _LAID_OUT.values(), ids=_LAID_OUT.keys())
def test_a_game_with_something_laid_out_is_refused(setup: Setup) -> None:
    game = Game.from_setup(setup)
    game.forfeit(1_000_000_000)

    with pytest.raises(RoomError) as refusal:
        verify(recorded(game).to_text())

    assert refusal.value.code == "laid_out"


@together("mode", LEADERBOARD_MODES)
def test_every_mode_with_a_board_takes_its_default_game(mode: str) -> None:
    assert verify(recorded(a_game(mode, 1), mode=mode).to_text()).mode == mode


async def _verify_for_long(verifier: Verifier, text: str) -> None:
    """Verify until a second of processor time has ended: the system counts whole ones, and may be early in one."""
    for _ in range(5000):
        await verifier.verify(text)


async def test_a_worker_out_of_time_refuses_and_goes_on() -> None:
    verifier = Verifier(cpu_s=0)
    text = recorded(a_game()).to_text()
    try:
        with pytest.raises(RoomError) as refusal:
            await _verify_for_long(verifier, text)
        with pytest.raises(RoomError) as noise:
            await verifier.verify("x" * (LONGEST_UPLOAD + 1))
    finally:
        verifier.close()

    assert refusal.value.code == "too_long_to_verify"
    assert noise.value.code in {"upload_too_long", "too_long_to_verify"}


async def test_a_worker_verifies() -> None:
    verifier = Verifier()
    try:
        entry = await verifier.verify(recorded(a_game()).to_text())
    finally:
        verifier.close()

    assert entry.result.pieces == 4


LIMITED = """
import asyncio, resource, sys
from piecement_server.leaderboards.verifier import MEMORY_BYTES, Verifier
async def run():
    verifier = Verifier()
    print((await verifier.verify(sys.argv[1])).result.pieces)
    verifier.close()
if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES - 1, MEMORY_BYTES - 1))
    asyncio.run(run())
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limits")
def test_a_server_with_less_memory_than_the_limit_verifies(tmp_path: Path) -> None:
    program = tmp_path / "limited.py"
    program.write_text(LIMITED)
    command = [sys.executable, str(program), recorded(a_game()).to_text()]
    ended = subprocess.run(command, stdout=subprocess.PIPE, timeout=PATIENCE_S, check=False)

    assert ended.stdout == b"4\n"


KILLED = """
import asyncio, os
from piecement_net.errors import RoomError
from piecement_server.leaderboards.verifier import Verifier
async def run():
    try:
        await Verifier().verify("x")
    except RoomError:
        os.kill(os.getpid(), 9)
if __name__ == "__main__":
    asyncio.run(run())
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGKILL")
def test_a_killed_server_leaves_no_worker(tmp_path: Path) -> None:
    """All processes hold the pipe of the output: it ends with the last of them."""
    program = tmp_path / "killed.py"
    program.write_text(KILLED)
    ended = subprocess.run([sys.executable, program], stdout=subprocess.PIPE, timeout=PATIENCE_S, check=False)
    assert ended.returncode == -9
