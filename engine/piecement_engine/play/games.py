"""Games without a clock, started by mode name and played by taps and placements."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from piecement_engine.bots.placement import Placement
from piecement_engine.bots.player import Player
from piecement_engine.bots.position import Position
from piecement_engine.errors import EngineError, PlacementError, cut_repr
from piecement_engine.events import Event, HardDropped, PieceLocked
from piecement_engine.game.game import Game
from piecement_engine.game.inputs import Button
from piecement_engine.game.setup import Setup, new_seed, texts_of
from piecement_engine.modes import MODES, Mode, OptionValue, rules_of
from piecement_engine.modes.mode import UNSET
from piecement_engine.rules.rules import Rules
from piecement_engine.rules.timing import MILLISECOND

_DIRECTIONS: Final = frozenset({Button.MOVE_LEFT, Button.MOVE_RIGHT})


def game_of(
    mode: str | Mode | Rules,
    seed: int | None = None,
    *,
    options: Mapping[str, OptionValue] = UNSET,
    rules: Mapping[str, Any] = UNSET,
    pieces: Sequence[str] | None = None,
    board: Sequence[str] = (),
) -> Game:
    """Start a game up to its first piece. Its recording names the mode and the options.

    Args:
        mode: The name of a mode, a mode, or rules.
        seed: The seed of all randomness; a random one if there is none.
        options: The options of the mode, as for `rules_of`.
        rules: Rules that the mode leaves open, as for `rules_of`.
        pieces: The names of all pieces, instead of the randomizer of the rules; after them the game ends.
        board: The rows at the start, lowest first.

    Raises:
        RuleError: If there is no such mode, option, rule or piece.
        BoardTextError: If the rows are no board of the rules.

    >>> game_of("maraton", seed=1)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    piecement_engine.errors.RuleError: unknown mode 'maraton' (did you mean 'marathon'?): modes are 40_lines, ...
    """
    setup = Setup(
        rules=rules_of(mode, options=options, rules=rules),
        seed=new_seed() if seed is None else seed,
        pieces=None if pieces is None else texts_of(pieces, "pieces"),
        board=(board,) if isinstance(board, str) else texts_of(board, "board's rows"),
        about={} if isinstance(mode, Rules) else _about(MODES[mode] if isinstance(mode, str) else mode, options),
    )
    game = Game.from_setup(setup)
    _play_on(game)
    return game


def _about(mode: Mode, options: Mapping[str, OptionValue]) -> dict[str, Any]:  # values of any JSON type
    return {"mode": mode.name, **({"options": dict(options)} if options else {})}


def tap(game: Game, button: str) -> list[Event]:
    """Press and release a button, and continue until a piece is in play again or the game ends.

    The game time stands still, unless the rules need time to pass: for the lock of a dropped piece and the next spawn,
    after a spawn for a hard drop, and between two moves that would otherwise be a double tap.

    Returns:
        The events.

    Raises:
        GameEndedError: If the game is over.
        UnknownButtonError: If no button has this name.
    """
    _require_game(game)
    view, rules = game.view, game.view.rules
    events = _play_on(game)
    pressed = _press(game, button, view.time_ns)
    dropped = any(isinstance(event, HardDropped) for event in pressed)
    if button == Button.HARD_DROP and rules.hard_drop_guard_ns and not dropped and view.end is None:
        pressed += _press(game, button, view.time_ns + rules.hard_drop_guard_ns)
    events += pressed
    if button in _DIRECTIONS and rules.double_tap_ns and view.end is None:
        events += game.update(view.time_ns + rules.double_tap_ns + 1)
    return events + _play_on(game)


def place(game: Game, placement: Placement | str) -> list[Event]:
    """Play a placement, and continue until the next piece is in play or the game ends.

    The game is played by its buttons, so that its recording is an ordinary one.

    Args:
        game: The game; it is as before if an error is raised.
        placement: One of `Position.of(game).placements`, or its text.

    Returns:
        The events.

    Raises:
        PlacementError: If no way leads the piece there.
        EngineError: If no piece is in play.
    """
    _require_game(game)
    position = Position.of(game)
    if isinstance(placement, str):
        placement = position.placement(placement)
    elif placement not in position.placements:
        raise PlacementError(
            f"{cut_repr(placement)} is none of the placements of the game: see Position.of(game).placements"
        )
    trial = game.copy()
    played = len(game._log)
    play_placement(trial, placement)
    events: list[Event] = []
    for time_ns, change in trial.inputs_since(played):
        events += game.play(time_ns, change)
    return events if game.view.end else events + game.update(trial.view.time_ns)


def play_placement(game: Game, placement: Placement) -> list[Event]:
    """Play one of the placements of a game, as `place` does. Raises `PlacementError` after it was played otherwise."""
    events = lock_placement(game, placement)
    locked = next((event for event in events if isinstance(event, PieceLocked)), None)
    if locked is None or locked.piece.cells != placement.piece.cells:
        raise PlacementError(f"{placement!r} is out of reach: the piece falls or locks on the way")
    return events + _play_on(game)


def _require_game(game: object) -> None:
    if not isinstance(game, Game):
        raise EngineError(f"the game is {cut_repr(game)}: it is a Game, as game_of returns one")


class _Chosen:
    """Bot with one given choice, or none."""

    def __init__(self, choice: Placement | None) -> None:
        self._choice: Final = choice

    def think(self, position: Position) -> Iterator[Placement | None]:
        yield self._choice


def lock_placement(game: Game, placement: Placement | None) -> list[Event]:
    """Lock the piece in play as a player does, with the waits of the rules; without a placement, drop it."""
    player = Player(game, _Chosen(placement))
    view, pieces = game.view, game.view.pieces
    events: list[Event] = []
    while view.end is None and view.pieces == pieces:
        events += player.advance(view.time_ns + MILLISECOND - 1)  # shorter than the pause before the next piece
    return events


def _press(game: Game, button: str, time_ns: int) -> list[Event]:
    events = game.update(time_ns, (button,))
    return events if game.view.end else events + game.update(time_ns, ())


def _play_on(game: Game) -> list[Event]:
    """Advance until a piece is in play or the game has ended."""
    view = game.view
    events: list[Event] = []
    while view.end is None and (view.piece is None or view.dropped):
        events += game.update(max(view.time_ns, view.next_timer_ns))
    return events
