"""Wrong calls of public functions, and what they answer: `python -m tests.engine.wrong_calls`, to compare builds.

Each call of the table takes one wrong value in the place of a right one.
"""

import re
import sys
from collections.abc import Callable, Iterator
from typing import Any

from piecement_engine import MODES, Board, Budget, Game, Limit, Recording, Rules, Setup, Start
from piecement_engine.bots import BOTS, INSTANT, Habits, Pace, PerfectClears, Player, Search, play_match
from piecement_engine.bots.perft_counts import empty_board, perft
from piecement_engine.errors import cut_repr
from piecement_engine.fumen import Page, decode, encode
from piecement_engine.game.inputs import buttons_to_mask
from piecement_engine.match import GarbageRules, RecordedMatch
from piecement_engine.play import Placement, Position, game_of, place, rules_of, tap
from tests.engine.play import begun_game

WRONG: tuple[Any, ...] = (
    *(None, True, 1.5, -1, 3, 10**30, float("nan"), "x", "", b"x", [3], [None], ["x"], {"x": 1}, (), object),
    "hard_drop",
    10**5000,
)
"""Values of many types."""


def begun() -> Game:
    return begun_game(Rules(), seed=1)


Call = Callable[[Any], object]
CALLS: dict[str, Call] = {
    "Game(rules=…)": lambda value: Game(value, seed=1),
    "Game(seed=…)": lambda value: Game(seed=value),
    "Game(pieces=…)": lambda value: Game(seed=1, pieces=value),
    "Game(board=…)": lambda value: Game(seed=1, board=value),
    "Game(start=…)": lambda value: Game(seed=1, start=value),
    "Game.from_setup(…)": Game.from_setup,
    "update(…)": lambda value: begun().update(value),
    "update(0, …)": lambda value: begun().update(0, value),
    "update(0, [… ])": lambda value: begun().update(0, [value]),
    "update(0, budget=…)": lambda value: begun().update(0, budget=value),
    "press_charged(…)": lambda value: begun().press_charged(value, (), 0),
    "press_charged(0, …, 0)": lambda value: begun().press_charged(0, value, 0),
    "press_charged(0, (), …)": lambda value: begun().press_charged(0, (), value),
    "forfeit(…)": lambda value: begun().forfeit(value),
    "take_attack(…)": lambda value: begun().take_attack(value, 0, [1]),
    "take_attack(0, …)": lambda value: begun().take_attack(0, value, [1]),
    "take_attack(0, 0, …)": lambda value: begun().take_attack(0, 0, value),
    "take_attack(0, 0, [… ])": lambda value: begun().take_attack(0, 0, [value]),
    "tap(…)": lambda value: tap(begun(), value),
    "tap(…, )": lambda value: tap(value, "hard_drop"),
    "place(…)": lambda value: place(begun(), value),
    "game_of(…)": game_of,
    "game_of(seed=…)": lambda value: game_of("zen", value),
    "game_of(options=…)": lambda value: game_of("zen", 1, options=value),
    "game_of(rules=…)": lambda value: game_of("zen", 1, rules=value),
    "game_of(pieces=…)": lambda value: game_of("zen", 1, pieces=value),
    "rules_of(…)": rules_of,
    "MODES[…]": lambda value: MODES[value],
    "BOTS[…]": lambda value: BOTS[value],
    "buttons_to_mask(…)": buttons_to_mask,
    "Setup(seed=…)": lambda value: Setup(seed=value),
    "Setup(pieces=…)": lambda value: Setup(pieces=value),
    "Setup(board=…)": lambda value: Setup(board=value),
    "Setup.from_dict(…)": Setup.from_dict,
    "Start(score=…)": lambda value: Start(score=value),
    "Start(hold=…)": lambda value: Start(hold=value),
    "Rules.from_dict(…)": Rules.from_dict,
    "Rules(pieces=…)": lambda value: Rules(pieces=value),
    "Rules(width=…)": lambda value: Rules(width=value),
    "Rules(rotation_system=…)": lambda value: Rules(rotation_system=value),
    "Limit(win=…)": lambda value: Limit(1, win=value),
    "Rules(limits=…)": lambda value: Rules(limits=value),
    "GarbageRules(attack=…)": lambda value: GarbageRules(attack=value),
    "Board.from_text(…)": Board.from_text,
    "Recording.from_text(…)": Recording.from_text,
    "RecordedMatch.from_text(…)": RecordedMatch.from_text,
    "Position.of(…)": Position.of,
    "Position.from_text(…)": Position.from_text,
    "Position.from_text(queue=…)": lambda value: Position.from_text("", value),
    "position.push(…)": lambda value: Position.from_text("", "T").push(value),
    "position.keys(…)": lambda value: Position.from_text("", "T").keys(value),
    "position.at(…)": lambda value: Position.from_text("", "T").at(value, 4, 0),
    "position.at(N, …)": lambda value: Position.from_text("", "T").at("N", value, 0),
    "Position.from_text(rules=…)": lambda value: Position.from_text("", "T", value),
    "Position.from_text(hold=…)": lambda value: Position.from_text("", "T", hold=value),
    "Position.from_text(level=…)": lambda value: Position.from_text("", "T", level=value),
    "Position.from_text(combo=…)": lambda value: Position.from_text("", "T", combo=value),
    "Position.from_text(fall_delay_ns=…)": lambda value: Position.from_text("", "T", fall_delay_ns=value),
    "Position.from_fumen(…)": Position.from_fumen,
    "Position.from_fumen(page=…)": lambda value: Position.from_fumen("v115@vhAAgH", value),
    "decode(…)": decode,
    "encode(…)": encode,
    "Page(…)": Page,
    "push(…)": lambda value: Position.from_text("", "T").push(value),
    "keys(…)": lambda value: Position.from_text("", "T").keys(value),
    "Placement.parse(…)": Placement.parse,
    "PerfectClears.solve(…)": lambda value: PerfectClears().solve(Position.from_text("", "T"), value),
    "perft(…)": lambda value: perft(empty_board(value, "srs")),
    "Search(…)": Search,
    "Search(width=…)": lambda value: Search(width=value),
    "Search(depth=…)": lambda value: Search(depth=value),
    "Search(chances=…)": lambda value: Search(chances=value),
    "Habits(search=…)": lambda value: Habits(search=value),
    "Habits(error_rate=…)": lambda value: Habits(error_rate=value),
    "Pace(…)": lambda value: Pace(pieces_per_second=value),
    "Pace(tap_ns=…)": lambda value: Pace(tap_ns=value),
    "Player(…)": lambda value: Player(value, Search()),
    "Player(…, bot)": lambda value: Player(begun(), value),
    "Player(…, pace)": lambda value: Player(begun(), Search(), value),
    "play_match(…)": lambda value: play_match(value, [INSTANT] * 2, Rules(), 1, most_pieces=1),
    "play_match(step_ns=…)": lambda value: play_match(
        ["pebble"] * 2, [INSTANT] * 2, Rules(), 1, most_pieces=0, step_ns=value
    ),
    "Budget(…)": Budget,
}


def answers() -> Iterator[tuple[str, str, BaseException | None]]:
    """Yield each call, its wrong value, and the error, or None if the value was taken."""
    for name, call in CALLS.items():
        for value in WRONG:
            if name in {"MODES[…]", "BOTS[…]"} and isinstance(value, list | dict):
                continue  # no key of any dictionary
            try:
                call(value)
            except Exception as error:
                yield name, cut_repr(value), error
            else:
                yield name, cut_repr(value), None


def lines() -> Iterator[str]:
    """Yield each call with its answer, for comparison."""
    for name, value, error in answers():
        said = re.sub(r" at 0x\w+", "", f"{type(error).__name__}: {error}") if error else "taken"
        yield f"{name} {value}: {said}"


if __name__ == "__main__":
    sys.stdout.writelines(f"{line}\n" for line in lines())
