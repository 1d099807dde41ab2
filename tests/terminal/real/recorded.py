"""Recorded games: read from the database beside the program that writes it, and played again."""

import json
import sqlite3
from collections.abc import Generator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from piecement.storage.autosaves import CHECKPOINT_INPUTS, CHECKPOINTS
from piecement.storage.paths import Paths
from piecement_engine import Button, Game, Setup
from piecement_engine.board.pieces import Piece
from piecement_engine.events import Event, PieceLocked, PieceMoved, PieceRotated
from piecement_engine.game.inputs import Input, mask_to_buttons

PATIENCE_S: Final = 10.0
"""How long a reader of the database waits for a writer."""


@dataclass(frozen=True, slots=True)
class Played:
    """A game or a part of it: its inputs, and what came of them."""

    inputs: tuple[Input, ...] = ()
    events: tuple[Event, ...] = ()
    time_ns: int = 0
    """How far it was played."""
    piece: Piece | None = None
    """The piece in play in the end."""

    def since(self, earlier: "Played") -> "Played":
        """Return the part after an earlier one."""
        events = tuple(event for event in self.events if event.time_ns > earlier.time_ns)
        return Played(self.inputs[len(earlier.inputs) :], events, self.time_ns, self.piece)

    def presses(self, button: Button) -> int:
        """Return the number of presses of a button."""
        held = [button in mask_to_buttons(mask) for _, mask in self.inputs]
        return sum(is_down and not was_down for was_down, is_down in zip([False, *held], held, strict=False))

    @property
    def column(self) -> int:
        """The leftmost column of the piece in play."""
        return min(x for x, _ in self.piece.cells) if self.piece else -1

    @property
    def row(self) -> int:
        """The lowest row of the piece in play."""
        return min(y for _, y in self.piece.cells) if self.piece else -1

    @property
    def steps(self) -> int:
        """Number of steps of pieces to the right, less those to the left."""
        return sum(event.after.x - event.before.x for event in self.events if isinstance(event, PieceMoved))

    @property
    def turns(self) -> int:
        """Number of turns of pieces."""
        return sum(isinstance(event, PieceRotated) for event in self.events)

    @property
    def locks(self) -> int:
        """Number of locked pieces."""
        return sum(isinstance(event, PieceLocked) for event in self.events)


def autosave_of(folder: Path) -> Played:
    """Return the only game that is stored in a folder and has not ended; nothing was played where there is none."""
    with _database(folder) as database:
        rows = database.execute(CHECKPOINTS).fetchall() if database else []
        if database is None or not rows:
            return Played()
        (row,) = rows
        parts = [json.loads(part["inputs"]) for part in database.execute(CHECKPOINT_INPUTS, (row["token"],))]
    inputs = tuple((int(time), int(mask)) for part in parts for time, mask in part)
    return _played(Setup.from_dict(json.loads(row["head"])["setup"]), inputs, row["time"])


def ended_games_of(folder: Path) -> int:
    """Return the number of ended games that are stored in a folder."""
    with _database(folder) as database:
        return int(database.execute("SELECT COUNT(*) FROM games").fetchone()[0]) if database else 0


@contextmanager
def _database(folder: Path) -> Generator[sqlite3.Connection | None, None, None]:
    """Give the database of a folder, only to be read; None until it is set up."""
    games = Paths.of(folder).games
    if not games.exists():
        yield None
        return
    with closing(sqlite3.connect(f"{games.as_uri()}?mode=ro", uri=True, timeout=PATIENCE_S)) as database:
        database.row_factory = sqlite3.Row
        is_set_up = database.execute("SELECT 1 FROM sqlite_master WHERE name = 'checkpoint_inputs'").fetchone()
        yield database if is_set_up else None


def _played(setup: Setup, inputs: tuple[Input, ...], time_ns: int) -> Played:
    game = Game.from_setup(setup)
    events: list[Event] = []
    for time, mask in inputs:
        events += game.play(time, mask)
    events += game.update(max(time_ns, game.view.time_ns))
    return Played(inputs, tuple(events), time_ns, game.view.piece)
