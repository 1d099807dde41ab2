"""The settings of sound: each is heard when it is changed, and each effect can be heard by itself."""

from unittest.mock import Mock

import pytest
from textual.widgets import Static

from piecement.settings.sound import Sound
from piecement.sound.effects import GROUPS, Effect, SoundSet
from piecement.sound.music import Music
from piecement.sound.outputs import MINIAUDIO
from piecement.ui.launch import Launch
from piecement.ui.menu_graph import Node
from piecement.ui.texts.sound import EFFECT_TEXTS, output_sentence
from tests.app.setting_rows import at_row, go_to_row, line_of, said
from tests.app.sound_heard import SoundHeard
from tests.app.walking import Player, notifications_of, playing, text_of


@pytest.fixture
def heard() -> SoundHeard:
    """Return what is heard of a program."""
    return SoundHeard()


async def at(player: Player, heard: SoundHeard, row: str) -> None:
    await go_to_row(player, Node.SOUND, row)
    heard.forget()


async def after(player: Player, heard: SoundHeard, *keys: str) -> list[str]:
    """Press keys, and return the effects that are heard of it."""
    await player.press(*keys)
    await player.wait_for(lambda: bool(heard.effects))
    return heard.effects


async def test_each_setting_is_heard_when_it_is_changed(heard: SoundHeard) -> None:
    async with playing(sound=heard.start) as player:
        await at(player, heard, "sound.effects_volume")
        assert await after(player, heard, "right") == [Effect.DOUBLE]
        assert heard.last("volume") == ["volume", "65", "40"]

        await at(player, heard, "sound.music")
        await player.press("right", "right")
        assert heard.last("music")[1] == Music.MINUET

        await at(player, heard, "sound.effect_set")
        assert await after(player, heard, "p") == [Effect.TETRA]
        heard.forget()
        await player.press("enter")
        assert await after(player, heard, "down") == [Effect.TETRA]
        assert heard.last("set") == ["set", SoundSet.SQUARE]
        await player.press("escape")
        assert heard.last("set") == ["set", SoundSet.SOFT]


async def test_p_plays_all_effects_of_a_group_and_names_their_sight(heard: SoundHeard) -> None:
    async with playing(sound=heard.start) as player:
        await at(player, heard, "sound.clears")
        effects = GROUPS["clears"]
        await player.press("p")
        await player.wait_for(lambda: len(heard.effects) == len(effects))

        assert heard.effects == [*effects]
        assert all(EFFECT_TEXTS[effect][1] in said(player) for effect in effects)


@pytest.mark.wide
@pytest.mark.parametrize("group", GROUPS)
async def test_a_group_is_heard_when_it_is_turned_on(heard: SoundHeard, group: str) -> None:
    async with playing(sound=heard.start) as player:
        await at(player, heard, f"sound.{group}")
        await player.press("left")
        silent = heard.effects

        assert not silent
        assert (await after(player, heard, "right"))[0] == GROUPS[group][0]


async def test_volumes_have_a_meter_and_m_mutes_and_says_so() -> None:
    async with playing(at=Node.SOUND) as player:
        meter = line_of(player, "sound.effects_volume")
        await player.press("m")
        muted = player.app.settings.now.sound.sound
        await player.press("m")

        assert "━━━━━━──── 60 %" in meter
        assert (muted, player.app.settings.now.sound.sound) == ("off", "auto")
        assert notifications_of(player.app)[0] == "Sound off"


async def test_the_mute_key_can_be_any_free_one() -> None:
    async with at_row(Node.SOUND, "sound.mute_key", sound=SoundHeard().start) as player:
        await player.press("enter", "space")
        taken = text_of(player.app)
        await player.press("ctrl+t")
        command = text_of(player.app)
        await player.press("z")

        assert "Space is already bound to" in taken
        assert "Ctrl+T is already a command." in command
        assert player.app.settings.now.sound.mute_key == "z"


async def test_the_screen_names_the_player_or_the_reason_for_silence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("piecement.ui.texts.sound.has_device", Mock(return_value=False))
    async with playing(at=Node.SOUND) as player:
        output = str(player.app.screen.query_one("#output", Static).content)

        assert "No sound: no sound card or sound server found." in output


@pytest.mark.parametrize(
    ("names", "environment", "sentence"),
    [
        ((MINIAUDIO, "aplay"), {}, "Plays through the library miniaudio."),
        (("aplay",), {}, "Plays through aplay."),
        ((), {}, "No player found: run pip install 'piecement[sound]', or install pw-cat, paplay or aplay."),
        (("aplay",), {"SSH_TTY": "/dev/pts/1"}, "Plays through aplay. Over SSH, it plays on the remote machine."),
    ],
)
def test_playing_music_is_named(
    names: tuple[str, ...], environment: dict[str, str], sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("piecement.ui.texts.sound.has_device", Mock(return_value=True))
    monkeypatch.setattr("piecement.ui.texts.sound.outputs", lambda: iter(names))

    assert output_sentence(environment) == sentence


def test_sound_is_on_but_not_over_ssh_unless_it_is_asked_for() -> None:
    by_default = Sound()

    assert by_default.is_on(remote=False)
    assert not by_default.is_on(remote=True)
    assert by_default.turned(on=True, remote=True).is_on(remote=True)
    assert not by_default.turned(on=True).is_on(remote=True)
    assert not by_default.turned(on=False).is_on(remote=False)


async def test_a_muted_run_starts_nothing_and_keeps_the_setting(heard: SoundHeard) -> None:
    async with playing(launch=Launch(mute=True), sound=heard.start) as player:
        await player.press("down")
        player.app.settings.change("sound", "bell", True)
        player.app.settings.write()

        assert not heard.starts
        assert player.app.store.load_settings().settings.sound == Sound(bell=True, music="none")


SILENCED: list[tuple[Node, str]] = [
    (Node.TITLE, "m"),
    (Node.PLAY, "f10"),
    (Node.VERSUS, "m"),
    (Node.PRACTICE, "m"),
    (Node.SCOREBOARD, "f10"),
    (Node.SETTINGS, "m"),
    (Node.SOUND, "m"),
    (Node.HELP, "m"),
    (Node.BOARD_EDITOR, "f10"),
    (Node.KICK_EXPLORER, "m"),
    (Node.LESSON, "m"),
    (Node.GAME, "m"),
    (Node.PAUSE, "m"),
]
"""Screens, with a key that turns the sound off there."""


async def silence(player: Player, node: Node, key: str) -> None:
    """Go to a screen, and turn the sound off and on again."""
    while not (player.node is Node.TITLE or node in {Node.PAUSE, Node.MATCH}):
        await player.press("escape")
    if player.node is not node:
        await player.go_to(node)
        await player.wait_ms(1000)
    for is_on in (False, True):
        await player.press(key)

        assert player.app.sounds.is_on is is_on
        assert player.node is node


async def test_sound_can_be_turned_off_on_every_screen() -> None:
    async with playing(sound=SoundHeard().start) as player:
        assert player.app.sounds.is_on
        for node, key in SILENCED:
            await silence(player, node, key)


@pytest.mark.parametrize(("node", "key"), [(Node.MATCH, "m"), (Node.GAME_OVER, "f10")])
async def test_sound_can_be_turned_off_around_games(node: Node, key: str) -> None:
    async with playing(sound=SoundHeard().start) as player:
        await silence(player, node, key)
