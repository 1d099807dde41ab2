"""Pasted text: a game is played first, then watched, raced or saved; a board and rules open where they are edited."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from textual.geometry import Size

from piecement.storage.paths import Paths
from piecement.ui.bases.game_actions import copy_line
from piecement.ui.launch import Launch
from piecement.ui.menu_graph import Node
from piecement.ui.screens.board_editor import BoardEditorScreen
from piecement.ui.screens.replay import ReplayScreen
from piecement.ui.screens.rule_editor import RuleEditorScreen
from piecement.ui.widgets.board_picture import BoardPicture
from piecement_engine import Recording, game_line, read_game_line
from piecement_engine.fumen import Page, encode
from tests.app.kept_games import ended_recording, recorded, store_in
from tests.app.thinking import thinking
from tests.app.walking import LINE, labels_of, notifications_of, playing, text_of, words_of

GAME = read_game_line(LINE)


@pytest.mark.parametrize("node", [Node.TITLE, Node.PLAY, Node.MORE_MODES, Node.SCOREBOARD])
async def test_a_game_is_watched(node: Node, tmp_path: Path) -> None:
    async with thinking(launch=Launch(data_folder=tmp_path), at=node) as player:
        await player.paste(f"\n  {LINE[:70]}\n{LINE[70:]}\n")
        before = labels_of(player), "Checking…" in text_of(player.app)
        await player.think()
        labels = labels_of(player)
        await player.press("enter")

        assert before == ([], True)
        assert labels == ["watch", "race", "keep"]
        shown = player.screen_as(ReplayScreen).player
        assert shown is not None
        assert shown.recording == GAME
        await player.press("escape", "escape")
        assert player.node is node


async def test_it_is_raced_with_its_pieces() -> None:
    async with thinking() as player:
        await player.paste(LINE)
        player.turns.run()
        await player.press("down", "enter")
        session = player.session

        assert (session.plan.seed, session.plan.rival, session.unranked.practice) == (GAME.setup.seed, GAME, True)
        assert session.plan.mode.name == "40_lines"


async def test_it_is_saved_as_the_game_of_another(tmp_path: Path) -> None:
    async with thinking(launch=Launch(data_folder=tmp_path)) as player:
        await player.paste(game_line(replace(GAME, about={**GAME.about, "name": "Anna"})))
        player.turns.run()
        await player.press("end", "enter")
        shown = text_of(player.app)
        game = player.app.store.games.get(1)

        assert "Played by Anna" in shown
        assert "Saved as game 1." in shown
        assert (game.owner.value, game.unranked.imported, game.seed) == ("other", True, GAME.setup.seed)


async def test_saved_files_of_two_games_of_a_mode_are_two(tmp_path: Path) -> None:
    games = GAME, replace(GAME, about={**GAME.about, "name": "Anna"})
    async with thinking(launch=Launch(data_folder=tmp_path)) as player:
        for game in (*games, games[0]):
            await player.paste(game_line(game))
            await player.think()
            await player.press("enter")
            await player.press("x", "v")
            await player.press("escape", "escape")
        saved = [Recording.from_text(path.read_text()) for path in (tmp_path / "replays").glob("40_lines-*.replay")]
        pictures = list((tmp_path / "replays").glob("*.svg"))

    assert sorted(game.about.get("name", "") for game in saved) == ["", "Anna"]
    assert len(pictures) == 2


async def test_its_board_is_cut_above_the_stack_as_in_details() -> None:
    async with thinking() as player:
        await player.paste(LINE)
        await player.think()
        drawn = player.app.screen.query_one(BoardPicture).drawn(Size(24, 18))

        assert drawn is not None
        assert (drawn.cell, drawn.rows) == (2, 17)


def forged(recording: Recording, **changed: Any) -> str:  # of the fields of a result
    return game_line(replace(recording, result=replace(recording.result, **changed)))


BAD_LINES = {
    LINE[:-9]: "The line is damaged: copy all of it.",
    LINE.replace("-1:", "-2:"): "newer version of",
    f"{LINE}\n{LINE}": "There is more than one line: copy one alone.",
    LINE + "A" * 1_000_000: "too long for a line",
    forged(GAME, score=GAME.result.score + 1): "does not lead to the result",
    forged(GAME, time_ns=10**18): "does not lead to the result",
}


async def test_a_bad_line_is_told_in_a_sentence() -> None:
    async with thinking() as player:
        for text, sentence in BAD_LINES.items():
            await player.paste(text)
            await player.think()

            assert set(sentence.split()) <= set(text_of(player.app).split())
            assert labels_of(player) == []
            await player.press("enter", "down", "escape")
            assert player.node is Node.TITLE


async def test_leaving_stops_the_check() -> None:
    async with thinking() as player:
        await player.paste(LINE)
        await player.press("escape")
        await player.think()

        assert player.node is Node.TITLE


async def test_boards_and_rules_open_in_their_editors_and_no_others() -> None:
    async with playing() as player:
        for number, text in enumerate(("hello", "piecement-settings-9:abc", "\x1b[31mred", "x" * 100_000), 1):
            await player.paste(text)

            assert player.node is Node.TITLE
            assert sum("pasted here" in message for message in notifications_of(player.app)) == number
        await player.paste(f"https://example.org/?{encode([Page(field=('XXXX.XXXXX',))])}")
        await player.press("enter")
        assert player.screen_as(BoardEditorScreen).drawing.pages[0].field == ("XXXX.XXXXX",)

        await player.go_to(Node.TITLE)
        await player.paste('{"name":"Slow","rules":{"start_level":2}}')
        await player.press("enter")
        assert player.screen_as(RuleEditorScreen).draft.own.name == "Slow"


async def test_blanks_are_ignored_and_a_game_takes_no_paste() -> None:
    async with playing() as player:
        await player.paste(" \n")
        await player.go_to(Node.GAME)
        await player.paste(LINE)

        assert player.node is Node.GAME
        assert notifications_of(player.app) == []


@pytest.mark.parametrize(("way", "key"), [(Node.DETAILS, "l"), (Node.REPLAY, "c")])
async def test_a_game_is_copied_as_a_line(way: Node, key: str, tmp_path: Path) -> None:
    store = store_in(tmp_path)
    store.games.finish(recorded("marathon"))
    stored = store.games.recording(1)
    store.close()
    async with playing(launch=Launch(data_folder=tmp_path)) as player:
        player.app.settings.change("online", "name", "Bob")
        await player.go_to(way)
        await player.press(key)
        line = player.app.clipboard

        assert read_game_line(line) == replace(stored, about={**stored.about, "name": "Bob"})
        assert "Copied as a line" in words_of(player.app)


async def test_a_handed_on_game_keeps_its_line(tmp_path: Path) -> None:
    line = game_line(ended_recording(about={**recorded().origin.to_dict(), "name": "Anna"}))
    async with thinking(launch=Launch(data_folder=tmp_path)) as player:
        await player.paste(line)
        player.turns.run()
        await player.press("end", "enter", "escape")
        player.app.settings.change("online", "name", "Bob")
        copy_line(player.app.services, player.app.store.games.recording(1), lambda _: None)

        assert player.app.clipboard == line


async def test_a_long_game_becomes_a_file(tmp_path: Path) -> None:
    store = store_in(tmp_path)
    long = ended_recording(about={**recorded().origin.to_dict(), "preset": "".join(map(chr, range(200, 5000)))})
    store.games.finish(replace(recorded(), recording=long))
    store.close()
    async with playing(launch=Launch(data_folder=tmp_path), at=Node.DETAILS) as player:
        await player.press("l")
        files = list(Paths.of(tmp_path).replays.iterdir())

        assert player.app.clipboard == ""
        assert [Recording.from_text(file.read_text()).setup for file in files] == [long.setup]
        assert "Too long for a line" in text_of(player.app)


async def test_file_of_a_long_game_stays_in_its_folder(tmp_path: Path) -> None:
    about = {**recorded().origin.to_dict(), "mode": "../away", "preset": "".join(map(chr, range(200, 5000)))}
    async with playing(launch=Launch(data_folder=tmp_path)) as player:
        copy_line(player.app.services, ended_recording(about=about), player.app.notify)

    assert not list(tmp_path.glob("away*"))
    assert len(list(Paths.of(tmp_path).replays.iterdir())) == 1
