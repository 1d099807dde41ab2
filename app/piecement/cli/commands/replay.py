"""`piecement replay`: list, show, verify, export and import replays."""

import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import Final

from piecement.cli.commands import replay_export
from piecement.cli.commands.shared_options import (
    add_folder,
    add_format,
    find_recording,
    open_store,
    print_games,
    require_mode,
)
from piecement.cli.usage import WRONG_USAGE
from piecement.language import _
from piecement.session.clock_text import clock_text
from piecement.session.origin import Origin
from piecement.storage.errors import StorageError
from piecement.storage.game_query import GameQuery
from piecement.storage.replays import MATCH_ENDING, read_match
from piecement.storage.store import Store
from piecement.terminal.outside_text import one_line, plain_name
from piecement_engine import Desync, Recording
from piecement_engine.match import MatchDesync

UNPROVEN: Final = 1
"""The exit status when a replay does not prove what it says."""

_VERIFY: Final = _(
    "Play replays again and check that they end as they say. The exit status is 0 if all do, 1 if one does not, "
    "2 if one cannot be read."
)


def add_arguments(parser: ArgumentParser) -> None:
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    listing = commands.add_parser("list", description=_("List the games that can be watched, the latest first."))
    add_format(listing)
    listing.set_defaults(command=_list)
    show = commands.add_parser("show", description=_("Print what a replay is."))
    show.add_argument("replay", metavar="REPLAY", help=_("the number of a game, or a file"))
    show.set_defaults(command=_show)
    verify = commands.add_parser("verify", description=_VERIFY)
    verify.add_argument("replays", nargs="+", metavar="REPLAY", help=_("the number of a game, or a file"))
    verify.set_defaults(command=_verify)
    export = commands.add_parser("export", description=_("Write a replay to a file: itself, a film, or a picture."))
    replay_export.add_arguments(export)
    export.set_defaults(command=replay_export.run)
    get = commands.add_parser("import", description=_("Import the games of replay files that prove what they say."))
    get.add_argument("files", type=Path, nargs="+", metavar="FILE", help=_("a replay file"))
    get.set_defaults(command=_import)
    for command in (listing, show, verify, get):
        add_folder(command)


def run(asked: Namespace) -> int:
    status: int = asked.command(asked)
    return status


def _list(asked: Namespace) -> int:
    with open_store(asked) as store:
        require_mode(store, asked.mode)
        query = GameQuery(mode=asked.mode, recorded=True, sort="ended", descending=True)
        ids = list(store.games.listing(query, asked.limit or None))
        print_games(store.games.read(ids), as_json=asked.json, best=store.games.bests())
    return 0


def _show(asked: Namespace) -> int:
    with open_store(asked) as store:
        recording = find_recording(store, asked.replay)
        for name, value in _facts(recording):
            sys.stdout.write(f"{name:<8} {value}\n")
    return 0


def _verify(asked: Namespace) -> int:
    with open_store(asked) as store:
        return max([_verify_one(store, replay) for replay in asked.replays])


def _verify_one(store: Store, replay: str) -> int:
    """Print whether a replay is proven, and return the exit status for it alone."""
    try:
        sentence = _sentence(store, replay)
    except StorageError as error:
        sys.stderr.write(f"piecement: {error}\n")
        return WRONG_USAGE
    sys.stdout.write(f"{one_line(replay)}: {sentence or 'proven'}\n")
    return UNPROVEN if sentence else 0


def _sentence(store: Store, replay: str) -> str:
    """Return what is wrong with a game's number or a file, by the ending of its name; nothing if it is proven."""
    if replay.endswith(".round"):
        return _round_verdict(Path(replay))
    if replay.endswith(MATCH_ENDING):
        return _unproven(read_match(Path(replay)).verify())
    recording = find_recording(store, replay)
    return _unproven(recording.verify(budget=recording.fair_budget()))


def _import(asked: Namespace) -> int:
    with open_store(asked, writes=True) as store:
        for file in asked.files:
            sys.stdout.write(
                _("{file}: game {number}\n").format(file=one_line(file), number=store.replays.import_file(file))
            )
    return 0


def _round_verdict(path: Path) -> str:
    """Return what is wrong with the recording of a round over a network; nothing if the game of each side is proven."""
    from piecement.online.round_file import RoundFileError, prove  # noqa: PLC0415 - only for those
    from piecement.storage.round_files import RoundFiles  # noqa: PLC0415 - as above

    try:
        prove(RoundFiles.read(path))
    except RoundFileError as error:
        return str(error)
    return ""


def _unproven(desync: Desync | MatchDesync | None) -> str:
    """Return where a game or a match parts from what it says; nothing if it does not."""
    if desync is None:
        return ""
    time = clock_text(desync.time_ns)
    return _("not proven from {time} on: {sentence}.").format(time=time, sentence=desync.sentence)


def _facts(recording: Recording) -> list[tuple[str, object]]:
    result, about = recording.result, recording.about
    origin = Origin.from_dict(about)
    return [
        (_("Mode"), f"{origin.mode or 'unknown'} {origin.variant}".strip()),
        (_("Played"), plain_name(about.get("started", _("at an unknown time")))),
        (_("Marks"), ", ".join(origin.unranked.names()) or "none"),
        (_("End"), result.end or _("goes on")),
        (_("Time"), clock_text(result.time_ns)),
        (_("Score"), result.score),
        (_("Lines"), result.lines),
        (_("Level"), result.level),
        (_("Pieces"), result.pieces),
        (_("Inputs"), len(recording.inputs)),
        (_("Seed"), recording.setup.seed),
        (_("Rules"), recording.setup.rules.to_dict() or _("the defaults")),
    ]
