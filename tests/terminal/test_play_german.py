"""The game in German, from its start to its end."""

from pathlib import Path

import pytest

from tests.terminal.played_game import CTRL, GERMAN_MODES_SEEN, PlayedGame


@pytest.mark.wide
def test_german_game_is_chosen_played_paused_and_left(tmp_path: Path) -> None:
    with PlayedGame(tmp_path, "--language", "de", env={"PIECEMENT_LANGUAGE": None}, kitty=31) as game:
        game.expect_text("Wähle einen Modus und spiele.")
        game.choose("Spielen")
        game.expect_text(GERMAN_MODES_SEEN)
        game.choose("40 Zeilen")
        game.expect_text("Zeilen übrig")
        game.expect_piece()
        game.tap("up")
        game.expect_text("STEINE  1")
        game.tap("escape")
        game.expect_text("Einstellungen")
        game.expect_text("Spiel beenden")
        game.choose("Fortsetzen")
        game.expect_no_text("Spiel beenden")
        game.expect_piece()
        game.press("d", CTRL)
        game.expect_text("AUFGEGEBEN")
        game.expect_text("Noch einmal")
        game.press("c", CTRL)

        assert game.wait_exit() == 0
        assert "Danke fürs Spielen." in game.text
        game.assert_restored()
