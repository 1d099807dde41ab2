"""Modules of the engine can be imported by their paths of 1.0, with a warning."""

import subprocess
import sys
from importlib import import_module
from importlib.util import find_spec

import pytest

from piecement_engine import Board, Game, Recording, Rules, Shape, old_paths
from piecement_engine.bots import path
from piecement_engine.bots.clear_evaluators import attack_evaluator
from piecement_engine.modes.rule_modes import GUIDELINE
from tests.sampling import together

CASES = [
    ("board", "Board", Board),
    ("bots.paths", "path", path),
    ("bots.score", "attack_evaluator", attack_evaluator),
    ("game", "Game", Game),
    ("modes.guideline", "GUIDELINE", GUIDELINE),
    ("modes.regular", "GUIDELINE", GUIDELINE),
    ("pieces", "Shape", Shape),
    ("recording", "Recording", Recording),
    ("rules", "Rules", Rules),
]


@together(("module", "name", "value"), CASES)
def test_an_old_path_has_the_same_values(module: str, name: str, value: object) -> None:
    sys.modules.pop(f"piecement_engine.{module}" if module == "pieces" or "." in module else "", None)

    with pytest.warns(DeprecationWarning, match=rf"{module}\b.* now"):
        assert getattr(import_module(f"piecement_engine.{module}"), name) is value


def test_every_old_path_leads_somewhere() -> None:
    paths = old_paths.MOVED

    assert [old for old, new in paths.items() if find_spec(f"piecement_engine.{new}") is None] == []


def test_an_unknown_name_is_missing_as_ever() -> None:
    with pytest.raises(ImportError, match="cannot import name 'Bord'"):
        exec("from piecement_engine.board import Bord")
    with pytest.raises(ModuleNotFoundError):
        import_module("piecement_engine.bord")


def test_the_engine_itself_uses_no_old_path() -> None:
    code = "from piecement_engine import fumen, headless, match, play\nimport piecement_engine.bots.index"

    subprocess.run([sys.executable, "-W", "error::DeprecationWarning", "-c", code], check=True)
