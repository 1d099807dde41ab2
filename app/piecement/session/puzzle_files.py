"""Puzzles as text: a file of TOML makes a stage."""

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Final, Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from piecement.session.own_rules import LONGEST_NAME
from piecement.session.toml_files import TomlFileError, fault_at, read_text, read_toml
from piecement_base.language import error_text
from piecement_base.printable import plain_name
from piecement_engine import Game, RuleError, Rules
from piecement_engine.modes.custom import MOST_PIECES
from piecement_engine.modes.puzzle import PuzzlePack
from piecement_engine.modes.puzzle_stages import PuzzleStage

ENDING: Final = ".puzzle.toml"
"""Suffix of files with a puzzle."""

_MOST_BYTES: Final = 20_000
_Text = Annotated[str, StringConstraints(max_length=80)]


class _PuzzleFile(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid")

    title: Annotated[str, StringConstraints(min_length=1, max_length=LONGEST_NAME)]
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
    rows = tuple(row.strip().replace("X", "#") for row in file.board.split())
    hints = tuple(map(plain_name, [*([file.text] if file.text else []), *file.hints]))
    stage = PuzzleStage(plain_name(file.title), file.pieces, rows, file.goal, file.count, hints, file.par)
    rules = Rules(start_level=3, hold="once" if file.hold else "off")
    place = "rotation"
    try:
        rules = replace(rules, rotation_system=file.rotation, width=len(rows[0]) if rows else rules.width)
        place = "board"
        Game(replace(rules, modifiers=(PuzzlePack((stage,)),)), 0)
    except RuleError as error:
        place = next((key for key in ("pieces", "goal", "par") if str(error).startswith((key, f"the {key}"))), place)
        raise fault_at(text, [place], error_text(error)) from error
    return ParsedPuzzle(stage, rules, file.attempts, plain_name(file.author))


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
