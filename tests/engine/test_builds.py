"""The compiled engine and the one in Python give the same answers."""

import inspect
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from piecement_engine import COMPILED, Game, Rules
from piecement_engine.board import board
from piecement_engine.board.board import Board
from piecement_engine.board.pieces import Piece, Shape
from piecement_engine.events import Spin
from piecement_engine.game.view import GameView
from piecement_engine.rng import Rng
from piecement_engine.rotation import ROTATION_SYSTEMS
from piecement_engine.rotation.system import Turned
from piecement_engine.rotation.table_system import TableSystem
from piecement_engine.rules.locking import LOCKINGS, Action, Lockdown
from piecement_engine.rules.randomizers import RANDOMIZERS, Bag

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


def test_the_engine_names_its_build() -> None:
    assert COMPILED is not str(board.__file__).endswith(".py")


def test_docstrings_and_signatures_in_both_builds() -> None:
    assert inspect.getdoc(Game) == "One game. Times are whole ns since it began; coordinates are those of `pieces`."
    assert str(inspect.signature(Game)).startswith("(rules")
    assert list(inspect.signature(Game.update).parameters) == ["self", "time_ns", "held", "budget"]
    assert inspect.getdoc(Piece) == "A shape in an orientation at a spot."
    assert (inspect.getdoc(Spin) or "").startswith("Verdict of a spin rule")
    assert (inspect.getdoc(board) or "").startswith("Board of a game: its filled cells")


class Mirrored(TableSystem):
    """Turns the other way round."""

    def rotate(self, board: Board, piece: Piece, turns: int) -> Turned | None:
        return super().rotate(board, piece, -turns)


class Falling:
    """Turns nothing, and has pieces come a row lower. It derives from nothing."""

    name = "falling"

    def rotate(self, board: Board, piece: Piece, turns: int) -> Turned | None:
        return None

    def spawn(self, board: Board, piece: Piece) -> Piece | None:
        return piece._replace(y=piece.y - 1)


class Alternating(Bag):
    """Deals the first two shapes in turns."""

    dealt = 0

    def draw(self, rng: Rng) -> Shape:
        self.dealt += 1
        return self._full[self.dealt % 2]


class AtOnce(Lockdown):
    """Locks a piece as soon as it lands."""

    def step(self, time: int, y: int, grounded: bool, action: Action, due: int | None) -> int | None:
        return time if grounded else None


def played(rules: Rules, *buttons: str) -> GameView:
    """Return a game in which these buttons were pressed one after the other."""
    game = Game(rules, seed=1)
    game.update(0)
    for number, button in enumerate(buttons):
        game.update(number + 1, [button])
    return game.copy().view


def test_rotation_systems_in_python_are_asked_in_both_builds(monkeypatch: pytest.MonkeyPatch) -> None:
    for system in (Mirrored("mirrored", {}), Falling()):
        monkeypatch.setitem(ROTATION_SYSTEMS, system.name, system)
    mirrored = played(Rules(rotation_system="mirrored"), "rotate_right").piece
    falling = played(Rules(rotation_system="falling"), "rotate_right").piece

    assert mirrored is not None
    assert falling is not None
    assert (mirrored.orientation, falling.orientation) == (3, 0)
    assert falling.y == Rules().skyline - 2  # it spawned a row lower, and has fallen by one


def test_randomizers_in_python_deal_in_both_builds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(RANDOMIZERS, "alternating", lambda shapes, _: Alternating(shapes))

    assert [shape.name for shape in played(Rules(randomizer="alternating", preview_count=4)).next] == [
        "O",
        "I",
        "O",
        "I",
    ]


def test_policies_of_lock_down_in_python_lock_in_both_builds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(LOCKINGS, "at_once", lambda _: AtOnce())

    assert played(Rules(locking="at_once", appearance_delay_ns=0), "sonic_drop", "move_left").pieces == 1


@pytest.mark.parametrize("name", ["time_ns", "piece"])
def test_events_cannot_be_changed_in_both_builds(name: str) -> None:
    (spawned,) = Game(seed=1).update(0)

    with pytest.raises(AttributeError):
        setattr(spawned, name, None)


FAILING_BUILD = """
import os, runpy
os.open(os.ttyname(0), os.O_RDWR)  # the first terminal that a new session opens is its own
hook = runpy.run_path("engine/build_hook.py")

def fails(folder, counts):
    raise hook["_COMPILE"]["CompileError"]("there is no compiler")

hook["_COMPILE"]["extensions"] = fails
build_data = {}
hook["EngineHook"]("engine", {}, None, None, "", "wheel").initialize("standard", build_data)
assert build_data == {}
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such terminal")
def test_failed_compile_is_told_on_terminal() -> None:
    """As pip builds it: what it writes to its output is not shown."""
    pytest.importorskip("hatchling")
    ours, theirs = os.openpty()
    os.set_blocking(ours, False)
    done = subprocess.run(
        [sys.executable, "-c", FAILING_BUILD],
        cwd=ENGINE.parent,
        env={**os.environ, "PIECEMENT_COMPILE": "1"},
        stdin=theirs,
        capture_output=True,
        text=True,
        start_new_session=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    shown = os.read(ours, 4096).decode()
    os.close(theirs)
    os.close(ours)

    assert shown == "piecement: the engine could not be compiled and is plain Python; `pip install -v` shows why.\r\n"
    assert "there is no compiler" in done.stdout + done.stderr


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
