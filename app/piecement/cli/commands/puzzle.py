"""`piecement puzzle`: play the puzzles of a file or a folder, or check that they can be solved."""

import sys
from argparse import Namespace
from pathlib import Path
from typing import Final

from piecement.cli.arguments import Option
from piecement.cli.commands.shared import FOLDER, play_from_terminal
from piecement.cli.usage import UsageError, say
from piecement_base.language import N_, _, ngettext
from piecement.session.mode_files import ModeFileError
from piecement_base.plan import Plan
from piecement.session.puzzle_files import BUILT_IN, MOST_WAYS, TETRS, pack_of, read_pack, ways
from piecement.terminal.clock import SECOND_NS, now_ns
from piecement.ui.launch import Launch
from piecement_engine import Mode
from piecement_engine.modes.puzzle import PuzzleStage

UNPROVEN: Final = 1
"""Exit status if a puzzle is impossible, or was not decided in time."""
_LONGEST_NS: Final = 60 * SECOND_NS


def run(options: Namespace) -> int:
    """List the packs of the game, play a pack, or check it."""
    if options.pack is None:
        for name in (TETRS, *sorted(path.name for path in BUILT_IN.iterdir() if path.is_dir())):
            say(name)
        return 0
    mode = pack_mode(options.pack)
    if options.check:
        return max([_check(mode, number, stage) for number, stage in enumerate(pack_of(mode).stages, start=1)])
    return play_from_terminal(Launch(plan=Plan(mode), data_folder=options.data_dir))


def pack_mode(pack: str) -> Mode:
    """Return the mode of a file, a folder or a pack of the game. Raises `UsageError`."""
    path = Path(pack)
    if not path.exists() and path.name == pack:
        path = BUILT_IN / pack
    try:
        return read_pack(path)
    except ModeFileError as error:
        raise UsageError(error) from None


def _check(mode: Mode, number: int, stage: PuzzleStage) -> int:
    """Print whether a puzzle can be solved, and in how many ways; return the exit status."""
    count, until_ns, is_whole = 0, now_ns() + _LONGEST_NS, True
    for is_way in ways(stage, mode.rules):
        count += is_way
        if count >= MOST_WAYS or now_ns() > until_ns:
            is_whole = False
            break
    sys.stdout.write(f"{number} {stage.name}: {_verdict(count, is_whole=is_whole)}\n")
    sys.stdout.flush()
    return 0 if count else UNPROVEN


def _verdict(count: int, *, is_whole: bool) -> str:
    if not count:
        return _("impossible") if is_whole else _("not decided within 60 s")
    found = ngettext("solvable in {count} way", "solvable in {count} ways", count).format(count=count)
    return found if is_whole else _("{found} or more").format(found=found)


_PACK: Final = Option("pack", "PACK", N_("folder, file or name of a pack; without it the packs are listed"), number="?")
_CHECK: Final = Option("--check", "", N_("check that each puzzle can be solved, and count the ways"))
OPTIONS: Final = (_PACK, _CHECK, FOLDER)
