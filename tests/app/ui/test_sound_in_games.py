"""Sound of games, matches, replays and menus, which changes nothing else."""

from collections.abc import Callable
from unittest.mock import patch

import pytest

from piecement.input.key_presets import PAIR_PRESETS, PRESETS
from piecement.session.replay_player import SPEEDS
from piecement.settings.controls import Controls, Pair
from piecement.settings.sound import Sound
from piecement.sound.effects import Effect
from piecement.ui.application import Piecement
from piecement.ui.launch import Launch
from piecement.ui.menu_graph import Node, Trigger
from piecement.ui.screens.game import GameScreen
from piecement.ui.screens.replay import ReplayScreen
from piecement_base.plan import Plan
from piecement_engine import MODES
from piecement_engine.board.board import Row
from tests.app.sound_heard import SoundHeard
from tests.app.stand_ins import ENDLESS
from tests.app.walking import A_QUICK_GAME, Player, notifications_of, playing
from tests.sampling import together

GAME = Plan(ENDLESS, seed=1)


@pytest.fixture
def heard() -> SoundHeard:
    """Return what is heard of a program."""
    return SoundHeard()


def with_sound(player: Player, **values: object) -> None:
    settings = player.app.settings.now
    player.app.settings.apply(settings.with_values(sound=settings.sound.with_values(**values)))


async def heard_of(player: Player, heard: SoundHeard, *keys: str) -> list[str]:
    """Press keys a while after the last ones, and return what is heard of them."""
    await player.wait_ms(100)
    heard.forget()
    await player.press(*keys)
    return heard.effects


async def test_keys_of_a_game_are_heard_unless_their_group_is_off(heard: SoundHeard) -> None:
    async with playing(GAME, sound=heard.start) as player:
        assert await heard_of(player, heard, "left") == [Effect.MOVE]
        assert await heard_of(player, heard, "d") == [Effect.ROTATE]
        assert await heard_of(player, heard, "space") == [Effect.HOLD]
        assert Effect.HARD_DROP in await heard_of(player, heard, "up")

        with_sound(player, moves=False)
        assert await heard_of(player, heard, "left", "d", "space") == []


async def test_nothing_sounds_before_the_first_frame_or_after_the_end(heard: SoundHeard) -> None:
    async with playing(GAME, sound=heard.start) as player:
        await player.settle()
        assert heard.starts == 1
        assert heard.is_open

    assert not heard.is_open


async def test_the_end_is_heard_by_how_it_ended() -> None:
    for plan, key, effect in ((A_QUICK_GAME, "up", Effect.WON), (GAME, "ctrl+d", Effect.GAME_OVER)):
        heard = SoundHeard()
        async with playing(plan, sound=heard.start, wait_ms=100) as player:
            await player.press(key)
            await player.wait_ms(300)

            assert heard.count(effect) == 1


async def test_a_countdown_is_heard_count_by_count(heard: SoundHeard) -> None:
    async with playing(GAME, sound=heard.start, wait_ms=200) as player:
        await player.press("escape", "escape")
        heard.forget()
        await player.wait_ms(2000)

        assert [effect for effect in heard.effects if effect in {Effect.COUNT, Effect.GO}] == [
            *[Effect.COUNT] * 3,
            Effect.GO,
        ]


async def test_menus_are_heard_if_they_are_asked_for(heard: SoundHeard) -> None:
    async with playing(sound=heard.start) as player:
        assert await heard_of(player, heard, "down") == []
        with_sound(player, menus=True)
        player.clock.pass_ms(1000)

        assert await heard_of(player, heard, "down") == [Effect.MENU_STEP]
        assert Effect.MENU_CHOOSE in await heard_of(player, heard, "question_mark")
        assert Effect.MENU_BACK in await heard_of(player, heard, "escape")


async def test_music_follows_screen_level_stack_and_seed(heard: SoundHeard) -> None:
    async with playing(sound=heard.start) as player:
        await player.settle()
        assert heard.last("scene") == ["scene", "menu"]
        await player.go_to(Node.GAME)
        await player.wait_ms(1000)
        screen = player.screen_as(GameScreen)
        assert heard.last("scene") == ["scene", "game"]
        assert heard.last("music")[2] == str(screen.session.view.seed)
        assert heard.last("pace")[2] == "0"
        await player.press("up")
        await player.wait_ms(1000)
        assert int(heard.last("pace")[2]) > 0
        await player.press("escape")
        assert heard.last("scene") == ["scene", "menu"]
        await player.press("escape")
        assert heard.last("scene") == ["scene", "game"]


async def test_music_follows_the_game_after_sound_was_off(heard: SoundHeard) -> None:
    async with playing(GAME, sound=heard.start) as player:
        await player.settle()
        await player.wait_ms(1000)
        before = heard.last("pace")
        await player.press("m")
        heard.forget()
        await player.press("m")
        await player.wait_ms(1000)

        assert before
        assert heard.last("pace") == before


async def test_m_turns_sound_off_and_on_and_says_so(heard: SoundHeard) -> None:
    async with playing(GAME, sound=heard.start, wait_ms=100) as player:
        await player.press("m")
        was_open = heard.is_open
        left = await heard_of(player, heard, "left")
        await player.press("m")

        assert not was_open
        assert left == []
        assert heard.is_open
        assert player.app.settings.now.sound == Sound(music="none")
        assert await heard_of(player, heard, "left") == [Effect.MOVE]


@together("preset", PRESETS)
def test_m_is_free_in_every_preset(preset: str) -> None:
    assert Sound().free_mute_key(Controls(keys=PRESETS[preset].table()).bindings) == "m"


@pytest.mark.parametrize("preset", PAIR_PRESETS)
def test_another_key_mutes_where_m_plays_for_one_of_two(preset: str) -> None:
    left, right = PAIR_PRESETS[preset]
    pair = Pair(left=left.table(), right=right.table()).bindings

    assert Sound().free_mute_key(*pair) == ("v" if preset == "Default" else "m")


async def watch(player: Player, heard: SoundHeard) -> None:
    """Play a game of some pieces, and watch it."""
    for key in ("left", "up") * 4:
        await player.wait_ms(150)
        await player.press(key)
    await player.give_up()
    await player.go_to(Node.REPLAY)
    heard.forget()


async def test_a_replay_is_heard_as_the_game_was(heard: SoundHeard) -> None:
    async with playing(GAME, sound=heard.start) as player:
        await watch(player, heard)
        await player.wait_ms(3000, frame_ms=20)

        assert heard.count(Effect.MOVE) == heard.count(Effect.HARD_DROP) == 4
        assert heard.count(Effect.LOCK) >= 3
        assert heard.count(Effect.GAME_OVER) == 1


async def test_a_fast_replay_drops_inseparable_sounds(heard: SoundHeard) -> None:
    async with playing(GAME, sound=heard.start) as player:
        await watch(player, heard)
        await player.press(*["up"] * 8)
        replayed = player.screen_as(ReplayScreen).player
        assert replayed is not None
        assert replayed.speed == SPEEDS[-1]
        await player.press("0")
        heard.forget()
        await player.wait_ms(100, frame_ms=10)

        assert 1 <= heard.count(Effect.HARD_DROP) <= 3


async def test_a_jump_in_a_replay_is_not_heard(heard: SoundHeard) -> None:
    async with playing(GAME, sound=heard.start) as player:
        await watch(player, heard)
        await player.press("space", "9", "1", "5", "full_stop")
        await player.wait_ms(200)

        assert heard.effects == []


async def test_both_sides_of_a_match_are_heard_at_their_end(heard: SoundHeard) -> None:
    async with playing(sound=heard.start, at=Node.MATCH, wait_ms=3000) as player:
        heard.forget()
        screen = player.screen_as(GameScreen)
        for side in screen.sides:
            await player.wait_ms(100)
            side.on_events(side.session.forfeit())
        await player.settle()

        ends = [line for line in heard.lines if line.startswith("play ") and line.split()[1] in {"won", "game_over"}]
        assert ends == ["play game_over 0 100", "play won 0 100"]


async def test_the_demo_is_silent(heard: SoundHeard) -> None:
    async with playing(sound=heard.start) as player:
        await player.show(Node.ATTRACT, Trigger.EVENT, None)
        heard.forget()
        await player.wait_ms(5000)

        assert heard.effects == []


async def test_bell_rings_for_danger_and_end_at_most_twice_a_second() -> None:
    rung: list[int] = []

    def ring(app: Piecement) -> None:
        rung.append(app.clock())

    with patch.object(Piecement, "bell", ring):
        async with playing(GAME, sound=lambda: None) as player:
            await player.settle()
            with_sound(player, bell=True)
            sounds = player.app.sounds
            for _ in range(100):
                sounds.play(Effect.DANGER)
                sounds.play(Effect.GAME_OVER)
                sounds.play(Effect.MOVE)
                player.clock.pass_ms(20)

            assert len(rung) == 4
            with_sound(player, sound="off")
            player.clock.pass_ms(1000)
            sounds.play(Effect.DANGER)
            assert len(rung) == 4


async def test_over_ssh_nothing_is_started(heard: SoundHeard, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SSH_CONNECTION", "10.0.0.1 50000 10.0.0.2 22")
    async with playing(GAME, sound=heard.start) as player:
        silent = heard.starts
        await player.wait_ms(100)
        await player.press("m")

        assert not silent
        assert heard.starts == 1
        assert player.app.settings.now.sound.sound == "on"


def dies(heard: SoundHeard) -> None:
    heard.send = lambda _: heard.close()  # type: ignore[method-assign,assignment]


@pytest.mark.parametrize("change", [dies, SoundHeard.close], ids=["dies", "ended"])
async def test_a_dead_sound_player_changes_nothing(change: Callable[[SoundHeard], None]) -> None:
    heard, boards = SoundHeard(), list[list[Row]]()
    for start in (heard.start, lambda: None):
        async with playing(Plan(MODES["marathon"], seed=5), sound=start) as player:
            if start == heard.start:
                heard.send = lambda _: None  # type: ignore[method-assign,assignment]
                change(heard)
            for key in ("left", "up", "d", "up", "right", "up"):
                await player.wait_ms(100)
                await player.press(key)
            boards.append(list(player.session.view.rows))
            assert not notifications_of(player.app)

    assert boards[0] == boards[1]
    assert any(boards[0])


async def test_a_muted_run_sounds_once_it_is_asked_to(heard: SoundHeard) -> None:
    async with playing(launch=Launch(plan=GAME, mute=True), sound=heard.start, wait_ms=100) as player:
        silent = heard.starts
        await player.press("m")

        assert not silent
        assert heard.starts == 1
