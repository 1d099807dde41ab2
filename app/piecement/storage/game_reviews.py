"""Reviews of games by the coach, stored so that each game is reviewed once."""

import json
from collections.abc import Iterator
from sqlite3 import Row
from typing import Final, NamedTuple

from piecement.session.bots.mistakes import Mistakes
from piecement.session.bots.review import PieceReview
from piecement.storage.database_session import Queries, change, query, readable
from piecement.storage.games import Games
from piecement_base.database import Database
from piecement_base.errors import StorageError
from piecement_engine.errors import EngineError

_EDITION: Final = 1
"""Version of the review; games with a review of another version are reviewed again."""

_OWN: Final = "NOT bot AND owner = 'own'"
"""Condition of the games that are reviewed."""

_REVIEWED: Final = f"game_reviews JOIN games ON id = game_reviews.game WHERE edition = ? AND {_OWN}"
"""Reviews of this edition; a former version of the program also reviewed imported games of others."""


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
                f"""
                SELECT id FROM games JOIN recordings ON recordings.game = id
                LEFT JOIN game_reviews ON game_reviews.game = id AND edition = ?
                WHERE {_OWN} AND game_reviews.game IS NULL ORDER BY ended_ms DESC, id DESC
                """,
                (_EDITION,),
            )
        )

    @query
    def count(self, database: Database) -> int:
        """Return the number of games that were reviewed."""
        return int(database.column(f"SELECT count(*) FROM {_REVIEWED}", (_EDITION,))[0])

    @query
    def all(self, database: Database) -> tuple[ReviewedGame, ...]:
        """Return all reviews that can be read, newest games first."""
        statement = f"SELECT game_reviews.game, mode, text FROM {_REVIEWED} ORDER BY ended_ms DESC, id DESC"
        return tuple(readable(database.rows(statement, (_EDITION,)), _reviewed_game))


def _reviewed_game(row: Row) -> ReviewedGame:
    return ReviewedGame(row["game"], row["mode"], Mistakes.from_dict(json.loads(row["text"])))


class ReviewOfAll:
    """Review of all unreviewed games, one after the other."""

    def __init__(self, games: Games, reviews: GameReviews) -> None:
        """Raises `StorageError` if the games cannot be read."""
        self._games: Final = games
        self._reviews: Final = reviews
        self._missing: Final = reviews.missing()
        self._steps: Final = self._review_all()
        self.total = len(self._missing)
        """Number of games to review; of those reviewed, once a review could not be stored."""
        self.done = 0
        """Number of reviewed games."""
        self.fault = ""
        """The reason why a review could not be stored, which ends all; empty if there was none."""

    def go_on(self) -> bool:
        """Review a little more; return whether there is more. A game that does not replay has no mistakes."""
        return next(self._steps, False)

    def _review_all(self) -> Iterator[bool]:
        """Yield after each step whether there is more; stop if a review cannot be stored."""
        for game in self._missing:
            mistakes = Mistakes()
            try:
                review = PieceReview(self._games.recording(game), mistakes.count)
                yield True
                while review.go_on():
                    yield True
            except (StorageError, EngineError):
                mistakes = Mistakes()
            try:
                self._reviews.add(game, mistakes)
            except StorageError as error:
                self.total, self.fault = self.done, str(error)
                return
            self.done += 1
            yield self.done < self.total
