"""Cascades in a game: what a clear leaves hanging sinks, clears again, and each clear is a link of a chain."""

import pytest

from piecement_engine import Button, Game, Rules, Start
from piecement_engine.events import Accolade, BlocksSank, Event, LinesCleared
from tests.engine.play import MS, begun_game

TWO_LINKS = (".##.######", "...#######", "...#......")
"""Lowest row first. A J dropped at the left wall fills the middle row; what hangs then fills the lowest."""


def drop_j(*, cascade: bool, level: int = 1) -> tuple[Game, list[Event]]:
    game = begun_game(Rules(cascade=cascade), seed=1, pieces="JTTT", board=TWO_LINKS, start=Start(level=level))
    game.update(MS, {Button.TELEPORT_LEFT})
    events = game.update(2 * MS, {Button.HARD_DROP})
    return game, events + game.update(2000 * MS, ())


def test_a_chain_clears_again_and_each_link_raises_the_combo() -> None:
    game, events = drop_j(cascade=True)
    accolades = [(event.lines, event.combo) for event in events if isinstance(event, Accolade)]

    assert accolades == [(1, 1), (1, 2)]
    assert (game.view.lines, game.view.board.to_text()) == (2, [])


def test_sinking_takes_its_time_and_then_the_next_rows_are_full() -> None:
    _, events = drop_j(cascade=True)
    (sank,) = (event for event in events if isinstance(event, BlocksSank))
    first, second = (event for event in events if isinstance(event, LinesCleared))
    depth = max(fallen.depth for fallen in sank.bodies)

    assert sank.time_ns == first.time_ns + first.delay_ns
    assert sank.delay_ns == depth * 200 * MS
    assert second.time_ns == sank.time_ns + sank.delay_ns


def test_without_the_rule_nothing_sinks() -> None:
    game, events = drop_j(cascade=False)

    assert not any(isinstance(event, BlocksSank) for event in events)
    assert (game.view.lines, len(game.view.board.to_text())) == (1, 2)


@pytest.mark.parametrize("moment_ms", [100, 250, 300, 500])
def test_a_copy_made_on_the_way_ends_alike(moment_ms: int) -> None:
    game = begun_game(Rules(cascade=True), seed=1, pieces="JTTT", board=TWO_LINKS)
    game.update(MS, {Button.TELEPORT_LEFT})
    game.update(2 * MS, {Button.HARD_DROP})
    game.update(moment_ms * MS, ())
    copy = game.copy()
    game.update(2000 * MS)
    copy.update(2000 * MS)

    assert copy.view.board.to_text() == game.view.board.to_text() == []
    assert copy.view.score == game.view.score
