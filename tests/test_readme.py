"""README keeps its word: its example runs, what it links to is there, and CI finds the command that it runs."""

import doctest
import re
from pathlib import Path

import pytest

from piecement_engine import MODES, ROTATION_SYSTEMS
from piecement_engine.bots import BOTS

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["README.md", "engine/README.md"])
def test_its_examples_run(name: str) -> None:
    results = doctest.testfile(str(ROOT / name), module_relative=False)

    assert results.attempted > 5
    assert results.failed == 0


def test_its_pictures_and_links_are_there() -> None:
    links = re.findall(r"\]\(([^):#]+)", README)

    assert len(links) > 30
    assert [link for link in links if not (ROOT / link).exists()] == []


def test_its_counts_are_true() -> None:
    (modes,), (systems,), (bots,) = (
        re.findall(pattern, README)
        for pattern in (r"\*\*(\w+) modes", r"(\w+) rotation systems", r"(\w+) bots to watch")
    )
    words = dict(
        enumerate(
            ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
        )
    )

    assert int(modes) == len(MODES)
    assert systems == words[len(ROTATION_SYSTEMS)]
    assert bots.lower() == words[len(BOTS)]


def test_it_names_one_command_to_run_the_tests() -> None:
    assert len(re.findall(r"^python3 -m venv .*-m pytest$", README, re.MULTILINE)) == 1
