"""Boards at a real server: its worker simulates what is handed in, and what it saw is lost by no database."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from piecement.cli.commands.errand import Errand
from piecement.cli.usage import UsageError
from piecement.storage.paths import Paths
from piecement.storage.store import Store
from piecement_base.plan import Plan
from piecement_engine import MODES, Button, End, Game, Recording
from piecement_engine.game.inputs import FORFEIT
from piecement_net.messages.accounts import SignUp
from piecement_net.messages.leaderboards import (
    AskLeaderboard,
    LeaderboardLine,
    LeaderboardStanding,
    Solo,
    SoloInputs,
    parts_of,
)
from tests.app.server.hall import Hall


@pytest.fixture
async def hall(tmp_path: Path) -> AsyncGenerator[Hall]:
    hall = Hall(tmp_path)
    async with hall.open():
        yield hall


def a_recording(seed: int = 1, *, pieces: int = 3, late_ns: int = 0) -> Recording:
    game = Plan(MODES["40_lines"], seed).game({})
    for number in range(1, pieces + 1):
        game.update(number * 300_000_000 + late_ns, {Button.HARD_DROP})
        game.update(number * 300_000_000 + 50_000_000, ())
    game.forfeit(pieces * 300_000_000 + 100_000_000)
    return Recording.of(game, {"mode": "40_lines"})


@asynccontextmanager
async def at_server(hall: Hall, folder: Path) -> AsyncGenerator[Errand]:
    errand, here, leaves = Errand(hall.address, Store(Paths.of(folder))), asyncio.Event(), asyncio.Event()

    async def stay(_: Errand) -> str:
        here.set()
        await leaves.wait()
        return ""

    visit = asyncio.create_task(errand.visit(stay))
    await here.wait()
    try:
        yield errand
    finally:
        leaves.set()
        await visit


async def join(errand: Errand, name: str) -> None:
    await errand.request("profile", SignUp(name=name, token=name * 8))


async def lines(errand: Errand, kind: str) -> list[LeaderboardLine]:
    state = await errand.request(
        "board", AskLeaderboard.model_validate({"n": 0, "a": 0, "mode": "40_lines", "kind": kind})
    )
    assert state.leaderboards.listed is not None
    return list(state.leaderboards.listed.lines)


async def test_real_board_takes_a_recording_and_no_copy(hall: Hall, tmp_path: Path) -> None:
    copy = a_recording(late_ns=1_000_000)
    async with at_server(hall, tmp_path / "anna") as anna:
        await join(anna, "Anna")
        standing = (await anna.request("standing", *parts_of(a_recording().to_text()))).leaderboards.standing
        with pytest.raises(UsageError, match="Replaying the recording gives a different result"):
            await anna.request("standing", *parts_of(_forged()))
    async with at_server(hall, tmp_path / "bert") as bert:
        await join(bert, "Bert")
        with pytest.raises(UsageError, match="This game is already on a leaderboard"):
            await bert.request("standing", *parts_of(copy.to_text()))
        proven, witnessed = await lines(bert, "proven"), await lines(bert, "witnessed")

    assert copy.inputs != a_recording().inputs
    assert isinstance(standing, LeaderboardStanding)
    assert (standing.kind, standing.place) == ("proven", 1)
    assert ([line.pieces for line in proven], witnessed) == ([3], [])


async def test_game_seen_without_a_database_reaches_the_board_later(hall: Hall, tmp_path: Path) -> None:
    async with at_server(hall, tmp_path / "anna") as anna:
        await join(anna, "Anna")
        await anna.request("solo_start", Solo(mode="40_lines"))
        hall.is_away = True
        anna.client.send(_given_up())
        while "database not reached" not in hall.events:
            await asyncio.sleep(0.01)
        hall.is_away = False
        standing = (await anna.request("standing")).leaderboards.standing
        seen = await lines(anna, "witnessed")

    assert standing is not None
    assert standing.kind == "witnessed"
    assert [line.end for line in seen] == [str(End.FORFEIT)]


def _given_up() -> SoloInputs:
    return SoloInputs(to=1_000, e=((1_000, FORFEIT),))


def _forged() -> str:
    recording = a_recording(2)
    game = Game(recording.setup.rules, 3)
    game.forfeit(1)
    return Recording(recording.setup, recording.inputs, Recording.of(game).result, recording.about).to_text()
