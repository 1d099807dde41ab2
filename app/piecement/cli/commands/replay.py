"""`piecement replay`: list, show, verify, export and import replays and matches."""

import json
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from piecement.cli.arguments import whole_number
from piecement.cli.commands import replay_export
from piecement.cli.commands.shared import add_folder, add_format, find_recording, open_store, print_games, require_mode
from piecement.cli.usage import WRONG_USAGE, UsageError
from piecement.language import _, ngettext
from piecement.session import formatting
from piecement.session.formatting import clock_text, count_text
from piecement.session.match_session import player_names
from piecement.session.plan import Origin
from piecement.storage.errors import StorageError
from piecement.storage.game_query import GameQuery
from piecement.storage.replay_files import is_match, read_match
from piecement.storage.store import Store
from piecement.terminal.printable import one_line, plain_name
from piecement_engine import Desync, Recording
from piecement_engine.match import MatchDesync, MatchRecording, RecordedMatch


def match_facts(match: RecordedMatch) -> Iterator[tuple[str, object]]:
    """Yield names and values of the facts about a match, and of each round."""
    started = formatting.from_text(match.about.get("started"))
    yield _("Players"), ", ".join(map(plain_name, player_names(match.about)))
    if started != formatting.EPOCH:
        yield _("Played on"), formatting.to_local_text(started)
    yield _("Rounds"), len(match.rounds)
    yield _("Time"), clock_text(match.time_ns)
    for number, recording in enumerate(match.rounds, start=1):
        yield _("Round {number}").format(number=number), _round_text(recording)


def _round_text(recording: MatchRecording) -> str:
    games = ", ".join(
        _("{end} after {lines}").format(
            end=game.result.end or _("unfinished"), lines=count_text("lines", game.result.lines)
        )
        for game in recording.games
    )
    attacks = _("not recorded") if recording.attacks is None else len(recording.attacks)
    return _("{time}, attacks: {attacks}; {games}").format(
        time=clock_text(recording.time_ns), attacks=attacks, games=games
    )


_MOST_ROUNDS: Final = 9999
UNPROVEN: Final = 1
"""Exit status for a replay that does not lead to its stated result."""

_PROVEN: Final = _("proven")
_VERIFY: Final = _(
    "Play replays again and check their results. Exit with 0 if all match, 1 if one does not, 2 if one cannot be read."
)


def add_arguments(parser: ArgumentParser) -> None:
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    listing = commands.add_parser("list", description=_("List replays, latest first."))
    add_format(listing)
    listing.add_argument("--matches", action="store_true", help=_("list saved matches instead of single games"))
    listing.set_defaults(command=_list)
    show = commands.add_parser("show", description=_("Print the facts of a replay."))
    show.add_argument("replay", metavar="REPLAY", help=_("game number or replay file"))
    show.set_defaults(command=_show)
    verify = commands.add_parser("verify", description=_VERIFY)
    verify.add_argument("replays", nargs="+", metavar="REPLAY", help=_("game number or replay file"))
    verify.set_defaults(command=_verify)
    export = commands.add_parser(
        "export", description=_("Export a replay as text, an asciinema cast, an SVG picture or a fumen.")
    )
    replay_export.add_arguments(export)
    export.set_defaults(command=replay_export.run)
    watch = commands.add_parser("watch", description=_("Watch a match with all boards synchronised."))
    watch.add_argument("file", type=Path, metavar="FILE", help=_("match file"))
    watch.add_argument(
        "--round",
        type=whole_number(1, _MOST_ROUNDS),
        default=1,
        metavar="N",
        help=_("round to watch (default: the first)"),
    )
    watch.set_defaults(command=_watch)
    get = commands.add_parser("import", description=_("Import replay files that pass the check."))
    get.add_argument("files", type=Path, nargs="+", metavar="FILE", help=_("replay file"))
    get.set_defaults(command=_import)
    for command in (listing, show, verify, watch, get):
        add_folder(command)


def run(options: Namespace) -> int:
    status: int = options.command(options)
    return status


def _list(options: Namespace) -> int:
    if options.matches:
        return _list_matches(options)
    with open_store(options) as store:
        require_mode(store, options.mode)
        query = GameQuery(mode=options.mode, recorded=True, sort="ended", descending=True)
        ids = store.games.ids(query, options.limit or None)
        print_games(store.games.read(ids), as_json=options.json, best=store.games.bests())
    return 0


def _list_matches(options: Namespace) -> int:
    with open_store(options) as store:
        stored = store.matches.latest()[: options.limit or None]
    if options.json:
        sys.stdout.write(f"{json.dumps([str(path) for path in stored], indent=2)}\n")
        return 0
    if not stored:
        sys.stdout.write(_("No saved matches.\n"))
    for path in stored:
        sys.stdout.write(f"{one_line(path)}\n")
    return 0


def _show(options: Namespace) -> int:
    with open_store(options) as store:
        path = Path(options.replay)
        facts = match_facts(read_match(path)) if is_match(path) else _facts(find_recording(store, options.replay))
        for name, value in facts:
            sys.stdout.write(f"{name:<8} {value}\n")
    return 0


def _watch(options: Namespace) -> int:
    from piecement.cli.play import play  # only where it is shown
    from piecement.ui.launch import FirstRun, Launch

    rounds = read_match(options.file).rounds
    if options.round > len(rounds):
        raise UsageError(
            ngettext(
                "There is no round {number}: the match has {count} round.",
                "There is no round {number}: the match has {count} rounds.",
                len(rounds),
            ).format(count=len(rounds), number=options.round)
        )
    return play(Launch(watch=rounds[options.round - 1], data_folder=options.data_dir, first_run=FirstRun.NEVER))


def _verify(options: Namespace) -> int:
    with open_store(options) as store:
        return max([_verify_one(store, replay) for replay in options.replays])


def _verify_one(store: Store, replay: str) -> int:
    """Print the verdict on one replay, and return its exit status."""
    try:
        sentence, proven = _verdict(store, replay)
    except StorageError as error:
        sys.stderr.write(f"piecement: {error}\n")
        return WRONG_USAGE
    sys.stdout.write(f"{one_line(replay)}: {sentence}\n")
    return 0 if proven else UNPROVEN


def _verdict(store: Store, replay: str) -> tuple[str, bool]:
    """Return the verdict on a game's number or a file, and whether the replay is proven."""
    if is_match(Path(replay)):
        return _verdict_on_match(read_match(Path(replay)))
    recording = find_recording(store, replay)
    desync = recording.verify(budget=recording.fair_budget())
    return (_PROVEN, True) if desync is None else (_unproven(desync), False)


def _verdict_on_match(match: RecordedMatch) -> tuple[str, bool]:
    desync = match.verify()
    if desync is not None:
        sentence = _unproven(desync.desync)
        return _("round {number}: {what}").format(number=desync.round + 1, what=sentence), False
    if any(recording.attacks is None for recording in match.rounds):
        return _("every game verified, but attacks were not recorded"), True
    return _PROVEN, True


def _import(options: Namespace) -> int:
    with open_store(options, writes=True) as store:
        for file in options.files:
            sys.stdout.write(f"{one_line(file)}: {_imported(store, file)}\n")
    return 0


def _unproven(desync: Desync | MatchDesync) -> str:
    """Return the sentence about the first difference in a game or a match."""
    time = clock_text(desync.time_ns)
    return _("differs from {time} on: {sentence}.").format(time=time, sentence=desync.sentence)


def _imported(store: Store, file: Path) -> str:
    """Import a game or a match, and return its new number or path."""
    if is_match(file):
        return one_line(store.matches.import_file(file).path)
    return _("game {number}").format(number=store.replays.import_file(file))


def _facts(recording: Recording) -> list[tuple[str, object]]:
    result, about = recording.result, recording.about
    origin = Origin.from_dict(about)
    return [
        (_("Mode"), f"{origin.mode or 'unknown'} {origin.variant}".strip()),
        (_("Played on"), plain_name(about.get("started", _("unknown date")))),
        (_("Marks"), ", ".join(origin.unranked.names()) or "none"),
        (_("End"), result.end or _("unfinished")),
        (_("Time"), clock_text(result.time_ns)),
        (_("Score"), result.score),
        (_("Lines"), result.lines),
        (_("Level"), result.level),
        (_("Pieces"), result.pieces),
        (_("Inputs"), len(recording.inputs)),
        (_("Seed"), recording.setup.seed),
        (_("Rules"), recording.setup.rules.to_dict() or _("all defaults")),
    ]
