"""The documentation keeps its word: its examples run, and what it names is there."""

import doctest
import json
import re
import subprocess
import sys
from dataclasses import fields
from pathlib import Path

import pytest
from documentation.readme import SECTIONS
from documentation.tables import LIMITS, SHARES, TABLES

from piecement.cli.main import COMMANDS
from piecement.online.cost_ledger import shares_of
from piecement.online.server_limits import ServerLimits
from piecement_engine import MODIFIERS
from piecement_engine.headless import serve

ROOT = Path(__file__).parents[1]
PAGES = sorted((ROOT / "documentation" / "pages").rglob("*.md"))
EVERY_PAGE = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
_TEST_NAME = re.compile(r"`(test_\w+)`")


def _tests() -> set[str]:
    found = re.findall(r"def (test_\w+)", "\n".join(path.read_text() for path in (ROOT / "tests").rglob("test_*.py")))
    return set(found)


@EVERY_PAGE
def test_its_examples_give_what_it_says(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(MODIFIERS, "pairs", None)  # so that what a page registers is forgotten after it
    monkeypatch.delitem(MODIFIERS, "pairs")
    assert doctest.testfile(str(page), module_relative=False).failed == 0


@EVERY_PAGE
def test_what_it_takes_over_is_there(page: Path) -> None:
    for kind, name in re.findall(r"<!-- (\w+): (.+?) -->", page.read_text()):
        assert name in (SECTIONS if kind == "README" else TABLES), name


@EVERY_PAGE
def test_it_has_a_picture(page: Path) -> None:
    text = page.read_text()
    taken = (SECTIONS[title].text for title in re.findall(r"<!-- README: (.+?) -->", text))
    assert page.stem == "reference" or "![" in text or any("![" in part for part in taken)


def test_every_attack_has_a_test_that_tries_it() -> None:
    named = set(_TEST_NAME.findall((ROOT / "documentation/pages/network/attacks.md").read_text()))
    assert len(named) > 20
    assert named - _tests() == set()


def test_every_limit_has_its_line() -> None:
    assert [name for name, _ in LIMITS] == [field.name for field in fields(ServerLimits)]


def test_every_share_has_its_line() -> None:
    assert list(SHARES) == list(shares_of(ServerLimits()))


def test_scores_tell_soft_drops() -> None:
    rows = dict(re.findall(r"^\| `(\w+)` \|.* \| ([^|]+) \| [^|]+ \|$", TABLES["scores"](), re.MULTILINE))

    assert (rows["guideline"], rows["pytetris"]) == ("1", "0")
    assert rows["nes"] == rows["game_boy"] == "1, to the lock"


def test_its_requests_are_answered() -> None:
    page = (ROOT / "documentation/pages/engine/headless.md").read_text()
    requests = re.findall(r'```json title="request"\n(.+?)\n```', page)
    assert len(requests) == 2
    assert all("error" not in json.loads(answer) for answer in serve(requests))


@pytest.mark.wide
@EVERY_PAGE
def test_its_commands_are_understood(page: Path) -> None:
    for line in re.findall(r"(?m)^piecement (.+)$", page.read_text()):
        name, *arguments = line.partition("#")[0].split()
        assert name in COMMANDS
        done = subprocess.run(
            [sys.executable, "-m", "piecement", name, "--help"], capture_output=True, text=True, check=True
        )
        assert all(word in done.stdout for word in arguments if word.startswith("--"))
