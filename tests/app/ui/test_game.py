"""The game screen: keys reach the session when they are pressed, and whatever hides the game stops it."""

import gc
from itertools import chain

import pytest
from textual import events

from piecement.session.session import Session
from piecement.session.statistics import SessionStatistics
from piecement.storage.autosave import Autosave
from piecement.storage.store import Store
from piecement.terminal.key_events import KeyDown, KeyUp, press_of
from piecement.terminal.keyboard_capabilities import KeyboardCapabilities
from piecement.ui.application import Piecement
from piecement.ui.game import quiet_collector
from piecement.ui.game.phases import NEXT_PHASES, Phase
from piecement.ui.game.single_game import SingleGame
from piecement.ui.launch import Launch
from piecement.ui.menu_graph import Node, Trigger
from piecement.ui.screens.game import GameScreen
from piecement_base.plan import Plan
from piecement_engine import MODES, Button, Replayer
from tests.app.kept_games import recorded, short_game
from tests.app.stand_ins import ENDLESS, MS
from tests.app.walking import Player, playing, text_of
from tests.sampling import mostly_wide

GAME = Plan(ENDLESS, seed=7)


def send(player: Player, event: KeyDown | KeyUp) -> None:
    """Report a key as the terminal does."""
    player.screen_as(GameScreen).apply_key(event)


async def test_keys_move_and_turn_the_piece_without_a_frame() -> None:
    async with playing(GAME, wait_ms=50) as player:
        for key, change in (("left", -1), ("right", 1), ("q", 0)):
            before, seen = player.piece.x, text_of(player.app)
            await player.press(key)

            assert player.piece.x - before == change
            assert (text_of(player.app) != seen) is (change != 0)
        await player.press("d")
        assert player.piece.orientation == 1


async def test_presses_of_buttons_are_for_nothing_else() -> None:
    keys = {"left": True, "space": True, "ctrl+left": False, "ctrl+z": False, "escape": False}
    async with playing(GAME, wait_ms=50) as player:
        screen = player.screen_as(GameScreen)

        assert {key: screen.apply_key(press_of(key, player.clock())) for key in keys} == keys
        await player.press("escape")
        assert not any(screen.apply_key(press_of(key, player.clock())) for key in keys)


async def test_a_press_is_a_sign_of_a_player_and_of_focus() -> None:
    async with playing(GAME, wait_ms=50) as player:
        player.app.player_seen, player.app.app_focus = False, False
        send(player, KeyUp("left", time_ns=player.clock()))
        assert (player.app.player_seen, player.app.app_focus) == (False, False)
        send(player, press_of("left", player.clock()))

        assert (player.app.player_seen, player.app.app_focus) == (True, True)


async def test_a_key_of_a_button_is_no_command_during_play() -> None:
    async with playing(GAME) as player:
        player.app.settings.change("commands", "retry_key", "a")
        await player.wait_ms(50)
        first = player.app.screen
        await player.press("a")

        assert player.app.screen is first


async def test_key_counts_from_its_terminals_time_stamp() -> None:
    """Held for 167 ms, then seen: a step and the first repeat, wherever the frames were."""
    async with playing(GAME, wait_ms=50) as player:
        before = player.piece.x
        send(player, KeyDown("left", time_ns=player.clock(), tracked=True))
        player.clock.pass_ms(180)
        send(player, KeyUp("left", time_ns=player.clock() - 13 * MS))

        assert before - player.piece.x == 2


def press_while_loading(player: Player, monkeypatch: pytest.MonkeyPatch, *keys: KeyDown | KeyUp) -> None:
    """Report keys after the first frame of the next game, and before it runs."""

    def load(_: Store) -> None:
        for key in keys:
            send(player, key)

    monkeypatch.setattr(Store, "prepare_for_play", load)


@pytest.mark.parametrize(("key", "change"), [("left", -1), ("right", 1)])
async def test_a_key_after_the_first_frame_acts(key: str, change: int, monkeypatch: pytest.MonkeyPatch) -> None:
    async with playing() as player:
        press_while_loading(player, monkeypatch, press_of(key, player.clock()))
        await player.show(Node.GAME, Trigger.CHOICE, GAME)
        await player.wait_ms(100)

        assert player.piece.x == 4 + change


async def test_a_tap_and_a_hold_while_loading_both_act(monkeypatch: pytest.MonkeyPatch) -> None:
    async with playing() as player:
        now_ns = player.clock()
        down = KeyDown("left", time_ns=now_ns, tracked=True)
        press_while_loading(player, monkeypatch, down, KeyUp("left", time_ns=now_ns), down)
        await player.show(Node.GAME, Trigger.CHOICE, GAME)
        await player.wait_ms(100)

        assert player.piece.x == 2
        assert Button.MOVE_LEFT in player.session.view.held


def no_answer(_: object, *, releases: bool) -> None:
    """Ask a terminal that is slow."""


@pytest.mark.parametrize(("meanwhile", "column_after"), [((), 3), (("escape", "escape"), 4)])
async def test_keys_before_the_answer_act_unless_paused(
    meanwhile: tuple[str, ...], column_after: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with playing() as player:
        monkeypatch.setattr(player.app, "capture_keys", no_answer)
        await player.show(Node.GAME, Trigger.CHOICE, GAME)
        send(player, press_of("left", player.clock()))
        await player.press(*meanwhile)
        player.app.keyboard = KeyboardCapabilities(None)
        await player.settle()
        await player.wait_ms(100)

        assert player.piece.x == column_after


async def test_keys_while_loading_end_no_countdown(monkeypatch: pytest.MonkeyPatch) -> None:
    left = Autosave.of(Replayer(short_game("marathon"), SessionStatistics()), recorded("marathon").origin)
    async with playing() as player:
        press_while_loading(player, monkeypatch, press_of("left", player.clock()))
        await player.show(Node.GAME, Trigger.CHOICE, left)
        await player.wait_ms(100)

        assert not player.session.is_running


async def test_a_held_key_runs_with_the_frames() -> None:
    async with playing(GAME, wait_ms=50) as player:
        before = player.piece.x
        send(player, KeyDown("left", time_ns=player.clock(), tracked=True))
        await player.wait_ms(220, frame_ms=5)

        assert before - player.piece.x == 3
        assert Button.MOVE_LEFT in player.session.view.held


async def test_gravity_needs_no_keys() -> None:
    async with playing(GAME, wait_ms=50) as player:
        before = player.piece.y
        await player.wait_ms(3000)

        assert before - player.piece.y == 3


def field_of(app: Piecement) -> str:
    """Return the text between the walls of the field."""
    return "\n".join(line.split("║")[1] for line in text_of(app).splitlines() if line.count("║") > 1)


async def test_an_invisible_stack_is_seen_at_the_end_only() -> None:
    async with playing(Plan(MODES["invisible"], seed=9), wait_ms=50) as player:
        await player.press("up")
        await player.wait_ms(1000)
        hidden = field_of(player.app)
        await player.press("ctrl+d")

        assert "██" not in hidden
        assert "██" in field_of(player.app)


async def test_giving_up_ends_the_game_after_its_end_was_seen() -> None:
    async with playing(GAME, wait_ms=50) as player:
        await player.press("ctrl+d")
        await player.wait_ms(200)
        at_first = player.node
        await player.wait_ms(400)

        assert (at_first, player.node) == (Node.GAME, Node.GAME_OVER)


@mostly_wide("key", ["up", "enter", "escape"])
async def test_the_sight_of_the_end_can_be_cut_short(key: str) -> None:
    async with playing(GAME, wait_ms=50) as player:
        await player.press("ctrl+d", key)

        assert player.node is Node.GAME_OVER


async def test_a_restart_plays_the_mode_with_other_pieces() -> None:
    async with playing(GAME, wait_ms=50) as player:
        first = player.session
        await player.press("ctrl+r")
        await player.wait_ms(50)

        assert player.session is not first
        assert player.session.plan.mode is ENDLESS
        assert player.session.view.seed != 7
        assert player.frame_timer.is_set


async def test_losing_the_focus_pauses_until_it_is_back() -> None:
    async with playing(GAME, wait_ms=50) as player:
        await player.press("left")
        player.app.post_message(events.AppBlur())
        await player.settle()
        before = player.node
        await player.wait_ms(60, frame_ms=10)
        paused = player.node
        player.app.post_message(events.AppFocus())
        await player.settle()
        await player.press("enter")

        assert (before, paused, player.node) == (Node.GAME, Node.PAUSE, Node.GAME)


async def test_a_lost_focus_pauses_only_a_player_who_wants_it() -> None:
    async with playing(GAME, wait_ms=50) as player:
        player.app.post_message(events.AppBlur())
        await player.wait_ms(200)

        assert player.node is Node.GAME, "there was no sign of a player"

        player.app.settings.change("interface", "pause_on_blur", False)
        await player.press("left")
        player.app.post_message(events.AppBlur())
        await player.wait_ms(200)
        assert player.node is Node.GAME


async def test_a_focus_back_at_once_does_not_pause() -> None:
    """Some terminals tell of a lost focus and of its return in one read of input."""
    async with playing(GAME, wait_ms=50) as player:
        await player.press("left")
        for blips in (1, 3):
            for _ in range(blips):
                player.app.post_message(events.AppBlur())
                await player.wait_ms(40, frame_ms=10)
                player.app.post_message(events.AppFocus())
                await player.wait_ms(20, frame_ms=10)
            await player.wait_ms(200, frame_ms=10)

            assert player.node is Node.GAME


async def test_a_suspended_process_pauses() -> None:
    async with playing(GAME, wait_ms=200) as player:
        player.app.app_suspend_signal.publish(player.app)
        await player.settle()

        assert player.node is Node.PAUSE


async def test_a_very_late_frame_pauses_at_the_last_one() -> None:
    async with playing(GAME, wait_ms=200) as player:
        played = player.session
        player.clock.pass_ms(30_000)
        player.frame_timer.ring()
        await player.settle()

        assert player.node is Node.PAUSE
        assert played.view.time_ns == 200 * MS


async def test_a_key_after_the_process_was_stopped_pauses_as_well() -> None:
    async with playing(GAME, wait_ms=200) as player:
        played = player.session
        player.clock.pass_ms(30_000)
        await player.press("up")

        assert player.node is Node.PAUSE
        assert played.view.pieces == 0


async def test_an_end_goes_on_after_the_process_was_stopped() -> None:
    async with playing(GAME, wait_ms=200) as player:
        await player.press("ctrl+d")
        player.clock.pass_ms(30_000)
        player.frame_timer.ring()
        await player.settle()

        assert player.node is Node.GAME_OVER


async def test_a_tiny_terminal_names_its_need() -> None:
    async with playing(GAME, size=(20, 10), wait_ms=500) as player:
        assert "Too small" in text_of(player.app)
        assert "26x12" in text_of(player.app)
        assert player.session.view.time_ns == 0


async def test_shrinking_terminal_pauses_and_growing_recovers() -> None:
    async with playing(GAME, wait_ms=500) as player:
        await player.pilot.resize_terminal(20, 10)
        await player.wait_for(lambda: "Too small" in text_of(player.app))
        await player.wait_ms(5000)
        small = player.session.view.time_ns, "Too small" in text_of(player.app)
        await player.pilot.resize_terminal(80, 24)
        await player.wait_for(lambda: "Too small" not in text_of(player.app))
        await player.press("enter")
        await player.wait_ms(100)

        assert small == (500 * MS, True)
        assert player.session.view.time_ns == 600 * MS
        assert "Too small" not in text_of(player.app)


async def test_end_of_a_game_goes_on_in_a_shrunken_terminal() -> None:
    async with playing(GAME, wait_ms=500) as player:
        await player.press("ctrl+d")
        await player.pilot.resize_terminal(20, 10)
        await player.wait_for(lambda: "Too small" in text_of(player.app))
        await player.wait_ms(1500)

        assert player.node is Node.GAME_OVER


async def test_resizing_within_bounds_does_not_stop_the_game() -> None:
    async with playing(GAME, wait_ms=500) as player:
        await player.pilot.resize_terminal(120, 40)
        await player.wait_ms(500)
        await player.pilot.resize_terminal(40, 24)
        await player.wait_ms(500)

        assert player.session.view.time_ns == 1500 * MS


async def test_a_game_without_releases_is_prepared_once_by_its_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    prepared: list[object] = []
    session = SingleGame._new_session

    def counted(game: SingleGame) -> Session:
        prepared.append(game._start)
        return session(game)

    monkeypatch.setattr(SingleGame, "_new_session", counted)
    async with playing(GAME) as player:
        assert prepared == [GAME]
        assert player.session.view.rules.no_soft_drop_lock


async def test_soft_drop_locks_where_keys_report_their_release(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(KeyboardCapabilities, "release_events", True)
    async with playing(GAME) as player:
        assert not player.session.view.rules.no_soft_drop_lock


def test_a_screen_leaves_every_phase_and_comes_to_all_of_them() -> None:
    reached = {Phase.WAITING, *chain.from_iterable(NEXT_PHASES.values())}

    assert reached == set(Phase) == NEXT_PHASES.keys()


def test_every_running_phase_can_be_stopped() -> None:
    stopped = {phase for phase, following in NEXT_PHASES.items() if Phase.HALTED in following}

    assert stopped == set(Phase) - {Phase.HALTED}


async def test_a_small_size_keeps_a_game_waiting_for_the_keyboard(monkeypatch: pytest.MonkeyPatch) -> None:
    def capture(app: Piecement, sink: object, *, releases: bool) -> None:
        """Capture keys of a terminal that has not answered yet."""

    monkeypatch.setattr(Piecement, "capture_keys", capture)
    async with playing(GAME) as player:
        await player.pilot.resize_terminal(20, 10)
        await player.wait_for(lambda: "Too small" in text_of(player.app))
        await player.pilot.resize_terminal(80, 24)
        await player.wait_for(lambda: "Too small" not in text_of(player.app))
        await player.settle()
        assert not player.session.is_running
        player.app.keyboard = KeyboardCapabilities(None)
        await player.settle()

        assert player.session.is_running


async def test_the_collector_is_left_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quiet_collector, "gc", gc)
    async with playing(GAME, wait_ms=50) as player:
        playing_with = gc.isenabled()
        await player.press("escape")

        assert (playing_with, gc.isenabled()) == (False, True)
        assert gc.get_freeze_count() == 0


async def test_the_frame_rate_is_shown_if_wanted() -> None:
    async with playing(GAME) as player:
        player.app.settings.change("graphics", "show_fps", True)
        await player.wait_ms(3000, frame_ms=20)

        assert "50" in text_of(player.app)
        assert "fps" in text_of(player.app).lower()


@pytest.mark.wide
@pytest.mark.parametrize("skin", ["unicode", "ascii", "electronika_60"])
@pytest.mark.parametrize("size", [(40, 24), (80, 24), (120, 40)])
async def test_a_game_is_seen_in_every_skin_at_every_size(skin: str, size: tuple[int, int]) -> None:
    async with playing(size=size, launch=Launch(plan=Plan(MODES["marathon"], seed=7), skin=skin)) as player:
        await player.press("up", "left", "up")
        await player.wait_ms(500)
        seen = text_of(player.app)

        assert "Score" in seen
        assert "next" in seen.lower()
        assert all(len(line) == size[0] for line in seen.splitlines())
        assert skin != "ascii" or seen.isascii()
