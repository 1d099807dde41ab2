"""A bot takes over a running game by a key and gives it back, advises by another, and never ends it by an error."""

from collections.abc import AsyncGenerator, Iterator
from contextlib import asynccontextmanager
from dataclasses import replace

import pytest

from piecement.input.key_presets import PRESETS
from piecement.session.bots.loaded_bot import LoadedBot
from piecement.ui.launch import Launch
from piecement.ui.menu_graph import Node
from piecement.ui.screens.game import GameScreen
from piecement.ui.widgets.key_prompt import KeyPrompt
from piecement_base.origin import UnrankedReasons
from piecement_base.plan import Plan
from piecement_engine import Recording
from piecement_engine.bots import Placement, Position
from tests.app.setting_rows import at_row, go_to_row, line_of
from tests.app.stand_ins import ENDLESS
from tests.app.thinking import Thinker, Turns
from tests.app.walking import notifications_of, playing, text_of
from tests.programs import output_of

GAME = Plan(ENDLESS, seed=7)


class FaultyBot:
    """Plays some pieces, then fails."""

    def __init__(self, pieces: int = 0) -> None:
        self.left = pieces

    def think(self, position: Position) -> Iterator[Placement | None]:
        """Choose anything."""
        if self.left == 0:
            raise ZeroDivisionError("division by zero")
        self.left -= 1
        yield position.placements[0]


class Watcher(Thinker):
    """A player whose computer thinks between the test's frames."""

    @property
    def screen(self) -> GameScreen:
        """The game."""
        screen = self.app.screen
        assert isinstance(screen, GameScreen)
        return screen

    def legend(self) -> str:
        """Return the text of the screen."""
        return text_of(self.app)


def loaded_bot(monkeypatch: pytest.MonkeyPatch, bot: FaultyBot) -> None:
    """Replace every bot by this one."""

    def load_bot(*_: object, **__: object) -> LoadedBot:
        return LoadedBot("mine", bot)

    monkeypatch.setattr("piecement.session.bots.loaded_bot.load_bot", load_bot)


@asynccontextmanager
async def watching(bot: str | None = None, *, plan: Plan = GAME) -> AsyncGenerator[Watcher]:
    """Run a game, whose computer thinks when the test says so."""
    turns = Turns()
    async with playing(launch=Launch(plan=plan, save=False, bot=bot), later=turns) as player:
        watcher = Watcher.of(player, turns)
        await watcher.frames(3)
        yield watcher


async def test_a_bot_takes_the_game_over_and_gives_it_back() -> None:
    """The recording of the game is an ordinary one, with a mark."""
    async with watching() as player:
        await player.press("ctrl+w")
        await player.frames(300)
        game = player.screen.session.game
        played = player.screen.session.view.pieces
        assert played >= 8
        assert player.screen.session.unranked == UnrankedReasons(bot=True)
        assert [*Recording.of(game).replay().view.rows] == [*game.view.rows]

        await player.press("ctrl+w")
        await player.frames(60)
        idle = player.screen.session.view.pieces
        await player.press("up")
        await player.frames(20)
        assert idle == played
        assert player.screen.session.view.pieces == played + 1


async def test_text_and_help_tell_who_plays_and_by_which_keys() -> None:
    async with watching() as player:
        before = player.legend()
        await player.press("ctrl+w", "a", "d", "space")
        presses = player.screen.session.statistics.counts.presses
        await player.frames(1)
        during = player.legend()
        await player.press("question_mark")
        help_during = text_of(player.app)
        await player.press("escape", "enter")
        await player.frames(20)
        await player.press("ctrl+w")
        await player.frames(1)
        after = player.legend()
        await player.press("question_mark")

        assert presses == 0
        assert "survive" not in before
        assert "The bot plays." in during
        assert "survive" in during
        assert "You play." in after
        assert "Rotate" in after
        assert all(text in help_during for text in ("bot faster, slower", "bot looks ahead", "play yourself again"))
        assert "move one column left" not in help_during
        assert "Ctrl+Z" not in help_during
        assert "move one column left" in text_of(player.app)
        assert "bot faster" not in text_of(player.app)


@pytest.mark.parametrize(
    ("size", "shown"), [((80, 24), "Ctrl+W play   Esc pause   ? keys"), ((60, 20), "BOT Ctrl+W play")]
)
async def test_the_footer_or_the_mark_has_the_keys_of_who_plays(size: tuple[int, int], shown: str) -> None:
    async with playing(GAME, size=size) as player:
        player.app.settings.change("graphics", "hud", "calm")
        player.app.settings.change("graphics", "key_hints", "on")
        await player.press("ctrl+w")
        await player.wait_ms(100)
        during = text_of(player.app)
        await player.press("ctrl+w")
        await player.wait_ms(100)
        after = text_of(player.app)

        assert shown in during
        assert "rotate" not in during
        assert "Ctrl+W" not in after
        assert ("rotate" in after) == (size == (80, 24))


async def test_a_bot_named_at_the_start_plays_at_once() -> None:
    async with watching(bot="glacier") as player:
        await player.frames(120)

        assert player.screen.session.view.pieces >= 3
        assert "glacier" in player.legend()

        await player.press("question_mark")
        assert "bot faster, slower" in text_of(player.app)
        assert "bot looks ahead" not in text_of(player.app)


SET_BY_KEYS = (
    ("up", "pieces_per_second", 2.25),
    ("down", "pieces_per_second", 2.0),
    ("plus", "pieces_per_second", 2.25),
    ("minus", "pieces_per_second", 2.0),
    ("right", "look_ahead", 6),
    ("left", "look_ahead", 5),
)


async def test_speed_and_look_ahead_are_set_while_it_plays() -> None:
    async with watching() as player:
        await player.press("ctrl+w")
        for key, name, value in SET_BY_KEYS:
            await player.press(key)

            assert getattr(player.app.settings.now.computer, name) == value
        player.app.settings.change("computer", "pieces_per_second", 8.0)
        await player.press("ctrl+w", "ctrl+w")
        await player.frames(120)
        assert player.screen.bot_plays
        assert player.screen.session.view.pieces >= 10


async def test_a_bot_pauses_with_the_game_and_plays_on_after_it() -> None:
    async with watching() as player:
        await player.press("ctrl+w")
        await player.frames(100)
        await player.press("escape")
        node, waiting = player.node, len(player.turns.waiting)
        await player.press("escape")
        before = player.screen.session.view.pieces
        await player.frames(300)

        assert (node, waiting) == (Node.PAUSE, 0)
        assert player.screen.session.view.pieces > before


async def test_leaving_the_screen_ends_all_thinking() -> None:
    async with watching() as player:
        await player.press("ctrl+w")
        await player.frames(30)
        left = player.screen
        await player.press("escape", "t")

        assert player.node is Node.TITLE
        assert player.turns.waiting == []
        assert not left.bot_plays


@pytest.mark.parametrize("pieces", [0, 3])
async def test_an_error_of_the_bot_is_a_message_and_not_the_end(pieces: int, monkeypatch: pytest.MonkeyPatch) -> None:
    loaded_bot(monkeypatch, FaultyBot(pieces))
    async with watching() as player:
        await player.press("ctrl+w")
        watched = player.legend()
        await player.frames(200)
        said = notifications_of(player.app)
        locked = player.screen.session.view.pieces
        await player.press("up")
        await player.frames(20)

        assert said == ["The bot mine has failed: division by zero."]
        assert locked == pieces
        assert player.screen.session.view.pieces == pieces + 1
        assert "mine" in watched
        assert "mine" not in player.legend()
        assert "Rotate" in player.legend()


async def test_a_program_that_cannot_be_run_is_a_message() -> None:
    async with watching(bot="no-such-program") as player:
        said = notifications_of(player.app)

        assert "'no-such-program' cannot be run" in said[0]
        assert player.node is Node.GAME


async def test_a_hint_is_shown_and_hidden_and_makes_the_game_practice() -> None:
    async with watching() as player:
        before = player.legend()
        await player.press("ctrl+t")
        await player.frames(3)
        asked = player.legend()
        await player.press("ctrl+t")
        await player.frames(3)
        shown = player.legend()
        await player.press("ctrl+t")
        await player.frames(3)

        assert "╱╲" not in before + asked
        assert "Hints make it practice. Press again?" in asked
        assert shown.count("╱╲") == 4
        assert "╱╲" not in player.legend()
        assert "PRACTICE" in player.legend()
        assert player.screen.session.unranked == UnrankedReasons(practice=True)


async def test_hints_are_shown_in_that_game_alone() -> None:
    async with watching() as player:
        await player.press("ctrl+t", "ctrl+t")
        player.app.settings.change("graphics", "skin", "double")
        await player.frames(3)
        first = player.screen.session.unranked, player.screen.sides[0].bot.gives_hints
        await player.press("ctrl+r")
        await player.frames(30)

        assert first == (UnrankedReasons(practice=True), True)
        assert not player.screen.session.unranked
        assert not player.app.settings.now.computer.hint


@pytest.mark.parametrize("is_practice", [False, True])
async def test_hints_of_the_settings_are_for_practice_games(is_practice: bool) -> None:
    async with watching(plan=replace(GAME, is_practice=is_practice)) as player:
        player.app.settings.change("computer", "hint", True)
        await player.frames(3)

        assert player.screen.sides[0].bot.gives_hints is is_practice
        assert player.screen.session.unranked == UnrankedReasons(practice=is_practice)


async def test_a_hint_is_where_the_bot_would_go() -> None:
    """The first piece is one for which no two places are alike."""
    async with watching(plan=replace(GAME, seed=1)) as player:
        await player.press("ctrl+t", "ctrl+t")
        await player.frames(3)
        hint = player.screen.sides[0].bot.advice()
        await player.press("ctrl+w")
        await player.frames(25)
        locked = {(x, y) for y, row in enumerate(player.screen.session.view.rows) for x, tile in enumerate(row) if tile}

        assert hint is not None
        assert set(hint.cells) == locked


async def test_an_error_of_an_hints_is_told_once(monkeypatch: pytest.MonkeyPatch) -> None:
    loaded_bot(monkeypatch, FaultyBot())
    async with watching() as player:
        await player.press("ctrl+t", "ctrl+t")
        await player.frames(30)

        assert len(notifications_of(player.app)) == 1


async def test_game_without_a_computer_has_no_mark_and_no_thinking() -> None:
    async with watching() as player:
        await player.frames(30)

        assert player.turns.waiting == []
        assert not player.screen.session.unranked


@pytest.mark.parametrize(
    ("row", "presses", "deed"),
    [("commands.watch_key", 1, "The bot plays."), ("commands.hint_key", 2, "╱╲")],
    ids=["watch", "hint"],
)
async def test_the_keys_of_the_computer_can_be_others(row: str, presses: int, deed: str) -> None:
    turns = Turns()
    async with playing(launch=Launch(save=False), later=turns) as walker:
        player = Watcher.of(walker, turns)
        await go_to_row(player, Node.CONTROLS, row)
        await player.press("enter", "ctrl+k")
        line = line_of(player, row)
        await player.press("escape", "escape")
        await player.go_to(Node.PLAY)
        await player.press("enter")
        await player.frames(5)
        await player.press(*["ctrl+k"] * presses)
        await player.frames(5)

        assert "Ctrl+K" in line
        assert deed in player.legend()


REFUSED = {
    "left": "is already bound to Move left.",
    "ctrl+r": "is already a command.",
    "ctrl+t": "is already a command.",
    "ctrl+s": "is already a command.",
}


async def test_a_key_that_does_something_else_is_refused() -> None:
    async with at_row(Node.CONTROLS, "commands.watch_key", launch=Launch(save=False)) as player:
        for key, use in REFUSED.items():
            await player.press("enter", key)

            assert use in str(player.app.screen.query_one(KeyPrompt).content)
            await player.press("escape")
            assert player.node is Node.MORE_SETTINGS
            assert "Ctrl+W" in line_of(player, "commands.watch_key")
        await player.press("enter", "question_mark", "escape")
        assert "Press a key for" not in text_of(player.app)
        assert player.node is Node.MORE_SETTINGS

        await player.press("enter", "f6")
        changed = line_of(player, "commands.watch_key")
        await player.press("delete")
        assert "F6" in changed
        assert "Ctrl+W" in line_of(player, "commands.watch_key")


def test_the_keys_of_the_computer_are_free_in_every_preset() -> None:
    assert {bindings.button(key) for bindings in PRESETS.values() for key in ("ctrl+w", "ctrl+t")} == {None}


async def test_no_thought_comes_between_a_key_and_its_effect() -> None:
    async with watching() as player:
        await player.press("ctrl+t", "ctrl+t")
        player.clock.pass_ms(20)
        player.frame_timer.ring()
        before = len(player.turns.waiting)
        await player.press("left")

        assert (before, len(player.turns.waiting)) == (1, 0)


def test_a_game_without_a_bot_imports_none() -> None:
    script = "import sys, piecement.ui.screens.game; print(*sys.modules)"

    assert not {"piecement_engine.bots.bot", "piecement_engine.bots.index"} & set(output_of(script).split())
