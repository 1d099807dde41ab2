"""Puzzles as text: a file of TOML makes a stage."""

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Final, Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from piecement.session.own_rules import LONGEST_NAME
from piecement.session.toml_files import PRINTABLE, TomlFileError, faults_at, read_text, read_toml
from piecement_engine import Game, Rules
from piecement_engine.modes.custom import MOST_PIECES
from piecement_engine.modes.puzzle import PuzzlePack
from piecement_engine.modes.puzzle_stages import PuzzleStage

ENDING: Final = ".puzzle.toml"
"""Suffix of files with a puzzle."""

_MOST_BYTES: Final = 20_000
_Text = Annotated[str, PRINTABLE, StringConstraints(max_length=80)]


class _PuzzleFile(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid")

    title: Annotated[str, PRINTABLE, StringConstraints(min_length=1, max_length=LONGEST_NAME)]
    author: _Text = ""
    text: _Text = ""
    board: str = ""
    """Rows as a drawing, the highest first."""
    pieces: str
    hold: bool = False
    rotation: str = "ocular"
    goal: Literal["perfect_clear", "lines", "spin", "attack"] = "perfect_clear"
    count: Annotated[int, Field(ge=0, le=400)] = 0
    par: Annotated[int, Field(ge=0, le=MOST_PIECES)] = 0
    attempts: Annotated[int, Field(ge=1, le=1000)] = 5
    hints: Annotated[list[_Text], Field(max_length=20)] = []


class ParsedPuzzle(NamedTuple):
    """Puzzle, with the rules that its whole pack must share."""

    stage: PuzzleStage
    rules: Rules
    attempts: int
    author: str


def read_puzzle(text: str) -> ParsedPuzzle:
    """Return the puzzle of a file. Raises `TomlFileError`, with the line of the fault."""
    file = read_toml(text, _PuzzleFile)
    rows = tuple(row.replace("X", "#") for row in file.board.split())
    hints = tuple(filter(None, (file.text, *file.hints)))
    stage = PuzzleStage(file.title, file.pieces, (), hints=hints)
    # The engine does not name the key of a fault, so one key after another joins the stage.
    for key, fields in (
        ("pieces", {}),
        ("board", {"rows": rows}),
        ("goal", {"goal": file.goal, "lines": file.count}),
        ("par", {"par": file.par}),
    ):
        stage = stage._replace(**fields)
        with faults_at(text, key):
            PuzzlePack((stage,))
    with faults_at(text, "rotation"):
        rules = Rules(start_level=3, hold="once" if file.hold else "off", rotation_system=file.rotation)
    with faults_at(text, "board"):
        rules = replace(rules, width=len(rows[0]) if rows else rules.width)
        Game(replace(rules, modifiers=(PuzzlePack((stage,)),)), 0)
    return ParsedPuzzle(stage, rules, file.attempts, file.author)


def puzzle_text(title: str, board: Sequence[str], pieces: str) -> str:
    """Return the file of a board to be emptied, its rows lowest first; without pieces a reader refuses it."""
    rows = "\n".join("".join("." if cell == "." else "#" for cell in row) for row in reversed(board))
    return f'title = {json.dumps(title, ensure_ascii=False)}\nboard = """\n{rows}\n"""\npieces = "{pieces}"\n'


def read_puzzle_file(file: Path) -> ParsedPuzzle:
    """Return the puzzle of a file. Raises `TomlFileError`, which names the file, or `OSError`."""
    try:
        return read_puzzle(read_text(file, _MOST_BYTES))
    except TomlFileError as error:
        raise TomlFileError(f"{file.name}: {error}") from error
