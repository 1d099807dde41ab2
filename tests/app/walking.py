"""Drives the application through its screens by the keys that a player has."""

import asyncio
import gc
from collections import deque
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, TypeVar

from textual import events
from textual._context import visible_screen_stack
from textual.command import CommandPalette
from textual.content import Content
from textual.pilot import Pilot
from textual.widgets import Input, OptionList
from textual.widgets.option_list import Option

from piecement.session.bots.slices import Later, call_later
from piecement.session.session import Session
from piecement.terminal.background import Background
from piecement.ui.application import Piecement
from piecement.ui.game.phases import Phase
from piecement.ui.game.running_screen import RunningScreen
from piecement.ui.launch import FirstRun, Launch
from piecement.ui.menu_graph import EDGES, Edge, Node, Trigger, edge_between, tab_group
from piecement.ui.screen import NodeScreen
from piecement.ui.screens.first_run import FirstRunScreen
from piecement.ui.screens.game import GameScreen
from piecement.ui.screens.match_over import MatchOverScreen
from piecement.ui.screens.online_over import OnlineOverScreen
from piecement.ui.screens.result import ResultScreen
from piecement.ui.settling import SETTLING_NS
from piecement.ui.texts.tips import TIPS
from piecement.ui.widgets.menu_list import Entry, MenuList
from piecement.ui.widgets.rows import Row
from piecement_base.plan import Plan
from piecement_engine import Piece, game_line, read_game_line
from tests.app.kept_games import ended_recording
from tests.app.stand_ins import MS, ONE_PIECE, ManualClock, ManualFrameTimer, OneFrameTimer
from tests.patience import PATIENCE_S

if TYPE_CHECKING:
    from piecement.client.client import Connect
    from piecement.storage.autosave import AutosaveSummary
    from piecement.ui.gamepads import StartPads
    from piecement.ui.sounds import StartSound

_Screen = TypeVar("_Screen", bound=NodeScreen)

_RIGHT_BUTTON = 3

LINE = game_line(ended_recording())
"""A game as a line."""

NORMAL = (80, 24)
"""The size of a terminal that most people know."""


class Player:
    """A player of the application, with a clock and a frame timer that the test controls."""

    def __init__(self, app: Piecement, pilot: Pilot[None], clock: ManualClock, frame_timer: ManualFrameTimer) -> None:
        self.app = app
        self.pilot = pilot
        self.clock = clock
        self.frame_timer = frame_timer

    @property
    def node(self) -> Node:
        return self.app.stack.current

    @property
    def left_games(self) -> "list[AutosaveSummary]":
        """The unfinished games that the title lists."""
        return self.app.stored_games.left_games(has_played=self.app.run_state.has_played)

    def screen_as(self, kind: type[_Screen]) -> _Screen:
        """Return the current screen, which has to be of this kind."""
        assert isinstance(self.app.screen, kind)
        return self.app.screen

    @property
    def session(self) -> Session:
        """The game on the screen."""
        return self.screen_as(GameScreen).session

    @property
    def piece(self) -> Piece:
        """The piece in play, which there has to be."""
        piece = self.session.view.piece
        assert piece is not None
        return piece

    async def show(self, target: Node, trigger: Trigger, payload: object) -> None:
        """Go from the current screen to another, with a payload."""
        self.screen_as(NodeScreen).navigate(target, trigger, payload)
        await self.settle()

    async def press(self, *keys: str) -> None:
        """Press keys, once the screen takes them, and wait until the application has handled them."""
        for key in keys:
            if isinstance(self.app.screen, (FirstRunScreen, ResultScreen, MatchOverScreen, OnlineOverScreen)):
                self.clock.pass_ms(SETTLING_NS // MS)
            await self.pilot.press(key)
            await self.settle()

    async def paste(self, text: str) -> None:
        """Paste a text, as the terminal tells it."""
        self.app.post_message(events.Paste(text))
        await self.settle()

    async def settle(self) -> None:
        """Wait until all messages are handled, and a game that has come on the screen is loaded."""
        for _ in range(3):
            await self.pilot.pause()
        screen = self.app.screen
        if isinstance(screen, RunningScreen):
            # Loading follows the first painting, which is late on a busy machine; frames before it pass without a game.
            await self.wait_for(lambda: screen._phase is not Phase.STARTING or self.app.screen is not screen)

    async def wait_ms(self, milliseconds: int, frame_ms: int = 50) -> None:
        """Advance the clock, with frames."""
        for _ in range(0, milliseconds, frame_ms):
            self.clock.pass_ms(frame_ms)
            self.frame_timer.ring()
        await self.settle()

    async def wait_for(self, condition: Callable[[], bool]) -> None:
        """Wait for what the application does on a real timer."""
        async with asyncio.timeout(PATIENCE_S):
            while not condition():
                await self.pilot.pause(0.01)

    async def collect_garbage(self) -> None:
        """Collect garbage, with what the pilot holds: its cancelled timers, which the loop drops if they are many.

        On a busy machine its pause finds the screen unpainted and paints it, in the context of the test.
        """
        visible_screen_stack.set([])
        for _ in range(200):
            asyncio.get_running_loop().call_later(60, int).cancel()
        await asyncio.sleep(0)
        gc.collect()

    async def drop(self, pieces: int = 1) -> None:
        """Drop pieces, one every half second."""
        for _ in range(pieces):
            await self.wait_ms(450)
            await self.press("x", "up")  # after another key, this one is surely pressed anew
            await self.wait_ms(50)

    async def give_up(self) -> None:
        """Give the game up, and wait for its result."""
        await self.press("ctrl+d")
        await self.wait_ms(1500)

    async def choose(self, edge: Edge) -> None:
        """Move the cursor of the menu to an entry, and choose it."""
        menu = self.app.screen.query_one("#menu", OptionList)
        if edge.source is Node.MATCH_OVER and not any(_leads(option, edge) for option in menu.options):
            await self.press("m")  # which shows the other actions
        entries = [index for index, option in enumerate(menu.options) if _leads(option, edge)]
        for _ in range(menu.option_count):
            if menu.highlighted in entries:
                break
            is_above = bool(entries) and (menu.highlighted or 0) > entries[0]
            await self.press("up" if is_above else "down")
        await self.press("enter")

    async def open(self, target: Node) -> None:
        """Choose the entry of the menu that leads to a screen."""
        edge = edge_between(self.node, target, Trigger.MENU)
        assert edge is not None
        await self.choose(edge)

    async def walk(self, edge: Edge) -> None:
        """Follow an edge as a player does."""
        match edge.trigger:
            case Trigger.MENU | Trigger.KEY if edge.target is Node.LEFT_GAME:
                await self.wait_for(lambda: bool(self.left_games))
                await self.settle()
                await self.press("right")  # the entry resumes a single game at once
            case Trigger.MENU:
                await self.choose(edge)
            case Trigger.KEY:
                await self.press(edge.key)
            case Trigger.TAB:
                group = tab_group(edge.source)
                assert group is not None
                tabs = list(group.tabs)
                steps = tabs.index(edge.target) - tabs.index(edge.source)
                await self.press(*["tab" if steps > 0 else "shift+tab"] * abs(steps))
            case Trigger.CHOICE if edge.source in {Node.DETAILS, Node.PASTED}:
                coach = (Node.COACH,) if edge.source is Node.DETAILS else ()
                steps = (Node.REPLAY, *coach, Node.GAME).index(edge.target)
                await self.press("home", *["down"] * steps, "enter")
            case Trigger.CHOICE if edge.source is Node.TRY_THIS:
                await self.press(*["down"] * len(TIPS), "enter")
            case Trigger.CHOICE if edge.target is Node.MORE_SETTINGS:
                await self.press("slash", *"rerolls", "enter")
            case Trigger.CHOICE if edge.source is Node.DAILY:
                await self.press("enter", "enter")  # the first answer starts the run
            case Trigger.CHOICE if edge.source is Node.VERSUS and edge.target is Node.GAME:
                await self.press("end", "up", "enter")  # the last entries watch one bot and two
            case Trigger.CHOICE:
                await self.press("enter")
            case Trigger.EVENT:
                await self._cause(edge)

    async def _cause(self, edge: Edge) -> None:
        """Do what leads along an edge by an event."""
        match edge.source, edge.target:
            case _, Node.FIRST_RUN:
                await self.show(edge.target, edge.trigger, None)  # only a start opens it
            case _, Node.PASTED:
                await self.paste(LINE)
                await self.wait_for(lambda: bool(self.app.screen.query_one(OptionList).option_count))
            case Node.TITLE, Node.REPLAY:
                await self.show(edge.target, edge.trigger, read_game_line(LINE))  # of the last game
            case Node.TITLE, _:
                self.clock.pass_ms(60_000)
                await self.wait_for(lambda: self.node is edge.target)
            case _:
                if edge.target is Node.GAME_OVER and self.screen_as(GameScreen).session.plan.mode is not ONE_PIECE:
                    await self.press("space")  # a game without a locked piece is not kept
                    await self.wait_ms(100)
                await self.press("up" if edge.target is Node.GAME_COMPLETE else "ctrl+d")
                await self.wait_ms(1500)
                await self.wait_ms(1000)  # the figure of a result counts up

    async def go_back(self) -> None:
        """Leave all screens for the title."""
        while self.node is not Node.TITLE:
            await self.press("escape")

    async def go_to(self, node: Node) -> None:
        """Walk the shortest path to a screen, in menus straight to each entry."""
        way = shortest_way(self.node, node)
        for edge, after in zip(way, [*(edge.source for edge in way[1:]), node], strict=False):
            if edge.trigger is Trigger.MENU:
                for menu in self.app.screen.query("#menu").results(OptionList):
                    menu.highlighted = next((i for i, option in enumerate(menu.options) if _leads(option, edge)), None)
            await self.walk(edge)
            if edge.over is after:
                await self.press("escape")
            elif self.node is not edge.target and (tab := edge_between(self.node, edge.target, Trigger.TAB)):
                await self.walk(tab)  # where tabs open on the one used last
        assert self.node is node


def _leads(option: Option, edge: Edge) -> bool:
    return isinstance(option, Row | Entry) and option.id == edge.target.value


TO_A_ROOM = tuple(
    edge_between(node, Node.ROOM, Trigger.MENU) for node in (Node.PAUSE, Node.GAME_OVER, Node.GAME_COMPLETE)
)
"""The ways that only a player has who waits for others."""

TO_A_MISTAKE = tuple(edge_between(node, Node.REPLAY, Trigger.CHOICE) for node in (Node.GAME_OVER, Node.GAME_COMPLETE))
"""The ways that only a game with a mistake has, once it was found."""

OF_A_MATCH = (
    edge_between(Node.PAUSE, Node.MATCH, Trigger.KEY),
    edge_between(Node.PAUSE, Node.VERSUS, Trigger.MENU),
)
"""The ways that only the menu of a match has."""


CONTINUED = edge_between(Node.TITLE, Node.GAME, Trigger.CHOICE)
"""A way that only a game that was left opens."""

LAST_MATCH = edge_between(Node.VERSUS, Node.REPLAY, Trigger.KEY)
"""A way that only a finished match opens."""

OF_OTHER_TEXTS = (
    edge_between(Node.PASTED, Node.BOARD_EDITOR, Trigger.CHOICE),
    edge_between(Node.PASTED, Node.RULE_EDITOR, Trigger.CHOICE),
)
"""Ways that a pasted game has not."""

FIRST_GAME = edge_between(Node.SCOREBOARD, Node.GAME, Trigger.CHOICE)
"""A way that only a player without games has."""

FROM_THE_COACH = (
    edge_between(Node.COACH, Node.GAME, Trigger.KEY),
    edge_between(Node.COACH, Node.REPLAY, Trigger.CHOICE),
)
FROM_HABITS = (
    edge_between(Node.HABITS, Node.GAME, Trigger.CHOICE),
    edge_between(Node.HABITS, Node.REPLAY, Trigger.KEY),
)
"""A way that only a game with a mistake has."""

ONLINE = frozenset(
    {
        Node.ONLINE,
        Node.OPEN_ROOM,
        Node.QUEUE,
        Node.ACCOUNT,
        Node.LEADERBOARDS,
        Node.ROOM,
        Node.PEOPLE,
        Node.ONLINE_ROUND,
        Node.ONLINE_MENU,
        Node.ONLINE_OVER,
        Node.BRACKET,
        Node.ROUND_REPLAY,
    }
)
"""The screens that take a server."""

WITH_OTHERS = tuple(edge for edge in EDGES if edge.source in ONLINE or edge.target in ONLINE - {Node.ONLINE})
"""The ways that take a server."""


_SPECIAL = frozenset(
    {
        *OF_A_MATCH,
        *TO_A_ROOM,
        *TO_A_MISTAKE,
        CONTINUED,
        LAST_MATCH,
        FIRST_GAME,
        *(edge for edge in EDGES if edge.source is Node.PASTED and edge.trigger is Trigger.CHOICE),
        edge_between(Node.TITLE, Node.REPLAY, Trigger.EVENT),
        *FROM_THE_COACH,
        *FROM_HABITS,
    }
)
"""The ways that are there only after something else was done."""


def shortest_way(start: Node, target: Node) -> list[Edge]:
    """Return the edges from a screen to another, going round the help."""
    ways: dict[Node, list[Edge]] = {start: []}
    waiting = deque([start])
    while target not in ways:
        node = waiting.popleft()
        for edge in EDGES:
            if edge in _SPECIAL or edge.target is Node.LEFT_GAME is not target:
                continue  # there is one only where a game was left
            for reached in (edge.target, edge.over or edge.target):
                if edge.source is node and reached not in ways:
                    ways[reached] = [*ways[node], edge]
                    waiting.append(reached)
    return ways[target]


async def find(player: Player, words: str, key: str = "ctrl+p") -> None:
    """Open the palette, type words, and choose the first entry."""
    await player.press(key)
    assert isinstance(player.app.screen, CommandPalette)
    player.app.screen.query_one(Input).value = words
    await player.wait_for(lambda: not words or words.split(maxsplit=1)[0].casefold() in text_of(player.app).casefold())
    await player.settle()
    await player.press("enter")
    await player.wait_for(lambda: not isinstance(player.app.screen, CommandPalette))
    await player.settle()


@asynccontextmanager
async def playing(  # noqa: PLR0917 - each is given by its name
    plan: Plan | None = None,
    size: tuple[int, int] = NORMAL,
    launch: Launch | None = None,
    later: Later = call_later,
    first_run: FirstRun = FirstRun.NEVER,
    connect: "Connect | None" = None,
    sound: "StartSound | None" = None,
    ready_go: bool = False,
    pads: "StartPads | None" = None,
    at: Node | None = None,
    wait_ms: int = 0,
) -> AsyncGenerator[Player]:
    """Run the application, at the title or with a game of some plan, which begins at once.

    Then go to a screen and wait, if wanted.
    """
    clock, frame_timer = ManualClock(), ManualFrameTimer()
    launched = (launch or Launch(plan=plan))._replace(first_run=first_run, ready_go=ready_go)
    app = Piecement(
        launched,
        clock=clock,
        frame_timer=lambda: OneFrameTimer(frame_timer),
        later=later,
        connect=connect,
        sound=sound,
        pads=pads,
    )
    # As in a dark terminal, whatever the tests are run in.
    app.appearance.set_background(Background.DARK)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        player = Player(app, pilot, clock, frame_timer)
        if at is not None:
            await player.go_to(at)
        if wait_ms:
            await player.wait_ms(wait_ms)
        yield player


async def click_right(player: Player) -> None:
    """Press and release the right button, as a terminal tells it."""
    for kind in (events.MouseDown, events.MouseUp):
        player.app.post_message(kind(None, 2, 2, 0, 0, _RIGHT_BUTTON, False, False, False, 2, 2))
    await player.settle()
    await player.settle()


A_QUICK_GAME = Plan(ONE_PIECE, seed=1)
"""A game that is won with the first hard drop."""


def text_of(app: Piecement) -> str:
    """Return the text on the screen, that of screens which are seen through it too."""
    visible_screen_stack.set([*app._background_screens])
    return "\n".join(strip.text for strip in app.screen._compositor.render_strips())


def words_of(app: Piecement) -> str:
    """Return the text on the screen with single spaces, whatever its lines are."""
    return " ".join(text_of(app).split())


def labels_of(player: Player) -> list[str]:
    """Return the entries of the menu on the screen."""
    return [str(option.id) for option in player.app.screen.query_one(MenuList).options]


def notifications_of(app: Piecement) -> list[str]:
    """Return the messages that the application shows for a while, as they are read: Pilot shows none of them."""
    return [
        Content.from_markup(notification.message).plain if notification.markup else notification.message
        for notification in app._notifications
    ]
