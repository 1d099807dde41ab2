"""`piecement hand-in`: a game submitted to a leaderboard of a server."""

from argparse import Namespace
from typing import Final

from piecement.cli.arguments import FOLDER, Option
from piecement.cli.commands.errand import SERVER, Errand, server_address
from piecement.cli.store import find_recording, open_store
from piecement_base.language import N_, _
from piecement_base.modes import mode_title
from piecement_net.messages.leaderboards import parts_of

OPTIONS: Final = (
    Option("game", "GAME|FILE", N_("game number, replay file, or - for standard input")),
    SERVER,
    FOLDER,
)


def run(options: Namespace) -> int:
    """Submit a game, and print its place."""
    with open_store(options) as store:
        parts = parts_of(find_recording(store, options.game).to_text())

        async def submit(errand: Errand) -> str:
            standing = (await errand.request("standing", *parts)).leaderboards.standing
            if standing is None:
                return ""
            said = _(
                "Added to the {mode} leaderboard, among the submitted games. Your best game there is number {place}.\n"
            )
            return said.format(mode=mode_title(standing.mode), place=standing.place)

        return Errand(server_address(options, store), store).run(submit)
