"""Running games: each is kept as its inputs as it goes on, so that it can go on after its process was killed."""

import json
from dataclasses import dataclass
from datetime import datetime
from sqlite3 import Row
from typing import Any, Final

from piecement.session import moments
from piecement.session.origin import Origin
from piecement.session.statistics import SessionStatistics
from piecement.storage import sql
from piecement.storage.database import Database, reading_rows
from piecement.storage.desk import Desk
from piecement.storage.errors import DamagedError, MissingError
from piecement_engine import EngineError, Game, Replayer, Setup
from piecement_engine.inputs import Input


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """A game that was left without an end."""

    origin: Origin
    saved: datetime
    time_ns: int
    """How far it was played."""


class RunningGames:
    """The games that have not ended; of one that is kept already only what came since is written."""

    def __init__(self, desk: Desk) -> None:
        self._desk: Final = desk
        self._written: dict[str, tuple[str, Game, int]] = {}
        """The session, the game and the number of inputs that each is kept with, by token.

        A game only goes on; what was undone is another one.
        """

    def save(self, game: Game, origin: Origin) -> None:
        """Keep a running game as it is now, in case this process does not live to see its end."""
        self._desk.do(lambda database: self._save(database, game, origin))

    def drop(self, token: str) -> None:
        """Forget a running game of this process, or one that was left.

        Raises `MissingError` if it goes on elsewhere.
        """
        self._written.pop(token, None)
        self._desk.do(lambda database: self._drop(database, token))

    def let_go(self, token: str) -> None:
        """Leave a running game for whoever plays it on, this process or another."""
        self._written.pop(token, None)
        self._desk.do(lambda database: database.change(sql.LET_GO_CHECKPOINT, (token,)))

    def left(self) -> list[Checkpoint]:
        """Return the games that were left without an end and that nobody plays, the last one first."""
        return self._desk.do(self._left)

    def resume(self, token: str) -> tuple[Replayer[SessionStatistics], Origin]:
        """Return a game that was left, which is this process's own from now on.

        Raises `MissingError` where it is gone or another process has it.
        """
        return self._desk.do(lambda database: self._resume(database, token))

    def _save(self, database: Database, game: Game, origin: Origin) -> None:
        session, kept, count = self._written.get(origin.token, ("", None, 0))
        goes_on = session == self._desk.session.name and kept is game
        first = count if goes_on else 0
        inputs = game.inputs_since(first)
        with database.transaction():
            database.change(sql.SET_CHECKPOINT, self._values(game, origin))
            if not goes_on:
                database.change(sql.CUT_CHECKPOINT_INPUTS, (origin.token, 0))
            if inputs:
                added = json.dumps(inputs, separators=(",", ":"))
                database.change(sql.ADD_CHECKPOINT_INPUTS, (origin.token, first, added))
        self._written[origin.token] = (self._desk.session.name, game, first + len(inputs))

    def _values(self, game: Game, origin: Origin) -> dict[str, object]:
        return {
            "token": origin.token,
            "session": self._desk.session.name,
            "saved_ms": moments.to_ms(self._desk.now()),
            "time": game.view.time_ns,
            "head": json.dumps({"origin": origin.to_dict(), "setup": game.setup.to_dict()}),
        }

    def _left(self, database: Database) -> list[Checkpoint]:
        session = self._desk.session
        rows = database.rows(sql.CHECKPOINTS)
        return [_checkpoint(row) for row in rows if not session.is_alive(row["session"])]

    def _drop(self, database: Database, token: str) -> None:
        session = self._desk.session
        with database.transaction():
            row = database.row(sql.CHECKPOINT, (token,))
            if row is not None and row["session"] != session.name and session.is_alive(row["session"]):
                raise MissingError("That game goes on elsewhere.")
            database.change(sql.DELETE_CHECKPOINT, (token,))

    def _resume(self, database: Database, token: str) -> tuple[Replayer[SessionStatistics], Origin]:
        row = database.row(sql.CHECKPOINT, (token,))
        session = self._desk.session
        if row is None or session.is_alive(row["session"]):
            raise MissingError("That game is not there any more, or goes on elsewhere.")
        with database.transaction():
            claim = {"mine": session.name, "token": token, "theirs": row["session"]}
            if not database.change(sql.CLAIM_CHECKPOINT, claim):
                raise MissingError("That game goes on elsewhere.")
        return _replayed(row, _inputs(database, token)), _checkpoint(row).origin


@reading_rows()
def _inputs(database: Database, token: str) -> tuple[Input, ...]:
    parts = (json.loads(row["inputs"]) for row in database.rows(sql.CHECKPOINT_INPUTS, (token,)))
    return tuple((int(time), int(mask)) for part in parts for time, mask in part)


@reading_rows()
def _checkpoint(row: Row) -> Checkpoint:
    return Checkpoint(Origin.from_dict(_head(row)["origin"]), moments.from_ms(row["saved_ms"]), row["time"])


@reading_rows()
def _replayed(row: Row, inputs: tuple[Input, ...]) -> Replayer[SessionStatistics]:
    """Return a game where it was left."""
    try:
        game = Game.from_setup(Setup.from_dict(_head(row)["setup"]))
        replayer = Replayer(game, SessionStatistics(), inputs, row["time"])
        replayer.advance(row["time"])
    except EngineError as error:
        raise DamagedError(f"That game cannot go on: {error}.") from error
    return replayer


def _head(row: Row) -> dict[str, Any]:  # a JSON object has values of any JSON type
    head: dict[str, Any] = json.loads(row["head"])  # as above
    return head
