"""Modes as files: the rules of every mode come back, examples are played, and a fault is a sentence with its line."""

import re
from pathlib import Path
from random import Random
from typing import Final

import pytest

from piecement.session.mode_files import mode_text, read_mode
from piecement.session.own_modes import OwnModes
from piecement.session.own_rules import OwnRules
from piecement.session.toml_files import TomlFileError
from piecement_engine import MODES, Game, Limit, Limits, RuleError, Rules
from piecement_engine.modes.cheese import Cheese
from tests.engine.play import MS, random_rules
from tests.sampling import together

ROOT = Path(__file__).parents[3]
EXAMPLES = sorted((ROOT / "examples" / "modes").glob("*.toml"))
PAGE = (ROOT / "documentation/pages/play/own_modes.md").read_text("utf-8")
GOOD = """\
title = "Slow"
ranking = ["-lines", "time"]

[rules]
start_level = 2
lock_delay_ms = 1500

[win]
lines = 12

[[modifiers]]
kind = "cheese"
rows = 4
"""


OVERRIDES: Final = {"das_ns": 7 * MS, "soft_drop_factor": 3.5, "preview_count": 2, "hold": "unlimited", "width": 5}
"""Rules of a player, of which a mode of own rules leaves open the feel of the keys alone."""


def came_back(own: OwnRules) -> bool:
    """Return whether the file of own rules is played and ranked as they are."""
    mode, before = read_mode("x", mode_text(own)), own.mode()
    played = mode.rules_with(OVERRIDES) == before.rules_with(OVERRIDES)
    return played and (mode.title, mode.ranking, mode.headline) == (before.title, before.ranking, before.headline)


@together("name", MODES)
def test_rules_of_a_mode_come_back(name: str) -> None:
    assert came_back(OwnRules(name[:24], MODES[name].rules))


@together("seed", range(20))
def test_random_rules_come_back(seed: int) -> None:
    rules = random_rules(Random(seed))
    try:
        Game(rules, 0)
    except ValueError:
        return  # rules that no game can be played by

    assert came_back(OwnRules("Random", rules))


@together("time_ns", [0, 1, 90_500_000_000, 61_234_567_891, 3_600_000_000_001, 86_400_000_000_000])
def test_a_time_limit_comes_back_to_the_nanosecond(time_ns: int) -> None:
    for win in (True, False):
        assert came_back(OwnRules("Timed", Rules(limits=Limits(time=Limit(time_ns, win)))))


@together("order", [["height", "skyline"], ["skyline", "height"]])
@together("rows", [(12, 10), (60, 50)])
def test_height_and_skyline_come_in_any_order(rows: tuple[int, int], order: list[str]) -> None:
    lines = {"height": f"height = {rows[0]}", "skyline": f"skyline = {rows[1]}"}
    rules = read_mode("x", "\n".join(['title = "X"', "[rules]", *(lines[name] for name in order)])).rules

    assert (rules.height, rules.skyline) == rows
    assert came_back(OwnRules("Low", rules))


def test_rules_that_no_file_can_have_leave_none(tmp_path: Path) -> None:
    with pytest.raises(RuleError, match="less than or equal to 1000000000"):
        OwnModes(tmp_path).write(OwnRules("Long", Rules(limits=Limits(score=Limit(2 * 10**9)))))

    assert not list(tmp_path.iterdir())
    assert "Long" not in MODES


def test_endless_cheese_comes_back() -> None:
    assert came_back(OwnRules("Cheese", Rules(modifiers=(Cheese(supply=None),))))


def test_a_file_says_what_differs() -> None:
    mode = read_mode("slow", GOOD)

    assert (mode.name, mode.title, mode.ranking, mode.headline) == ("slow", "Slow", ("-lines", "time"), "score")
    assert (mode.rules.start_level, mode.rules.lock_delay_ns) == (2, 1500 * MS)
    assert mode.rules.limits.lines == Limit(12)
    assert mode.rules_with({"preview_count": 1}).preview_count == mode.rules.preview_count


def test_a_file_keeps_the_handling_that_it_names() -> None:
    as_usual = Rules().das_ns
    mode = read_mode("x", f'title = "X"\n[rules]\ndas_ms = {as_usual // MS}\n')

    rules = mode.rules_with({"das_ns": as_usual + MS, "arr_ns": MS})
    assert (rules.das_ns, rules.arr_ns) == (as_usual, MS)


def test_a_file_like_a_mode_leaves_open_what_that_leaves_open() -> None:
    mode = read_mode("x", 'title = "X"\nlike = "40_lines"\n[rules]\nhold = "off"\n')

    assert mode.rules.limits == MODES["40_lines"].rules.limits
    assert mode.rules_with({"preview_count": 5, "hold": "once"}).to_dict() == {
        **MODES["40_lines"].rules.to_dict(),
        "preview_count": 5,
        "hold": "off",
    }


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_an_example_can_be_played(path: Path) -> None:
    game = Game(read_mode(path.stem, path.read_text("utf-8")).rules, seed=1)
    game.update(1000 * MS)

    assert game.view.piece is not None


def test_the_page_has_a_mode_that_can_be_played() -> None:
    (example,) = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)
    assert read_mode("x", example).rules.limits.lines == Limit(40)
    assert len(EXAMPLES) == 3


@together(
    ("changed", "line", "sentence"),
    [
        (("title", "tilte"), 1, "there is no 'title'"),
        (('"Slow"', "3"), 1, "valid string"),
        (('"Slow"', '""'), 1, "at least 1"),
        (('"Slow"', r'"\u0007"'), 1, "at least 1"),
        (("start_level = 2", "height = 12"), 5, "above the skyline"),
        (("-lines", "speed"), 2, "one of time, score"),
        (("start_level", "start_levl"), 5, "did you mean 'start_level'"),
        (("= 2", '= "x"'), 5, "start_level is 'x'"),
        (("1500", '"x"'), 6, "it must be a number"),
        (("1500", "inf"), 6, "infinity"),
        (("1500", "-1"), 6, "lock_delay_ns is"),
        (("start_level", "limits"), 5, "goals are in"),
        (("= 12", "= -1"), 9, "greater than or equal to 0"),
        (("lines = 12", "rows = 12"), 9, "'rows' is not one of lines, pieces"),
        (("lines = 12", "lines = 1.5"), 9, "valid integer"),
        (("lines = 12", "time_s = nan"), 9, "finite number"),
        (("cheese", "chese"), 11, "chese"),
        (('title = "Slow"', 'title = "Slow"\nlike = "slwo"'), 2, "no mode 'slwo'"),
        (('title = "Slow"', 'title = "Slow"\ncolour = 3'), 2, "'colour' is not one of title"),
        (('title = "Slow"', 'title = "Slow"\nrules = 3'), 2, ""),
    ],
)
def test_a_fault_is_told_with_its_line(changed: tuple[str, str], line: int, sentence: str) -> None:
    with pytest.raises(TomlFileError) as fault:
        read_mode("slow", GOOD.replace(*changed))

    assert re.search(rf"\bline {line}\b", str(fault.value)) or "TOML" in str(fault.value)
    assert sentence in str(fault.value)
    assert "\n" not in str(fault.value)


PIECES = ("", "\n", "[", "=", '"', "9" * 20, "-", "é", "\0", "x.y", "{")


@together("seed", range(300))
def test_any_text_gives_a_mode_or_one_sentence(seed: int) -> None:
    random = Random(seed)
    text = list(GOOD)
    for _ in range(random.randrange(1, 6)):
        at = random.randrange(len(text))
        text[at : at + random.randrange(4)] = random.choice(PIECES)
    sentence = "line"
    try:
        Game(read_mode("x", "".join(text)).rules, 0)
    except TomlFileError as fault:
        sentence = str(fault)

    assert re.search(r"\bline\b|end of document", sentence)
    assert len(sentence.splitlines()) == 1
