"""Command `piecement scores`: the scoreboard, printed."""

import sys
from argparse import Namespace
from pathlib import Path
from typing import Final

from piecement.cli.arguments import FOLDER, Option, whole_number
from piecement.cli.commands.game_list import LIST_OPTIONS, MOST_GAMES, OF_MODE, OWNERS, print_games
from piecement.cli.store import open_store
from piecement.storage.game_query import SORTS, GameQuery
from piecement.ui.texts.shared_results import in_plain_blocks, share_text
from piecement_base.language import N_, ngettext
from piecement_base.origin import Owner

OPTIONS: Final = (
    OF_MODE,
    *LIST_OPTIONS,
    Option("--sort", "ORDER", N_("sort order: {choices} (default: rank, each mode's own ranking)"), str, "rank", SORTS),
    Option("--reverse", "", N_("reverse the order")),
    Option("--preset", "NAME", N_("show only games with this preset")),
    Option("--import-tetrs", "FILE", N_("import past games from a tetrs save file, or - for standard input"), Path),
    Option("--share", "GAME", N_("print the result of a game as text to share"), whole_number(1, MOST_GAMES)),
    Option(
        "--whose", "OWNER", N_("show only this owner's games, or import games as this owner's: {choices}"),
        str, None, OWNERS,
    ),
    FOLDER,
)  # fmt: skip


def run(options: Namespace) -> None:
    """Print the scoreboard or one result, or import games."""
    if options.import_tetrs is not None:
        _import_tetrs(options)
    elif options.share is not None:
        _share(options)
    else:
        owner = Owner(options.whose) if options.whose else None
        query = GameQuery(
            owner=owner, mode=options.mode, preset=options.preset, sort=options.sort, descending=options.reverse
        )
        with open_store(options) as store:
            print_games(store, query, options)


def _share(options: Namespace) -> None:
    with open_store(options) as store:
        game = store.games.get(options.share)
        text = share_text(game.mode, game.result, game.counts, is_best=game.id in store.games.bests())
    can_show = sys.stdout.encoding.lower().startswith("utf")
    sys.stdout.write(f"{text if can_show else in_plain_blocks(text)}\n")


def _import_tetrs(options: Namespace) -> None:
    with open_store(options, writes=True) as store:
        count = store.replays.import_tetrs(options.import_tetrs, Owner(options.whose or Owner.UNKNOWN))
    sys.stdout.write(ngettext("{count} game imported.\n", "Imported {count} games.\n", count).format(count=count))
