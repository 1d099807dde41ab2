"""Brings pieces to their places in trainers, by the keys of a player."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from piecement.settings.presets import with_preset
from piecement.ui.game.trainer_screen import TrainerScreen
from piecement.ui.menu_graph import Node
from piecement_engine import Piece, Spin
from piecement_engine.bots import Position
from piecement_engine.bots.piece_paths import ALL_STEPS, Step, path
from tests.app.walking import Player, playing, words_of

_KEYS = {
    Step.LEFT: "left",
    Step.RIGHT: "right",
    Step.LEFT_WALL: "q",
    Step.RIGHT_WALL: "e",
    Step.CLOCKWISE: "d",
    Step.COUNTERCLOCKWISE: "a",
    Step.HALF_TURN: "s",
    Step.SONIC_DROP: "w",
    Step.HARD_DROP: "up",
}
HOLD = "space"


async def use_all_buttons(player: Player) -> None:
    """Bind a key to each button."""
    player.app.settings.apply(with_preset(player.app.settings.now, "controls", "Control+"))
    await player.settle()


async def put(player: Player, target: Piece, spin: Spin = Spin.NONE, wait_ms: int = 600) -> None:
    """Bring the piece in play to a place, and lock it there."""
    position = Position.of(player.screen_as(TrainerScreen).session.view)
    allowed = ALL_STEPS - {Step.SOFT_DROP}
    assert position.piece is not None
    steps = path(position.arena, position.bits, position.piece, target, spin, allowed=allowed)
    assert steps is not None
    await player.press(*[_KEYS[step] for step in steps])
    await player.wait_ms(wait_ms)


async def seen_after(player: Player, *keys: str) -> str:
    """Press keys, let the end of a try pass, and return the words on the screen."""
    await player.press(*keys)
    await player.wait_ms(1000)
    return words_of(player.app)


@asynccontextmanager
async def training(node: Node) -> AsyncGenerator[Player]:
    """Run the application in a trainer, with a key for each button."""
    async with playing() as player:
        await use_all_buttons(player)
        await player.go_to(node)
        await player.wait_ms(200)
        yield player
