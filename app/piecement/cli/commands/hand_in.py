"""Command `piecement hand-in`: submits a recorded game to the board of proven games of its mode."""

from argparse import ArgumentParser, Namespace

from piecement.cli.commands.errand_options import add_server, go, server_of
from piecement.cli.commands.shared_options import add_folder, find_recording, open_store
from piecement.language import _
from piecement.online.board_state import parts_of
from piecement.online.errand import Errand
from piecement.session.origin import mode_title
from piecement.storage.account_tokens import AccountTokens


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME|FILE", help=_("a game by its number, or a replay file"))
    add_server(parser)
    add_folder(parser)


def run(asked: Namespace) -> int:
    """Submit a game, and print its place."""
    with open_store(asked) as store:
        parts = parts_of(find_recording(store, asked.game).to_text())

        async def hand_in(errand: Errand, __: AccountTokens) -> str:
            standing = (await errand.ask("standing", *parts)).boards.standing
            if standing is None:
                return ""
            said = _("It is on the board of {mode}, among the proven games. Your best one there is number {place}.\n")
            return said.format(mode=mode_title(standing.mode), place=standing.place)

        return go(server_of(asked, store), store, hand_in)
