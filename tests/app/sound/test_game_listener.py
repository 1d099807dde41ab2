"""Listening to a game: its events, its buttons, and how high it is stacked."""

from piecement.sound.effects import Effect
from piecement.sound.game_listener import GameListener, music_pace
from piecement_base.plan import Plan
from piecement_engine import MODES, Game
from piecement_engine.events import GameEnded, PieceMoved, RowsRaised

MS = 1_000_000


def new_game(*board: str) -> Game:
    return Plan(MODES["marathon"], 7, board=board).game({})


class Ears:
    """Notes what is heard of a game."""

    def __init__(self, game: Game, *, is_own: bool = True) -> None:
        self.game = game
        self.effects: list[Effect] = []
        self.listener = GameListener(lambda heard: self.effects.append(heard.effect), is_own=is_own)

    def press(self, *buttons: str) -> list[Effect]:
        """Hold buttons, and no others, from 20 ms later on; return what is heard of it."""
        del self.effects[:]
        events = self.game.update(self.game.view.time_ns + 20 * MS, set(buttons))
        self.listener.on_events(events, self.game.view)
        return self.effects


def tall(rows: int) -> tuple[str, ...]:
    return ("x.........",) * rows


def test_moves_turns_holds_and_drops_are_heard_as_they_happen() -> None:
    ears = Ears(new_game())
    ears.press()

    assert ears.press("move_left") == [Effect.MOVE]
    assert ears.press() == []
    assert ears.press("rotate_right") == [Effect.ROTATE]
    assert ears.press("hold")[0] == Effect.HOLD
    ears.press()
    ears.press()
    assert Effect.HARD_DROP in ears.press("hard_drop")


def test_a_soft_drop_is_heard_once_when_it_begins() -> None:
    ears = Ears(new_game())
    ears.press()

    assert ears.press("soft_drop") == [Effect.SOFT_DROP]
    assert ears.press("soft_drop") == []
    assert ears.press() == []
    assert ears.press("soft_drop") == [Effect.SOFT_DROP]


def test_a_stack_near_the_top_is_warned_of_once() -> None:
    ears = Ears(new_game(*tall(15)))

    assert Effect.DANGER in ears.press()
    assert Effect.DANGER not in ears.press()
    assert music_pace(ears.game.view).density == 75
    assert Effect.DANGER not in Ears(new_game(*tall(14))).press()


def test_others_are_heard_only_in_danger_and_a_loss_as_a_win() -> None:
    ears = Ears(new_game(*tall(15)), is_own=False)
    listener, game = ears.listener, ears.game
    ears.press()
    ears.press("move_left")
    events = [event for event in game.update(game.view.time_ns + 20 * MS) if isinstance(event, PieceMoved)]
    listener.on_events([*events, RowsRaised(0, 2)], game.view)

    assert ears.effects == [Effect.GARBAGE_RISING]
    del ears.effects[:]
    listener.on_events([event for event in game.forfeit(game.view.time_ns) if isinstance(event, GameEnded)], game.view)
    assert ears.effects == [Effect.WON]


def test_a_jumping_replay_warns_only_of_later_events() -> None:
    ears = Ears(new_game(*tall(15)))
    ears.listener.reset(ears.game.view)

    assert Effect.DANGER not in ears.press()


def test_listening_never_changes_a_game() -> None:
    games = [new_game(), new_game()]
    ears = Ears(games[0])
    for number in range(30):
        held = {"hard_drop"} if number % 4 == 0 else {"move_left"} if number % 3 else set[str]()
        ears.press(*held)
        games[1].update(games[1].view.time_ns + 20 * MS, held)

    assert list(games[0].view.rows) == list(games[1].view.rows)
    assert games[0].inputs == games[1].inputs
