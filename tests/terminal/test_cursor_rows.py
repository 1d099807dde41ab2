"""The terminal's cursor stands on the chosen row of each menu, where a screen reader or a braille display looks."""

from pathlib import Path
from typing import Final

from tests.sampling import mostly_wide
from tests.terminal.played_game import MODES_SEEN, SETTINGS_SEEN, PlayedGame, title_shown

WAYS: Final = {"1": MODES_SEEN, "2": "  VERSUS\n", "3": "  PRACTICE\n", "5": SETTINGS_SEEN}
"""The highest text of each screen, by the key that leads to it from the title."""
BAR: Final = "5cd0e8"
"""The colour of the chosen row."""


def stands_on_bar(game: PlayedGame) -> bool:
    """Return whether the cursor is in the first line of the bar: an entry may have a sentence below it."""
    cursor, buffer = game.screen.cursor, game.screen.buffer
    return buffer[cursor.y][cursor.x].bg == BAR and buffer[cursor.y - 1][cursor.x].bg != BAR


def assert_cursor_follows(game: PlayedGame) -> None:
    """Move the cursor of the menu, and assert that that of the terminal goes with it."""
    game.wait_for(lambda: stands_on_bar(game), what="for the cursor on the chosen row")
    rows = [game.screen.cursor.y]
    for key in ("down", "down", "up"):
        game.tap(key)
        game.wait_for(
            lambda: game.screen.cursor.y != rows[-1] and stands_on_bar(game), what="for the cursor on another row"
        )
        rows.append(game.screen.cursor.y)
    assert rows[0] < rows[1] == rows[3] < rows[2]


@mostly_wide("size", [(80, 24), (60, 20), (120, 40)])
def test_the_cursor_is_on_the_chosen_row(size: tuple[int, int], tmp_path: Path) -> None:
    with title_shown(tmp_path, size=size) as game:
        assert_cursor_follows(game)
        for key, seen in WAYS.items():
            game.tap(key)
            game.expect_text(seen)
            assert_cursor_follows(game)
            game.tap("escape")
            game.expect_no_text(seen)
