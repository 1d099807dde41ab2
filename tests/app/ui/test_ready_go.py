"""READY and GO: the game waits for them, and what is held as GO leaves acts at once."""

import pytest

from piecement.storage.store import Store
from piecement.terminal.key_events import KeyDown, KeyUp
from piecement.ui.game.phases import READY_GO, CountIn
from piecement.ui.menu_graph import Node, Trigger
from piecement.ui.screens.game import GameScreen
from piecement.ui.screens.match import MatchScreen
from piecement_base.plan import Plan
from piecement_engine import Button, Game, Recording
from tests.app.stand_ins import ENDLESS
from tests.app.walking import Player, playing, text_of

GAME = Plan(ENDLESS, seed=7)
READY_DRAWN, GO_DRAWN = "█▀▄ █▀▀ █▀█ █▀▄ █ █", "█▀▀ █▀█"
"""The highest lines of the words."""


def hold(player: Player, key: str) -> None:
    """Press a key whose release the terminal reports."""
    player.screen_as(GameScreen).apply_key(KeyDown(key, time_ns=player.clock(), tracked=True))


def test_each_word_has_its_time() -> None:
    lefts = [READY_GO.left(ms * 1_000_000) for ms in (0, 699, 700, 1099, 1100)]

    assert lefts == [("READY", "GO"), ("READY", "GO"), ("GO",), ("GO",), ()]
    assert CountIn.of(3).left(600_000_000) == ("2", "1")


async def test_the_clock_starts_as_go_leaves() -> None:
    async with playing(GAME, ready_go=True) as player:
        session = player.session
        await player.wait_ms(650)
        ready = text_of(player.app)
        await player.wait_ms(100)
        go = text_of(player.app)
        await player.wait_ms(300)
        before = session.view.time_ns, session.view.piece
        await player.wait_ms(150)

        assert READY_DRAWN in ready
        assert "▓▓" in ready
        assert GO_DRAWN in go
        assert before[0] == 0
        assert 0 < session.view.time_ns <= 100_000_000
        assert READY_DRAWN not in text_of(player.app)


async def test_in_ascii_the_words_are_ascii() -> None:
    async with playing(GAME, ready_go=True) as player:
        player.app.settings.change("graphics", "skin", "ascii")
        await player.wait_ms(100)

        assert "##  ### ### ##  # #" in text_of(player.app)
        assert text_of(player.app).isascii()


@pytest.mark.parametrize(("held_from_ms", "steps"), [(100, 3), (1000, 2), (1050, 1)])
async def test_a_direction_charges_before_go(held_from_ms: int, steps: int) -> None:
    """A step as GO leaves, and the next once the key was held for 167 ms, then every 33 ms; seen 70 ms after GO."""
    async with playing(GAME, ready_go=True) as player:
        session = player.session
        await player.wait_ms(held_from_ms)
        hold(player, "left")
        if held_from_ms < 1050:
            await player.wait_ms(1050 - held_from_ms)
        counted = session.statistics.counts.presses
        await player.wait_ms(50)
        await player.wait_ms(70, 35)
        recording = Recording.of(session.game)

        assert counted == 0
        assert 4 - player.piece.x == steps
        assert session.statistics.counts.presses == 1
        assert Recording.from_text(recording.to_text()).replay().view.piece == player.piece


async def test_a_key_held_while_loading_is_charged(monkeypatch: pytest.MonkeyPatch) -> None:
    async with playing(ready_go=True) as player:

        def load(_: Store) -> None:
            hold(player, "left")

        monkeypatch.setattr(Store, "prepare_for_play", load)
        await player.show(Node.GAME, Trigger.CHOICE, GAME)
        await player.wait_ms(1200)

        assert player.piece.x < 4


@pytest.mark.parametrize("button", [Button.ROTATE_RIGHT, Button.HOLD])
async def test_turns_and_hold_act_as_the_game_begins(button: Button) -> None:
    async with playing(Plan(ENDLESS, seed=1), ready_go=True) as player:
        screen = player.screen_as(GameScreen)
        key = next(key for key, bound in screen.director.keys.bindings.pairs if bound is button)
        game = Game(screen.session.game.setup.rules, 1)
        game.update(0)
        game.update(0, {button})
        await player.wait_ms(500)
        hold(player, key)
        await player.wait_ms(650)

        assert screen.session.view.piece == game.view.piece
        assert screen.session.statistics.counts.presses == 1


async def test_what_was_let_go_does_not_act() -> None:
    async with playing(GAME, ready_go=True) as player:
        session = player.session
        await player.wait_ms(100)
        hold(player, "left")
        player.screen_as(GameScreen).apply_key(KeyUp("left", time_ns=player.clock()))
        await player.wait_ms(1100)

        assert session.statistics.counts.presses == 0


async def test_escape_pauses_and_the_words_come_anew() -> None:
    async with playing(GAME, ready_go=True) as player:
        session = player.session
        await player.wait_ms(900)
        await player.press("escape")
        paused = player.node
        await player.press("escape")
        await player.wait_ms(650)
        again = text_of(player.app)
        await player.wait_ms(500)

        assert paused is Node.PAUSE
        assert READY_DRAWN in again
        assert 0 < session.view.time_ns <= 100_000_000


@pytest.mark.parametrize(("key", "is_running"), [("left", False), ("enter", True)])
async def test_only_enter_cuts_it_short(key: str, is_running: bool) -> None:
    async with playing(GAME, ready_go=True, wait_ms=100) as player:
        await player.press(key)
        await player.wait_ms(50)

        assert player.session.is_running is is_running


async def test_every_game_of_a_match_begins_with_it() -> None:
    async with playing(ready_go=True, at=Node.MATCH, wait_ms=100) as player:
        assert READY_DRAWN in text_of(player.app)
        assert not player.screen_as(MatchScreen).session.has_begun


async def test_it_can_be_left_out() -> None:
    async with playing(GAME, wait_ms=100) as player:
        assert player.session.view.time_ns == 100_000_000
