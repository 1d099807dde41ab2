"""A saved game goes on exactly where it was, as practice, as often as wanted, and in another run of the program."""

from pathlib import Path

from piecement.storage.game_query import GameQuery
from piecement.storage.recorder import FEW_PIECES
from piecement.ui.launch import Launch
from piecement.ui.menu_graph import Node
from piecement_base.plan import Plan
from piecement_engine import MODES, End
from tests.app.database_file import change_file
from tests.app.kept_games import save_slot
from tests.app.walking import Player, playing, text_of

MARATHON = Plan(MODES["marathon"], seed=9)


def seen_of(player: Player) -> tuple[object, ...]:
    view = player.session.view
    return view.time_ns, view.piece, view.pieces, view.score, tuple(view.rows), view.hold, view.next


async def test_a_slot_outlives_the_program_and_goes_on_exactly_there(tmp_path: Path) -> None:
    async with playing(launch=Launch(plan=MARATHON, data_folder=tmp_path)) as player:
        await player.drop(3)
        await player.press("ctrl+s", "enter")
        saved = seen_of(player)
    async with playing(launch=Launch(data_folder=tmp_path)) as player:
        await player.press("ctrl+l")
        shown = text_of(player.app)
        node = player.node
        await player.press("enter")
        loaded = seen_of(player)
        await player.wait_ms(3200)
        await player.drop()

        assert node is Node.LOAD_GAME
        assert "1  Marathon" in shown
        assert loaded == saved
        assert player.session.view.pieces == 4
        assert player.session.statistics.counts.presses == 4


def ends_of(player: Player) -> list[tuple[int, End, bool]]:
    """Return pieces, end and practice of the stored games."""
    store = player.app.store
    games = store.games.read(list(store.games.listing(GameQuery(sort="pieces"))))
    return [(game.result.pieces, game.end, game.unranked.practice) for game in games]


async def test_it_is_practice_and_unranked(tmp_path: Path) -> None:
    async with playing(launch=Launch(plan=MARATHON, data_folder=tmp_path)) as player:
        await player.drop(2)
        await player.press("ctrl+s", "enter", "ctrl+l", "enter")
        await player.wait_ms(3200)
        await player.drop()
        await player.give_up()

        assert player.node is Node.GAME_OVER
        assert ends_of(player) == [(3, End.FORFEIT, True)]
        assert player.app.store.games.bests() == frozenset()


async def test_games_replaced_after_a_few_pieces_are_forgotten_aloud(tmp_path: Path) -> None:
    async with playing(launch=Launch(plan=MARATHON, data_folder=tmp_path)) as player:
        await player.drop(2)
        await player.press("ctrl+s", "enter")
        for _ in range(3):
            await player.press("ctrl+l")
            shown = text_of(player.app)
            await player.press("enter")
            await player.wait_ms(3200)
            await player.drop()

            assert f"Below {FEW_PIECES} pieces" in shown  # beside the board, once that is found
        assert ends_of(player) == []


async def test_a_game_of_more_pieces_that_gives_way_to_it_is_given_up(tmp_path: Path) -> None:
    zen = Plan(MODES["zen"], seed=9)
    async with playing(launch=Launch(plan=zen, data_folder=tmp_path)) as player:
        await player.drop(FEW_PIECES)
        await player.press("ctrl+s", "enter", "ctrl+l", "enter")

        assert ends_of(player) == [(FEW_PIECES, End.FORFEIT, False)]


async def test_a_game_is_loaded_as_often_as_wanted(tmp_path: Path) -> None:
    async with playing(launch=Launch(plan=MARATHON, data_folder=tmp_path)) as player:
        await player.drop(2)
        await player.press("ctrl+s", "enter")
        saved = seen_of(player)
        for _ in range(2):
            await player.wait_ms(3200)
            await player.drop()
            await player.press("ctrl+l", "enter")

            assert seen_of(player) == saved


async def test_the_game_that_was_saved_last_is_offered_first(tmp_path: Path) -> None:
    for slot, mode in (("5", "40_lines"), ("7", "marathon"), ("2", "cheese")):
        save_slot(tmp_path, slot, mode)
    async with playing(launch=Launch(data_folder=tmp_path)) as player:
        await player.press("ctrl+l", "enter")

        assert player.session.plan.mode.name == "cheese"


async def test_without_a_saved_game_the_list_says_how_to_save() -> None:
    async with playing() as player:
        await player.press("ctrl+l")
        assert "Enter load   Del delete   ↑↓ move   Esc back   ? keys" in text_of(player.app)

        await player.press("enter")
        assert "Ctrl+S in a game saves it." in text_of(player.app)
        assert player.node is Node.LOAD_GAME


async def test_game_ended_by_loading_is_named_in_a_fight_too(tmp_path: Path) -> None:
    save_slot(tmp_path)
    async with playing(launch=Launch(data_folder=tmp_path), at=Node.MATCH) as player:
        await player.press("escape", "ctrl+l")

        assert "Ends this match for good." in text_of(player.app)


async def test_a_game_that_was_kept_by_another_name_is_there_too(tmp_path: Path) -> None:
    save_slot(tmp_path, "before the mess")
    async with playing(launch=Launch(data_folder=tmp_path)) as player:
        await player.press("ctrl+l", "end", "enter")

        assert player.session.view.pieces == 3


async def test_a_damaged_slot_is_left_out(tmp_path: Path) -> None:
    for slot in ("1", "2"):
        save_slot(tmp_path, slot)
    change_file(tmp_path, "UPDATE savepoints SET text = 'x' WHERE name = '1'")
    async with playing(launch=Launch(data_folder=tmp_path)) as player:
        await player.press("ctrl+l")
        shown = text_of(player.app)

        assert "1  40 Lines" not in shown
        assert "2  40 Lines" in shown


async def test_after_the_end_the_slots_are_a_key_away(tmp_path: Path) -> None:
    async with playing(launch=Launch(plan=MARATHON, data_folder=tmp_path)) as player:
        await player.drop(2)
        await player.press("ctrl+s", "enter", "enter")
        await player.give_up()
        over = player.node
        await player.press("ctrl+l", "enter")

        assert over is Node.GAME_OVER
        assert player.node is Node.GAME
        assert player.session.unranked.practice
