"""Packs of puzzles: a file of a puzzle, or a folder of such files, makes a mode with all of them."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Final, NamedTuple

from piecement.session.own_rules import LONGEST_NAME, OwnRules
from piecement.session.puzzle_files import ENDING, ParsedPuzzle, read_puzzle_file
from piecement.session.toml_files import TomlFileError
from piecement_base.language import N_, _
from piecement_base.printable import one_line
from piecement_engine import MODES, Limit, Limits, Mode
from piecement_engine.modes.options import Number, with_fields
from piecement_engine.modes.puzzle import Puzzle, PuzzlePack
from piecement_engine.modes.puzzle_stages import STAGES, PuzzleStage

GROUP: Final = N_("Puzzles")
BUILT_IN: Final = Path(__file__).parents[1] / "puzzles"
"""Folder of the packs of the game."""

TETRS: Final = "tetrs"
"""Name of the pack with the stages of the mode Puzzle."""


class ListedPack(NamedTuple):
    """A pack as it is listed."""

    mode: Mode
    authors: tuple[str, ...]
    """Author of each puzzle; empty where none is named."""

    @property
    def stages(self) -> tuple[PuzzleStage, ...]:
        return stages_of(self.mode)


def read_pack(path: Path) -> ListedPack:
    """Return the pack of a file or a folder with puzzles.

    Raises `TomlFileError`, which names the file, or `OSError`.
    """
    if path == BUILT_IN / TETRS:
        mode = MODES["puzzle"]
        return ListedPack(mode, (TETRS,) * len(stages_of(mode)))
    if not path.exists():
        raise TomlFileError(_("There is no puzzle {path}.").format(path=one_line(path.name)))
    files = sorted(path.glob(f"*{ENDING}")) if path.is_dir() else [path]
    puzzles = [read_puzzle_file(file) for file in files]
    if not puzzles:
        raise TomlFileError(_("{path} has no files that end in {ending}.").format(path=path, ending=ENDING))
    _require_same_rules(files, puzzles)
    rules, attempts = puzzles[0].rules, puzzles[0].attempts
    title = puzzles[0].stage.name if path.is_file() else path.name.replace("_", " ").capitalize()[:LONGEST_NAME]
    pack = PuzzlePack(tuple(puzzle.stage for puzzle in puzzles), attempts)
    limits = Limits(level=Limit(len(puzzles)))
    mode = OwnRules(title, replace(rules, limits=limits, modifiers=(pack,))).mode()
    sentence = N_("Solve each puzzle with the pieces you get.")
    mode = replace(mode, group=GROUP, sentence=sentence, options=(_stage_option(pack.stages),))
    return ListedPack(mode, tuple(puzzle.author for puzzle in puzzles))


def _require_same_rules(files: Sequence[Path], puzzles: Sequence[ParsedPuzzle]) -> None:
    """Raise `TomlFileError` unless all puzzles have the rules and attempts of the first one."""
    first = puzzles[0]
    for file, puzzle in zip(files, puzzles, strict=True):
        if (puzzle.rules, puzzle.attempts) != (first.rules, first.attempts):
            sentence = _("{file}: hold, rotation, attempts and width are those of the first puzzle of its folder.")
            raise TomlFileError(sentence.format(file=file.name))


def _stage_option(stages: Sequence[PuzzleStage]) -> Number:
    """Return the option of a pack for the stage that the game starts at."""
    titles = {number: f"{number} {stage.name}" for number, stage in enumerate(stages, start=1)}
    return Number(
        name="stage",
        title=N_("Stage"),
        sentence=N_("The stage that the game starts at. From a later one it is for practice."),
        default=1,
        low=1,
        high=len(stages),
        is_practice=True,
        titles=titles,
        apply=lambda rules, stage: with_fields(rules, PuzzlePack, stage=stage),
    )


def all_packs(folder: Path) -> tuple[tuple[ListedPack, ...], tuple[str, ...]]:
    """Return the packs of the game and of a folder, and sentences about the faults of files."""
    found = [read_pack(BUILT_IN / TETRS), *read_packs(BUILT_IN), *read_packs(folder)]
    packs = tuple(one for one in found if not isinstance(one, str))
    return packs, tuple(one for one in found if isinstance(one, str))


def stages_of(mode: Mode) -> tuple[PuzzleStage, ...]:
    """Return the stages of a mode of puzzles, none for any other mode."""
    for modifier in mode.rules.modifiers:
        if isinstance(modifier, PuzzlePack):
            return modifier.stages
        if isinstance(modifier, Puzzle):  # its stages are not in its fields
            return STAGES
    return ()


def packs_in(folder: Path) -> list[Path]:
    """Return the folders and single files of puzzles in a folder, which need not exist."""
    try:
        return sorted(path for path in folder.iterdir() if path.is_dir() or path.name.endswith(ENDING))
    except OSError:
        return []


def changes_in(folder: Path) -> list[tuple[Path, int]]:
    """Return the time of the last change (ns) of each folder and file of puzzles in a folder."""
    files = (file for path in packs_in(folder) for file in (path, *sorted(path.glob(f"*{ENDING}"))))
    changes: list[tuple[Path, int]] = []
    for file in files:
        with suppress(OSError):  # deleted in the meantime
            changes.append((file, file.stat().st_mtime_ns))
    return changes


def read_packs(folder: Path) -> Iterator[ListedPack | str]:
    """Yield each pack in a folder, or a sentence about its fault."""
    for path in packs_in(folder):
        try:
            yield read_pack(path)
        except TomlFileError as error:
            yield f"{path.parent.name}/{path.name}: {error}" if path.is_dir() else f"{path.parent.name}/{error}"
        except OSError:
            yield _("{path} cannot be read.").format(path=path)
