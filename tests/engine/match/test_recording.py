"""The recording of a match: one text with all games, which proves them and the attacks between them."""

import json
from dataclasses import replace
from zlib import crc32

import pytest

from piecement_engine import RecordingError
from piecement_engine.match import Attack, RecordedMatch, RoundRecording
from tests.engine.match.network import Line, NetworkMatch, random_match


@pytest.fixture(scope="module")
def match() -> NetworkMatch:
    """A match of three with dozens of attacks."""
    return random_match(1, 3, lambda random: Line(lambda: 0), "least_attacked").play()


@pytest.fixture
def recording(match: NetworkMatch) -> RoundRecording:
    return replace(match.judge.match_recording(), about={"names": ["Ann", "Ben", "Cho"]})


@pytest.fixture
def recorded(recording: RoundRecording) -> RecordedMatch:
    """A match of two rounds."""
    return RecordedMatch((recording, replace(recording, about={"round": 2})), {"mode": "match"})


def attacks_of(recording: RoundRecording) -> tuple[Attack, ...]:
    assert recording.attacks is not None
    return recording.attacks


def test_it_is_read_as_it_was_written(recorded: RecordedMatch) -> None:
    assert RecordedMatch.from_text(recorded.to_text()) == recorded
    assert RecordedMatch.from_text(recorded.to_text().replace("\n", "\r\n")) == recorded


def test_one_of_the_first_version_is_a_match_of_one_round(recording: RoundRecording) -> None:
    head = {"attacks": [list(attack) for attack in attacks_of(recording)], "about": {"names": ["Ann"]}}
    games = "".join(game.to_text() for game in recording.games)
    body = f"piecement match 1\n{json.dumps(head)}\n{games}"
    read = RecordedMatch.from_text(f"{body}{crc32(body.encode()):08x}\n")

    assert read == RecordedMatch((replace(recording, about={"names": ["Ann"]}),), {"names": ["Ann"]})
    assert read.verify() is None


def test_it_proves_itself(recorded: RecordedMatch) -> None:
    assert len(attacks_of(recorded.rounds[0])) > 10
    assert recorded.verify() is None


def test_the_round_that_proves_nothing_is_named(recorded: RecordedMatch) -> None:
    first, second = recorded.rounds
    forged = replace(second, attacks=attacks_of(second)[1:])
    desync = replace(recorded, rounds=(first, forged)).verify()

    assert desync is not None
    assert (desync.round, "attack" in desync.desync.sentence) == (1, True)


def test_where_no_attacks_were_written_down_each_game_is_proven(recorded: RecordedMatch) -> None:
    first, second = (replace(recording, attacks=None) for recording in recorded.rounds)
    old = replace(recorded, rounds=(first, second))
    forged = replace(first.games[0], result=replace(first.games[0].result, lines=99))

    assert RecordedMatch.from_text(old.to_text()) == old
    assert old.verify() is None
    assert replace(old, rounds=(first, replace(second, games=(forged, *second.games[1:])))).verify() is not None


def test_clear_after_all_others_are_out_is_missed_by_nobody(match: NetworkMatch) -> None:
    """A client is not told of it."""
    whole = match.judge.match_recording()

    assert replace(whole, lost=()).verify() is None


def test_unfinished_recording_proves_its_settled_part(match: NetworkMatch) -> None:
    running = NetworkMatch(match.setups, [Line(lambda: 1)] * 3, match.seed)
    running.play(most_ns=(match.judge.over_ns or 0) // 2)

    assert not running.judge.is_over
    assert running.judge.match_recording().verify() is None


def sentence_of(recording: RoundRecording) -> str:
    desync = recording.verify()
    assert desync is not None
    return desync.sentence


def test_an_attack_with_other_holes_is_noticed(recording: RoundRecording) -> None:
    first, *others = attacks_of(recording)
    forged = first._replace(holes=tuple((hole + 1) % 4 for hole in first.holes))

    assert "attack 1 on side" in sentence_of(replace(recording, attacks=(forged, *others)))


def test_an_attack_that_nobody_made_is_noticed(recording: RoundRecording) -> None:
    last = [attack for attack in attacks_of(recording) if attack.target == attacks_of(recording)[-1].target][-1]
    more = last._replace(number=last.number + 1)

    assert "made no attack of" in sentence_of(replace(recording, attacks=(*attacks_of(recording), more)))


def test_a_left_out_attack_is_noticed(recording: RoundRecording) -> None:
    assert recording.verify() is None
    assert "attack" in sentence_of(replace(recording, attacks=attacks_of(recording)[1:]))
    assert "attack" in sentence_of(replace(recording, attacks=()))


def test_a_game_that_does_not_replay_is_noticed(recording: RoundRecording) -> None:
    game = recording.games[2]
    forged = replace(game, result=replace(game.result, lines=game.result.lines + 1))
    desync = replace(recording, games=(*recording.games[:2], forged)).verify()

    assert desync is not None
    assert (desync.side, "the recorded lines is" in desync.sentence) == (2, True)


@pytest.mark.wide
@pytest.mark.parametrize("at", range(0, 4000, 101))
def test_a_changed_byte_is_noticed(recorded: RecordedMatch, at: int) -> None:
    text = recorded.to_text()
    at %= len(text)
    with pytest.raises(RecordingError):
        RecordedMatch.from_text(text[:at] + ("x" if text[at] != "x" else "y") + text[at + 1 :])


@pytest.mark.parametrize("text", ["", "piecement match 1\n", "piecement recording 1\n{}\n", "piecement match 1\n[]\n0"])
def test_other_texts_are_refused(text: str) -> None:
    with pytest.raises(RecordingError):
        RecordedMatch.from_text(text)


ROUND = '{"rounds": [{"games": 3, "attacks": %s}, {"games": 3}]}'


@pytest.mark.parametrize(
    "head",
    [
        *("[]", "{}", '{"rounds": 3}', '{"rounds": []}', '{"rounds": [3]}', '{"rounds": [{}]}', "[" * 5000),
        *('{"rounds": [{"games": 3}]}', '{"rounds": [{"games": 7}]}', '{"rounds": [{"games": 0}, {"games": 6}]}'),
        *(ROUND % "3", ROUND % "[[1, 2, 3, 4]]", ROUND % "[[1, 2, 3, 4, [0.5]]]"),
    ],
)
def test_a_head_that_cannot_be_is_refused(recorded: RecordedMatch, head: str) -> None:
    title, _, *lines = recorded.to_text().split("\n")
    body = "\n".join([title, head, *lines[:-2], ""])
    with pytest.raises(RecordingError, match="is damaged"):
        RecordedMatch.from_text(f"{body}{crc32(body.encode()):08x}\n")
