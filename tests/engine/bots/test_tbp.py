"""The Tetris Bot Protocol from both sides, by messages of its specification and a bot that shares no code with ours."""

import json
import sys
from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from piecement_engine import Game
from piecement_engine.board.pieces import TETROMINOES
from piecement_engine.bots import (
    BOTS,
    INSTANT,
    ExternalBot,
    ExternalBotError,
    NoMoveError,
    Pace,
    Placement,
    Player,
    Position,
    Responder,
    play_match,
)
from piecement_engine.bots.responder import STANDARD
from piecement_engine.events import End
from tests.engine.bots.strict_bot import MINOES, StrictBot
from tests.engine.play import begun_game
from tests.sampling import together

PROGRAM = [sys.executable, str(Path(__file__).with_name("strict_bot.py"))]
BOARD = [[None] * 10 for _ in range(40)]
RULES = {"type": "rules"}
SUGGEST = {"type": "suggest"}


def start(queue: list[str], hold: str | None = None, board: Any = BOARD, **extra: Any) -> dict[str, Any]:
    message = {"type": "start", "hold": hold, "queue": queue, "combo": 0, "back_to_back": False, "board": board}
    return {**message, **extra}


def play(piece: str, x: int = 1, y: int = 0, orientation: str = "north", spin: str = "none") -> dict[str, Any]:
    location = {"type": piece, "orientation": orientation, "x": x, "y": y}
    return {"type": "play", "move": {"location": location, "spin": spin}}


def new(piece: str) -> dict[str, Any]:
    return {"type": "new_piece", "piece": piece}


def served(*messages: dict[str, Any] | str) -> list[dict[str, Any]]:
    """Return the replies of a served bot, without its greeting."""
    lines = [message if isinstance(message, str) else json.dumps(message) for message in messages]
    greeting, *replies = map(json.loads, Responder(BOTS["pebble"].make(0), "ours").serve(lines))

    assert greeting["type"] == "info"
    assert {"name", "version", "author", "features"} <= {*greeting}
    return replies


def pieces_of(replies: list[dict[str, Any]]) -> list[set[str]]:
    """Return the pieces of the moves of each suggestion."""
    assert all(reply["type"] in {"ready", "suggestion"} for reply in replies)
    moves = [reply["moves"] for reply in replies if reply["type"] == "suggestion"]
    return [{move["location"]["type"] for move in each} for each in moves]


@together(
    ("messages", "expected"),
    [
        ([start(["S"]), SUGGEST], ["S"]),
        ([start(["S"]), play("S"), new("T"), SUGGEST], ["T"]),
        ([start(["S"]), play("S"), SUGGEST, new("T")], ["T"]),
        ([start(["S", "Z"]), play("Z"), new("T"), new("O"), SUGGEST], ["STO"]),
        ([start([]), new("T"), SUGGEST], ["T"]),
        ([start([]), SUGGEST, SUGGEST, new("T")], ["T", "T"]),
        ([start([], "T"), SUGGEST], ["T"]),
        ([start([], "T"), new("O"), SUGGEST], ["TO"]),
        ([start(["S"]), {"type": "stop"}, start(["O"]), SUGGEST], ["O"]),
        ([start([]), SUGGEST, {"type": "stop"}, start(["O"]), SUGGEST], ["O"]),
        ([start(["S"]), {"type": "unheard"}, {"type": "extra", "of": [1]}, SUGGEST], ["S"]),
        ([start(["S"], other=1, randomizer={"type": "seven_bag", "bag_state": ["T"]}), SUGGEST], ["S"]),
        ([start(["S"]), SUGGEST, {"type": "quit"}, SUGGEST], ["S"]),
    ],
)
def test_suggestions_follow_the_queue(messages: list[dict[str, Any]], expected: list[str]) -> None:
    found = pieces_of(served(RULES, *messages))

    assert len(found) == len(expected)
    for pieces, allowed in zip(found, expected, strict=True):
        assert pieces
        assert pieces <= {*allowed}


def test_move_that_our_rules_cannot_make_is_followed() -> None:
    closed: list[Any] = [[*"GGGGGG", *[None] * 4], [None, *"GGGGGGGGG"], *BOARD[:38]]
    replies = served(RULES, start(["I", "O"], board=closed), play("I", 7), SUGGEST)

    assert replies == served(RULES, start(["O"], board=[closed[1], *BOARD[:39]], combo=1), SUGGEST)
    assert replies != served(RULES, start(["O"], board=closed), SUGGEST)


def test_garbage_pushes_the_board_up() -> None:
    full: list[Any] = [[*"GGGGGGGGG", None], *BOARD[:39]]
    rows: list[Any] = [[None, *"GGGGGGGGG"], [*"GG", None, *"GGGGGGG"]]
    after: list[Any] = [rows[1], rows[0], *full[:38]]
    risen = served(RULES, start(["I", "O"], board=full), {"type": "garbage", "rows": rows}, SUGGEST)

    assert risen == served(RULES, start(["I", "O"], board=after), SUGGEST)


def test_byte_order_mark_and_blank_lines_are_nothing() -> None:
    lines = ["\ufeff" + json.dumps(RULES), "", "\r\n", json.dumps(start(["S"])), json.dumps(SUGGEST)]

    assert [reply["type"] for reply in served(*lines)] == ["ready", "suggestion"]


def test_invalid_line_is_answered_and_changes_nothing() -> None:
    wrong: tuple[dict[str, Any] | str, ...] = ("nonsense", new("?"), play("Z"), {"type": "garbage", "rows": 3})
    replies = served(RULES, start(["S"]), *wrong, SUGGEST)

    assert [reply["type"] for reply in replies] == ["ready", "error", "error", "error", "error", "suggestion"]


@together(
    "line",
    [
        {"type": "play", "move": {"cells": [[0, 0], [1, 0], [2, 0], [3, 0]], "spin": "huge"}},
        {"type": "garbage", "rows": [["G"] * 9 + [None], "bad"]},
    ],
)
def test_fault_at_the_end_of_a_line_leaves_the_board(line: dict[str, Any]) -> None:
    error, suggestion = served(start(["I", "O"]), line, SUGGEST)

    assert error["type"] == "error"
    assert [suggestion] == served(start(["I", "O"]), SUGGEST)


def test_invalid_start_leaves_a_waiting_suggestion() -> None:
    replies = served(start([]), SUGGEST, start(["Q"]), {"type": "new_piece", "piece": "T"})

    assert [reply["type"] for reply in replies] == ["error", "suggestion"]


def test_rules_beyond_a_bot_are_refused() -> None:
    assert served({"type": "rules", "rotation_system": "unheard"}) == [{"type": "error", "reason": "unsupported_rules"}]


def test_bot_that_tops_out_gives_up() -> None:
    tower: list[Any] = [[*"GGGGGGGGG", None]] * 24 + BOARD[:16]

    assert served(RULES, start(["S"], board=tower), SUGGEST)[1]["moves"] == []


class Followed:
    """Strict bot at the other end of a line, compared with a game at each question."""

    def __init__(self, bot: StrictBot) -> None:
        self.bot = bot
        self.game: Game | None = None
        self.heard: list[str] = []

    def __call__(self, lines: Iterable[str]) -> Iterator[str | None]:
        yield json.dumps(self.bot.info)
        for message in map(json.loads, lines):
            self.heard.append(message["type"])
            replies = self.bot.replies(message)
            if message["type"] == "suggest" and self.game:
                self.compare(self.game)
            yield from map(json.dumps, replies)

    def dealt(self) -> int:
        """Return the number of pieces that the bot has seen."""
        return self.heard.count("suggest") - 1 + len(self.bot.queue) + (self.bot.hold is not None)

    def compare(self, game: Game) -> None:
        view = game.view
        names: dict[int, str | None] = {0: None} | {shape.tile: name for name, shape in TETROMINOES.items()}
        rows = [[names.get(tile, "G") for tile in row] for row in view.rows]

        assert self.bot.board == rows + [[None] * 10] * (40 - len(rows))
        assert view.piece is not None
        assert self.bot.queue == [view.piece.shape.name, *(shape.name for shape in view.next)]
        assert self.bot.hold == (view.hold.shape.name if view.hold else None)
        assert self.bot.combo == view.combo


def test_a_bot_follows_a_whole_game_from_one_start() -> None:
    bot = StrictBot()
    wire = Followed(bot)
    wire.game = Game(STANDARD, 3)
    Player(wire.game, ExternalBot(wire), Pace(pieces_per_second=2)).advance(15_000_000_000)

    assert wire.game.view.pieces > 25
    assert wire.heard.count("play") > 25
    assert bot.starts == 1
    assert bot.randomizer == "seven_bag"
    assert len(bot.bag) == 7 - wire.dealt() % 7


@pytest.mark.parametrize("features", [("garbage",), ()])
def test_garbage_is_sent_to_bots_that_can_take_it(features: tuple[str, ...]) -> None:
    bot = StrictBot(("randomizer", *features))
    wire = Followed(bot)
    bots = [ExternalBot(wire), BOTS["gale"].make(1)]
    outcome = play_match(bots, [Pace(pieces_per_second=2)] * 2, STANDARD, seed=2, most_pieces=60)

    assert outcome.counts[0].received > 0
    assert (bot.risen > 0) == (bot.starts == 1) == bool(features)
    assert len(bot.bag) == 7 - wire.dealt() % 7


def test_program_without_info_gets_the_whole_position_each_time() -> None:
    bot = StrictBot()
    wire = Followed(bot)
    wire.game = Game(STANDARD, 3)
    bot.info = {"type": "other"}
    Player(wire.game, ExternalBot(wire), Pace(pieces_per_second=2)).advance(2_000_000_000)

    assert bot.starts == wire.heard.count("suggest") > 3
    assert "play" not in wire.heard


@together(
    ("changes", "kind", "state"),
    [
        (dict[str, Any](), "seven_bag", {"type", "bag_state"}),
        ({"bag_copies": 2}, "general_bag", {"type", "current_bag", "filled_bag"}),
        ({"randomizer": "uniform"}, "uniform", {"type"}),
        ({"randomizer": "recency"}, "unknown", frozenset[str]()),
        ({"pieces": "5"}, "unknown", frozenset[str]()),
    ],
)
def test_randomizer_is_described_to_a_bot(changes: dict[str, Any], kind: str, state: AbstractSet[str]) -> None:
    sent: list[dict[str, Any]] = []

    def exchange(lines: Iterable[str]) -> Iterator[str | None]:
        sent.extend(map(json.loads, lines))
        yield '{"type":"ready"}' if len(sent) == 1 else '{"type":"suggestion","moves":[]}'

    game = begun_game(replace(STANDARD, **changes), 1)
    with pytest.raises(NoMoveError):
        list(ExternalBot(exchange).think(Position.of(game.view)))

    assert sent[0]["randomizer"] == kind
    assert {*sent[1].get("randomizer", {})} == state
    if kind == "general_bag":
        full, left = sent[1]["randomizer"]["filled_bag"], sent[1]["randomizer"]["current_bag"]
        assert full == dict.fromkeys(MINOES, 2)
        assert {name: full[name] - left[name] for name in full} == {name: sent[1]["queue"].count(name) for name in full}


class Loser:
    """Bot that gives up after some pieces, as a program does that suggests no move."""

    def __init__(self, pieces: int) -> None:
        self.pieces = pieces

    def think(self, position: Position) -> Iterator[Placement | None]:
        self.pieces -= 1
        if self.pieces < 0:
            raise NoMoveError("it gives up")
        yield min(position.placements, key=lambda choice: choice.piece.y)


@pytest.mark.parametrize("pieces", [0, 5])
def test_bot_that_gives_up_loses_the_match(pieces: int) -> None:
    outcome = play_match([Loser(pieces), BOTS["pebble"].make(1)], [INSTANT] * 2, STANDARD, seed=1, most_pieces=50)

    assert outcome.winner == 1
    assert outcome.pieces[0] == pieces
    assert outcome.games[0].view.end is End.FORFEIT


def test_a_program_plays_a_match() -> None:
    with ExternalBot.popen(PROGRAM) as bot:
        outcome = play_match([bot, BOTS["pebble"].make(1)], [INSTANT] * 2, STANDARD, seed=1, most_pieces=30)

    assert min(outcome.pieces) > 10


@pytest.mark.parametrize(
    ("command", "complaint"),
    [
        ("no-such-program-here", "cannot be run"),
        ("", "cannot be run"),
        ([sys.executable, "-c", ""], "has ended without its ready"),
        ([sys.executable, "-c", "print('hello')"], "not a JSON object"),
    ],
)
def test_program_that_cannot_play_is_named(command: str | list[str], complaint: str) -> None:
    game = begun_game(STANDARD, 1)
    with pytest.raises(ExternalBotError, match=complaint), ExternalBot.popen(command) as bot:
        list(bot.think(Position.of(game.view)))
