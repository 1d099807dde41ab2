"""`piecement bot`: games of a bot, with their results."""

from argparse import Namespace
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from dataclasses import asdict
from secrets import randbelow
from statistics import fmean, median, stdev
from typing import Any, Final

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table
from rich.text import Text

from piecement.cli.arguments import FOLDER, Option, whole_number
from piecement.cli.names import require_bot
from piecement.cli.play import play
from piecement.cli.streams import WIDE, lines_of_input, print_json, say
from piecement.cli.usage import UsageError, require_known
from piecement.session.bots.trial_processes import play_all, usual_processes
from piecement.session.bots.trials import MatchScore, MatchTrial, Trial, TrialScore
from piecement.settings.handling_and_rules import Gameplay
from piecement.ui.launch import LARGEST_SEED, Launch
from piecement.ui.texts.games import END_WORDS
from piecement_base.formatting import clock_text
from piecement_base.language import N_, _
from piecement_base.modes import MATCH_MODE
from piecement_base.plan import Plan
from piecement_base.printable import one_line
from piecement_engine import MODES, End, Mode
from piecement_engine.bots import BOTS, ExternalBotError, Responder

_MOST_GAMES: Final = 1_000_000
_MOST_PIECES: Final = 1_000_000_000
_MOST_PROCESSES: Final = 1000


OPTIONS: Final = (
    Option(
        "--bot", "BOT", N_("bot to use: {bots}, or a command that starts one"),
        default="survive", values={"bots": ", ".join(BOTS)},
    ),
    Option("--against", "BOT", N_("play matches against another bot or program, both at the same speed")),
    Option("--mode", "MODE", N_("mode to play (default: marathon, or with --against a match)")),
    Option("--games", "N", N_("number of games (default: {default})"), whole_number(1, _MOST_GAMES), 1),
    Option(
        "--pieces", "N", N_("stop each game after N pieces (default: {default}); 0 means no limit"),
        whole_number(0, _MOST_PIECES), 1000,
    ),
    Option("--seed", "N", N_("seed of the first game; each further game adds 1"), whole_number(0, LARGEST_SEED)),
    Option(
        "--processes", "N", N_("number of games to run in parallel (default: one per CPU core)"),
        whole_number(1, _MOST_PROCESSES),
    ),
    FOLDER._replace(help=N_("with --watch: folder for settings and scores")),
    (
        Option("--json", "", N_("print JSON, with times in nanoseconds")),
        Option("--watch", "", N_("show a game on screen instead of measuring")),
        Option("--serve", "", N_("act as a Tetris Bot Protocol bot on standard input and output")),
    ),
)  # fmt: skip


def run(options: Namespace) -> int:
    """Serve or watch a bot, or measure it in games or matches and print the results."""
    _require(options)
    seed = randbelow(2**32) if options.seed is None else options.seed
    mode = MODES[options.mode] if options.mode else MATCH_MODE if options.against else MODES["marathon"]
    if options.serve:
        for line in Responder(BOTS[options.bot].make(seed), f"Piecement {options.bot}").serve(lines_of_input()):
            say(line)
        return 0
    if options.watch:
        return play(Launch(plan=Plan(mode, seed), bot=options.bot, data_folder=options.data_dir))
    seeds = [(seed + game) % (LARGEST_SEED + 1) for game in range(options.games)]
    rules = Plan(mode, seed).game(Gameplay().overrides(key_releases=True)).view.rules
    if options.against:
        bots = options.bot, options.against
        _print_matches(options, _scores(options, [MatchTrial(bots, rules, each, options.pieces) for each in seeds]))
    else:
        trials = [Trial(options.bot, rules, each, options.pieces) for each in seeds]
        _print_games(options, mode, _scores(options, trials))
    return 0


def _require(options: Namespace) -> None:
    if options.mode is not None:
        require_known("mode", options.mode, MODES)
    require_bot(options.bot)
    if options.against is not None:
        require_bot(options.against)
    if options.against and (options.serve or options.watch):
        raise UsageError(_("--against measures matches: leave out --serve and --watch."))
    if options.serve and options.bot not in BOTS:
        raise UsageError(_("--serve works only with a built-in bot: choose from {bots}."), bots=", ".join(BOTS))


def _scores(options: Namespace, trials: Sequence[MatchTrial] | Sequence[Trial]) -> list[Any]:  # scores of either kind
    processes = options.processes or usual_processes(options.games)
    error_console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    progress = Progress(*columns, console=error_console, transient=True, disable=not error_console.is_terminal)
    # A disabled one writes an empty line when it stops, in Rich 14.2.
    with nullcontext() if progress.disable else progress:
        games = progress.add_task("games", total=options.games)
        pieces = progress.add_task("pieces", total=options.pieces * options.games or None)
        scores: list[Any] = []
        try:
            for score in play_all(trials, processes, lambda count: progress.advance(pieces, count)):
                progress.advance(games)
                scores.append(score)
        except ExternalBotError as error:
            raise UsageError(f"{one_line(error)}.") from None
    return sorted(scores, key=lambda score: score.seed)


def _print_games(options: Namespace, mode: Mode, scores: list[TrialScore]) -> None:
    if options.json:
        games = [{**asdict(score), "pieces_per_second": round(score.pieces_per_second, 1)} for score in scores]
        print_json({**_about(options), "mode": mode.name, "games": games})
        return
    console = Console()
    title = Text(f"{options.bot}, {_(mode.title)}")
    table = Table(_("Seed"), _("End"), title=title, title_justify="left")
    for heading, *__ in _FIGURES:
        table.add_column(_(heading), justify="right")
    for score in scores:
        end = _("unfinished") if score.end is None else _(END_WORDS[End(score.end)])
        table.add_row(str(score.seed), end, *(text(figure(score)) for __, figure, text in _FIGURES))
    if len(scores) > 1:
        table.add_section()
        columns = [(text, [figure(score) for score in scores]) for __, figure, text in _FIGURES]
        table.add_row(_("Mean"), "", *(text(fmean(values)) for text, values in columns))
        table.add_row(_("± std. error"), "", *(text(stdev(values) / len(values) ** 0.5) for text, values in columns))
        table.add_row(_("Median"), "", *(text(median(values)) for text, values in columns))
    console.print(table, width=None if console.is_terminal else WIDE)
    in_cpu_time, in_real_time = _("Pieces/s is per second of CPU time."), _("Pieces/s is per second of real time.")
    console.print(in_cpu_time if options.bot in BOTS else in_real_time, style="dim")


def _print_matches(options: Namespace, scores: list[MatchScore]) -> None:
    if options.json:
        print_json({**_about(options), "against": options.against, "matches": list(map(asdict, scores))})
        return
    console = Console()
    names = options.bot, options.against
    table = Table(_("Seed"), _("Winner"), title=Text(" – ".join(names)), title_justify="left")
    for heading in (_("Pieces"), _("Rows sent"), _("Game time")):
        table.add_column(heading, justify="right")
    for score in scores:
        pairs = (f"{first} – {second}" for first, second in (score.pieces, score.sent))
        winner = "–" if score.winner is None else names[score.winner]
        table.add_row(str(score.seed), Text(winner), *pairs, clock_text(score.time_ns))
    console.print(table, width=None if console.is_terminal else WIDE)
    won = Counter(score.winner for score in scores)
    total = _("{bot} won {won}, {against} won {lost}, {drawn} drawn.")
    console.print(
        Text(total.format(bot=names[0], won=won[0], against=names[1], lost=won[1], drawn=won[None])), style="dim"
    )


def _about(options: Namespace) -> dict[str, object]:
    return {"bot": options.bot, "most_pieces": options.pieces or None}


def _whole(value: float) -> str:
    return f"{value:.0f}"


_FIGURES: Final[tuple[tuple[str, Callable[[TrialScore], float], Callable[[float], str]], ...]] = (
    (N_("Pieces"), lambda score: score.pieces, _whole),
    (N_("Lines"), lambda score: score.lines, _whole),
    (N_("Score"), lambda score: score.score, _whole),
    (N_("Game time"), lambda score: score.time_ns, lambda time_ns: clock_text(round(time_ns))),
    (N_("Pieces/s"), lambda score: score.pieces_per_second, _whole),
)
"""Columns of figures: heading, value and format."""
