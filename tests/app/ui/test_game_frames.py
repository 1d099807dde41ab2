"""Frames are drawn where something changes: a waiting game costs next to nothing, and no key and no fall is late."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Final

import pytest

from piecement.settings.settings import Settings
from piecement.terminal.key_events import KeyDown, KeyUp
from piecement.ui.menu_graph import Node
from piecement.ui.screens.game import GameScreen
from piecement_base.formatting import clock_text, seconds_text
from piecement_base.plan import Plan
from piecement_engine import Limit, Limits, Mode, Rules
from piecement_engine.events import LevelReached
from tests.app.stand_ins import MS
from tests.app.walking import Player, playing, text_of

FRAME_NS: Final = 1_000_000_000 // 60
FALL_MS: Final = 1000

TWO_MINUTES: Final = Limits(time=Limit(120_000 * MS, win=True))

SLOW: Final = Mode(
    name="slow",
    title="Slow",
    sentence="A row a second.",
    rules=Rules(fall_delay_ns=FALL_MS * MS, limits=Limits()),
    ranking=("-score",),
    headline="score",
    keeps=frozenset({"fall_delay_ns"}),
)


def frames_until(player: Player, milliseconds: int) -> int:
    """Run each frame when it is due, and return their number in a time."""
    end_ns, frames = player.clock.now_ns + milliseconds * MS, 0
    while player.frame_timer.deadline_ns <= end_ns:
        player.clock.now_ns = max(player.clock.now_ns, player.frame_timer.deadline_ns)
        player.frame_timer.ring()
        frames += 1
    player.clock.now_ns = end_ns
    return frames


@asynccontextmanager
async def slow_game(hud: str = "calm") -> AsyncGenerator[Player]:
    """Run a game in which little changes, with a head-up display."""
    async with playing(Plan(SLOW, seed=1)) as player:
        player.app.settings.change("graphics", "hud", hud)
        await player.settle()
        yield player


async def test_a_clock_of_hundredths_is_drawn_at_10_hz() -> None:
    for timed in (replace(SLOW, headline="time"), replace(SLOW, rules=replace(SLOW.rules, limits=TWO_MINUTES))):
        async with playing(Plan(timed, seed=1)) as player:
            frames_until(player, 1200)

            assert frames_until(player, 600) in {6, 7}


async def test_the_full_hud_has_hundredths_as_tetrs_does() -> None:
    async with slow_game("full") as player:
        frames_until(player, 1200)

        assert clock_text(player.session.view.time_ns) in text_of(player.app)


async def test_a_clock_of_seconds_is_drawn_once_a_second() -> None:
    async with slow_game() as player:
        frames_until(player, 1200)

        assert frames_until(player, 5000) == 5  # in which the piece falls, too
        assert seconds_text(player.session.view.time_ns) == "0:06" in text_of(player.app)


async def test_a_rest_of_a_second_is_no_stall() -> None:
    async with slow_game() as player:
        frames_until(player, 5000)
        player.clock.now_ns = player.frame_timer.deadline_ns + 900 * MS
        player.frame_timer.ring()

        assert player.session.is_running


async def test_a_lost_focus_ends_a_rest() -> None:
    async with slow_game() as player:
        frames_until(player, 1300)
        player.app.player_seen = True
        player.app.app_focus = False
        await player.settle()
        for _ in range(5):
            player.clock.now_ns = player.frame_timer.deadline_ns
            player.frame_timer.ring()
        await player.settle()

        assert player.node is Node.PAUSE


async def test_a_feat_is_called_out_no_longer_than_it_lasts() -> None:
    async with slow_game() as player:
        frames_until(player, 1200)
        screen = player.screen_as(GameScreen)
        screen.sides[0].on_events([LevelReached(screen.session.time_ns, 2)])
        player.frame_timer.ring()

        frames_until(player, 700)  # in which light runs round the frame
        assert frames_until(player, 90) in {1, 2}
        assert frames_until(player, 1000) in {1, 2}


async def test_a_piece_falls_in_its_due_frame() -> None:
    async with playing(Plan(SLOW, seed=1)) as player:
        frames_until(player, 100)
        begun = player.piece.y
        view = player.session.view
        fall_at_ns = player.clock.now_ns + view.next_timer_ns - player.session.time_ns
        while player.piece.y == begun:
            player.clock.now_ns = player.frame_timer.deadline_ns
            player.frame_timer.ring()

        assert 0 <= player.clock.now_ns - fall_at_ns < FRAME_NS


@pytest.mark.parametrize(("tracked", "frames"), [(True, {6, 7, 8}), (False, {29, 30, 31})])
async def test_a_guessed_hold_brings_every_frame_back(tracked: bool, frames: set[int]) -> None:
    async with playing(Plan(SLOW, seed=1)) as player:
        frames_until(player, 1200)
        screen = player.screen_as(GameScreen)
        screen.apply_key(KeyDown("left", time_ns=player.clock.now_ns, tracked=tracked))

        assert player.frame_timer.deadline_ns - player.clock.now_ns <= FRAME_NS
        assert frames_until(player, 500) in frames
        screen.apply_key(KeyUp("left", time_ns=player.clock.now_ns))
        assert frames_until(player, 200) in {1, 2}


async def test_timed_motion_is_drawn_in_every_frame() -> None:
    async with playing(Plan(SLOW, seed=1)) as player:
        player.app.settings.apply(Settings().with_value("graphics", "show_fps", value=True))
        await player.settle()
        frames_until(player, 1200)

        assert frames_until(player, 500) in {29, 30, 31}
