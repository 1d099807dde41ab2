"""Lists of stored games as commands print them, as a table or as JSON, and their options."""

import sys
from argparse import Namespace
from collections.abc import Callable
from dataclasses import asdict
from typing import Any, Final

from rich.console import Console
from rich.table import Table
from rich.text import Text

from piecement.cli.arguments import Option, whole_number
from piecement.cli.streams import WIDE, print_json
from piecement.cli.usage import require_known
from piecement.session.records import StoredGame
from piecement.storage.game_query import GameQuery
from piecement.storage.store import Store
from piecement.ui.texts.games import END_WORDS, full_result, marks, mode_text
from piecement_base import formatting, timestamps
from piecement_base.language import N_, _
from piecement_base.origin import Owner
from piecement_engine import MODES


def game_to_dict(game: StoredGame) -> dict[str, Any]:  # a JSON object has values of any JSON type
    """Return a game as a JSON object. Times are in ns, moments are ISO 8601 in UTC."""
    return {
        **{name: getattr(game, name) for name in ("id", "mode", "variant", "preset")},
        "owner": game.owner.value,
        "marks": list(game.unranked.names()),
        "started": timestamps.to_text(game.started),
        "ended": timestamps.to_text(game.ended),
        "end": game.end.value,
        "won": game.end.won,
        "time": game.result.time_ns,
        **{name: getattr(game.result, name) for name in ("score", "lines", "level", "pieces")},
        "pieces_per_second": round(game.pieces_per_second, 4),
        "presses_per_piece": round(game.presses_per_piece, 4),
        "finesse": None if game.finesse is None else round(game.finesse, 4),
        **asdict(game.counts),
        "seed": game.seed,
        "rules": game.rules,
        "recorded": game.has_recording,
    }


_COLUMNS: Final[tuple[tuple[str, bool, Callable[[StoredGame], str]], ...]] = (
    (N_("Result"), True, full_result),
    (N_("Mode"), False, mode_text),
    (N_("Ended"), False, lambda game: timestamps.to_local_text(game.ended)),
    (N_("End"), False, lambda game: _(END_WORDS[game.end])),
    (N_("Time"), True, lambda game: formatting.clock_text(game.result.time_ns)),
    (N_("Score"), True, lambda game: formatting.grouped(game.result.score)),
    (N_("Lines"), True, lambda game: formatting.grouped(game.result.lines)),
    (N_("Level"), True, lambda game: formatting.grouped(game.result.level)),
    (N_("Pieces"), True, lambda game: formatting.grouped(game.result.pieces)),
    (N_("Pieces/s"), True, lambda game: f"{game.pieces_per_second:.2f}"),
    (N_("Keys/piece"), True, lambda game: f"{game.presses_per_piece:.2f}"),
    (N_("Finesse"), True, lambda game: formatting.finesse_text(game.finesse)),
    (N_("Preset"), False, lambda game: _(game.preset)),
    (N_("Marks"), False, marks),
)
"""Columns of a table of games: title, whether they are numbers, and text."""

MOST_GAMES: Final = 999_999_999
"""Largest number in options: of games to list, and as the id of a game."""

OF_MODE: Final = Option("--mode", "MODE", N_("show only games of this mode"))
LIST_OPTIONS: Final = (
    Option(
        "--limit", "N", N_("maximum number of entries (default: {default}); 0 shows all"),
        whole_number(0, MOST_GAMES), 20,
    ),
    Option("--json", "", N_("print JSON, with times in nanoseconds")),
)  # fmt: skip
"""Options of a list of games or matches."""

OWNERS: Final = tuple(owner.value for owner in Owner)


def print_games(store: Store, query: GameQuery, options: Namespace) -> None:
    """Print games as a table with the best ones marked, or as JSON, as the `LIST_OPTIONS` in `options` say.

    Raises `UsageError` for a mode that neither exists nor was played.
    """
    if query.mode is not None and query.mode not in store.games.modes():
        require_known("mode", query.mode, MODES)
    games = store.games.read(store.games.ids(query, options.limit or None))
    if options.json:
        print_json(list(map(game_to_dict, games)))
        return
    if not games:
        sys.stdout.write(_("No saved games.\n"))
        return
    best = store.games.bests()
    table = Table(box=None, header_style="bold", pad_edge=False)
    table.add_column(_("Game"), justify="right", no_wrap=True)
    for title, is_number, _text in _COLUMNS:
        table.add_column(_(title), justify="right" if is_number else "left", no_wrap=True)
    for game in games:
        style = "bold yellow" if game.id in best else "dim" if game.unranked else ""
        table.add_row(str(game.id), *(Text(text(game)) for *_column, text in _COLUMNS), style=style)
    Console(width=None if sys.stdout.isatty() else WIDE).print(table)
