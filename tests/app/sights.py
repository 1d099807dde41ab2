"""Every screen as it is worth to be seen, and the way of a player to it."""

import shutil
from asyncio import sleep
from collections.abc import AsyncGenerator, Awaitable, Callable, Generator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final
from unittest.mock import patch

from piecement.render.skins.skins import SKINS
from piecement.settings.presets import preset_name, with_preset
from piecement.storage.store import Store
from piecement.terminal.keyboard_capabilities import KeyboardCapabilities
from piecement.ui.application import Piecement
from piecement.ui.launch import Launch
from piecement.ui.menu_graph import Node, Trigger
from piecement.ui.widgets.logo import Logo
from piecement.ui.widgets.previews import LookPreview, ModePreview
from piecement_net.messages.from_client import Say
from tests.app.online_player import OnlinePlayer
from tests.app.online_sights import (
    see_account,
    see_bracket,
    see_end,
    see_leaderboards,
    see_match,
    see_people,
    see_queue,
    see_room,
    see_rooms,
    see_round_watched,
)
from tests.app.server.server_in_process import ServerInProcess
from tests.app.still_life import MARATHON, VERSION, fill, finished, lost, still_world, store_at
from tests.app.thinking import Thinker, Turns
from tests.app.walking import LINE, playing

FIRST_LOOK: Final = "Modern"

_KITTY: Final = KeyboardCapabilities(31)


class Guide(Thinker):
    """A player who knows the way to every sight."""

    online: OnlinePlayer
    """The same player, at a server."""
    kept: Path
    """A database with what is kept at the beginning of every way."""

    def use_store(self, store: Store) -> None:
        """Go on with another store."""
        self.app.store = self.app.settings.store = self.app.stored_games.store = store
        self.app.services.store = store

    async def go_home(self) -> None:
        """Go to the title, and have everything be kept there that was at first."""
        await self.go_back_to(Node.TITLE)
        if self.node is Node.ONLINE_ROUND:
            await self.go_to(Node.ONLINE_MENU)
            await self.go_to(Node.ONLINE)
        if self.node is Node.BRACKET:
            await self.go_to(Node.ROOM)
        if self.node is not Node.TITLE:
            await self.go_to(Node.TITLE)
        self.app.store.close()
        shutil.copy(self.kept, self.app.store.paths.games)
        self.use_store(store_at(self.app.store.paths.data))
        self.app.keyboard = _KITTY
        await self.settle()
        if self.app.screen.query_one(Logo).is_falling:
            await self.press("down", "up")

    async def go_back_to(self, node: Node) -> None:
        """Leave pop-ups for a screen under them, as far as they can be left."""
        while self.node is not node and self.node.is_popup and self.node is not Node.PAUSE:
            await self.press("escape")

    async def begin(self) -> None:
        """Begin a game, and fill four rows with an I."""
        await self.go_to(Node.PLAY)
        await self.show(Node.GAME, Trigger.CHOICE, MARATHON)
        await self.pass_ms(300)
        await self.press("x", *["right"] * 5, "space")
        await self.pass_ms(90, 10)

    async def play_on(self, pieces: int = 0) -> None:
        """Hold a piece on its way, and drop some more."""
        await self.pass_ms(400)
        await self.press("left", "left", "space")
        await self.pass_ms(70, 10)
        await self.press("c")
        await self.pass_ms(1500)
        for _ in range(pieces):
            await self.press("space")
            await self.pass_ms(150)
        await self.press("right")
        await self.pass_ms(60, 10)

    async def dress(self, look: str, then: "Way | None") -> None:
        """See all in another look, which is the name of a slot, or of a skin in the first one."""
        if preset_name(self.app.settings.now, "graphics") != look:
            skin = look in SKINS
            self.app.settings.apply(with_preset(self.app.settings.now, "graphics", FIRST_LOOK if skin else look))
            if skin:
                self.app.settings.change("graphics", "skin", look)
            await self.settle()
            if then is not None:
                await then(self)
            await self.rest()

    async def rest(self) -> None:
        """Wait until nothing moves any more."""
        await self.settle()
        await self.pilot.wait_for_scheduled_animations()

    async def pass_ms(self, milliseconds: int, frame_ms: int = 50) -> None:
        """Advance the clock, with a frame and time to think every now and then."""
        for _ in range(0, milliseconds, frame_ms):
            self.clock.pass_ms(frame_ms)
            self.frame_timer.ring()
            await self.think()


Way = Callable[[Guide], Awaitable[None]]
"""How to come from the title to a sight, or from the sight before to one that goes on from it."""


@dataclass(frozen=True, slots=True)
class Sight:
    """Something to see."""

    name: str
    way: Way
    goes_on: bool = False
    """Whether the way begins at the sight before, not at the title."""
    after_dressing: Way | None = None
    """What brings back what a change of the look takes away."""
    passes: bool = False
    """Whether a change of the look takes it away for good."""


async def _title(guide: Guide) -> None:
    while guide.node is not Node.TITLE:
        await guide.press("escape")
    await guide.press("down", "up")


async def _first_run(guide: Guide) -> None:
    guide.app.keyboard = _KITTY
    await guide.show(Node.FIRST_RUN, Trigger.EVENT, None)


async def _save_game(guide: Guide) -> None:
    """See a saved game below the new slot."""
    await guide.press("ctrl+s", "enter", "ctrl+s", "down")
    await guide.think()


async def _load_game(guide: Guide) -> None:
    await guide.press("escape", "ctrl+l")
    await guide.think()


async def _watch(guide: Guide) -> None:
    await guide.begin()
    await guide.press("ctrl+w")
    await guide.pass_ms(12_000)


async def _lost_game(guide: Guide) -> None:
    await guide.begin()
    await guide.show(Node.GAME_OVER, Trigger.EVENT, lost(guide.app.store))
    await guide.pass_ms(1500)


async def _won_game(guide: Guide) -> None:
    await guide.begin()
    await guide.show(Node.GAME_COMPLETE, Trigger.EVENT, finished(guide.app.store))
    await guide.pass_ms(1500)


async def _coach(guide: Guide) -> None:
    await guide.go_to(Node.COACH)
    guide.turns.run()
    await guide.press("down")


async def _pasted(guide: Guide) -> None:
    await guide.paste(LINE)
    await guide.think()


async def _free_practice(guide: Guide) -> None:
    """See it as without a game before, whichever sights were seen."""
    guide.app.run_state.last_plan = None
    await guide.go_to(Node.FREE_PRACTICE)


async def _habits(guide: Guide) -> None:
    await guide.go_to(Node.HABITS)
    guide.turns.run()
    await guide.press("down")
    await guide.think()


async def _look(guide: Guide) -> None:
    await guide.go_to(Node.LOOK)
    await _preview(guide)


async def _online(guide: Guide) -> None:
    await see_rooms(guide.online)
    await _room_preview(guide)


async def _room(guide: Guide) -> None:
    await see_room(guide.online)
    await _room_preview(guide)


async def _room_preview(guide: Guide) -> None:
    """See the game by the rules of a room at a certain age, however soon the room was known."""
    preview = guide.app.screen.query_one(ModePreview)
    preview.lay_out()
    await guide.online.pass_ms(3000, 250)
    preview.automatic_refresh()


async def _preview(guide: Guide) -> None:
    guide.clock.pass_ms(700)
    guide.app.screen.query_one(LookPreview).automatic_refresh()


async def _controls(guide: Guide) -> None:
    await _at_setting(guide, Node.CONTROLS)
    guide.app.keyboard = _KITTY
    await guide.press("down", "down")


async def _tell_of_releases(guide: Guide) -> None:
    guide.app.keyboard = _KITTY


async def _at_setting(guide: Guide, node: Node) -> None:
    await guide.press("escape")
    await guide.go_to(node)


async def _sound(guide: Guide) -> None:
    texts = "piecement.ui.texts.sound"
    with patch(f"{texts}.has_device", return_value=True), patch(f"{texts}.outputs", return_value=["pw-cat"]):
        await _at_setting(guide, Node.SOUND)


async def _attract(guide: Guide) -> None:
    guide.clock.pass_ms(60_000)
    await guide.wait_for(lambda: guide.node is Node.ATTRACT)
    await guide.settle()
    await guide.pass_ms(6000)


async def _match(guide: Guide) -> None:
    await guide.go_to(Node.MATCH)
    await guide.pass_ms(300)
    await guide.press("ctrl+w")
    await guide.pass_ms(16_000)


async def _match_over(guide: Guide) -> None:
    await guide.press("escape")
    await guide.pass_ms(4000)
    await guide.press("ctrl+d")
    await guide.pass_ms(1500)


async def _leaderboards(guide: Guide) -> None:
    await see_leaderboards(guide.online)
    await guide.think()


async def _online_over(guide: Guide) -> None:
    await guide.press("escape")
    await see_end(guide.online)


async def _round_replay(guide: Guide) -> None:
    """See the last round a while after its start."""
    await guide.go_to(Node.ROUND_REPLAY)
    await guide.pass_ms(3000)


async def _online_five(guide: Guide) -> None:
    """See teams, and a chosen target."""
    await see_room(guide.online, others=4, teams=2)
    await see_match(guide.online)
    await guide.press("tab")
    await guide.online.pass_ms(250)


async def _online_eight(guide: Guide) -> None:
    await see_room(guide.online, others=7)
    await see_match(guide.online)
    guide.online.rivals[0].say(Say(text="Nice one!"))
    await guide.online.pass_ms(250)


def _at(node: Node, *keys: str, goes_on: bool = False, thinks: bool = False) -> Sight:
    """Return the sight of a screen, in which keys were pressed; one that reads the database has to think."""

    async def way(guide: Guide) -> None:
        await guide.go_to(node)
        await guide.press(*keys)
        if thinks:
            await guide.think()

    return Sight(node.value, way, goes_on)


def _trainer(node: Node, *keys: str, wait_ms: int = 0) -> Sight:
    """Return the sight of a trainer in which keys were pressed."""

    async def way(guide: Guide) -> None:
        await guide.go_to(node)
        await guide.pass_ms(300)
        await guide.press(*keys)
        await guide.pass_ms(wait_ms)

    return Sight(node.value, way)


def _dealt(node: Node, module: str, seed: int, wait_ms: int, *keys: str) -> Sight:
    """Return the sight of a trainer whose pieces come by a seed."""

    async def way(guide: Guide) -> None:
        await guide.go_back_to(Node.PRACTICE)
        with patch(f"piecement.ui.screens.{module}.new_seed", return_value=seed):
            await guide.go_to(node)
        await guide.pass_ms(wait_ms)
        await guide.press(*keys)
        await guide.pass_ms(300)

    return Sight(node.value, way, goes_on=True)


def _setting(node: Node) -> Sight:
    async def way(guide: Guide) -> None:
        await _at_setting(guide, node)

    return Sight(node.value, way, goes_on=True)


SIGHTS: Final = (
    Sight("title", _title, goes_on=True),
    Sight("help", lambda guide: guide.press("question_mark"), goes_on=True),
    _at(Node.LEFT_GAME, thinks=True),
    Sight("first_run", _first_run),
    _at(Node.PLAY),
    _at(Node.MORE_MODES),
    _at(Node.BOARD_EDITOR, *"gt", *["shift+right"] * 2, "up", "left", "i", "o", "up", "a", "a", goes_on=True),
    _at(Node.DAILY),
    _at(Node.RULE_EDITOR),
    _at(Node.SETTINGS),
    Sight("look", _look, goes_on=True, after_dressing=_preview),
    Sight("look_choice", lambda guide: guide.press("enter"), goes_on=True, after_dressing=_preview),
    Sight("controls", _controls, goes_on=True, after_dressing=_tell_of_releases),
    Sight("controls_key", lambda guide: guide.press("enter", "right"), goes_on=True),
    _setting(Node.MORE_SETTINGS),
    Sight("sound", _sound, goes_on=True),
    _setting(Node.SYSTEM),
    _setting(Node.STORAGE),
    _at(Node.ABOUT),
    _at(Node.PRACTICE),
    _at(Node.PUZZLES),
    _at(Node.KICK_EXPLORER, "tab", "x", *["h"] * 4, goes_on=True),
    _dealt(Node.FINESSE_DRILL, "finesse_drill", 7, 100, "left", "right", "space"),
    _dealt(Node.OPENERS, "openers", 5, 100, "space"),
    _dealt(Node.PERFECT_CLEAR, "perfect_clear", 5, 6000, "h"),
    _trainer(Node.LESSON),
    _trainer(Node.SPIN_TRAINER, "x", "h", wait_ms=200),
    _trainer(Node.DIG, "space", wait_ms=500),
    _at(Node.TRY_THIS),
    _at(Node.ACHIEVEMENTS),
    _at(Node.SCOREBOARD, thinks=True),
    _at(Node.DETAILS, goes_on=True, thinks=True),
    _at(Node.REPLAY, "space", "4", "full_stop", "right_square_bracket", goes_on=True),
    _at(Node.STATISTICS),
    Sight("statistics_mode", lambda guide: guide.press("m", "down", "enter"), goes_on=True),
    Sight("pasted", _pasted),
    Sight("habits", _habits),
    Sight("free_practice", _free_practice),
    _at(Node.VERSUS),
    Sight("match", _match, goes_on=True),
    Sight("match_pause", lambda guide: guide.press("escape"), goes_on=True),
    Sight("match_over", _match_over, goes_on=True),
    Sight("online", _online),
    _at(Node.OPEN_ROOM, goes_on=True),
    Sight("boards", _leaderboards),
    Sight("account", lambda guide: see_account(guide.online)),
    Sight("queue", lambda guide: see_queue(guide.online)),
    Sight("room", _room),
    Sight("online_round", lambda guide: see_match(guide.online), goes_on=True),
    _at(Node.ONLINE_MENU, goes_on=True),
    Sight("online_over", _online_over, goes_on=True),
    Sight("round_replay", _round_replay, goes_on=True),
    Sight("bracket", lambda guide: see_bracket(guide.online)),
    Sight("people", lambda guide: see_people(guide.online)),
    Sight("online_five", _online_five),
    Sight("online_eight", _online_eight),
    Sight("online_watch", lambda guide: see_round_watched(guide.online)),
    Sight("attract", _attract),
    Sight("line_clear", Guide.begin, passes=True),
    Sight("game", Guide.play_on, goes_on=True),
    Sight("pause", lambda guide: guide.press("escape"), goes_on=True),
    Sight("save_game", _save_game, goes_on=True),
    Sight("load_game", _load_game, goes_on=True),
    Sight("watch", _watch),
    Sight("game_over", _lost_game),
    Sight("coach", _coach, goes_on=True),
    Sight("game_complete", _won_game),
    _at(Node.MORE_RESULTS, goes_on=True),
)
"""Every screen, and some in more than one state."""


@contextmanager
def _without_idling() -> Generator[None]:
    """Wait for messages only, and not for the processor to be idle, of which hundreds of keys would make minutes."""

    async def go_on(*_: float) -> None:
        await sleep(0)

    with patch("textual.app.wait_for_idle", go_on), patch("textual.pilot.wait_for_idle", go_on):
        yield


@asynccontextmanager
async def guided(size: tuple[int, int], version: str = VERSION) -> AsyncGenerator[Guide]:
    """Run the application where it offers a game that was left."""
    with TemporaryDirectory() as home, still_world(Path(home), version), _without_idling():
        folder = Path(home, ".local", "share", "piecement")
        store = store_at(folder)
        fill(store)
        store.close()
        store.paths.settings.write_text("version = 5\n")  # of a new player, who has the first style
        kept = Path(shutil.copy(folder / "games.sqlite", Path(home, "kept")))
        turns = Turns()
        server = ServerInProcess()
        launch = Launch(data_folder=folder)
        async with playing(launch=launch, later=turns, size=size, connect=server.connect) as player:
            guide = Guide.of(player, turns)
            guide.online = OnlinePlayer.at(player, server)
            guide.kept = kept
            guide.use_store(store_at(folder))
            await guide.wait_for(lambda: bool(guide.left_games))
            yield guide


async def tour(
    size: tuple[int, int],
    looks: Sequence[str],
    wanted: Callable[[str], bool] = lambda _: True,
    *,
    version: str = VERSION,
) -> AsyncGenerator[tuple[str, str, Piecement]]:
    """Show one sight after the other, as far as they are wanted, in one look after the other."""
    async with guided(size, version) as guide:
        for first, *others in _ways(wanted):
            if not first.goes_on:
                await guide.go_home()
            for sight in (first, *others):
                await sight.way(guide)
                await guide.rest()
                for look in _shown_in(sight, looks) if wanted(sight.name) else ():
                    await guide.dress(look, sight.after_dressing)
                    yield sight.name, look, guide.app
                await guide.dress(looks[0], sight.after_dressing)


def _ways(wanted: Callable[[str], bool]) -> Iterator[list[Sight]]:
    """Yield the sights that go on from one another, where any of them is wanted."""
    ways: list[list[Sight]] = []
    for sight in SIGHTS:
        if not sight.goes_on or not ways:
            ways.append([])
        ways[-1].append(sight)
    return (way for way in ways if any(wanted(sight.name) for sight in way))


def _shown_in(sight: Sight, looks: Sequence[str]) -> Sequence[str]:
    return looks[:1] if sight.passes else looks
