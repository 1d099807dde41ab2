"""Frames are drawn where something changes: a waiting game costs next to nothing, and no key and no fall is late."""

from typing import Final

from piecement.session.plan import Plan
from piecement.settings.settings import Settings
from piecement.terminal.key_events import KeyDown, KeyUp
from piecement.ui.screens.game import GameScreen
from piecement_engine import Limits, Mode, Rules
from tests.app.stand_ins import MS
from tests.app.walking import Player, playing

FRAME_NS: Final = 1_000_000_000 // 60
FALL_MS: Final = 1000

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


def piece_y(player: Player) -> int:
    """Return the row of the piece in play."""
    assert isinstance(player.app.screen, GameScreen)
    piece = player.app.screen.session.view.piece
    assert piece is not None
    return piece.y


def game_of(player: Player) -> GameScreen:
    """Return the screen of the game."""
    assert isinstance(player.app.screen, GameScreen)
    return player.app.screen


async def test_game_with_only_a_running_clock_draws_at_10_hz() -> None:
    async with playing(Plan(SLOW, seed=1)) as player:
        frames_until(player, 1200)

        assert frames_until(player, 600) in {6, 7}


async def test_a_piece_falls_in_its_due_frame() -> None:
    async with playing(Plan(SLOW, seed=1)) as player:
        frames_until(player, 100)
        begun = piece_y(player)
        view = game_of(player).session.view
        fall_at_ns = player.clock.now_ns + view.next_timer_ns - game_of(player).session.time_ns
        while piece_y(player) == begun:
            player.clock.now_ns = player.frame_timer.deadline_ns
            player.frame_timer.ring()

        assert 0 <= player.clock.now_ns - fall_at_ns < FRAME_NS


async def test_a_key_brings_every_frame_back_as_long_as_it_is_held() -> None:
    async with playing(Plan(SLOW, seed=1)) as player:
        frames_until(player, 1200)
        screen = game_of(player)
        screen.apply_key(KeyDown("left", time_ns=player.clock.now_ns, tracked=True))

        assert player.frame_timer.deadline_ns - player.clock.now_ns <= FRAME_NS
        assert frames_until(player, 500) in {29, 30, 31}
        screen.apply_key(KeyUp("left", time_ns=player.clock.now_ns))
        frames_until(player, 100)
        assert frames_until(player, 200) in {2, 3}


async def test_timed_motion_is_drawn_in_every_frame() -> None:
    async with playing(Plan(SLOW, seed=1)) as player:
        player.app.settings.apply(Settings().with_value("graphics", "show_fps", value=True))
        await player.settle()
        frames_until(player, 1200)

        assert frames_until(player, 500) in {29, 30, 31}
