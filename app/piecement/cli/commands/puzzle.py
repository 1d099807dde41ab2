"""`piecement puzzle`: play the puzzles of a file or a folder, or check that they can be solved, with their pars."""

from argparse import Namespace
from collections.abc import Iterable
from pathlib import Path
from typing import Final, NamedTuple

from piecement.cli.arguments import FOLDER, Option
from piecement.cli.play import play_from_terminal
from piecement.cli.streams import say
from piecement.cli.usage import UNPROVEN, UsageError
from piecement.session.puzzle_packs import BUILT_IN, TETRS, read_pack, stages_of
from piecement.session.puzzle_solver import MOST_SOLUTIONS, fewest_pieces, solutions
from piecement.session.toml_files import TomlFileError
from piecement.terminal.clock import SECOND_NS, now_ns
from piecement.ui.launch import Launch
from piecement_base.language import N_, _, ngettext
from piecement_base.plan import Plan
from piecement_engine import Mode
from piecement_engine.modes.puzzle_stages import PuzzleStage

_LONGEST_NS: Final = 60 * SECOND_NS


def run(options: Namespace) -> int:
    """List the packs of the game, play a pack, or check it."""
    if options.pack is None:
        for name in (TETRS, *sorted(path.name for path in BUILT_IN.iterdir() if path.is_dir())):
            say(name)
        return 0
    mode = pack_mode(options.pack)
    if options.check:
        return max([_check(mode, number, stage) for number, stage in enumerate(stages_of(mode), start=1)])
    return play_from_terminal(Launch(plan=Plan(mode), data_folder=options.data_dir))


def pack_mode(pack: str) -> Mode:
    """Return the mode of a file, a folder or a pack of the game. Raises `UsageError`."""
    path = Path(pack)
    if not path.exists() and path.name == pack:
        path = BUILT_IN / pack
    try:
        return read_pack(path).mode
    except TomlFileError as error:
        raise UsageError(error) from None


def _check(mode: Mode, number: int, stage: PuzzleStage) -> int:
    """Print in how many ways a puzzle can be solved, and its par; return the exit status."""
    until_ns = now_ns() + _LONGEST_NS
    found = _counted(solutions(stage, mode.rules, stage.par or len(stage.pieces)), MOST_SOLUTIONS, until_ns)
    least = _counted(fewest_pieces(stage, mode.rules), 1, until_ns)
    is_proved = found.total > 0 and (not stage.par or least.total == stage.par)
    say(f"{number} {stage.name}: {_verdict(stage.par, found, least)}")
    return 0 if is_proved else UNPROVEN


class _Counted(NamedTuple):
    """A sum, and whether nothing is missing in it for lack of time."""

    total: int
    is_whole: bool


def _counted(found: Iterable[int], most: int, until_ns: int) -> _Counted:
    count = 0
    for one in found:
        count += one
        if count >= most or now_ns() > until_ns:
            return _Counted(count, is_whole=False)
    return _Counted(count, is_whole=True)


def _verdict(par: int, found: _Counted, least: _Counted) -> str:
    if par and least.total and least.total != par:
        return _("the par is {count}, not {par}").format(count=least.total, par=par)
    if not found.total and (found if not par else least).is_whole:
        return _("impossible")
    if not found.total or (par and not least.total):
        return _("not decided within 60 s")
    text = ngettext("solvable in {count} way", "solvable in {count} ways", found.total).format(count=found.total)
    if not found.is_whole:
        text = _("{found} or more").format(found=text)
    return ", ".join([text, *([_("par {count}").format(count=least.total)] if least.total else [])])


_PACK: Final = Option("pack", "PACK", N_("folder, file or name of a pack (default: list all packs)"), number="?")
_CHECK: Final = Option("--check", "", N_("check that each puzzle is solvable, count its solutions and prove its par"))
OPTIONS: Final = (_PACK, _CHECK, FOLDER)
