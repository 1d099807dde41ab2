"""`piecement race`: a game beside a replay, with the same pieces."""

from argparse import Namespace
from typing import Final

from piecement.cli.arguments import FOLDER, Option
from piecement.cli.play import play_from_terminal
from piecement.cli.store import REPLAY_HELP, find_verified, open_store
from piecement.session.race import race_plan
from piecement.ui.launch import Launch

OPTIONS: Final = (Option("replay", "REPLAY", REPLAY_HELP), FOLDER)


def run(options: Namespace) -> int:
    with open_store(options) as store:
        plan = race_plan(find_verified(store, options.replay))
    return play_from_terminal(Launch(plan=plan, data_folder=options.data_dir))
