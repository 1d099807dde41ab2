"""`piecement race`: a game beside a recorded one, with its pieces."""

from argparse import Namespace
from typing import Final

from piecement.cli.arguments import Option
from piecement.cli.commands.shared import FOLDER, REPLAY_HELP, find_verified, open_store, play_from_terminal
from piecement.session.race import race_plan
from piecement.ui.launch import Launch


def run(options: Namespace) -> int:
    with open_store(options) as store:
        plan = race_plan(find_verified(store, options.replay))
    return play_from_terminal(Launch(plan=plan, data_folder=options.data_dir))


OPTIONS: Final = (Option("replay", "REPLAY", REPLAY_HELP), FOLDER)
