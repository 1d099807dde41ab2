"""The documentation keeps its word: its examples and commands run, and what it names is there."""

import doctest
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import fields
from importlib import import_module
from pathlib import Path

import pytest
from documentation.pictures import PICTURES
from documentation.tables import LIMITS, SHARES, TABLES

from piecement.cli.arguments import OneLineParser, add_options
from piecement.cli.commands.menu_graph import FORMATS
from piecement.cli.main import command_module
from piecement.cli.play_options import launch_from
from piecement.render.skins.skins import SKINS
from piecement.session.bots.trials import Trial
from piecement_engine import MODES, ROTATION_SYSTEMS
from piecement_engine.headless import serve
from piecement_net.limits import ServerLimits
from piecement_net.rate_limits import shares_of
from tests.engine.rules.test_checks import BY_NAME, NAMED
from tests.terminal.real.emulators import EMULATORS

ROOT = Path(__file__).parents[1]
PAGES = sorted((ROOT / "documentation" / "pages").rglob("*.md"))
EVERY_PAGE = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
_TEST_NAME = re.compile(r"`(test_\w+)`")


def _page(name: str) -> str:
    return (ROOT / "documentation" / "pages" / name).read_text(encoding="utf-8")


def _tests() -> set[str]:
    found = re.findall(r"def (test_\w+)", "\n".join(path.read_text() for path in (ROOT / "tests").rglob("test_*.py")))
    return set(found)


REGISTRIES = [registry for _, registry in (*BY_NAME.values(), *NAMED.values())]


@pytest.fixture
def registries_restored() -> Iterator[None]:
    """Remove what an example registers."""
    before = [dict(registry) for registry in REGISTRIES]
    yield
    for registry, entries in zip(REGISTRIES, before, strict=True):
        registry.clear()
        registry.update(entries)


@EVERY_PAGE
@pytest.mark.usefixtures("registries_restored")
def test_its_examples_run(page: Path) -> None:
    assert doctest.testfile(str(page), module_relative=False).failed == 0


@EVERY_PAGE
def test_its_tables_are_there(page: Path) -> None:
    assert [name for name in re.findall(r"<!-- table: (.+?) -->", page.read_text()) if name not in TABLES] == []


@EVERY_PAGE
def test_its_links_are_there(page: Path) -> None:
    targets = [link.partition("#")[0] for link in re.findall(r"\]\(([^)\s]+)\)", page.read_text())]
    files = [str(target) for target in targets if target and "://" not in target]
    tops = {"changelog.md": "CHANGELOG.md", "contributing.md": "CONTRIBUTING.md", "security.md": "SECURITY.md"}
    generated = {f"pictures/{name}" for name in PICTURES}
    places = [tops.get(Path(file).name, file) for file in files if file not in generated]
    assert [place for place in places if not (ROOT / place).exists() and not (page.parent / place).exists()] == []


def test_its_bot_plays(tmp_path: Path) -> None:
    (program,) = re.findall(r"```python\n(import json\n.*?)```", _page("engine/bots.md"), re.DOTALL)
    player = tmp_path / "player.py"
    player.write_text(program, encoding="utf-8")
    command = f"{sys.executable} {player}"
    score = Trial(command, MODES["marathon"].rules, 1, 12).play()

    assert (score.pieces, score.astray) == (12, 0)
    (match,) = re.findall(r"```python\n(from piecement_engine.bots import .*?)```", _page("engine/bots.md"), re.DOTALL)
    script = match.replace("python3 player.py", f"{sys.executable} {player}").replace(
        "seed=1", "seed=1, most_pieces=20"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)

    assert re.fullmatch(r"(None|0|1) \(\d+, \d+\)\n", done.stdout)


def test_its_class_plays_as_a_bot_from_a_script(tmp_path: Path) -> None:
    page = _page("engine/bots.md")
    start = page.index(">>> from piecement_engine import Game, Rules\n>>> from piecement_engine.bots import Opponent")
    example = doctest.DocTestParser().get_examples(page[start : page.index(">>> game", start)])
    script = tmp_path / "mine.py"
    main = 'if __name__ == "__main__":\n    from piecement.__main__ import main\n    main()\n'
    script.write_text("".join(part.source for part in example) + main, encoding="utf-8")
    command = [sys.executable, str(script), "bot", "--bot", "lowest", "--games", "2", "--pieces", "5", "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)

    assert [game["pieces"] >= 5 for game in json.loads(done.stdout)["games"]] == [True, True]


def test_its_menu_graph_is_the_real_one() -> None:
    (shown,) = re.findall(r"```mermaid\n(.*?)```", _page("play/menus.md"), re.DOTALL)

    assert shown == FORMATS["mermaid"]()


def test_its_terminals_are_those_tested() -> None:
    found = re.search("<!-- terminals -->\n.*\n.*\n((?:.*\n)*?)<!-- end of terminals -->", _page("play/terminals.md"))

    assert found is not None
    assert found[1].splitlines() == [emulator.row for emulator in EMULATORS]


@pytest.mark.parametrize(
    "package",
    [
        "piecement_engine",
        "piecement_engine.bots",
        "piecement_engine.fumen",
        "piecement_engine.match",
        "piecement_engine.play",
        "piecement_gym",
    ],
)
def test_the_reference_has_every_public_name(package: str) -> None:
    pages = "\n".join(path.read_text() for path in (ROOT / "documentation/pages/engine").glob("reference*.md"))
    documented = re.findall(rf"^::: {re.escape(package)}\.(?:index\.)?(\w+)$", pages, re.MULTILINE)
    public = import_module("piecement_engine.bots.index" if package.endswith(".bots") else package).__all__

    if package.endswith(".play"):
        documented.append("PlacementError")  # among the errors of the engine
    assert set(public) - set(documented) == set()


def test_every_attack_has_a_test_that_tries_it() -> None:
    named = set(_TEST_NAME.findall((ROOT / "SECURITY.md").read_text()))
    assert len(named) > 20
    assert named - _tests() == set()


def test_every_rotation_system_and_skin_is_shown() -> None:
    rotation, looks = _page("rules/rotation.md"), _page("play/looks.md")

    assert [name for name in ROTATION_SYSTEMS if f"(pictures/rotation-{name}.svg)" not in rotation] == []
    assert [name for name, skin in SKINS.items() if f"\n| {skin.title} | `{name}` |" not in looks] == []


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
    assert len(requests) == 3
    assert all("error" not in json.loads(answer) for answer in serve(requests))


@EVERY_PAGE
def test_its_commands_are_understood(page: Path) -> None:
    for line in re.findall(r"(?m)^(?:\S*/)?piecement (.+)$", page.read_text()):
        _parse(shlex.split(line.partition("#")[0]))


def _parse(arguments: Sequence[str]) -> None:
    """Parse the arguments of a command line as the program does. Raises `UsageError`."""
    name, *options = arguments
    if name.startswith("-"):
        launch_from(arguments, {})
    else:
        parser = OneLineParser(prog=name, description="")
        add_options(parser, command_module(name).OPTIONS)
        parser.parse_args(options)


@pytest.mark.parametrize(
    "words", ["Keep savefile", "on at first", "two folders", "falls back to `./`", "never repeats"]
)
def test_differences_state_what_is_kept_and_drawn(words: str) -> None:
    assert words in (ROOT / "documentation/pages/rules/differences.md").read_text("utf-8")


def test_every_registering_function_has_its_row_and_example() -> None:
    page = _page("engine/own_rules.md")
    functions = [
        name
        for module in ("piecement_engine", "piecement_engine.bots.index")
        for name in import_module(module).__all__
        if name.startswith("register_")
    ]

    assert len(functions) == 12
    assert [name for name in functions if f"| `{name}` |" not in page] == []
    assert [name for name in functions if not re.search(rf"(?m)^>>> (@?){name}\b", page)] == []


@pytest.fixture
def program_on_path(tmp_path: Path) -> dict[str, str]:
    """Return an environment in which `piecement` is the program under test."""
    command = tmp_path / "piecement"
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m piecement "$@"\n')
    command.chmod(0o755)
    return {**os.environ, "PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}"}


@pytest.mark.parametrize(
    ("program", "name", "shown"),
    [("node", "client.mjs", r"lines, \d+ points\npiecement recording 1$"), ("sh", "client.sh", r'^"[.IOTSZJL]{10}"$')],
)
def test_its_clients_play(program: str, name: str, shown: str, tmp_path: Path, program_on_path: dict[str, str]) -> None:
    if shutil.which(program) is None:
        pytest.skip(f"{program} is not installed")
    (client,) = re.findall(rf'```\w+ title="{name}"\n(.+?)```', _page("engine/headless.md"), re.DOTALL)
    (tmp_path / name).write_text(client, encoding="utf-8")
    command = [program, str(tmp_path / name)]
    done = subprocess.run(command, capture_output=True, text=True, env=program_on_path, cwd=ROOT, check=False)

    assert (done.returncode, done.stderr) == (0, "")
    assert re.search(shown, done.stdout.strip(), re.MULTILINE)
    assert client.count("\n") <= 32
