"""Whatever happens while a screen is being mounted or removed, no handler asks for a widget that is not there."""

import asyncio
import string
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, suppress
from itertools import cycle
from pathlib import Path
from random import Random

import pytest
from textual import events
from textual.geometry import Size
from textual.screen import Screen

from piecement.ui.application import Piecement
from piecement.ui.launch import JoinTarget, Launch
from piecement.ui.menu_graph import Node, Trigger
from piecement.ui.messages import GoBack, Navigate
from piecement.ui.screen import NodeScreen
from piecement.ui.screens.result import ResultScreen
from piecement.ui.widgets.chat import HEARD_NS
from piecement_net.messages.from_client import Say
from tests.app.kept_games import recorded, short_game, store_in
from tests.app.online_player import OnlinePlayer, at_server
from tests.app.server.server_in_process import ADDRESS
from tests.app.thinking import thinking
from tests.app.walking import A_QUICK_GAME, ONLINE, Player, playing, shortest_way
from tests.sampling import mostly_wide

STEPS = 40
"""So many steps of the event loop, a screen is mounted in."""

ENDED = 143

NODES = [node for node in Node if not node.is_end and node not in {Node.LEFT_GAME, Node.ATTRACT, Node.TITLE, *ONLINE}]

SHORT = {Node.PAUSE}
"""What is tested in any case: the first screen that was found to ask too early."""

WIDE_SEEDS = 3
"""Storms on each screen that are asked for before a change lands; the others are among the long tests."""

SIZES = (Size(20, 8), Size(100, 30), Size(80, 24))

STORM_SIZES = (*SIZES, Size(5, 2), Size(1, 1), Size(200, 50), Size(44, 24))

KEYS = (
    *(string.ascii_letters + string.digits),
    *("up", "down", "left", "right", "home", "end", "pageup", "pagedown"),
    *("enter", "escape", "tab", "shift+tab", "space", "backspace", "delete", "question_mark", "minus", "plus"),
    *("shift+left", "shift+right", "shift+up", "shift+down", "ctrl+s", "ctrl+z", "ctrl+y", "ctrl+d", "ctrl+left", "f5"),
    *["up", "down", "left", "right", "enter", "escape"] * 4,
)

CHARACTERS = {"space": " ", "question_mark": "?", "minus": "-", "plus": "+"}


@pytest.fixture
def launch(tmp_path: Path) -> Launch:
    store = store_in(tmp_path)
    store.games.finish(recorded())
    store.save_slots.save("1", short_game(), recorded(seed=2).origin)
    store.close()
    return Launch(data_folder=tmp_path)


async def disturb(app: Piecement) -> None:
    """Cause an event in each of the first steps of the event loop, while a screen is mounted."""
    for step, size in zip(range(STEPS), cycle(SIZES), strict=False):
        is_odd = bool(step % 2)
        app.post_message(events.Resize(size, size))
        app.post_message(events.AppBlur() if is_odd else events.AppFocus())
        app.app_suspend_signal.publish(app)
        app.settings.change("graphics", "show_time", is_odd)
        app.ascii_only = is_odd
        await asyncio.sleep(0)


async def storm(player: Player, random: Random) -> None:
    """Send keys, mouse events, frames, sizes and blurs in the next steps of the event loop, in random order.

    Every other time, the program is ended meanwhile.
    """
    app, end = player.app, random.randrange(2 * STEPS)
    for step in range(STEPS):
        if step == end:
            app.exit(return_code=ENDED)
        size = random.choice(STORM_SIZES)
        key, (x, y) = random.choice(KEYS), (random.randrange(100), random.randrange(30))
        press = events.Key(key, key if len(key) == 1 else CHARACTERS.get(key))
        mouse = random.choice((events.MouseDown, events.MouseUp, events.MouseMove, events.MouseScrollDown))
        match random.choice((0, 0, 0, 1, 2, 3, 4)):
            case 0:
                app.post_message(press)
            case 1:
                app.post_message(events.Resize(size, size))
            case 2:
                app.post_message(random.choice((events.AppBlur, events.AppFocus))())
            case 3:
                app.post_message(mouse(None, x, y, 0, 1, 1, False, False, False, x, y))
            case _:
                player.clock.pass_ms(random.randrange(200))
                player.frame_timer.ring()
        await asyncio.sleep(0)


async def reach(player: Player, node: Node, patch: pytest.MonkeyPatch) -> None:
    """Go to a screen, and no further than until it is made: it is to be mounted yet."""
    made, take_size = asyncio.Event(), NodeScreen.take_size

    def see(screen: NodeScreen, size: Size) -> None:
        take_size(screen, size)
        if screen.NODE is node:
            made.set()

    patch.setattr(NodeScreen, "take_size", see)
    walk = asyncio.create_task(player.see(node) if isinstance(player, OnlinePlayer) else player.go_to(node))
    walk.add_done_callback(lambda _: made.set())
    await made.wait()
    walk.cancel()
    with suppress(asyncio.CancelledError):
        await walk


def marks_of(node: Node, seed: int) -> list[pytest.MarkDecorator]:
    """Return the marks of a storm: one on a few screens in any case, three on each where there is more time."""
    if seed >= WIDE_SEEDS:
        return [pytest.mark.long]
    return [] if seed == 0 and node in SHORT | {Node.CONTROLS, Node.GAME, Node.ROOM} else [pytest.mark.wide]


@pytest.mark.parametrize(
    ("node", "seed"),
    [
        pytest.param(node, seed, marks=marks_of(node, seed))
        for node in Node
        for seed in range(12)
        if not node.is_end and node not in {Node.LEFT_GAME, Node.TITLE}
    ],
)
async def test_keys_and_sizes_while_a_screen_opens(
    node: Node, seed: int, launch: Launch, monkeypatch: pytest.MonkeyPatch
) -> None:
    place: AbstractAsyncContextManager[Player] = playing(
        launch=launch._replace(plan=A_QUICK_GAME if node is Node.GAME_COMPLETE else None)
    )
    if node in ONLINE:
        place = at_server(launch=launch._replace(join=JoinTarget(ADDRESS)))
    async with place as player:
        await reach(player, node, monkeypatch)
        await storm(player, Random(f"{node} {seed}"))
        await player.settle()

        assert player.app.return_code in {None, 0, ENDED}


@pytest.mark.parametrize(
    "node",
    [pytest.param(node, marks=[] if node in SHORT else pytest.mark.long) for node in NODES],
)
async def test_a_screen_that_opens(node: Node, launch: Launch) -> None:
    *way, last = shortest_way(Node.TITLE, node)
    async with playing(launch=launch) as player:
        for edge in way:
            await player.walk(edge)
        async with asyncio.TaskGroup() as both:
            both.create_task(player.walk(last))
            both.create_task(disturb(player.app))
        await player.settle()

        assert player.app.return_code is None


@mostly_wide("step", [0, 3, 7, 1, 2, 4, 5, 6], kept=3)
async def test_a_program_may_end_while_a_screen_opens(step: int, launch: Launch) -> None:
    """In an app that ends, Textual composes nothing more, and tells a screen its size all the same."""
    async with playing(launch=launch._replace(plan=A_QUICK_GAME)) as player:
        app = player.app
        app.simulate_key("escape")
        while player.node is not Node.PAUSE:
            await asyncio.sleep(0)
        for size, _ in zip(cycle(SIZES), range(step), strict=False):
            app.post_message(events.Resize(size, size))
            await asyncio.sleep(0)
        app.exit(return_code=ENDED)
        for size, _ in zip(cycle(SIZES), range(STEPS), strict=False):
            app.post_message(events.Resize(size, size))
            await asyncio.sleep(0)

    assert app.return_code == ENDED


@pytest.mark.parametrize(
    "node",
    [
        pytest.param(node, marks=[] if node in SHORT | {Node.CONTROLS} else pytest.mark.long)
        for node in NODES
        if node not in ONLINE and node.is_popup
    ],
)
async def test_a_screen_may_be_left_before_it_is_mounted(node: Node, launch: Launch) -> None:
    *way, last = shortest_way(Node.TITLE, node)
    async with playing(launch=launch) as player:
        for edge in way:
            await player.walk(edge)
        before = player.screen_as(NodeScreen)
        below = player.app.screen_stack[-2] if last.trigger is Trigger.TAB else before  # back leaves all tabs
        player.app.post_message(Navigate(last, before.payload_of(last)))
        player.app.post_message(GoBack(node))
        await player.settle()

        assert player.app.return_code is None
        assert player.app.screen is below


async def call_when_empty(screen: Screen[object], call: Callable[[], object]) -> None:
    """Call after the widgets of a screen are gone, and before it hears of that: Textual says `Unmount` last."""
    while screen.parent is not None:
        if not screen.children:
            call()
        await asyncio.sleep(0)


async def test_a_frame_of_a_replay_while_the_program_ends(launch: Launch) -> None:
    async with playing(launch=launch, at=Node.REPLAY) as player:
        player.clock.pass_ms(5000)
        frames = asyncio.create_task(call_when_empty(player.app.screen, player.frame_timer.ring))
        player.app.exit(return_code=ENDED)
    await frames

    assert player.app.return_code == ENDED


async def test_a_frame_of_a_round_with_talk_while_the_program_ends() -> None:
    async with at_server() as player:
        await player.see(Node.ONLINE_ROUND)
        player.rivals[0].say(Say(text="well played"))
        await player.pass_ms(250)
        player.clock.pass_ms(HEARD_NS // 1_000_000)
        frames = asyncio.create_task(call_when_empty(player.app.screen, player.frame_timer.ring))
        player.app.exit(return_code=ENDED)
    await frames

    assert player.app.return_code == ENDED


@pytest.mark.parametrize("node", [Node.HABITS, Node.COACH])
async def test_a_review_that_goes_on_while_its_screen_is_left(node: Node, launch: Launch) -> None:
    async with thinking(launch=launch, at=node) as player:
        review = asyncio.create_task(call_when_empty(player.app.screen, player.turns.run))
        await player.press("escape")
        await review

        assert player.node is not node


async def test_a_search_for_the_worst_mistake_while_the_program_ends(launch: Launch) -> None:
    async with thinking(launch=launch._replace(plan=A_QUICK_GAME), at=Node.GAME_COMPLETE) as player:
        player.screen_as(ResultScreen).action_biggest_mistake()
        search = asyncio.create_task(call_when_empty(player.app.screen, player.turns.run))
        player.app.exit(return_code=ENDED)
    await search

    assert player.app.return_code == ENDED
