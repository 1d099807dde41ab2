"""Sound of rounds over a network: the own board as offline, and watched boards."""

from piecement.sound.effects import Effect
from piecement.ui.menu_graph import Node
from piecement_base.plan import Plan
from piecement_engine import Button
from tests.app.online_player import ONE_ROUND, OnlinePlayer, at_server, in_room
from tests.app.sound_heard import SoundHeard
from tests.app.stand_ins import ENDLESS
from tests.app.walking import Player, playing

KEYS = ("left", "d", "space", "up")


async def heard_of_keys(player: Player, heard: SoundHeard) -> list[list[str]]:
    """Press keys one after another, and return what is heard of each."""
    each: list[list[str]] = []
    for key in KEYS:
        player.clock.pass_ms(100)
        heard.forget()
        await player.press(key)
        await player.settle()
        each.append(heard.effects)
    return each


async def test_the_own_board_of_a_round_sounds_as_offline() -> None:
    offline, online = SoundHeard(), SoundHeard()
    async with playing(Plan(ENDLESS, seed=1), sound=offline.start, wait_ms=100) as player:
        expected = await heard_of_keys(player, offline)
    async with in_room(sound=online.start, begun=True) as player:
        assert await heard_of_keys(player, online) == expected
    assert [Effect.MOVE] in expected
    assert any(Effect.HARD_DROP in effects for effects in expected)


async def test_the_countdown_and_the_end_of_a_round_are_heard() -> None:
    heard = SoundHeard()
    async with in_room(ONE_ROUND, sound=heard.start) as player:
        heard.forget()
        await player.begin_round()
        counted = [effect for effect in heard.effects if effect in {Effect.COUNT, Effect.GO}]
        await player.win(500)

        assert counted == [*[Effect.COUNT] * 3, Effect.GO]
        assert heard.count(Effect.WON) == 1


async def test_no_move_of_the_other_board_is_heard_but_its_end_is() -> None:
    heard = SoundHeard()
    async with in_room(sound=heard.start, begun=True) as player:
        heard.forget()
        player.rivals[0].tap(Button.HARD_DROP)
        await player.pass_ms(500)
        moved = heard.effects
        await player.win(500)
        (won,) = [line for line in heard.lines if line.startswith(f"play {Effect.WON} ")]

        assert moved == []
        assert int(won.split()[3]) == 100


async def test_a_watched_match_is_heard_live_and_again_from_its_start() -> None:
    heard = SoundHeard()
    async with at_server(sound=heard.start) as player:
        await watch(player)
        heard.forget()
        player.rivals[0].tap(Button.HARD_DROP)
        await player.pass_ms(1000)
        live = heard.count(Effect.HARD_DROP)
        heard.forget()
        await player.press("home")
        await player.pass_ms(3000)

        assert player.node is Node.ONLINE_ROUND
        assert live == 1
        assert heard.count(Effect.HARD_DROP) == 1


async def watch(player: OnlinePlayer) -> None:
    """Watch two others, whose round has begun."""
    await player.watch()
    await player.pass_ms(1500, 250)
