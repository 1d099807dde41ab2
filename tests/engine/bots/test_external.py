"""A program outside can play, and our bots can play as one, in lines of JSON."""

import json
from collections.abc import Iterable, Iterator
from itertools import chain, islice, repeat
from typing import Any

import pytest

from piecement_engine import Game, Rules
from piecement_engine.board.pieces import TETROMINOES, Piece
from piecement_engine.bots import BOTS, ExternalBot, ExternalBotError, Placement, Player, Position, Responder
from piecement_engine.bots.responder import STANDARD
from piecement_engine.bots.tbp import cells_of, first_playable, move_of
from tests.engine.play import begun_game
from tests.sampling import together

RULES = Rules.from_dict({"preview_count": 3}, STANDARD)


def position(rules: Rules = RULES, seed: int = 1) -> Position:
    game = begun_game(rules, seed)
    return Position.of(game.view)


class Wire:
    """A program at the other end of a line: answers what a responder says, with a pause before each answer."""

    def __init__(self, responder: Responder) -> None:
        self.responder = responder
        self.sent: list[dict[str, Any]] = []

    def __call__(self, lines: Iterable[str]) -> Iterator[str | None]:
        lines = list(lines)
        self.sent += map(json.loads, lines)
        yield self.responder.greeting()
        for line in lines:
            yield None
            yield from self.responder.respond(line)


class SlowWire:
    """A program that answers a question only when it is asked another, or is let to."""

    def __init__(self, responder: Responder) -> None:
        self.responder = responder
        self.unread: list[str] = []
        self.coming: list[str] = []

    def __call__(self, lines: Iterable[str]) -> Iterator[str | None]:
        answers = [answer for line in lines for answer in self.responder.respond(line)]
        self.coming += [line for line in answers if "suggestion" not in line]
        self.coming, self.unread = [*self.unread, *self.coming], [line for line in answers if "suggestion" in line]
        while True:
            yield self.coming.pop(0) if self.coming else None

    def answer(self) -> None:
        """Make the program answer the unread questions."""
        self.coming += self.unread
        self.unread = []


def answering(*lines: str) -> ExternalBot:
    return ExternalBot(lambda _: iter(('{"type":"ready"}', *lines)))


def last(thoughts: Iterator[Placement | None]) -> Placement | None:
    *_, choice = thoughts
    return choice


def test_a_program_plays_a_real_game() -> None:
    wire = Wire(Responder(BOTS["survive"].make(0), "ours"))
    game = Game(RULES, 2)
    player = Player(game, ExternalBot(wire))
    player.advance(2_000_000_000)

    assert game.view.pieces > 5
    assert player.astray == 0
    kinds = [message["type"] for message in wire.sent]
    assert kinds[:6] == ["rules", "start", "suggest", "play", "new_piece", "suggest"]


def test_it_chooses_as_the_bot_behind_it() -> None:
    inside = last(BOTS["survive"].make(0).think(position()))
    outside = last(ExternalBot(Wire(Responder(BOTS["survive"].make(0), "ours"))).think(position()))

    assert inside is not None
    assert outside is not None
    assert (outside.piece.cells, outside.hold) == (inside.piece.cells, inside.hold)


def test_a_program_is_not_asked_without_a_piece() -> None:
    wire = Wire(Responder(BOTS["survive"].make(0), "ours"))

    assert last(ExternalBot(wire).think(Position.from_text())) is None
    assert wire.sent == []


def test_a_start_tells_the_whole_position() -> None:
    wire = Wire(Responder(BOTS["survive"].make(0), "ours"))
    last(ExternalBot(wire).think(position()))
    start = wire.sent[1]

    assert len(start["board"]) == RULES.height
    assert start["board"][0] == [None] * 10
    assert len(start["queue"]) == 4
    assert (start["hold"], start["combo"], start["back_to_back"]) == (None, 0, False)


@together("shape", TETROMINOES.values())
@together("orientation", range(4))
def test_a_move_is_read_as_it_was_written(shape: Any, orientation: int) -> None:
    piece = Piece(shape, orientation, 4, 3)
    move = dict(move_of(Placement(piece)))

    assert cells_of(move) == piece.cells
    del move["cells"]
    assert cells_of(move) == piece.cells


@together(
    ("location", "cells"),
    [
        ({"type": "T", "orientation": "north", "x": 4, "y": 0}, [(3, 0), (4, 0), (4, 1), (5, 0)]),
        ({"type": "T", "orientation": "south", "x": 4, "y": 1}, [(3, 1), (4, 0), (4, 1), (5, 1)]),
        ({"type": "I", "orientation": "north", "x": 4, "y": 0}, [(3, 0), (4, 0), (5, 0), (6, 0)]),
        ({"type": "I", "orientation": "east", "x": 0, "y": 2}, [(0, 0), (0, 1), (0, 2), (0, 3)]),
        ({"type": "O", "orientation": "north", "x": 4, "y": 0}, [(4, 0), (4, 1), (5, 0), (5, 1)]),
        ({"type": "O", "orientation": "east", "x": 4, "y": 1}, [(4, 0), (4, 1), (5, 0), (5, 1)]),
    ],
)
def test_a_location_is_the_centre_of_srs_turns(location: dict[str, Any], cells: list[tuple[int, int]]) -> None:
    assert list(cells_of({"location": location})) == cells


def test_pieces_of_other_sizes_are_told_by_their_cells() -> None:
    rules = Rules(pieces="5", width=12, preview_count=1)
    responder = Responder(BOTS["survive"].make(0), "ours", rules)
    choice = last(ExternalBot(Wire(responder)).think(position(rules)))

    assert choice is not None
    assert len(choice.piece.cells) == 5


def test_the_first_move_that_can_be_played_is_taken() -> None:
    here = position()
    good = move_of(here.placements[3])
    nowhere = {"cells": [[0, 9], [1, 9], [2, 9], [3, 9]]}

    assert first_playable([nowhere, good], here).piece.cells == here.placements[3].piece.cells


@together(
    ("line", "complaint"),
    [
        ('{"type":"suggestion","moves":[]}', "no move that can be played"),
        ('{"type":"suggestion","moves":[{"cells":[[0,0]]}]}', "no move that can be played"),
        ('{"type":"suggestion","moves":7}', "cannot be read"),
        ('{"type":"suggestion","moves":[{"cells":[[0,"a"]]}]}', "cannot be read"),
        ('{"type":"suggestion","moves":[{}]}', "cannot be read"),
        ('{"type":"suggestion","moves":[{"location":{"type":"T","orientation":"up","x":1,"y":1}}]}', "cannot be read"),
        ('{"type":"error","reason":"unsupported_rules"}', "refuses to play: unsupported_rules"),
        ("nonsense", "not a JSON object"),
        ("[1]", "not a JSON object"),
        ("[" * 100_000, "not a JSON object"),
        (f'{{"type":{"9" * 5_000}}}', "not a JSON object"),
        (f'{{"type":"suggestion","moves":{"[" * 400}{"]" * 400}}}', "not a JSON object"),
        (f'{{"type":"suggestion","moves":[{{"cells":[[0,{"9" * 4_000}]]}}]}}', "no move that can be played"),
        ('{"type":"suggestion","moves":[{"cells":[[0,1e999]]}]}', "not a JSON object"),
        ('{"type":"suggestion","moves":[{"location":{"type":[],"orientation":{},"x":[],"y":0}}]}', "cannot be read"),
        ('{"type":"info"}', "ended without its suggestion"),
    ],
)
def test_unplayable_answer_is_named(line: str, complaint: str) -> None:
    with pytest.raises(ExternalBotError, match=complaint) as refused:
        last(answering(line).think(position()))

    assert len(str(refused.value)) < 3_000


@pytest.mark.parametrize("line", ['{"type":"info"}', '{"type":"info","x":"' + "x" * 10_000 + '"}', "{}"])
def test_a_flood_of_lines_is_no_answer(line: str) -> None:
    bot = ExternalBot(lambda _: chain(['{"type":"ready"}'], repeat(line)))
    with pytest.raises(ExternalBotError, match="sends line after line, and no suggestion"):
        last(bot.think(position()))


def test_each_line_of_a_flood_lets_the_game_go_on() -> None:
    bot = ExternalBot(lambda _: chain(['{"type":"ready"}'], repeat('{"type":"info"}')))

    assert list(islice(bot.think(position()), 3)) == [None] * 3


def test_late_answer_is_not_taken_for_the_next_question() -> None:
    wire = SlowWire(Responder(BOTS["survive"].make(0), "ours"))
    bot = ExternalBot(wire)
    places = [position(seed=seed) for seed in (1, 2, 3)]
    for place in places[:2]:
        thoughts = bot.think(place)
        assert [next(thoughts) for _ in range(5)] == [None] * 5
    thoughts = bot.think(places[2])
    before = [next(thoughts) for _ in range(5)]
    wire.answer()
    late = last(thoughts)
    prompt = last(BOTS["survive"].make(0).think(places[2]))

    assert before == [None] * 5
    assert late is not None
    assert prompt is not None
    assert late.piece.cells == prompt.piece.cells


def test_unasked_suggestion_is_heard_at_the_next_question() -> None:
    here = position()
    best = move_of(here.placements[3])
    lines = [json.dumps({"type": "suggestion", "moves": [best]})] * 2
    bot = ExternalBot(lambda _: iter(('{"type":"ready"}', *lines)))
    first, second = last(bot.think(here)), last(bot.think(here))

    assert first == second == here.placements[3]


WRONG_STARTS: list[dict[str, Any]] = [
    {"type": "start", "board": 3, "queue": ["I"]},
    {"type": "start", "board": [], "queue": [[]]},
    {"type": "start", "board": [], "queue": ["?"]},
    {"type": "start", "board": [[None]], "queue": ["I"], "hold": "?"},
]


@pytest.mark.parametrize("message", WRONG_STARTS)
def test_a_game_that_says_nonsense_is_told_so(message: dict[str, Any]) -> None:
    with pytest.raises(ExternalBotError, match="cannot be understood"):
        Responder(BOTS["survive"].make(0), "ours").respond(json.dumps(message))
