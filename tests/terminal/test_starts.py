"""A key at any moment of a start, on any line, ends no program: what it leads to is shown, and answers."""

from itertools import groupby
from pathlib import Path
from random import Random
from typing import Final

import pytest

from tests.terminal.key_codes import CTRL
from tests.terminal.walker.hindered_terminal import HinderedTerminal, Line
from tests.terminal.walker.kinds import KINDS
from tests.terminal.walker.starts import STARTS, Start, failures

_EACH: Final = 226
"""Step through the starts by default: every screen, every line and every kind of terminal are among them."""

GROUPS: Final = {
    f"{opening}, {line.name}": tuple(starts)
    for (opening, line), starts in groupby(STARTS, lambda start: (start.opening, start.line))
}


@pytest.mark.parametrize("first", [0, pytest.param(_EACH // 2, marks=pytest.mark.wide)])
def test_a_few_starts_end_well(first: int) -> None:
    if found := failures(STARTS[first::_EACH]):
        pytest.fail("\n\n".join(found), pytrace=False)  # whole: the start, its key and the screen


@pytest.mark.long
@pytest.mark.parametrize("starts", GROUPS.values(), ids=GROUPS)
def test_every_start_ends_well(starts: tuple[Start, ...]) -> None:
    if found := failures(starts):
        pytest.fail("\n\n".join(found), pytrace=False)


@pytest.mark.parametrize(("skin", "piece"), [("electronika_60", "▮▮"), ("unicode", "▓▓")])
def test_a_game_runs_where_answers_come_late(skin: str, piece: str, tmp_path: Path) -> None:
    options = ("--mode", "40_lines", "--skin", skin, "--seed", "1")
    with HinderedTerminal(Line("late", answers_by_s=0.15), Random(1), KINDS[0], tmp_path, options) as terminal:
        terminal.expect_text(piece)
        terminal.expect_text("0:01")
        terminal.tap("c", CTRL)
        terminal.check_end(0)
