"""`piecement replay`: replays and matches listed, shown, verified, imported and watched."""

import sys
from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from piecement.cli.arguments import FOLDER, Option, Subcommand, whole_number
from piecement.cli.commands.game_list import LIST_OPTIONS, OF_MODE, OWNERS, print_games
from piecement.cli.commands.replay_export import EXPORT_OPTIONS, export
from piecement.cli.play import play_from_terminal
from piecement.cli.store import REPLAY_HELP, find_recording, find_verified, open_store
from piecement.cli.streams import print_json
from piecement.cli.usage import UNPROVEN, WRONG_USAGE, UsageError
from piecement.render.cells import aligned
from piecement.session.match_facts import player_names
from piecement.session.records import origin_of
from piecement.storage.game_query import GameQuery
from piecement.storage.match_files import is_match, read_match
from piecement.storage.replay_files import is_line
from piecement.storage.store import Store
from piecement.ui.launch import FirstRun, Launch
from piecement_base import timestamps
from piecement_base.errors import StorageError
from piecement_base.formatting import clock_text, count_text
from piecement_base.language import N_, _, ngettext
from piecement_base.origin import Owner
from piecement_base.printable import LONGEST_NAME, one_line, plain_name
from piecement_engine import Desync, Recording
from piecement_engine.match import RecordedMatch, RoundRecording, SideDesync

_PROVEN: Final = N_("proven")


def _facts(recording: Recording) -> list[tuple[str, object]]:
    result, about = recording.result, recording.about
    origin = origin_of(recording)
    return [
        *([(_("Player"), plain_name(about["name"]))] if about.get("name") else []),
        (_("Mode"), f"{origin.mode} {origin.variant}".strip()),
        (_("Played on"), plain_name(about.get("started", _("unknown date")))),
        (_("Marks"), ", ".join(origin.unranked.names()) or _("none")),
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


def match_facts(match: RecordedMatch) -> Iterator[tuple[str, object]]:
    """Yield names and values of the facts about a match, and of each round."""
    started = timestamps.from_text(match.about.get("started"))
    yield _("Players"), ", ".join(map(plain_name, player_names(match.about)))
    if started != timestamps.EPOCH:
        yield _("Played on"), timestamps.to_local_text(started)
    yield _("Rounds"), len(match.rounds)
    yield _("Time"), clock_text(match.time_ns)
    for number, recording in enumerate(match.rounds, start=1):
        yield _("Round {number}").format(number=number), _round_text(recording)


def _round_text(recording: RoundRecording) -> str:
    results = [(game.result.end or _("unfinished"), count_text("lines", game.result.lines)) for game in recording.games]
    games = ", ".join(_("{end} after {lines}").format(end=end, lines=lines) for end, lines in results)
    attacks = _("not recorded") if recording.attacks is None else len(recording.attacks)
    time = clock_text(recording.time_ns)
    return _("{time}, attacks: {attacks}; {games}").format(time=time, attacks=attacks, games=games)


def _list(options: Namespace) -> None:
    with open_store(options) as store:
        if not options.matches:
            print_games(store, GameQuery(mode=options.mode, recorded=True, sort="ended", descending=True), options)
            return
        stored = store.matches.latest()[: options.limit or None]
    if options.json:
        print_json(list(map(str, stored)))
        return
    if not stored:
        sys.stdout.write(_("No saved matches.\n"))
    for path in stored:
        sys.stdout.write(f"{one_line(path)}\n")


def _show(options: Namespace) -> None:
    with open_store(options) as store:
        path = Path(options.replay)
        facts = match_facts(read_match(path)) if is_match(path) else _facts(find_recording(store, options.replay))
        sys.stdout.write(aligned(facts))


def _watch(options: Namespace) -> int:
    launch = Launch(data_folder=options.data_dir, first_run=FirstRun.NEVER)
    number: int = options.round
    if is_match(Path(options.replay)):
        rounds = read_match(Path(options.replay)).rounds
        if number > len(rounds):
            sentence = ngettext(
                "There is no round {number}: the match has {count} round.",
                "There is no round {number}: the match has {count} rounds.",
                len(rounds),
            )
            raise UsageError(sentence, count=len(rounds), number=number)
        return play_from_terminal(launch._replace(watch_match=rounds[number - 1]))
    with open_store(options) as store:
        watched = find_verified(store, options.replay)
    return play_from_terminal(launch._replace(watch=watched))


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
    sys.stdout.write(f"{_shown(replay)}: {sentence}\n")
    return 0 if proven else UNPROVEN


def _verdict(store: Store, replay: str) -> tuple[str, bool]:
    """Return the verdict on a game's number or a file, and whether the replay is proven."""
    if is_match(Path(replay)):
        return _verdict_on_match(read_match(Path(replay)))
    recording = find_recording(store, replay)
    desync = recording.verify(budget=recording.fair_budget())
    return (_(_PROVEN), True) if desync is None else (_unproven(desync), False)


def _verdict_on_match(match: RecordedMatch) -> tuple[str, bool]:
    desync = match.verify()
    if desync is not None:
        sentence = _unproven(desync.desync)
        return _("round {number}: {what}").format(number=desync.round + 1, what=sentence), False
    if any(recording.attacks is None for recording in match.rounds):
        return _("every game verified, but attacks were not recorded"), True
    return _(_PROVEN), True


def _import(options: Namespace) -> None:
    """Import games and matches, and print their new numbers and paths."""
    with open_store(options, writes=True) as store:
        for file in options.files:
            if is_match(file):
                new = one_line(store.matches.import_file(file))
            else:
                new = _("game {number}").format(number=store.replays.import_file(file, Owner(options.whose)))
            sys.stdout.write(f"{_shown(file)}: {new}\n")


def _shown(replay: object) -> str:
    """Return an argument as it is repeated: all of a path, and the beginning of a game's line."""
    return one_line(replay, LONGEST_NAME) if is_line(str(replay)) else one_line(replay)


def _unproven(desync: Desync | SideDesync) -> str:
    """Return the sentence about the first difference in a game or a match."""
    time = clock_text(desync.time_ns)
    return _("differs from {time} on: {sentence}.").format(time=time, sentence=desync.sentence)


_MATCHES: Final = Option("--matches", "", N_("list saved matches instead of single games"))
_WATCHED: Final = Option(
    "replay", "REPLAY", N_("game number, shared line, replay or match file, or - for standard input")
)
_TAKEN_IN: Final = Option("files", "FILE", N_("replay file, shared line, or - for standard input"), Path, number="+")
_WATCH: Final = N_("Watch a replay, or a match with all boards in sync.")
_ROUND: Final = Option("--round", "N", N_("round of a match to watch (default: the first)"), whole_number(1, 9999), 1)
_VERIFY: Final = N_(
    "Play replays again and check their results. Exit with 0 if all match, 1 if one does not, 2 if one cannot be read."
)
_EXPORT: Final = N_("Export a replay as text, an asciinema cast, an SVG picture, a fumen or a line.")

_WHOSE: Final = Option(
    "--whose", "OWNER", N_("owner of the games: {choices} (default: unknown)"), str, Owner.UNKNOWN.value, OWNERS
)

OPTIONS: Final = (
    Subcommand("list", N_("List replays, latest first."), _list, ((OF_MODE, _MATCHES), *LIST_OPTIONS, FOLDER)),
    Subcommand("show", N_("Print the details of a replay."), _show, (Option("replay", "REPLAY", REPLAY_HELP), FOLDER)),
    Subcommand("verify", _VERIFY, _verify, (Option("replays", "REPLAY", REPLAY_HELP, number="+"), FOLDER)),
    Subcommand("export", _EXPORT, export, EXPORT_OPTIONS),
    Subcommand("watch", _WATCH, _watch, (_WATCHED, _ROUND, FOLDER)),
    Subcommand("import", N_("Verify and import replay files."), _import, (_TAKEN_IN, _WHOSE, FOLDER)),
)  # fmt: skip
