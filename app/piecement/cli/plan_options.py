"""Options that name a mode, a board, rules or a skin. They need the engine, which is slow to import."""

from argparse import Namespace

from piecement.cli.board_file import read_board
from piecement.cli.usage import UsageError, require_known
from piecement.render.skins.skins import SKINS
from piecement.session.own_rules import OwnRules
from piecement.settings.own_files import OwnFiles
from piecement.storage.paths import Paths
from piecement_base.language import _
from piecement_base.plan import Plan
from piecement_engine import MODES


def plan_from(options: Namespace) -> Plan | None:
    """Return the plan of the game that options request, or None if they only name a skin.

    Raises `UsageError` for an unknown skin or mode, or a bad file.
    """
    config = Paths.of(options.data_dir).config
    if options.skin is not None:
        if options.skin not in SKINS:
            OwnFiles(config)  # registers looks and modes from files
        require_known("skin", options.skin, SKINS)
    if {options.mode, options.seed, options.board, options.rules} == {None}:
        return None
    name = "marathon" if options.mode is None else options.mode
    if name not in MODES:
        OwnFiles(config)
    require_known("mode", name, MODES)
    mode = MODES[name]
    if options.rules is not None:
        if options.mode is not None:
            raise UsageError(_("--rules cannot be combined with --mode."))
        mode = OwnRules.read(options.rules).mode()
    board = () if options.board is None else read_board(options.board, mode.rules.width, mode.rules.height)
    return Plan(mode, options.seed, board=board)
