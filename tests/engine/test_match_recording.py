"""The recording of a match: one text with all games, which proves them and the attacks between them."""

from dataclasses import replace
from zlib import crc32

import pytest

from piecement_engine import RecordingError
from piecement_engine.attack import ATTACKS
from piecement_engine.match import MatchRecording
from tests.engine.match_network import Line, NetworkMatch, random_match
from tests.engine.match_oracle import PLAIN


@pytest.fixture(scope="module")
def match() -> NetworkMatch:
    """A match of three with dozens of attacks."""
    ATTACKS[PLAIN.name] = PLAIN
    played = random_match(1, 3, lambda random: Line(lambda: 0), "least_attacked").play()
    del ATTACKS[PLAIN.name]
    return played


@pytest.fixture(autouse=True)
def plain_attacks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(ATTACKS, PLAIN.name, PLAIN)


@pytest.fixture
def recording(match: NetworkMatch) -> MatchRecording:
    return replace(match.judge.match_recording(), about={"names": ["Ann", "Ben", "Cho"]})


def test_it_is_read_as_it_was_written(recording: MatchRecording) -> None:
    assert MatchRecording.from_text(recording.to_text()) == recording
    assert MatchRecording.from_text(recording.to_text().replace("\n", "\r\n")) == recording


def test_it_proves_itself(recording: MatchRecording) -> None:
    assert len(recording.attacks) > 10
    assert recording.verify() is None


def test_one_that_is_not_over_proves_itself_as_far_as_all_is_settled(match: NetworkMatch) -> None:
    running = NetworkMatch(match.setups, [Line(lambda: 1)] * 3, match.seed)
    running.play(most_ns=(match.judge.over_ns or 0) // 2)

    assert not running.judge.is_over
    assert running.judge.match_recording().verify() is None


def sentence_of(recording: MatchRecording) -> str:
    desync = recording.verify()
    assert desync is not None
    return desync.sentence


def test_an_attack_with_other_holes_is_noticed(recording: MatchRecording) -> None:
    first, *others = recording.attacks
    forged = first._replace(holes=tuple((hole + 1) % 4 for hole in first.holes))

    assert "attack 1 on side" in sentence_of(replace(recording, attacks=(forged, *others)))


def test_an_attack_that_nobody_made_is_noticed(recording: MatchRecording) -> None:
    last = [attack for attack in recording.attacks if attack.target == recording.attacks[-1].target][-1]
    more = last._replace(number=last.number + 1)

    assert "made no attack of" in sentence_of(replace(recording, attacks=(*recording.attacks, more)))


def test_an_attack_that_is_left_out_is_noticed(recording: MatchRecording) -> None:
    assert recording.verify() is None
    assert "attack" in sentence_of(replace(recording, attacks=recording.attacks[1:]))
    assert "attack" in sentence_of(replace(recording, attacks=()))


def test_a_game_that_does_not_replay_is_noticed(recording: MatchRecording) -> None:
    game = recording.games[2]
    forged = replace(game, result=replace(game.result, lines=game.result.lines + 1))
    desync = replace(recording, games=(*recording.games[:2], forged)).verify()

    assert desync is not None
    assert (desync.side, "the recorded lines is" in desync.sentence) == (2, True)


@pytest.mark.parametrize("at", range(0, 4000, 37))
def test_a_changed_byte_is_noticed(recording: MatchRecording, at: int) -> None:
    text = recording.to_text()
    at %= len(text)
    with pytest.raises(RecordingError):
        MatchRecording.from_text(text[:at] + ("x" if text[at] != "x" else "y") + text[at + 1 :])


@pytest.mark.parametrize("text", ["", "piecement match 1\n", "piecement recording 1\n{}\n", "piecement match 1\n[]\n0"])
def test_other_texts_are_refused(text: str) -> None:
    with pytest.raises(RecordingError):
        MatchRecording.from_text(text)


@pytest.mark.parametrize(
    "head",
    ["[]", "{}", '{"attacks": 3}', '{"attacks": [[1, 2, 3, 4]]}', '{"attacks": [[1, 2, 3, 4, [0.5]]]}', "[" * 5000],
)
def test_a_head_that_cannot_be_is_refused(recording: MatchRecording, head: str) -> None:
    title, _, *lines = recording.to_text().split("\n")
    body = "\n".join([title, head, *lines[:-2], ""])
    with pytest.raises(RecordingError, match="is damaged"):
        MatchRecording.from_text(f"{body}{crc32(body.encode()):08x}\n")
