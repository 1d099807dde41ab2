"""What the coach found in each game, so that every game is looked through once."""

import json
from typing import Final, NamedTuple

from piecement.session.bots.mistakes import MistakeReview, Mistakes
from piecement.storage.database import Database
from piecement.storage.database_session import Queries, change, query
from piecement.storage.errors import StorageError
from piecement.storage.games import Games
from piecement_engine.errors import EngineError

_EDITION: Final = 1
"""Counts how games are judged: those that were judged otherwise are looked through again."""


class ReviewedGame(NamedTuple):
    """A game and what was found in it."""

    game: int
    """Its id."""
    mode: str
    mistakes: Mistakes


class GameReviews(Queries):
    """The reviews of the player's recorded games."""

    @change
    def add(self, database: Database, game: int, mistakes: Mistakes) -> None:
        """Store what was found in a game; nothing if the game is gone."""
        database.change(
            """
            INSERT INTO game_reviews (game, edition, text) SELECT id, :edition, :text FROM games WHERE id = :game
            ON CONFLICT (game) DO UPDATE SET edition = :edition, text = :text
            """,
            {"game": game, "edition": _EDITION, "text": json.dumps(mistakes.to_dict())},
        )

    @query
    def missing(self, database: Database) -> tuple[int, ...]:
        """Return the ids of the games that are not reviewed yet, the newest first."""
        return tuple(
            database.column(
                """
            SELECT id FROM games JOIN recordings ON recordings.game = id
            LEFT JOIN game_reviews ON game_reviews.game = id AND edition = ?
            WHERE NOT bot AND game_reviews.game IS NULL ORDER BY ended_ms DESC, id DESC
            """,
                (_EDITION,),
            )
        )

    @query
    def all(self, database: Database) -> tuple[ReviewedGame, ...]:
        """Return all reviews, those of the newest games first."""
        return tuple(
            ReviewedGame(row["game"], row["mode"], Mistakes.from_dict(json.loads(row["text"])))
            for row in database.rows(
                """
                SELECT game_reviews.game, mode, text FROM game_reviews JOIN games ON id = game_reviews.game
                WHERE edition = ? ORDER BY ended_ms DESC, id DESC
                """,
                (_EDITION,),
            )
        )


class ReviewOfAll:
    """Looks through all games that are not reviewed yet, one after the other, and stores what it finds."""

    def __init__(self, games: Games, reviews: GameReviews) -> None:
        """Prepare. Raises `StorageError` where the games cannot be read."""
        self._games: Final = games
        self._reviews: Final = reviews
        self._waiting: Final = list(reviews.missing()[::-1])
        self._game = 0
        self._review: MistakeReview | None = None
        self.total: Final = len(self._waiting)
        """How many games were to be looked through."""

    @property
    def done(self) -> int:
        """How many of them were."""
        return self.total - len(self._waiting) - (self._review is not None)

    def go_on(self) -> bool:
        """Judge a little more; return whether there is more. A game that does not replay has nothing to tell."""
        if self._review is None:
            if not self._waiting:
                return False
            self._game = self._waiting.pop()
            self._review = self._begun(self._game)
            return True
        try:
            has_more = self._review.go_on()
        except EngineError:
            has_more = False
        if not has_more:
            review, self._review = self._review, None
            self._store(review.mistakes)
        return bool(self._review or self._waiting)

    def _begun(self, game: int) -> MistakeReview | None:
        try:
            return MistakeReview(self._games.recording(game))
        except StorageError:
            self._store(Mistakes())
            return None

    def _store(self, mistakes: Mistakes) -> None:
        """Store what was found in the game; where that is not possible now, all games wait for another time."""
        try:
            self._reviews.add(self._game, mistakes)
        except StorageError:
            self._waiting.clear()
