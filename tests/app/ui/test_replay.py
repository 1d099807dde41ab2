"""The replay screen: a kept game is watched, gone through by keys, and played on from any moment."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from piecement.session.bots.mistakes import Mistake, Mistakes, Moment
from piecement.session.records import GameRecord
from piecement.session.replay_player import ReplayPlayer
from piecement.storage.game_query import GameQuery
from piecement.ui.launch import Launch
from piecement.ui.menu_graph import Node
from piecement.ui.screens.game import GameScreen
from piecement.ui.screens.replay import ReplayScreen
from piecement_engine import End, Recording
from piecement_engine.fumen import decode
from tests.app.database_file import change_file
from tests.app.kept_games import keep, record_of, recorded, store_in
from tests.app.walking import Player, playing, text_of
from tests.engine.nimble_player import nimble_game

S = 1_000_000_000


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a game of twenty seconds, given up."""
    folder = tmp_path_factory.mktemp("replay")
    game = nimble_game(4, 18)
    game.forfeit(20 * S)
    keep(folder, GameRecord.of_recording(Recording.of(game, record_of("marathon").origin.to_dict())))
    return folder


@asynccontextmanager
async def watching(folder: Path, **given: Any) -> AsyncGenerator[Player]:
    """Run the application at the replay of the best game of a folder."""
    async with playing(launch=Launch(data_folder=folder), at=Node.DETAILS, **given) as player:
        await player.go_to(Node.REPLAY)  # the title leads to the last game
        yield player


def replay_of(player: Player) -> ReplayPlayer:
    """Return the replay, under whatever lies over it."""
    (replay,) = (screen.player for screen in player.app.screen_stack if isinstance(screen, ReplayScreen))
    assert replay is not None
    return replay


def time_of(player: Player) -> float:
    """Return the moment that is shown (s)."""
    return replay_of(player).view.time_ns / S


async def test_it_runs_from_the_start_and_shows_the_game(folder: Path) -> None:
    async with watching(folder) as player:
        await player.wait_ms(3000)
        seen = text_of(player.app)

        assert time_of(player) == pytest.approx(3, abs=0.3)
        assert "MARATHON" in seen
        assert " > 0:0" in seen
        assert " 0:20.00 " in seen


MOMENTS = {
    "right": 1,
    "right right left": 1,
    "shift+right": 10,
    "5": 10,
    "9": 18,
    "end": 20,
    "end left": 19,
    "7 home": 0,
    "7 0": 0,
}
"""Seconds to which keys lead from the start."""


async def test_keys_go_to_any_moment_except_to_play_on_from_the_end(folder: Path) -> None:
    async with watching(folder) as player:
        await player.press("space")
        for keys, seconds in MOMENTS.items():
            await player.press("home", *keys.split())

            assert time_of(player) == pytest.approx(seconds, abs=0.06)
        await player.press("end", "p")
        assert "You cannot play from here." in text_of(player.app)


async def test_pause_speed_and_loop_are_told(folder: Path) -> None:
    async with watching(folder) as player:
        await player.press("space")
        paused = text_of(player.app)
        await player.press("space", "up", "up", "l")
        await player.wait_ms(1000)
        fast = text_of(player.app)
        faster = time_of(player)
        await player.press("minus", *["down"] * 9)
        slow = text_of(player.app)

        assert "paused" in paused
        assert "×2 loop" in fast
        assert faster == pytest.approx(2, abs=0.3)
        assert "×0.05 loop" in slow


async def test_inputs_and_pieces_are_gone_through(folder: Path) -> None:
    async with watching(folder, size=(80, 30)) as player:
        playing_keys = text_of(player.app).splitlines()[-1]
        await player.press("space", "home")
        before = text_of(player.app)
        await player.press("right_square_bracket")
        held, shown = replay_of(player).view.held, text_of(player.app)
        await player.press("full_stop")
        pieces = replay_of(player).view.pieces
        await player.press("full_stop", "comma")

        assert len(held) == 1
        assert shown != before
        assert pieces == 1
        assert replay_of(player).view.pieces == 1
        assert replay_of(player).is_paused
        assert "Space pause" in playing_keys
        assert "Space resume" in before.splitlines()[-1]


async def test_a_player_takes_over_for_practice(folder: Path) -> None:
    async with watching(folder) as player:
        await player.press("space", "5", "p")
        screen = player.screen_as(GameScreen)
        taken_ns = screen.session.view.time_ns
        await player.press("enter")
        await player.wait_ms(300)
        await player.give_up()
        store = player.app.store
        games = store.games.read(list(store.games.listing(GameQuery(sort="ended"))))

        assert taken_ns == pytest.approx(10 * S, abs=S // 10)
        assert player.node is Node.GAME_OVER
        assert sorted((game.end, game.unranked.practice) for game in games) == [
            (End.FORFEIT, False),
            (End.FORFEIT, True),
        ]


async def test_a_moment_is_saved_as_a_slot_and_as_a_picture(folder: Path) -> None:
    async with watching(folder, size=(120, 40)) as player:
        await player.press("space", "5", "ctrl+s", "enter")
        saved = text_of(player.app)
        await player.press("v")
        (point,) = player.app.store.save_slots.all()
        (picture,) = (folder / "replays").glob("*.svg")

        assert "Saved in slot 1." in saved
        assert player.node is Node.REPLAY
        assert (point.name, point.origin.unranked.practice) == ("1", True)
        assert point.result.time_ns == pytest.approx(10 * S, abs=S // 10)
        assert picture.read_text().startswith("<svg")
        assert "Saved as" in text_of(player.app)


@pytest.mark.wide
async def test_it_is_exported_and_filmed_while_it_is_watched(folder: Path) -> None:
    async with watching(folder, size=(120, 40)) as player:
        await player.press("x")
        exported = text_of(player.app)
        await player.press("f")
        await player.wait_ms(50)
        writing = text_of(player.app)
        for _ in range(400):
            await player.wait_ms(50)
            if "Saving: " not in text_of(player.app):
                break
        (text,) = (folder / "replays").glob("*.replay")
        (film,) = (folder / "replays").glob("*.cast")

        assert "Saved as" in exported
        assert "Saving: " in writing
        assert Recording.from_text(text.read_text()).verify() is None
        assert film.read_text().startswith('{"version":2,"width":120,"height":38')
        assert "Saved as" in text_of(player.app)


async def test_it_is_exported_as_fumen_and_gif_while_it_is_watched(folder: Path) -> None:
    pytest.importorskip("PIL")
    async with watching(folder, size=(120, 40)) as player:
        await player.press("u")
        (file,) = (folder / "replays").glob("*.fumen")

        assert "Saved as" in text_of(player.app)
        assert len(decode(file.read_text())) == replay_of(player).recording.result.pieces + 1

        await player.press("g")
        await player.wait_ms(50)
        assert "Saving: " in text_of(player.app)


async def test_an_unfinished_film_leaves_no_file(folder: Path) -> None:
    async with watching(folder, size=(120, 40)) as player:
        before = sorted(folder.rglob("*"))
        await player.press("f")
        await player.wait_ms(50)
        await player.press("escape")

        assert [path for path in sorted(folder.rglob("*")) if path not in before and "cast" in path.name] == []


async def test_help_stops_it_and_leaving_leaves_nothing_running(folder: Path) -> None:
    async with watching(folder) as player:
        await player.wait_ms(500)
        await player.press("question_mark")
        before = time_of(player)
        await player.wait_ms(2000)
        during = time_of(player)
        await player.press("escape")
        await player.wait_ms(500)

        assert during == before
        assert time_of(player) == pytest.approx(before + 0.5, abs=0.2)

        await player.press("escape")
        assert player.node is Node.DETAILS
        assert not player.frame_timer.is_set


async def test_a_damaged_recording_is_told(tmp_path: Path) -> None:
    store = store_in(tmp_path)
    game = store.games.finish(recorded("marathon"))
    store.close()
    change_file(tmp_path, "UPDATE recordings SET text = 'x' WHERE game = ?", (game,))
    async with watching(tmp_path, size=(120, 30)) as player:
        seen = text_of(player.app)
        await player.press("space", "5", "p", "v", "escape")

        assert "The recording of game 1 cannot be used" in seen
        assert player.node is Node.DETAILS


@pytest.mark.wide
@pytest.mark.parametrize("size", [(80, 24), (60, 24), (120, 40), (30, 10)])
async def test_it_fits_any_terminal_or_names_its_need(folder: Path, size: tuple[int, int]) -> None:
    async with watching(folder, size=size) as player:
        await player.wait_ms(500)

        assert text_of(player.app).strip()


async def test_n_goes_to_the_next_mark_and_names_it(tmp_path: Path) -> None:
    store = store_in(tmp_path)
    game = store.games.finish(recorded("marathon"))
    mistakes = Mistakes(2, worst=(Moment(5.0, Mistake.HOLES, 1, 1_900_000_000),))
    store.game_reviews.add(game, mistakes)
    store.close()
    async with watching(tmp_path) as player:
        await player.press("space", "n")
        seen = text_of(player.app)

        assert "Mistake" in seen
        assert time_of(player) == pytest.approx(0.9, abs=0.05)


async def test_a_hidden_length_shows_at_the_end_only(folder: Path) -> None:
    async with watching(folder) as player:
        player.app.settings.change("graphics", "skin", "ascii")
        await player.press("space", "5")
        bar = next(line for line in text_of(player.app).splitlines() if "0:20.00" in line)
        await player.press("b")
        hidden = text_of(player.app)
        await player.press("end")
        ended = text_of(player.app)
        await player.press("5", "b")

        assert "===o---" in bar
        assert bar.isascii()
        assert "0:20.00" not in hidden
        assert "0:20.00" in ended
        assert "0:20.00" in text_of(player.app)
        assert not player.app.settings.now.interface.hides_length
