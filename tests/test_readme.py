"""README keeps its word: its examples run, its picture of the menu graph is true, and what it shows is there."""

import doctest
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from piecement.cli.menu_graph_text import FORMATS
from piecement.session.bots.trial import Trial, play
from piecement_engine import MODES, RANDOMIZERS, ROTATION_SYSTEMS
from piecement_engine.bots import BOTS
from piecement_engine.headless import names
from tests.terminal.real.emulators import EMULATORS

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.fixture
def registries_restored(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take out again what an example registers."""
    registries: tuple[dict[str, Any], ...] = (MODES, RANDOMIZERS, ROTATION_SYSTEMS, BOTS)  # of values of four kinds
    for registry in registries:
        for name in ("plain", "in_turn", "in_place", "lowest"):
            monkeypatch.setitem(registry, name, None)
            monkeypatch.delitem(registry, name)


@pytest.mark.usefixtures("registries_restored")
def test_its_examples_give_what_it_says() -> None:
    results = doctest.testfile(str(ROOT / "README.md"), module_relative=False)

    assert results.attempted > 10
    assert results.failed == 0


def test_its_program_plays_as_a_bot(tmp_path: Path) -> None:
    (program,) = re.findall(r"```python\n(import json\n.*?)```", README, re.DOTALL)
    player = tmp_path / "player.py"
    player.write_text(program, encoding="utf-8")
    score = play(Trial(f"{sys.executable} {player}", MODES["marathon"].rules, 1, 12))

    assert (score.pieces, score.astray) == (12, 0)


def test_its_class_plays_as_a_bot_from_a_script(tmp_path: Path) -> None:
    start = README.index(">>> from piecement_engine.bots import Opponent")
    example = doctest.DocTestParser().get_examples(README[start : README.index(">>> game", start)])
    script = tmp_path / "mine.py"
    main = 'if __name__ == "__main__":\n    from piecement.__main__ import main\n    main()\n'
    script.write_text("".join(part.source for part in example) + main, encoding="utf-8")
    command = [sys.executable, str(script), "bot", "--bot", "lowest", "--games", "2", "--pieces", "5", "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)

    assert [game["pieces"] >= 5 for game in json.loads(done.stdout)["games"]] == [True, True]


def test_its_menu_graph_is_the_real_one() -> None:
    (shown,) = re.findall(r"```mermaid\n(.*?)```", README, re.DOTALL)

    assert shown == FORMATS["mermaid"]()


def test_its_names_are_all_there_are() -> None:
    """Those of every rule, of all its values, and of the modes, as the headless protocol lists them."""
    told = dict(re.findall(r"^\| (\w+) \| (.*) \|$", README.partition("<!-- names -->")[2], re.MULTILINE))

    assert told == {kind: ", ".join(given) for kind, given in names().items()}


def test_its_pictures_and_links_are_there() -> None:
    links = re.findall(r"\]\(([^):]+)\)", README)
    headings = {f"#{title.lower().replace(' ', '-')}" for title in re.findall(r"^## (.*)$", README, re.MULTILINE)}

    assert [link for link in links if link not in headings and not (ROOT / link).exists()] == []


def test_it_names_one_command_to_run_the_tests() -> None:
    assert len(re.findall(r"^python3 -m venv .*-m pytest$", README, re.MULTILINE)) == 1


def test_its_table_of_terminals_says_what_is_proven_in_each() -> None:
    found = re.search("<!-- terminals -->\n.*\n.*\n((?:.*\n)*?)<!-- end of terminals -->", README)

    assert found is not None
    assert found[1].splitlines() == [emulator.row for emulator in EMULATORS]


def test_the_modules_on_the_way_of_a_key_are_where_it_says() -> None:
    steps = re.findall(r"^\d\. `([\w/]+)`: ", README, re.MULTILINE)

    assert len(steps) > 10
    assert [
        step for step in steps if not any((ROOT / top / f"{step}.py").exists() for top in ("app/piecement", "."))
    ] == []
