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
    ways = _search(solutions(stage, mode.rules, stage.par or len(stage.pieces)), MOST_SOLUTIONS, until_ns)
    fewest = _search(fewest_pieces(stage, mode.rules), 1, until_ns)
    is_proved = ways.number > 0 and (not stage.par or fewest.number == stage.par)
    say(f"{number} {stage.name}: {_verdict(stage.par, ways, fewest)}")
    return 0 if is_proved else UNPROVEN


class _Outcome(NamedTuple):
    """Outcome of a search."""

    number: int
    """Number of solutions, or of the fewest pieces; 0 if none were found."""
    is_final: bool
    """Whether the search came to its end: it stops when time is up, or enough is found."""


def _search(numbers: Iterable[int], most: int, until_ns: int) -> _Outcome:
    """Return the sum of what a search yields, up to a maximum or until a time (ns)."""
    number = 0
    for found in numbers:
        number += found
        if number >= most or now_ns() > until_ns:
            return _Outcome(number, is_final=False)
    return _Outcome(number, is_final=True)


def _verdict(par: int, ways: _Outcome, fewest: _Outcome) -> str:
    if par and fewest.number and fewest.number != par:
        return _("the par is {count}, not {par}").format(count=fewest.number, par=par)
    if not ways.number and (fewest if par else ways).is_final:
        return _("impossible")
    if not ways.number or (par and not fewest.number):
        return _("not decided within 60 s")
    text = ngettext("solvable in {count} way", "solvable in {count} ways", ways.number).format(count=ways.number)
    if not ways.is_final:
        text = _("{found} or more").format(found=text)
    return ", ".join([text, *([_("par {count}").format(count=fewest.number)] if fewest.number else [])])


_PACK: Final = Option("pack", "PACK", N_("folder, file or name of a pack (default: list all packs)"), number="?")
_CHECK: Final = Option("--check", "", N_("check that each puzzle is solvable, count its solutions and prove its par"))
OPTIONS: Final = (_PACK, _CHECK, FOLDER)
