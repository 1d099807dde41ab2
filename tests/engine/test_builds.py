"""The compiled engine and the one in Python give the same answers."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from piecement_engine import COMPILED, Game, UpdateTimeError, board

ENGINE = Path(__file__).parents[2] / "engine"


def run(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *words],
        cwd=ENGINE.parent,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_engine_says_which_build_it_is() -> None:
    assert COMPILED is not str(board.__file__).endswith(".py")


@pytest.mark.parametrize("time", ["1", 1.5, None])
def test_a_time_of_another_type_is_refused_in_both_builds(time: object) -> None:
    game = Game(seed=1)

    with pytest.raises(UpdateTimeError):
        game.update(time)  # type: ignore[arg-type]  # that is what is refused

    assert game.view.time_ns == 0


def test_players_may_derive_from_a_game_in_both_builds() -> None:
    class Own(Game):
        """Has a dictionary of its own, and constructs as it likes."""

        def __init__(self) -> None:
            super().__init__(seed=1)
            self.mine = 1

    game = Own()
    game.update(0)

    assert type(game.copy()) is Own
    assert game.copy().view.piece == game.view.piece


@pytest.mark.long
def test_random_games_go_the_same_way_in_both_builds(tmp_path: Path) -> None:
    pytest.importorskip("mypyc")
    pytest.importorskip("setuptools")
    if shutil.which("cc") is None:
        pytest.skip("there is no compiler of C")
    compiled = run("engine/compile.py", str(tmp_path))
    assert compiled.returncode == 0, compiled.stderr

    in_python = run("-m", "tests.engine.build_answers", "14000", PYTHONPATH="engine:.", PYTHONHASHSEED="1")
    in_c = run("-m", "tests.engine.build_answers", "14000", PYTHONPATH=f"{tmp_path}:.", PYTHONHASHSEED="2")

    assert (in_python.stderr, in_c.stderr) == ("pure Python\n", "compiled\n")
    assert in_c.stdout == in_python.stdout
