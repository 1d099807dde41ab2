"""The mixer: what a scripted game sounds like, sample by sample, and that nothing clips."""

from array import array
from hashlib import sha256
from itertools import cycle

from piecement.settings.sound import Sound
from piecement.sound.effects import GROUP_OF
from piecement.sound.game_listener import EffectCue, GameListener, music_pace
from piecement.sound.mixer import MOST_EFFECTS, Mixer
from piecement.sound.outputs import RATE
from piecement.sound.player import SoundPlayer
from piecement.sound.synth import FULL
from piecement_base.plan import Plan
from piecement_engine import MODES

BLOCK = RATE // 50
FRAME_NS = 20_000_000

STORED = "6bc140807db8edd5b854a1a2ef51376a7173951951b447cb85881ea8b3317a7a"
"""The hash of what the game below sounds like: another one means that something sounds differently."""


def sound_of_a_game(seconds: float) -> "array[int]":
    """Return the samples of a game that is played by a script, with music."""
    mixer = Mixer()
    player = SoundPlayer(mixer)
    for line in ("set soft", "volume 100 100", "scene game", "music generated 7"):
        player.execute(line)
    game = Plan(MODES["marathon"], 7).game({})
    default = Sound()

    def play(heard: EffectCue) -> None:
        if getattr(default, GROUP_OF[heard.effect]):
            player.execute(f"play {heard.effect} {heard.step} 100")

    listener = GameListener(play)
    script = cycle(["move_left", "", "move_right", "rotate_right", "", "soft_drop", "", "hold", "hard_drop", ""])
    sound = array("h")
    for frame in range(round(seconds * 50)):
        held = {next(script)} - {""} if frame % 3 == 0 else None
        listener.on_events(game.update(frame * FRAME_NS, held), game.view)
        player.execute("pace {} {}".format(*music_pace(game.view)))
        player.tick()
        sound += mixer.mix(BLOCK)
    return sound


def test_scripted_game_sounds_the_same_and_never_clips() -> None:
    sound = sound_of_a_game(1.5)

    assert max(map(abs, sound)) < FULL - 700
    assert sum(value != 0 for value in sound) > len(sound) / 2
    assert sha256(sound.tobytes()).hexdigest() == STORED


def test_many_loud_voices_are_turned_down_without_clipping() -> None:
    mixer, loud = Mixer(), array("h", [30_000, -30_000] * RATE)
    for _ in range(MOST_EFFECTS):
        mixer.play(loud, 1.0)
    block = mixer.mix(BLOCK)

    assert max(map(abs, block)) < FULL
    assert min(map(abs, block)) > 30_000
    assert list(block[:2]) == [-value for value in block[1:3]]


def test_loudness_returns_within_a_second_after_a_loud_sound() -> None:
    mixer, steady = Mixer(), array("h", [1000] * 3 * RATE)
    mixer.play(array("h", [30_000] * BLOCK), 1.0)
    mixer.play(array("h", [30_000] * BLOCK), 1.0)
    mixer.play(steady, 1.0)
    during = max(mixer.mix(BLOCK))
    blocks = [mixer.mix(BLOCK) for _ in range(50)]

    assert during > 30_000
    assert blocks[0][0] < 700
    assert blocks[-1][-1] == 1000


def test_effect_begins_with_the_next_frame_and_note_on_time() -> None:
    mixer = Mixer()
    mixer.mix(10)
    mixer.play(array("h", [5] * 3), 1.0)
    mixer.schedule(array("h", [100] * 2), 14, 0.5)

    assert list(mixer.mix(8)) == [5, 5, 5, 0, 50, 50, 0, 0]


def test_a_voice_goes_on_from_block_to_block() -> None:
    whole, parts = Mixer(), Mixer()
    for mixer in (whole, parts):
        mixer.play(array("h", range(100)), 1.0)
        mixer.schedule(array("h", range(50)), 33, 1.0)

    assert whole.mix(120) == parts.mix(7) + parts.mix(60) + parts.mix(53)


def test_of_too_many_effects_the_oldest_ends() -> None:
    mixer = Mixer()
    for number in range(MOST_EFFECTS + 1):
        mixer.play(array("h", [1 if number else 1000]), 1.0)

    assert list(mixer.mix(1)) == [MOST_EFFECTS]


def test_cut_music_begins_no_note_and_ends_none() -> None:
    mixer = Mixer()
    mixer.schedule(array("h", [7] * 4), 0, 1.0)
    mixer.schedule(array("h", [9] * 4), 4, 1.0)
    begun = mixer.mix(2)
    mixer.cut_music()

    assert list(begun) == [7, 7]
    assert list(mixer.mix(4)) == [7, 7, 0, 0]
