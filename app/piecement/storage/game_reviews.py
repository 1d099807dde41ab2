"""Reviews of games by the coach, stored so that each game is reviewed once."""

import json
from typing import Final, NamedTuple

from piecement.session.bots.review import MistakeReview, Mistakes
from piecement.storage.database import Database
from piecement.storage.database_session import Queries, change, query
from piecement.storage.errors import StorageError
from piecement.storage.games import Games
from piecement_engine.errors import EngineError

_EDITION: Final = 1
"""Version of the review; games with a review of another version are reviewed again."""


class ReviewedGame(NamedTuple):
    """A game with its mistakes."""

    game: int
    """Id of the game."""
    mode: str
    mistakes: Mistakes


class GameReviews(Queries):
    """Reviews of the recorded games of the player."""

    @change
    def add(self, database: Database, game: int, mistakes: Mistakes) -> None:
        """Store the mistakes of a game, unless the game is gone."""
        database.change(
            """
            INSERT INTO game_reviews (game, edition, text) SELECT id, :edition, :text FROM games WHERE id = :game
            ON CONFLICT (game) DO UPDATE SET edition = :edition, text = :text
            """,
            {"game": game, "edition": _EDITION, "text": json.dumps(mistakes.to_dict())},
        )

    @query
    def missing(self, database: Database) -> tuple[int, ...]:
        """Return the ids of unreviewed games, the newest first."""
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
    def count(self, database: Database) -> int:
        """Return the number of games that were reviewed."""
        return int(database.column("SELECT count(*) FROM game_reviews")[0])

    @query
    def all(self, database: Database) -> tuple[ReviewedGame, ...]:
        """Return all reviews, newest games first."""
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
    """Review of all unreviewed games, one after the other."""

    def __init__(self, games: Games, reviews: GameReviews) -> None:
        """Raises `StorageError` if the games cannot be read."""
        self._games: Final = games
        self._reviews: Final = reviews
        self._waiting: Final = list(reviews.missing()[::-1])
        self._game = 0
        self._review: MistakeReview | None = None
        self.total: Final = len(self._waiting)
        """Number of games to review."""

    @property
    def done(self) -> int:
        """Number of reviewed games."""
        return self.total - len(self._waiting) - (self._review is not None)

    def go_on(self) -> bool:
        """Review a little more; return whether there is more. A game that does not replay has no mistakes."""
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
        """Store the mistakes of the game; if that fails, stop."""
        try:
            self._reviews.add(self._game, mistakes)
        except StorageError:
            self._waiting.clear()
