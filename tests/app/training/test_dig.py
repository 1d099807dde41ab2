"""The bot's number at each position is what the bot really takes, with the buttons of a player."""

import pytest

from piecement.session.statistics import SessionStatistics
from piecement.training.dig import MOST_COMBO, POSITIONS, BotGame, DigKind, DigPosition, messy_stack
from piecement_engine import End
from piecement_engine.bots import Bot, Player, SearchingBot
from piecement_engine.bots.bot import Habits
from piecement_engine.bots.search import Search
from piecement_engine.rules.timing import SECOND
from tests.app.training.four_wide_bot import FourWideBot
from tests.sampling import together

SMALL = [position for position in POSITIONS if position.bots_number <= 6]
LARGE = [position for position in POSITIONS if position.bots_number > 6]
MANY = 100


def bot_of(position: DigPosition) -> Bot:
    """Return the bot whose number a position has."""
    if position.kind is DigKind.FOUR_WIDE:
        return FourWideBot()
    return SearchingBot(Habits(search=Search("survive", 10, position.depth)), position.seed)


def number_of(position: DigPosition) -> tuple[int, End | None]:
    """Return the number that the bot of a position comes to, and how its game ends."""
    game = position.game(position.mode.rules)
    player = Player(game, bot_of(position))
    statistics = SessionStatistics()
    time_ns = 0
    while game.view.end is None and game.view.pieces < MANY:
        time_ns += SECOND
        statistics.count(player.advance(time_ns))
    combo = position.kind is DigKind.FOUR_WIDE
    return statistics.counts.max_combo if combo else game.view.pieces, game.view.end


@pytest.mark.parametrize("position", SMALL, ids=lambda position: position.name)
def test_the_bot_takes_its_number(position: DigPosition) -> None:
    number, end = number_of(position)

    assert number == position.bots_number
    assert end is not End.BLOCK_OUT


@pytest.mark.long
@pytest.mark.parametrize("position", LARGE, ids=lambda position: position.name)
def test_the_bot_takes_a_large_number_too(position: DigPosition) -> None:
    test_the_bot_takes_its_number(position)


@pytest.mark.parametrize("position", POSITIONS, ids=lambda position: position.name)
def test_stored_way_takes_the_bots_number(position: DigPosition) -> None:
    view = BotGame(position).view_after(MANY)

    if position.kind is DigKind.FOUR_WIDE:
        assert position.bots_number <= view.pieces <= position.bots_number + 1
    else:
        assert (view.pieces, view.end is not None and view.end.won) == (position.bots_number, True)


def test_bot_game_advances_piece_by_piece() -> None:
    game = BotGame(POSITIONS[0])

    assert [game.view_after(pieces).pieces for pieces in (0, 1, 3, 3, 9)] == [0, 1, 3, 3, POSITIONS[0].bots_number]


@pytest.mark.parametrize("kind", DigKind)
def test_positions_get_harder(kind: DigKind) -> None:
    mine = [position for position in POSITIONS if position.kind is kind]
    order = [position.bots_number if kind is DigKind.FOUR_WIDE else position.size for position in mine]

    assert len(mine) >= 10
    assert order == sorted(order)
    assert len({position.name for position in mine}) == len(mine)


@together("position", POSITIONS)
def test_a_position_is_the_same_each_time(position: DigPosition) -> None:
    one, other = (position.game(position.mode.rules).view for _ in range(2))

    assert one.rows == other.rows
    assert one.known == other.known
    assert position.bots_number <= (MOST_COMBO if position.kind is DigKind.FOUR_WIDE else 60)


def test_fewer_pieces_are_better_but_for_lines_in_a_row() -> None:
    dig = DigPosition(DigKind.CHEESE, 0, 3, 10)
    combo = DigPosition(DigKind.FOUR_WIDE, 0, 1, 10)

    assert [dig.faults(number) for number in (8, 10, 13)] == [0, 0, 3]
    assert [combo.faults(number) for number in (8, 10, 13)] == [2, 0, 0]


def test_a_stack_has_no_full_rows_and_grows_with_its_pieces() -> None:
    small, large = messy_stack(3, 2), messy_stack(3, 12)

    assert all("." in row for row in large)
    assert sum(row.count(".") for row in small) / len(small) <= 10
    assert sum(10 - row.count(".") for row in small) <= 8 < sum(10 - row.count(".") for row in large)
