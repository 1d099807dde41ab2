"""The settings of accessibility, as a game plays by them."""

from typing import Any

import pytest

from piecement.ui.game.side import Side
from piecement.ui.menu_graph import Node, Trigger
from piecement.ui.screens.game import GameScreen
from piecement.ui.widgets.handling_field import HandlingField
from piecement_base.plan import Plan
from piecement_engine import MODES, Button
from tests.app.stand_ins import ENDLESS
from tests.app.walking import Player, playing, text_of
from tests.sampling import mostly_wide


def side_of(player: Player) -> Side:
    screen = player.screen_as(GameScreen)
    return screen.sides[0]


async def begin(player: Player, plan: Plan | None = None, **interface: Any) -> Side:
    """Begin a game with settings of the interface."""
    for name, value in interface.items():
        player.app.settings.change("interface", name, value)
    await player.go_to(Node.PLAY)
    await player.show(Node.GAME, Trigger.CHOICE, plan or Plan(ENDLESS, seed=7))
    return side_of(player)


async def step(player: Player, times: int = 1) -> None:
    for _ in range(times):
        await player.wait_ms(550)


def locked(side: Side) -> set[tuple[int, int]]:
    rows = side.session.view.rows
    return {(x, y) for y, row in enumerate(rows) for x, cell in enumerate(row) if cell}


async def place_one(player: Player, side: Side) -> set[tuple[int, int]]:
    """Press one key until a piece lies; return the cells that the mark was on."""
    wanted: set[tuple[int, int]] = set()
    pieces = side.session.view.pieces
    while side.session.view.pieces == pieces:
        wanted = {cell for piece in side.goals for cell in piece.cells}
        await player.press("space")
    return wanted


async def test_one_switch_places_a_piece_while_no_time_passes() -> None:
    async with playing() as player:
        side = await begin(player, one_switch_ms=500)
        assert side.switch is not None
        await step(player)
        first, piece, before_ns = side.goals, side.session.view.piece, side.session.view.time_ns
        await step(player, 3)
        assert side.goals != first
        assert "Choose" in text_of(player.app)
        await step(player, 17)
        assert side.session.view.piece == piece
        assert side.session.view.time_ns == before_ns
        assert side.session.plan.variant == "speed=0"

        wanted = await place_one(player, side)
        assert len(wanted) == 4
        assert locked(side) == wanted

        await step(player)
        while side.goals:  # none at hold, which comes last
            await step(player)
        piece = side.session.view.piece
        await player.press("enter")
        assert piece is not None
        assert side.session.view.hold is not None
        assert side.session.view.hold.shape is piece.shape


async def test_second_press_before_next_frame_places_nothing() -> None:
    async with playing() as player:
        side = await begin(player, one_switch_ms=500)
        assert side.switch is not None
        await step(player)
        for _ in range(2):  # the second one for each piece comes before the next one has a mark
            pieces = side.session.view.pieces
            while side.session.view.pieces == pieces:
                side.on_events(side.switch.press(player.app.clock()))
            side.on_events(side.switch.press(player.app.clock()))
            assert side.session.view.pieces == pieces + 1
            await step(player)

            assert side.goals


@mostly_wide("mode", ["40_lines", "20g", "survival", "cheese", "master", "classic", "time_trial"], kept=3)
async def test_one_switch_plays_a_mode_to_its_end(mode: str) -> None:
    async with playing() as player:
        side = await begin(player, Plan(MODES[mode], seed=7), one_switch_ms=1000)
        while player.node is Node.GAME and side.session.view.pieces < 60:
            await player.press("space")
            await player.wait_ms(50)

        assert side.session.is_over or side.session.view.pieces >= 60


@pytest.mark.parametrize(("speed", "variant"), [(100, ""), (50, "speed=50")])
async def test_a_slower_game_is_ranked_among_its_like(speed: int, variant: str) -> None:
    async with playing() as player:
        side = await begin(player, game_speed=speed)
        before_ns = side.session.time_ns
        await player.wait_ms(1000)

        assert side.session.time_ns - before_ns == 10_000_000 * speed
        screen = player.screen_as(GameScreen)
        assert screen.moment().origin.variant == variant


async def test_soft_drop_stays_on_until_it_is_pressed_again() -> None:
    async with playing() as player:
        side = await begin(player, soft_drop_toggle=True)
        await player.press("down")
        on = side.keys.held
        await player.press("down")

        assert on == {Button.SOFT_DROP}
        assert not side.keys.held


async def test_field_to_try_keys_in_takes_them_as_a_game() -> None:
    async with playing(at=Node.SETTINGS) as player:
        player.app.settings.change("interface", "soft_drop_toggle", True)
        player.app.settings.change("interface", "key_releases", "on")
        await player.press("t")
        await player.press("down")
        field = player.app.screen.query_one(HandlingField)

        assert field.keys.held == {Button.SOFT_DROP}
        assert field.keys.assumes_releases


async def test_captions_name_the_sounds() -> None:
    async with playing() as player:
        side = await begin(player, Plan(ENDLESS, seed=7, board=("####..####", "####..####")), captions=True)
        await player.wait_ms(100)
        await player.press("up")
        await player.wait_ms(100)
        assert side.captions is not None
        assert "Perfect clear" in text_of(player.app).splitlines()[-1]

        await player.wait_ms(2500)
        assert "Perfect clear" not in text_of(player.app).splitlines()[-1]


async def test_the_accessible_settings_are_one_group() -> None:
    async with playing(at=Node.SYSTEM) as player:
        text = text_of(player.app)

    for title in ("ACCESSIBILITY", "Reduced motion", "Game speed", "Soft drop stays on", "One switch", "Captions"):
        assert title in text
