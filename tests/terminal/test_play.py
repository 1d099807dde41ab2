"""The game from its start to its end, in terminals that report releases and in ones that do not."""

from pathlib import Path
from typing import Final

import pytest

from piecement.storage.paths import Paths
from tests.terminal.played_game import (
    BOTH_KINDS,
    CTRL,
    GAME_KEYS_SEEN,
    KITTY_FIRST,
    MODES_SEEN,
    SCORES_SEEN,
    SETTINGS_SEEN,
    TITLE_WHOLE,
    piece_falling,
    title_shown,
)

FAREWELL: Final = "Thanks for playing."

MENU_FLAGS: Final = 29
GAME_FLAGS: Final = 31


@KITTY_FIRST
def test_game_is_chosen_played_paused_repeated_and_left(kitty: int | None, tmp_path: Path) -> None:
    with title_shown(tmp_path, kitty=kitty) as game:
        game.choose("Play")
        game.expect_text(MODES_SEEN)
        game.choose("40 Lines")
        game.expect_text("40 LINES")
        game.expect_piece()
        game.drop()
        game.pause()
        game.play_on()
        game.press("d", CTRL)
        game.expect_text("GIVEN UP")

        game.choose("Play again")
        game.wait_for(lambda: game.pieces == 0, what="for a new game")
        game.expect_piece()
        game.pause()
        game.tap("t")
        game.expect_text(TITLE_WHOLE)
        game.choose("Quit")

        assert game.wait_exit() == 0
        assert FAREWELL in game.text
        game.assert_restored()


@BOTH_KINDS
def test_the_keyboard_is_asked_for_releases_in_a_game_only(kitty: int | None, tmp_path: Path) -> None:
    in_force = [[0], [0]] if kitty is None else [[0], [0, MENU_FLAGS]]
    with title_shown(tmp_path, kitty=kitty) as game:
        game.wait_for(lambda: game.keyboard_log[-1:] == ["<"])
        assert list(game.flag_stacks) == in_force

        game.choose("Play")
        game.expect_text(MODES_SEEN)
        game.choose("Marathon")
        game.expect_piece()
        game.wait_for(lambda: game.flags == (0 if kitty is None else GAME_FLAGS), what="for the flags of a game")

        game.pause()
        game.wait_for(lambda: list(game.flag_stacks) == in_force, what="for the flags of menus")


@KITTY_FIRST
def test_dropping_pieces_on_one_another_loses(kitty: int | None, tmp_path: Path) -> None:
    with piece_falling(tmp_path, "--mode", "marathon", "--seed", "36421", kitty=kitty) as game:
        game.lose()

        assert "TOPPED OUT" in game.text
        game.choose("Play again")
        game.wait_for(lambda: game.pieces == 0, what="for a new game")
        game.expect_piece()
        game.quit()


def test_every_screen_is_reached_and_left_by_keys(tmp_path: Path) -> None:
    with title_shown(tmp_path) as game:
        game.tap("?")
        game.expect_text("KEYS   Main menu")
        game.tap("escape")
        game.expect_no_text("KEYS   Main menu")

        for entry, seen in (("Play", MODES_SEEN), ("Settings", SETTINGS_SEEN), ("Scoreboard", SCORES_SEEN)):
            game.choose(entry)
            game.expect_text(seen)
            game.tap("escape")
            game.expect_no_text(seen)  # the line of the title above it may be left from before
            game.expect_text(TITLE_WHOLE)
        game.choose("Quit")

        assert game.wait_exit() == 0
        game.assert_restored()


@pytest.mark.parametrize("resize_reports", [False, True])
def test_the_mouse_works_in_menus_and_is_not_reported_in_a_game(resize_reports: bool, tmp_path: Path) -> None:
    with title_shown(tmp_path, resize_reports=resize_reports) as game:
        assert not game.modes.get("1016")
        y = next(y for y, line in enumerate(game.lines, start=1) if line.split() == ["1", "Play"])
        game.send(f"\x1b[<0;40;{y}M\x1b[<0;40;{y}m")
        game.expect_text("Marathon")
        assert game.modes["1000"]

        game.tap("enter")
        game.wait_for(lambda: not game.modes["1000"], what="for the mouse to be off")
        game.expect_text(GAME_KEYS_SEEN)
        game.pause()
        game.wait_for(lambda: game.modes["1000"], what="for the mouse to be back")


def test_gnu_screen_is_not_asked_for_the_mouse_to_free_esc(tmp_path: Path) -> None:
    with title_shown(tmp_path, env={"STY": "1.x"}) as game:
        assert not game.modes.get("1000")


@pytest.mark.parametrize("way", [(), ("Play", "m"), ("Settings",), ("?",)], ids=str)
def test_ctrl_c_quits_any_menu(way: tuple[str, ...], tmp_path: Path) -> None:
    with title_shown(tmp_path) as game:
        for step in way:
            before = game.text
            if len(step) == 1:
                game.tap(step)
            else:
                game.choose(step)
            game.wait_for(lambda: game.text != before or game.may_type, what="for an effect")  # noqa: B023 - called at once
        game.quit()

        assert FAREWELL in game.text


@pytest.mark.parametrize("where", ["pause", "countdown", "end"])
def test_ctrl_c_quits_the_screens_around_a_game(where: str, tmp_path: Path) -> None:
    Paths.of(tmp_path).settings.write_text("[interface]\nresume_countdown = 5\n")
    with piece_falling(tmp_path, "--mode", "marathon") as game:
        if where in {"pause", "countdown"}:
            game.pause()
        if where == "countdown":
            game.tap("escape")
            game.wait_for(lambda: "▀▀▀" in "".join(game.field[4:]), what="for the count")
        if where == "end":
            game.press("d", CTRL)
        game.quit()
