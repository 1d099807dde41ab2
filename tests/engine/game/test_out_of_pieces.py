"""Given pieces are played to their end, the piece in hold last, and the game ends as out of pieces."""

from dataclasses import dataclass, replace

import pytest

from piecement_engine import MODES, Button, End, Game, Limit, Limits, Recording, Rules
from piecement_engine.events import Event, GameEnded, PieceSpawned
from piecement_engine.game.hooks import Hooks, Modifier
from piecement_engine.game.table import Table
from piecement_engine.headless import answer
from piecement_engine.modes.custom import GivenQueue
from piecement_engine.play import Position, game_of, place, tap


def names(events: list[Event]) -> str:
    """Return the pieces that came into play."""
    return "".join(event.piece.shape.name for event in events if isinstance(event, PieceSpawned))


def dropped(game: Game) -> str:
    """Drop pieces until the end of a game; return those that came into play."""
    events: list[Event] = []
    while game.view.end is None:
        events += tap(game, "hard_drop")
    return names(events)


@pytest.mark.parametrize("previews", [0, 1, 5, 7])
def test_all_given_pieces_are_played(previews: int) -> None:
    game = game_of(Rules(preview_count=previews), seed=1, pieces="TIOLJSZ")

    assert dropped(game) == "IOLJSZ"
    assert (game.view.pieces, game.view.end, game.view.piece) == (7, End.OUT_OF_PIECES, None)


def test_previews_shrink() -> None:
    game = game_of("guideline", seed=1, pieces="TIOLJSZ")
    seen = []
    while game.view.end is None:
        seen.append("".join(shape.name for shape in game.view.next))
        tap(game, "hard_drop")

    assert seen == ["IOLJS", "OLJSZ", "LJSZ", "JSZ", "SZ", "Z", ""]


@pytest.mark.parametrize("previews", [0, 5])
def test_the_held_piece_is_played_last(previews: int) -> None:
    game = game_of(Rules(preview_count=previews), seed=1, pieces="TIO")

    assert names(tap(game, "hold")) == "I"
    assert dropped(game) == "OT"
    assert (game.view.pieces, game.view.hold, game.view.end) == (3, None, End.OUT_OF_PIECES)


@pytest.mark.parametrize(("use", "safe"), [("once", False), ("once", True), ("unlimited", False), ("unlimited", True)])
def test_the_last_piece_cannot_be_held(use: str, safe: bool) -> None:
    game = game_of(Rules(preview_count=0, hold=use, safe_hold=safe), seed=1, pieces="T")

    assert tap(game, "hold") == []
    assert game.view.hold is None
    assert game.view.piece is not None


def test_an_initial_hold_of_the_last_piece_is_refused() -> None:
    game = Game(Rules(preview_count=0, initial_hold="held"), seed=1, pieces="T")
    game.update(0, {Button.HOLD})
    game.update(1)

    assert (game.view.hold, game.view.piece and game.view.piece.shape.name) == (None, "T")


def test_a_held_piece_of_the_last_spawn_is_played_after_its_swap() -> None:
    game = game_of(Rules(preview_count=0, hold="unlimited"), seed=1, pieces="TI")
    swaps = [names(tap(game, "hold")) for _ in range(3)]

    assert swaps == ["I", "T", "I"]
    assert dropped(game) == "T"


def test_no_pieces_end_a_game_at_once() -> None:
    game = Game(pieces=())

    assert game.update(0) == [GameEnded(0, End.OUT_OF_PIECES)]


def test_a_goal_of_the_last_piece_comes_first() -> None:
    game = game_of(Rules(limits=Limits(pieces=Limit(2))), seed=1, pieces="TO")
    dropped(game)

    assert game.view.end is End.COMPLETED


@dataclass(frozen=True, slots=True)
class WonAtTheEnd(Modifier):
    """A mode that is won by playing all pieces."""

    kind = "won_at_the_end"

    def hooks(self) -> Hooks:
        """Return hooks that win."""
        return _Won()


class _Won(Hooks):
    def out_of_pieces(self, table: Table) -> None:
        table.finish(End.COMPLETED)


def test_a_mode_may_win_with_the_last_piece() -> None:
    game = game_of(Rules(modifiers=(WonAtTheEnd(),)), seed=1, pieces="TO")
    dropped(game)

    assert (game.view.pieces, game.view.end) == (2, End.COMPLETED)


def test_a_recording_of_it_proves_its_end() -> None:
    game = game_of("guideline", seed=1, pieces="TIO")
    dropped(game)
    recording = Recording.from_text(Recording.of(game).to_text())

    assert recording.result.end is End.OUT_OF_PIECES
    assert recording.verify() is None
    assert recording.replay().view.end is End.OUT_OF_PIECES
    parted = replace(recording, setup=replace(recording.setup, pieces=("T",))).verify()
    assert parted is not None
    assert "out_of_pieces" in parted.sentence


def test_headless_tells_the_end() -> None:
    steps = answer('{"id": 1, "kind": "game", "pieces": "", "updates": [[0, null], [1, null]]}')["steps"]

    assert steps[0]["state"]["end"] == "out_of_pieces"
    assert steps[1]["result"] == "ended"


def test_a_placement_of_the_last_piece_ends_the_game() -> None:
    game = game_of("guideline", seed=1, pieces="T")
    place(game, Position.of(game).placements[0])

    assert (game.view.pieces, game.view.end) == (1, End.OUT_OF_PIECES)


def test_custom_ends_after_its_queue() -> None:
    rules = MODES["custom"].rules_with(options={"queue": "TSZ", "queue_end": "end"})
    game = game_of(rules, seed=1)

    assert rules.modifiers == (GivenQueue("TSZ", ends=True),)
    assert dropped(game) == "SZ"
    assert game.view.end is End.OUT_OF_PIECES
