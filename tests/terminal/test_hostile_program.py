"""Whatever bytes come from a terminal, the real program plays on, hears keys afterwards and ends in order."""

import random
from pathlib import Path
from typing import Final

import pytest

from piecement.storage.paths import Paths
from piecement.terminal.kitty_protocol import GAME_FLAGS
from piecement.terminal.scanner import UNFINISHED_LIMIT
from tests.app.kept_games import games_file
from tests.patience import PATIENCE_S
from tests.sampling import mostly_wide
from tests.terminal.endings import SCREENS, Begin, go
from tests.terminal.hostile_input import hostile
from tests.terminal.played_game import CTRL, GAME_KEYS_SEEN, SUBTITLE_SEEN, PlayedGame

_WORKED_OFF_S: Final = 4 * PATIENCE_S
"""Maximum time for a busy machine to handle all keys up to the one that ends the program (s)."""


def check_program(seed: int, size: int, kitty: int | None, folder: Path) -> None:
    """Give hostile bytes to the program on a screen, and check that it plays on and ends by its key."""
    dice = random.Random(seed)
    screen = dice.choice(sorted(SCREENS))
    begin, way = SCREENS[screen]
    if begin is Begin.STORED_GAME:
        Paths.of(folder).games.write_bytes(games_file())
    options = ["--mode", "marathon"] if begin is Begin.GAME else []
    sent = bytearray()
    with PlayedGame(folder, *options, kitty=kitty) as game:
        game.expect_text(GAME_KEYS_SEEN if begin is Begin.GAME else SUBTITLE_SEEN)
        go(game, way)
        for piece in hostile(dice, size, kitty or 0):
            if game.program.has_ended():  # by a key that leads out
                break
            game.program.write(piece)
            sent += piece
            game.pump(0.3 if dice.random() < 0.01 else 0)
        game.program.write(b"\x1b[201~")
        game.pump(UNFINISHED_LIMIT, until=game.program.has_ended)
        if not game.program.has_ended():
            game.press("c", CTRL)
        status = game.wait_exit(_WORKED_OFF_S)

        assert status == 0, (seed, screen, bytes(sent[-400:]), bytes(game.output[-4000:]).decode(errors="replace"))
        assert b"Traceback" not in game.output, (seed, screen, bytes(sent[-400:]))
        game.assert_restored()


BOTH_TERMINALS = pytest.mark.parametrize("kitty", [GAME_FLAGS, None], ids=["kitty", "legacy"])


@mostly_wide("kitty", [GAME_FLAGS, None], ids=["kitty", "legacy"])
def test_program_survives_hostile_bytes(kitty: int | None, tmp_path: Path) -> None:
    check_program(1, 1_500, kitty, tmp_path)


@pytest.mark.long
@BOTH_TERMINALS
@pytest.mark.parametrize("seed", range(1000, 1200))
def test_program_survives_a_million_hostile_bytes(seed: int, kitty: int | None, tmp_path: Path) -> None:
    """Together: 5 000 of them, as many as are worked off in some seconds, on one screen after the other."""
    check_program(seed, 5_000, kitty, tmp_path)
