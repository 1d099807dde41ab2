"""A match in one program: the same for all frame rates, and kept as one recording that proves itself."""

import pytest

from piecement.session.match_facts import LastMatch
from piecement.session.match_series import RIVAL, YOU
from piecement.session.match_session import MatchSession, new_match
from piecement_engine import Recording
from piecement_engine.bots import BOTS, Pace, Player
from piecement_engine.events import PieceLocked
from piecement_engine.match import Attack, RecordedMatch, RoundRecording
from tests.app.stand_ins import MS, ManualClock

RULES: dict[str, object] = {"rotation_system": "srs", "randomizer": "bag", "preview_count": 5}


def fought(frame_us: int, monkeypatch: pytest.MonkeyPatch, seconds: float) -> MatchSession:
    """Return a match that two bots played in frames of so many µs, for so long."""
    monkeypatch.setattr("piecement.session.match_session.new_seed", lambda: 5)
    clock = ManualClock()
    match = new_match(RULES, clock, ("Ann", "Ben"), "guideline")
    bots = [
        Player(session, BOTS["gale"].make(side), Pace(pieces_per_second=4 + 2 * side))
        for side, session in enumerate(match.sessions)
    ]
    for session in match.sessions:
        session.resume()
    while match.sessions[0].time_ns < seconds * 1000 * MS:
        clock.pass_ms(frame_us / 1000)
        for side, (session, bot) in enumerate(zip(match.sessions, bots, strict=True)):
            match.apply(side, bot.advance(session.time_ns))
    return match


def locks(recording: Recording) -> list[PieceLocked]:
    events = recording.replayer().advance(recording.time_ns)
    return [event for event in events if isinstance(event, PieceLocked)]


def attacks_of(recording: RoundRecording) -> tuple[Attack, ...]:
    assert recording.attacks is not None
    return recording.attacks


def test_no_frame_rate_changes_a_match(monkeypatch: pytest.MonkeyPatch) -> None:
    first, *others = [
        fought(frame_us, monkeypatch, 3).result().recording for frame_us in (16_667, 4_167, 10_000, 33_333)
    ]

    attacks = attacks_of(first)
    assert attacks
    for other in others:
        others_attacks = attacks_of(other)
        common = min(len(attacks), len(others_attacks))
        assert attacks[:common] == others_attacks[:common]
        assert abs(len(attacks) - len(others_attacks)) <= 1
        for game, same in zip(first.games, other.games, strict=True):
            pairs = list(zip(locks(game), locks(same), strict=False))
            assert len(pairs) > 9
            assert all(one == two for one, two in pairs)


def test_a_finished_match_is_one_recording_that_proves_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    match = fought(16_667, monkeypatch, 5)
    match.apply(RIVAL, match.sessions[RIVAL].forfeit())
    match.apply(YOU, match.sessions[YOU].advance())
    (recording,) = RecordedMatch.from_text(RecordedMatch((match.result().recording,)).to_text()).rounds

    assert match.is_over
    assert recording.verify() is None
    assert recording.about["names"] == ["Ann", "Ben"]
    assert sum(attack.rows for attack in attacks_of(recording)) == sum(match.counts(side).sent for side in range(2))


FACTS: dict[str, object] = {"wins": [1, 0], "paces": [[1.0, 2.0]] * 2, "boards": [(), [[254] * 10]]}


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("wins", [1]),
        ("paces", ()),
        ("paces", [[1.0, 2.0]]),
        ("boards", ()),
        ("boards", [[[254] * 30], [[254] * 10]]),
        ("boards", 5),
    ],
)
def test_facts_of_no_match_are_refused(monkeypatch: pytest.MonkeyPatch, name: str, value: object) -> None:
    recording = fought(16_667, monkeypatch, 1).result().recording
    good = LastMatch.of(RecordedMatch((recording,), FACTS))
    with pytest.raises(ValueError, match=r"no facts|values to unpack"):
        LastMatch.of(RecordedMatch((recording,), {**FACTS, name: value}))

    assert good.boards == ((), ((254,) * 10,))
