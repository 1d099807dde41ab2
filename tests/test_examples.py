"""The examples run, are short, and are listed in the guide."""

import io
import json
import runpy
import sys
from pathlib import Path
from typing import Any

import pytest

from piecement_engine import MODIFIERS, RANDOMIZERS, ROTATION_SYSTEMS

ROOT = Path(__file__).parents[1]
EXAMPLES = ROOT / "examples"
LONG = {"cross_entropy"}
"""Examples that are programs of their own, which take minutes."""

START = {"type": "start", "board": [[None] * 10 for _ in range(40)], "queue": ["O", "T"], "hold": None}
LINES_FOR_BOT = [{"type": "rules"}, START, {"type": "suggest"}, {"type": "quit"}]

OUTPUT: dict[str, tuple[list[str], list[str]]] = {
    "all_placements": (["twist: 2", "hold T-S@1,0 twist full, 1 lines"], []),
    "check_environments": (["Buttons-v0: ok", "Placements-v0: ok", "FeatureChoices: ok", "Passed Parallel"], []),
    "dellacherie_games": (["3 games, "], ["3"]),
    "half_turns": (["half turns alone reach 5,", "T-N@0,2 twist full by "], []),
    "hashes_and_pickles": (["81 ways of two pieces, 53 positions", "equal: True", "alike: True", "no hold"], []),
    "many_games": (["games ended", "mean height of each column: ["], ["5"]),
    "masked_policy": (["games up to 20: ", "'holes': "], ["20"]),
    "own_goal": (["completed with"], []),
    "own_rotation": (["srs: 37 placements", "lifting: 34 placements", "replays: True"], []),
    "perfect_clear": (["6 perfect clears in 4 rows", "cells left: 0"], []),
    "random_drops": (["22 pieces, 0 of 40 lines, ended by block_out"], ["1"]),
    "s_and_z_only": ([" pieces, {'S': ", "end: None"], []),
    "t_spin_triple": (["  3 lines, spin full, 1600 points", "lines 3  score 1600"], []),
    "tbp_match": (["rows sent, end: block_out", "winner: pebble"], []),
    "own_randomizer": (["piece J, next J L L T T", "replays: True"], []),
    "replay_to_moment": (["at 0.802 s of 46.099 s"], []),
    "t_spin_double": (["T-S@2,0 twist full by move_left, rotate_right"], []),
    "tbp_bot": (['"name":"Lowest"', '"type":"ready"', '"type":"suggestion"', '"orientation":"north"'], []),
    "versus_bots": (["gale: ", "the winner is gale"], []),
}
"""Parts of the output of each example, and its arguments in the test."""


def test_every_example_is_tested_and_listed() -> None:
    names = {path.stem for path in EXAMPLES.glob("*.py")}
    guide = (ROOT / "documentation" / "pages" / "engine" / "guide.md").read_text(encoding="utf-8")

    assert names == {*OUTPUT, *LONG}
    assert [name for name in sorted(names) if f"`{name}.py`" not in guide] == []
    assert [name for name in OUTPUT if (EXAMPLES / f"{name}.py").read_text(encoding="utf-8").count("\n") > 40] == []


@pytest.mark.parametrize("name", OUTPUT)
def test_example_shows_its_result(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    expected, arguments = OUTPUT[name]
    registries: tuple[dict[str, Any], ...] = (MODIFIERS, RANDOMIZERS, ROTATION_SYSTEMS)  # of three kinds
    for registry, own in zip(registries, ("doubles", "pairs", "lifting"), strict=True):
        monkeypatch.setitem(registry, own, None)
        monkeypatch.delitem(registry, own)
    monkeypatch.setattr(sys, "argv", [name, *arguments])
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{json.dumps(line)}\n" for line in LINES_FOR_BOT)))

    runpy.run_path(str(EXAMPLES / f"{name}.py"), run_name="__main__")

    shown = capsys.readouterr().out
    assert [part for part in expected if part not in shown] == []
