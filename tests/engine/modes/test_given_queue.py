"""Pieces that the player chose come first; then the same again, or those of the randomizer."""

import pytest

from piecement_engine import MODES, Button, Game, Recording, RuleError, Rules
from piecement_engine.events import Event, PieceSpawned
from piecement_engine.modes.custom import GivenQueue
from tests.engine.play import begun_game
from tests.sampling import together


def spawned(rules: Rules, count: int, seed: int = 1, hold: int | None = None) -> str:
    """Return the pieces that come into play from the queue, each dropped, one of them held."""
    game = Game(rules, seed=seed)
    events: list[Event] = list(game.update(0))
    for piece in range(count - 1):
        start = (piece + 1) * 1_000_000_000
        if piece == hold:
            events += game.update(start, {Button.HOLD})
        else:
            game.update(start - 2, ())
            events += game.update(start, {Button.HARD_DROP})
        events += game.update(start + 500_000_000, ())
    assert game.view.end is None
    return "".join(event.piece.shape.name for event in events if isinstance(event, PieceSpawned))[:count]


@pytest.mark.parametrize("preview", [0, 1, 5])
def test_given_pieces_come_before_the_randomizers(preview: int) -> None:
    plain = spawned(Rules(preview_count=preview), 4)
    rules = Rules(preview_count=preview, modifiers=(GivenQueue("TTS"),))

    assert spawned(rules, 7) == f"TTS{plain}"


@pytest.mark.parametrize("preview", [0, 1, 5])
def test_the_given_pieces_come_again(preview: int) -> None:
    rules = Rules(preview_count=preview, modifiers=(GivenQueue("OI", repeats=True),))

    assert spawned(rules, 9) == "OIOIOIOIO"


def test_a_hold_draws_from_the_given_pieces_too() -> None:
    rules = Rules(preview_count=0, modifiers=(GivenQueue("OI", repeats=True),))

    assert spawned(rules, 6, hold=1) == "OIOIOI"


def test_no_more_pieces_are_seen_than_the_rules_show() -> None:
    game = begun_game(Rules(preview_count=2, modifiers=(GivenQueue("TTSZIO"),)), seed=1)

    assert [shape.name for shape in game.view.next] == ["T", "S"]


def test_custom_has_it_as_options_and_a_recording_proves_it() -> None:
    rules = MODES["custom"].rules_with(options={"queue": "TSZ", "queue_end": "repeat"})
    game = begun_game(rules, seed=1)
    game.update(1_000_000_000, {Button.HARD_DROP})
    game.update(2_000_000_000, ())
    recording = Recording.from_text(Recording.of(game).to_text())

    assert recording.setup.rules.modifiers == (GivenQueue("TSZ", repeats=True),)
    assert recording.verify() is None


@together(
    ("fields", "complaint"),
    [
        ({"pieces": ""}, "it is 1 to 56 letters"),
        ({"pieces": "T" * 57}, "it is 1 to 56 letters"),
        ({"pieces": "TX"}, "its letters are OISZTLJ"),
        ({"pieces": 7}, "it is 1 to 56 letters"),
        ({"repeats": 1}, "it is true or false"),
        ({"ends": 1}, "it is true or false"),
        ({"repeats": True, "ends": True}, "at most one of them"),
    ],
)
def test_pieces_that_there_are_not_are_refused(fields: dict[str, object], complaint: str) -> None:
    with pytest.raises(RuleError, match=complaint):
        GivenQueue(**fields)  # type: ignore[arg-type]  # of the table


def test_an_option_with_other_letters_is_refused() -> None:
    with pytest.raises(RuleError, match="it is up to 56 of the letters OISZTLJ"):
        MODES["custom"].rules_with(options={"queue": "tsz"})


def test_foreign_given_pieces_are_refused_before_the_start() -> None:
    with pytest.raises(RuleError, match="the first pieces TS have 4 cells: no piece of this game has as many"):
        MODES["custom"].rules_with(options={"queue": "TS", "cells": "5"})
    assert MODES["custom"].rules_with(options={"queue": "TS", "cells": "1-5"})
