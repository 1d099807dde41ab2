"""Every recorded game of the player is looked through once, the newest first; what was found is stored with it."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from piecement.session.bots.mistakes import Mistake, Mistakes, Moment
from piecement.session.bots.review import PieceReview
from piecement.storage import game_reviews
from piecement.storage.game_reviews import ReviewOfAll
from piecement.storage.store import Store
from piecement_base.errors import StorageError
from piecement_base.origin import Owner, UnrankedReasons
from piecement_engine import RecordingError
from tests.app.database_file import change_file
from tests.app.kept_games import record_of, recorded, store_in

FOUND = Mistakes(7, {Mistake.HOLES: 2}, {Mistake.HOLES: 9.5}, (Moment(6.0, Mistake.HOLES, 3, 1000),))


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return store_in(tmp_path)


def review_all(store: Store) -> ReviewOfAll:
    """Look through all games."""
    review = ReviewOfAll(store.games, store.game_reviews)
    while review.go_on():
        pass
    return review


def test_recorded_games_are_looked_through_newest_first_and_once(store: Store) -> None:
    games = [store.games.finish(recorded(seed=seed)) for seed in (1, 2)]
    store.games.finish(record_of())
    waiting = store.game_reviews.missing()
    first, second = review_all(store), review_all(store)

    assert waiting == tuple(games[::-1])
    assert (first.total, first.done) == (2, 2)
    assert second.total == 0
    assert [one.game for one in store.game_reviews.all()] == games[::-1]
    assert all(one.mistakes.pieces for one in store.game_reviews.all())


def test_games_of_bots_are_left_out(store: Store) -> None:
    record = recorded()
    store.games.finish(replace(record, origin=replace(record.origin, unranked=UnrankedReasons(bot=True))))

    assert store.game_reviews.missing() == ()


@pytest.mark.parametrize(
    "origin", [{"owner": Owner.UNKNOWN}, {"unranked": UnrankedReasons(bot=True)}], ids=["imported", "bot"]
)
def test_reviews_of_games_of_others_are_not_counted(store: Store, origin: dict[str, Any]) -> None:
    record = recorded()
    of_player = store.games.finish(record)
    of_other = store.games.finish(replace(record, origin=replace(record.origin, token="other", **origin)))
    store.game_reviews.add(of_player, FOUND)
    store.game_reviews.add(of_other, FOUND)

    assert [one.game for one in store.game_reviews.all()] == [of_player]
    assert store.game_reviews.count() == 1


def test_reviews_of_a_former_edition_are_not_counted(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    game = store.games.finish(recorded())
    store.game_reviews.add(game, FOUND)
    monkeypatch.setattr(game_reviews, "_EDITION", 2)

    assert store.game_reviews.missing() == (game,)
    assert store.game_reviews.all() == ()
    assert store.game_reviews.count() == 0


def test_findings_go_with_their_game(store: Store) -> None:
    game = store.games.finish(recorded())
    store.game_reviews.add(game, FOUND)
    kept = store.game_reviews.all()
    store.games.delete(game)
    store.game_reviews.add(game, FOUND)

    assert [(one.game, one.mistakes) for one in kept] == [(game, FOUND)]
    assert store.game_reviews.all() == ()


def test_a_damaged_review_hides_no_other(store: Store, tmp_path: Path) -> None:
    games = [store.games.finish(recorded(seed=seed)) for seed in (1, 2)]
    for game in games:
        store.game_reviews.add(game, FOUND)
    change_file(tmp_path, "UPDATE game_reviews SET text = '{}' WHERE game = ?", games[:1])

    assert [one.game for one in store.game_reviews.all()] == games[1:]
    assert store.pop_warnings() == ()


def test_a_game_with_a_damaged_recording_is_not_retried(store: Store) -> None:
    record = recorded()
    game = store.games.add(record, "no recording")
    review = review_all(store)

    assert review.total == 1
    assert [one.mistakes.pieces for one in store.game_reviews.all()] == [0]
    assert store.game_reviews.missing() == ()
    assert game


def test_a_game_that_replays_only_in_part_has_no_mistakes(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    store.games.finish(recorded())
    go_on = PieceReview.go_on

    def fail_at_the_end(review: PieceReview) -> bool:
        if not go_on(review):
            raise RecordingError("the recording does not replay")
        return True

    monkeypatch.setattr(PieceReview, "go_on", fail_at_the_end)
    review_all(store)

    assert [one.mistakes for one in store.game_reviews.all()] == [Mistakes()]


def test_where_nothing_can_be_stored_games_wait_for_another_time(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    for seed in (1, 2):
        store.games.finish(recorded(seed=seed))

    def refuse(*_: object) -> None:
        raise StorageError("The disk is full.")

    with monkeypatch.context() as full:
        full.setattr(store.game_reviews, "add", refuse)
        review = review_all(store)

    assert review.done == review.total == 0
    assert len(store.game_reviews.missing()) == 2
