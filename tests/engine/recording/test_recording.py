"""Recordings: compact text that gives the identical game, proves its result, and notices any change."""

import json
import re
from dataclasses import replace
from random import Random

import pytest

from piecement_engine import MODES, Button, End, Game, Recording, RecordingError, Rules
from piecement_engine.game.inputs import BUTTON_BITS, mask_to_buttons, pack_garbage
from piecement_engine.play import game_of, tap
from piecement_engine.recording.input_coding import pack_inputs, unpack_inputs
from piecement_engine.rules.garbage_rules import GarbageRules
from tests.engine.nimble_player import nimble_game
from tests.engine.play import MS, begun_game, random_inputs, with_lock_checks
from tests.sampling import together

S = 1000 * MS


def random_game(seed: int, mode: str, inputs: int = 500, garbage: GarbageRules | None = None) -> Game:
    """Return a game that was played at random by a mode's rules, and given up if nothing else ended it."""
    random = Random(seed)
    game = Game(replace(MODES[mode].rules, garbage=garbage), seed=seed)
    for time, mask in random_inputs(random, inputs):
        if game.view.end is None:
            game.update(time, mask_to_buttons(mask))
        if game.view.end is None and random.random() < 0.01:
            game.play(time, pack_garbage([random.randrange(-1, game.view.width)]))
        if game.view.end is None and garbage and random.random() < 0.05:
            holes = random.choices(range(game.view.width), k=random.randrange(1, 5))
            game.take_attack(time, max(0, time - random.randrange(S)), holes)
    if game.view.end is None and random.random() < 0.7:
        game.forfeit(game.view.time_ns + S)
    return game


@pytest.fixture(scope="module")
def played() -> Recording:
    """A minute of fast play, given up."""
    game = nimble_game(1, 60)
    game.forfeit(game.view.time_ns + S)
    return with_lock_checks(game, {"mode": "40_lines"})


class TestText:
    def test_a_minute_of_fast_play_takes_less_than_a_kilobyte(self) -> None:
        half, whole = nimble_game(7, 30), nimble_game(7, 90)
        pace = whole.view.pieces / (whole.view.time_ns / S)
        growth = len(with_lock_checks(whole).to_text()) - len(with_lock_checks(half).to_text())

        assert pace > 2
        assert growth < 1024

    def test_coarser_times_take_less(self) -> None:
        inputs = nimble_game(7, 30).inputs
        coarse = [(time // (4 * MS) * 4 * MS, mask) for time, mask in inputs]

        assert len(pack_inputs(coarse, 4 * MS)) < 0.8 * len(pack_inputs(inputs, MS))

    def test_it_is_read_as_it_was_written(self, played: Recording) -> None:
        assert Recording.from_text(played.to_text()) == played

    def test_the_line_ends_of_other_systems_do_not_matter(self, played: Recording) -> None:
        assert Recording.from_text(played.to_text().replace("\n", "\r\n")) == played

    @pytest.mark.parametrize("seed", range(40))
    def test_any_inputs_are_read_as_they_were_written(self, seed: int) -> None:
        random = Random(seed)
        unit = random.choice([1, 7, MS])
        time = 0
        inputs: list[tuple[int, int]] = []
        for _ in range(random.randrange(300)):
            time += random.choice([0, 1, 63, 64, 2047, 2048, random.getrandbits(random.randrange(1, 45))])
            inputs.append(
                (time * unit, random.choice([-1, 0, 1, 1 << 11, -random.getrandbits(200), random.getrandbits(14)]))
            )

        assert list(unpack_inputs(pack_inputs(inputs, unit), len(inputs), unit)) == inputs

    def test_a_game_without_inputs_has_a_recording(self) -> None:
        recording = Recording.of(Game(Rules(), seed=1))

        assert Recording.from_text(recording.to_text()) == recording

    def test_its_head_can_be_read_by_people(self, played: Recording) -> None:
        head = json.loads(played.to_text().split("\n")[1])

        assert head["result"]["end"] == "forfeit"
        assert head["about"] == {"mode": "40_lines"}
        assert head["setup"]["seed"] == 1


class TestDamage:
    def test_every_changed_byte_is_noticed(self, played: Recording) -> None:
        text = played.to_text()
        random = Random(0)
        for at in range(len(text)):
            other = chr(random.choice([code for code in range(128) if code != ord(text[at])]))
            with pytest.raises(RecordingError):
                Recording.from_text(text[:at] + other + text[at + 1 :])

    @pytest.mark.long
    def test_every_byte_changed_in_every_way_is_noticed(self) -> None:
        text = Recording.of(nimble_game(2, 5)).to_text()
        for at in range(len(text)):
            for code in range(256):
                if code != ord(text[at]):
                    with pytest.raises(RecordingError):
                        Recording.from_text(text[:at] + chr(code) + text[at + 1 :])

    @pytest.mark.parametrize("share", [0, 0.01, 0.3, 0.6, 0.99])
    def test_a_text_that_breaks_off_is_refused(self, played: Recording, share: float) -> None:
        text = played.to_text()
        with pytest.raises(RecordingError):
            Recording.from_text(text[: int(share * len(text))])

    @together("seed", range(30))
    def test_random_text_is_refused(self, seed: int) -> None:
        random = Random(seed)
        body = "".join(chr(random.randrange(1, 0x300)) for _ in range(random.randrange(500)))
        for text in (body, f"piecement recording 1\n{body}", f"piecement recording 1\n{{}}\n{body}\n\n00000000\n"):
            with pytest.raises(RecordingError):
                Recording.from_text(text)

    @together("seed", range(30))
    def test_bytes_that_are_too_few_for_the_inputs_are_refused(self, seed: int) -> None:
        with pytest.raises(ValueError, match="truncated"):
            list(unpack_inputs(Random(seed).randbytes(60), 5000, 1))

    def test_a_recording_of_a_later_version_is_named_as_one(self, played: Recording) -> None:
        with pytest.raises(RecordingError, match="of version 3: this program reads up to 2"):
            Recording.from_text(played.to_text().replace("recording 1", "recording 3"))


class TestVerify:
    @pytest.mark.wide
    @pytest.mark.parametrize("mode", MODES)
    def test_random_games_with_attacks_verify(self, mode: str) -> None:
        game = random_game(1, mode, garbage=GarbageRules(attack="netris", percent=70))
        recording = Recording.from_text(with_lock_checks(game).to_text())

        assert recording.verify() is None
        assert recording.replay().view.garbage == game.view.garbage

    @pytest.mark.long
    @pytest.mark.parametrize("first", range(0, 1000, 50))
    def test_a_thousand_random_games_of_all_modes_verify(self, first: int) -> None:
        for seed in range(first, first + 50):
            mode = list(MODES)[seed % len(MODES)]
            recording = Recording.from_text(with_lock_checks(random_game(seed, mode, 1500)).to_text())

            assert recording.verify() is None, seed

    @pytest.mark.parametrize(
        ("field", "value"),
        [("score", 5), ("lines", 999), ("level", 2), ("pieces", 0), ("end", End.COMPLETED), ("end", None)],
    )
    def test_another_result_than_the_game_comes_to_is_named(self, played: Recording, field: str, value: object) -> None:
        desync = replace(played, result=replace(played.result, **{field: value})).verify()  # type: ignore[arg-type]  # any field

        assert desync is not None
        assert f"the recorded {field}" in desync.sentence

    def test_a_changed_input_is_placed_in_time(self, played: Recording) -> None:
        """A hard drop half a minute in comes a millisecond later: the trail says within 8 pieces where that is."""
        drop = BUTTON_BITS[Button.HARD_DROP]
        inputs = list(played.inputs)
        middle = next(index for index, (time, mask) in enumerate(inputs) if time > 30 * S and mask == drop)
        inputs[middle] = (inputs[middle][0] + MS, drop)
        desync = replace(played, inputs=tuple(inputs)).verify()

        assert desync is not None
        assert "locks at another place or time" in desync.sentence
        assert 24 * S < desync.time_ns <= 31 * S

    def test_inputs_after_the_end_are_a_parting(self, played: Recording) -> None:
        longer = replace(played, inputs=(*played.inputs, (played.time_ns, 1)))
        desync = longer.verify()

        assert desync is not None
        assert "the game ends (forfeit)" in desync.sentence

    def test_a_game_that_cannot_be_played_is_a_parting(self) -> None:
        game = begun_game(Rules(), seed=1, pieces="TOI")
        game.update(S, {Button.HARD_DROP})
        recording = replace(Recording.of(game), setup=replace(game.setup, pieces=("X",)))
        desync = replace(recording, result=replace(recording.result, time_ns=2 * S)).verify()

        assert desync is not None
        assert "cannot be played" in desync.sentence


def test_a_part_of_a_recording_is_the_game_at_that_time(played: Recording) -> None:
    game = played.replay(20 * S)

    assert game.view.time_ns == 20 * S
    assert game.inputs == tuple(entry for entry in played.inputs if entry[0] <= 20 * S)


def test_repr_of_a_recording_is_a_line() -> None:
    game = game_of("marathon", seed=5)
    while game.view.end is None:
        tap(game, "hard_drop")
    line = repr(Recording.of(game))

    assert re.fullmatch(
        r"<Recording of marathon, seed 5: [\d.]+ s, \d+ pieces, 0 lines, \d+ points, \d+ inputs, ended by \w+>", line
    )
