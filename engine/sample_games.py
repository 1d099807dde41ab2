"""Sample games from which a compiler learns the frequent paths of the engine; `compile.py` runs them."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Final

from piecement_engine import Button, Game, GameEndedError, Rules
from piecement_engine.bots import Pace, Search, play_match
from piecement_engine.bots.bot import Habits, SearchingBot

_FRAME_NS: Final = 16_666_667
_GUIDELINE: Final = Rules(rotation_system="srs", randomizer="bag", scoring="guideline", spin_rule="t_three_corner")
_ACTIONS: Final = (
    *(Button.MOVE_LEFT, Button.MOVE_RIGHT, Button.ROTATE_LEFT, Button.ROTATE_RIGHT),
    *(Button.SOFT_DROP, Button.HARD_DROP, Button.HOLD),
)


def _press(rules: Rules, buttons: Sequence[Button], step_ns: int, presses: int) -> None:
    """Press random buttons, in games one after the other."""
    random = Random(presses)
    game, time_ns = Game(rules, seed=1), 0
    for _ in range(presses):
        time_ns += step_ns
        try:
            game.update(time_ns, {random.choice(buttons)})
        except GameEndedError:
            game, time_ns = Game(rules, seed=random.getrandbits(32)), 0


def main() -> None:
    at_once = replace(_GUIDELINE, appearance_delay_ns=0, line_clear_delay_ns=0, hard_drop_delay_ns=0)
    _press(Rules(), tuple(Button), _FRAME_NS, 60_000)
    _press(at_once, _ACTIONS, _FRAME_NS, 60_000)
    _press(at_once, _ACTIONS, 4_000, 60_000)
    for evaluator in ("survive", "attack"):
        bot = SearchingBot(Habits(search=Search(evaluator, 4, 4)))
        play_match([bot, bot], [Pace(pieces_per_second=2)] * 2, _GUIDELINE, 1, most_pieces=100)


if __name__ == "__main__":
    main()
