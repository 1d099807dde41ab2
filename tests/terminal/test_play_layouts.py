"""The real program is played on keyboards without Latin letters, and with Caps Lock."""

from pathlib import Path
from typing import Final

import pytest

from tests.keyboards import LAYOUTS, Layout, kitty_code, legacy_code, win32_code
from tests.terminal.key_codes import CTRL
from tests.terminal.played_game import PlayedGame, title_shown

RU, GR, IL, DE, FR, DVORAK = LAYOUTS
NO_LATIN: Final = pytest.mark.parametrize("layout", [RU, GR, IL], ids=["ru", "gr", "il"])
PROTOCOLS: Final = {"kitty": kitty_code, "win32": win32_code, "legacy": legacy_code}
EACH_PROTOCOL: Final = pytest.mark.parametrize("protocol", PROTOCOLS)
LYING: Final = frozenset({(0, 0), (1, 0), (2, 0), (1, 1)})
STANDING: Final = frozenset({(0, 0), (0, 1), (0, 2), (1, 1)})
"""Cells of a T as it appears, and rotated to the right."""


def playing(folder: Path, protocol: str) -> PlayedGame:
    """Return a game in a terminal with one of the protocols."""
    kitty = 31 if protocol == "kitty" else None
    return PlayedGame(folder, "--mode", "marathon", "--seed", "1", kitty=kitty, win32_input=protocol == "win32")


@EACH_PROTOCOL
@NO_LATIN
def test_commands_work_in_a_game(layout: Layout, protocol: str, tmp_path: Path) -> None:
    encode = PROTOCOLS[protocol]
    with playing(tmp_path, protocol) as game:
        game.expect_piece()
        game.wait_for(lambda: game.shape == LYING, what="for a T that lies")
        game.send(encode(layout, "d", 0))
        game.wait_for(lambda: game.shape == STANDING, what="for a rotation")
        game.drop()
        game.send(encode(layout, "z", CTRL))
        game.expect_text("practice")
        game.send(encode(layout, "c", CTRL))

        assert game.wait_exit() == 0


@NO_LATIN
def test_ctrl_c_ends_the_program_in_menus(layout: Layout, tmp_path: Path) -> None:
    with title_shown(tmp_path, kitty=31) as game:
        game.send(kitty_code(layout, "c", CTRL))

        assert game.wait_exit() == 0


@pytest.mark.parametrize(
    ("code", "shown"),
    [
        (kitty_code(RU, "d", has_base=True), "DAILY"),
        (kitty_code(RU, "d", has_base=False), "DAILY"),
        (kitty_code(FR, "1"), "Boards and rules"),
    ],
    ids=["with a place", "without", "the French digit row"],
)
def test_keys_of_menus_are_found_by_their_place(code: str, shown: str, tmp_path: Path) -> None:
    with title_shown(tmp_path, kitty=31) as game:
        game.send(code)

        game.expect_text(shown)
        game.quit()
