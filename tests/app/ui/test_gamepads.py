"""A gamepad in the application: holds in games, keys of menus, and keys that the player binds."""

from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager

import pytest
from textual import events

from piecement.input.key_presets import LEFT_BINDINGS
from piecement.settings.controls import Pair
from piecement.terminal.key_events import KeyDown, KeyEvent, KeyUp
from piecement.ui.menu_graph import Node
from piecement.ui.screens.game import GameScreen
from piecement_base.plan import Plan
from piecement_engine import Button
from tests.app.setting_rows import go_to_row
from tests.app.walking import A_QUICK_GAME, Player, playing


class StandIn:
    """Gamepads that a test plays."""

    report: Callable[[KeyEvent], object] | None = None
    """Takes key events while gamepads are read."""

    def start(self, report: Callable[[KeyEvent], object], warn: Callable[[str], object]) -> Callable[[], None]:
        self.report = report
        return self.stop

    def stop(self) -> None:
        self.report = None


class PadPlayer:
    def __init__(self, player: Player, pads: StandIn) -> None:
        self.player = player
        self.pads = pads

    async def press(self, *keys: str) -> None:
        assert self.pads.report is not None
        for key in keys:
            self.pads.report(KeyDown(key, time_ns=self.player.clock(), tracked=True))
            await self.player.settle()  # the key of the gamepad
            await self.player.settle()  # that of menus

    async def release(self, key: str) -> None:
        assert self.pads.report is not None
        self.pads.report(KeyUp(key, time_ns=self.player.clock()))
        await self.player.settle()


@asynccontextmanager
async def with_pad(plan: Plan | None = None) -> AsyncGenerator[PadPlayer]:
    pads = StandIn()
    async with playing(plan, pads=pads.start) as player:
        player.app.settings.change("interface", "gamepad", True)
        await player.settle()
        yield PadPlayer(player, pads)


def held(player: Player) -> frozenset[Button]:
    return player.screen_as(GameScreen).sides[0].keys.held


async def test_gamepads_are_read_while_the_setting_is_on() -> None:
    pads = StandIn()
    async with playing(pads=pads.start) as player:
        before = pads.report
        player.app.settings.change("interface", "gamepad", True)
        await player.settle()
        on = pads.report
        player.app.settings.change("interface", "gamepad", False)
        await player.settle()

        assert (before, pads.report) == (None, None)
        assert on is not None


async def test_a_held_pad_key_is_held_in_the_game() -> None:
    async with with_pad(A_QUICK_GAME) as pad:
        await pad.press("pad_left", "pad_b")
        down = held(pad.player)
        await pad.player.wait_ms(200)
        still = held(pad.player)
        await pad.release("pad_left")

        assert down == still == {Button.MOVE_LEFT, Button.ROTATE_LEFT}
        assert held(pad.player) == {Button.ROTATE_LEFT}
        assert pad.player.node is Node.GAME


async def test_start_pauses_and_resumes() -> None:
    async with with_pad(A_QUICK_GAME) as pad:
        await pad.press("pad_start")
        paused = pad.player.node
        await pad.press("pad_start")

        assert (paused, pad.player.node) == (Node.PAUSE, Node.GAME)


async def test_a_pad_walks_menus() -> None:
    async with with_pad() as pad:
        title = pad.player.node
        await pad.press("pad_a")
        chosen = pad.player.node
        await pad.press("pad_b")

        assert (title, pad.player.node) == (Node.TITLE, Node.TITLE)
        assert chosen is not Node.TITLE


async def test_another_window_keeps_its_pad_presses() -> None:
    async with with_pad() as pad:
        pad.player.app.post_message(events.AppBlur())
        await pad.player.settle()
        await pad.press("pad_a")
        blurred = pad.player.node
        pad.player.app.post_message(events.AppFocus())
        await pad.player.settle()
        await pad.press("pad_a")

        assert blurred is Node.TITLE
        assert pad.player.node is not Node.TITLE


async def test_the_key_prompt_takes_pad_keys() -> None:
    """One that does something by default does the new thing instead."""
    async with with_pad() as pad:
        await go_to_row(pad.player, Node.CONTROLS, "soft_drop")
        await pad.player.press("a")
        await pad.press("pad_l2")
        before = pad.player.app.settings.now.controls.bindings
        await pad.player.press("a")
        await pad.press("pad_a")

        assert before.keys("soft_drop") == ("down", "pad_l2")
        assert before.button("pad_a") is Button.ROTATE_RIGHT
        assert pad.player.app.settings.now.controls.bindings.button("pad_a") is Button.SOFT_DROP


def test_a_pad_is_the_left_players_but_for_bound_keys() -> None:
    left, right = Pair(right={"hold": ("pad_y",)}).bindings

    assert left == LEFT_BINDINGS
    assert (left.button("pad_y"), right.button("pad_y")) == (None, Button.HOLD)
    assert (left.button("pad_a"), right.button("pad_a")) == (Button.ROTATE_RIGHT, None)


@pytest.mark.parametrize("variable", ["SSH_CONNECTION", "PIECEMENT_GUEST"])
async def test_no_pad_is_read_for_a_far_player(variable: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from piecement.ui import gamepads

    async with playing() as player:
        monkeypatch.setattr(type(player.app), "is_headless", property(lambda _: False))
        monkeypatch.delenv("SSH_CONNECTION", raising=False)
        monkeypatch.delenv("SSH_TTY", raising=False)
        near = gamepads._start_here(player.app)
        monkeypatch.setenv(variable, "1")

        assert near is not None
        assert gamepads._start_here(player.app) is None
        monkeypatch.undo()
