"""Modes in the database, with their rankings."""

import json

from piecement.session.records import mode_of
from piecement_base.database import Database, reading_rows
from piecement_base.modes import ModeRanking, has_ranking, mode_headline, remember_ranking
from piecement_base.ranking import rank_keys, ranking_keys
from piecement_engine import Recording
from piecement_engine.modes.mode import RESULTS


@reading_rows()
def update_rankings(database: Database) -> None:
    """Rank games anew in every mode whose ranking has changed; a mode that is not listed keeps its own.

    Later games of such a mode are ranked like those in the database.
    """
    for row in database.rows("SELECT name, ranking, headline FROM modes"):
        if row["ranking"] and not has_ranking(row["name"]):
            remember_ranking(row["name"], ModeRanking(tuple(row["ranking"].split()), row["headline"]))
        if row["ranking"] != " ".join(ranking_keys(row["name"])):
            with database.transaction():
                rank_anew(database, row["name"])


def add_mode(database: Database, mode: str, recording: Recording | None = None) -> tuple[str, ...]:
    """Add a mode, so that games of it can be stored, and return the results that rank them.

    A mode that is not listed is ranked by the rules of a recording. Call within a transaction.
    """
    if recording is not None and not has_ranking(mode):
        played = mode_of(recording)
        remember_ranking(mode, ModeRanking(played.ranking, played.headline))
    ranking = ranking_keys(mode)
    row = {"name": mode, "ranking": " ".join(ranking), "headline": mode_headline(mode)}
    database.insert("modes", row, "name", replaces=True)
    return ranking


def rank_anew(database: Database, mode: str) -> None:
    """Rank all games of a mode, and add it if it is new. Call within a transaction."""
    ranking = add_mode(database, mode)
    for row in database.rows("SELECT id, time, score, lines, level, pieces, goals FROM games WHERE mode = ?", (mode,)):
        keys = rank_keys(ranking, {name: row[name] for name in RESULTS}, json.loads(row["goals"]))
        database.change("UPDATE games SET rank1 = ?, rank2 = ?, rank3 = ? WHERE id = ?", (*keys, row["id"]))
