"""Matches of bots: every row is accounted for, and no step of the host changes a match."""

import pytest

from piecement_engine import Game, Recording, Rules
from piecement_engine.bots import BOTS, Pace, play_match
from piecement_engine.bots.matches import MatchOutcome
from piecement_engine.events import PieceLocked, RowsRaised
from piecement_engine.match import ATTACKS, RowCounts

RULES = Rules(rotation_system="srs", spin_rule="t_three_corner", scoring="guideline", randomizer="bag", preview_count=5)


def assert_every_row_is_accounted_for(counts: tuple[RowCounts, ...]) -> None:
    sent = sum(side.sent for side in counts)
    cancelled = sum(side.cancelled for side in counts)

    assert sent == cancelled + sum(side.received + side.pending for side in counts)
    assert sum(side.made for side in counts) == sent + cancelled


@pytest.mark.wide
@pytest.mark.parametrize("attack", ATTACKS)
def test_bots_fight_real_games_and_no_row_is_lost(attack: str) -> None:
    bots = [BOTS["gale"].make(1), BOTS["pebble"].make(2)]
    outcome = play_match(bots, [Pace(pieces_per_second=2)] * 2, RULES, seed=4, attack=attack, most_pieces=40)

    assert_every_row_is_accounted_for(outcome.counts)
    assert sum(side.sent for side in outcome.counts) > 0
    for counts, game in zip(outcome.counts, outcome.games, strict=True):
        assert game.view.garbage.received >= counts.received >= 0
        assert game.view.garbage.received >= raised(game)


def raised(game: Game) -> int:
    """Return the number of rows that rose in the replay of a game."""
    recording = Recording.of(game)
    events = recording.replayer().advance(recording.time_ns)
    return sum(event.count for event in events if isinstance(event, RowsRaised))


def locks(game: Game) -> list[PieceLocked]:
    recording = Recording.of(game)
    events = recording.replayer().advance(recording.time_ns)
    return [event for event in events if isinstance(event, PieceLocked)]


@pytest.mark.parametrize(
    ("attack", "pieces"), [("guideline", 20), *(pytest.param(name, 100, marks=pytest.mark.long) for name in ATTACKS)]
)
def test_match_is_equal_at_any_steps_of_the_host(attack: str, pieces: int) -> None:
    def fight(step_us: int) -> MatchOutcome:
        bots = [BOTS["pebble"].make(1), BOTS["pebble"].make(2)]
        paces = [Pace(pieces_per_second=3), Pace(pieces_per_second=4)]
        return play_match(bots, paces, RULES, seed=5, attack=attack, most_pieces=pieces, step_ns=1000 * step_us)

    first, *others = [fight(step_us) for step_us in (1_000, 10_000, 16_667, 33_333)]

    assert sum(side.sent for side in first.counts) > 0
    assert sum(side.received for side in first.counts) > 0
    for game in first.games:
        recording = Recording.from_text(Recording.of(game).to_text())
        assert recording.verify() is None
        assert recording.replay().view.rows == game.view.rows
    for other in others:
        for game, same in zip(first.games, other.games, strict=True):
            count = min(game.view.pieces, same.view.pieces)

            assert count >= 14
            assert locks(game)[:count] == locks(same)[:count]
