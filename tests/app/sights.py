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
from piecement.terminal.key_events import KeyboardCapabilities
from piecement.ui.application import Piecement
from piecement.ui.launch import Launch
from piecement.ui.menu_graph import Node, Trigger
from piecement.ui.widgets.logo import Logo
from piecement.ui.widgets.previews import LookPreview
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
        self.app.store = self.app.settings.store = self.app.games.store = store
        self.app.services.store = store

    async def go_home(self) -> None:
        """Go to the title, and have everything be kept there that was at first."""
        await self.go_back_to(Node.TITLE)
        if self.node is Node.ONLINE_MATCH:
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


async def _left_game(guide: Guide) -> None:
    """See the games that were left."""
    await guide.go_to(Node.LEFT_GAME)
    await guide.think()


async def _title(guide: Guide) -> None:
    while guide.node is not Node.TITLE:
        await guide.press("escape")
    await guide.press("down", "up")


async def _first_run(guide: Guide) -> None:
    guide.app.keyboard = _KITTY
    await guide.show(Node.FIRST_RUN, Trigger.EVENT, None)


async def _line_clear(guide: Guide) -> None:
    await guide.begin()


async def _game(guide: Guide) -> None:
    await guide.play_on()


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


async def _pause(guide: Guide) -> None:
    await guide.press("escape")


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


async def _scoreboard(guide: Guide) -> None:
    await guide.go_to(Node.SCOREBOARD)
    await guide.think()


async def _details(guide: Guide) -> None:
    await guide.go_to(Node.DETAILS)
    await guide.think()


async def _pasted(guide: Guide) -> None:
    await guide.paste(LINE)
    await guide.think()


async def _kicks(guide: Guide) -> None:
    await guide.go_to(Node.KICK_EXPLORER)
    await guide.press("tab", "x", *["h"] * 4)


async def _habits(guide: Guide) -> None:
    await guide.go_to(Node.HABITS)
    guide.turns.run()
    await guide.press("down")
    await guide.think()


async def _lesson(guide: Guide) -> None:
    await guide.go_to(Node.LESSON)
    await guide.pass_ms(300)


async def _spins(guide: Guide) -> None:
    await guide.go_to(Node.SPIN_TRAINER)
    await guide.pass_ms(300)
    await guide.press("x", "h")
    await guide.pass_ms(200)


async def _dig(guide: Guide) -> None:
    await guide.go_to(Node.DIG)
    await guide.pass_ms(300)
    await guide.press("space")
    await guide.pass_ms(500)


async def _board_editor(guide: Guide) -> None:
    await guide.go_to(Node.BOARD_EDITOR)
    await guide.press("g", "t", "shift+right", "shift+right", "up", "left", "i", "o", "up", "a", "a")


async def _replay(guide: Guide) -> None:
    await guide.go_to(Node.REPLAY)
    await guide.press("space", "4", "full_stop", "right_square_bracket")


async def _course(guide: Guide) -> None:
    await guide.press("m", "down", "enter")


async def _look(guide: Guide) -> None:
    await guide.go_to(Node.LOOK)
    await _preview(guide)


async def _preview(guide: Guide) -> None:
    guide.clock.pass_ms(700)
    guide.app.screen.query_one(LookPreview).show_frame()


async def _open_line(guide: Guide) -> None:
    await guide.press("enter")


async def _controls(guide: Guide) -> None:
    await _at_setting(guide, Node.CONTROLS)
    guide.app.keyboard = _KITTY
    await guide.press("down", "down")


async def _tell_of_releases(guide: Guide) -> None:
    guide.app.keyboard = _KITTY


async def _key_trap(guide: Guide) -> None:
    await guide.press("enter", "right")


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


async def _online(guide: Guide) -> None:
    await see_rooms(guide.online)


async def _room(guide: Guide) -> None:
    await see_room(guide.online)


async def _bracket(guide: Guide) -> None:
    await see_bracket(guide.online)


async def _people(guide: Guide) -> None:
    await see_people(guide.online)


async def _account(guide: Guide) -> None:
    await see_account(guide.online)


async def _queue(guide: Guide) -> None:
    await see_queue(guide.online)


async def _leaderboards(guide: Guide) -> None:
    await see_leaderboards(guide.online)
    await guide.think()


async def _online_match(guide: Guide) -> None:
    await see_match(guide.online)


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


async def _online_watch(guide: Guide) -> None:
    await see_round_watched(guide.online)


async def _help(guide: Guide) -> None:
    await guide.press("question_mark")


async def _finesse_drill(guide: Guide) -> None:
    """See a piece that was dropped where it should not be."""
    await guide.go_back_to(Node.PRACTICE)
    with patch("piecement.ui.screens.press_trainers.new_seed", return_value=7):
        await guide.go_to(Node.FINESSE_DRILL)
    await guide.pass_ms(100)
    await guide.press("left", "right", "space")
    await guide.pass_ms(300)


async def _openers(guide: Guide) -> None:
    """See an opener of which one piece lies."""
    await guide.go_back_to(Node.PRACTICE)
    with patch("piecement.ui.screens.openers.new_seed", return_value=5):
        await guide.go_to(Node.OPENERS)
    await guide.pass_ms(100)
    await guide.press("space")
    await guide.pass_ms(300)


async def _perfect_clear(guide: Guide) -> None:
    """See a solution of a perfect clear."""
    await guide.go_back_to(Node.PRACTICE)
    with patch("piecement.ui.screens.perfect_clear.new_seed", return_value=5):
        await guide.go_to(Node.PERFECT_CLEAR)
    await guide.pass_ms(6000)
    await guide.press("h")
    await guide.pass_ms(300)


def _at(node: Node, *, goes_on: bool = False) -> Sight:
    async def way(guide: Guide) -> None:
        await guide.go_to(node)

    return Sight(node.value, way, goes_on)


def _setting(node: Node) -> Sight:
    async def way(guide: Guide) -> None:
        await _at_setting(guide, node)

    return Sight(node.value, way, goes_on=True)


SIGHTS: Final = (
    Sight("title", _title, goes_on=True),
    Sight("help", _help, goes_on=True),
    Sight("left_game", _left_game),
    Sight("first_run", _first_run),
    _at(Node.PLAY),
    _at(Node.MORE_MODES),
    Sight("board_editor", _board_editor, goes_on=True),
    _at(Node.DAILY),
    _at(Node.RULE_EDITOR),
    _at(Node.SETTINGS),
    Sight("look", _look, goes_on=True, after_dressing=_preview),
    Sight("look_choice", _open_line, goes_on=True, after_dressing=_preview),
    Sight("controls", _controls, goes_on=True, after_dressing=_tell_of_releases),
    Sight("controls_key", _key_trap, goes_on=True),
    _setting(Node.MORE_SETTINGS),
    Sight("sound", _sound, goes_on=True),
    _setting(Node.SYSTEM),
    _setting(Node.STORAGE),
    _at(Node.ABOUT),
    _at(Node.PRACTICE),
    _at(Node.PUZZLES),
    Sight("kick_explorer", _kicks, goes_on=True),
    Sight("finesse_drill", _finesse_drill, goes_on=True),
    Sight("openers", _openers, goes_on=True),
    Sight("perfect_clear", _perfect_clear, goes_on=True),
    Sight("lesson", _lesson),
    Sight("spin_trainer", _spins),
    Sight("dig", _dig),
    _at(Node.TRY_THIS),
    _at(Node.ACHIEVEMENTS),
    Sight("scoreboard", _scoreboard),
    Sight("details", _details, goes_on=True),
    Sight("replay", _replay, goes_on=True),
    _at(Node.STATISTICS),
    Sight("statistics_mode", _course, goes_on=True),
    Sight("pasted", _pasted),
    Sight("habits", _habits),
    _at(Node.FREE_PRACTICE),
    _at(Node.VERSUS),
    Sight("match", _match, goes_on=True),
    Sight("match_pause", _pause, goes_on=True),
    Sight("match_over", _match_over, goes_on=True),
    Sight("online", _online),
    _at(Node.OPEN_ROOM, goes_on=True),
    Sight("boards", _leaderboards),
    Sight("account", _account),
    Sight("queue", _queue),
    Sight("room", _room),
    Sight("online_match", _online_match, goes_on=True),
    _at(Node.ONLINE_MENU, goes_on=True),
    Sight("online_over", _online_over, goes_on=True),
    Sight("round_replay", _round_replay, goes_on=True),
    Sight("bracket", _bracket),
    Sight("people", _people),
    Sight("online_five", _online_five),
    Sight("online_eight", _online_eight),
    Sight("online_watch", _online_watch),
    Sight("attract", _attract),
    Sight("line_clear", _line_clear, passes=True),
    Sight("game", _game, goes_on=True),
    Sight("pause", _pause, goes_on=True),
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
            await guide.wait_for(lambda: bool(guide.app.games.left_games()))
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
