"""Files installed beside the program name all its options, and their own tools can read them."""

import re
import runpy
import shutil
import subprocess
import sys
import tomllib
import zipfile
from argparse import ArgumentParser
from pathlib import Path

import pytest

from piecement.cli.arguments import OneLineParser, add_options
from piecement.cli.main import COMMANDS, command_module
from piecement.cli.play_options import play_parser
from piecement.render.skins.skins import SKINS
from piecement.storage.game_query import SORTS
from piecement_base.language import LANGUAGES
from piecement_engine import MODES
from piecement_engine.bots import BOTS
from piecement_engine.version import __version__

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "distribution"
COMPLETIONS = FOLDER / "completions"


def options_of(parser: ArgumentParser) -> set[str]:
    return set(re.findall(r"--[a-z][a-z-]+", parser.format_usage())) - {"--help", "--no-first-run"}


def all_options() -> set[str]:
    """Return the options of the program and of its commands, but those of commands below commands."""
    options = options_of(play_parser({}))
    for name in COMMANDS:
        parser = OneLineParser(prog=name, description="")
        add_options(parser, command_module(name).OPTIONS)
        options |= options_of(parser)
    return options


def text_of(path: Path) -> str:
    return path.read_text(encoding="utf-8").replace("\\-", "-")


@pytest.mark.parametrize(
    "path",
    [FOLDER / "piecement.6", COMPLETIONS / "piecement", COMPLETIONS / "_piecement", COMPLETIONS / "piecement.fish"],
    ids=lambda path: path.name,
)
def test_every_command_and_option_is_named(path: Path) -> None:
    """`python -m distribution.make` makes them anew."""
    words = set(re.findall(r"[a-z][a-z-]+", text_of(path)))
    assert len(all_options()) > 20
    assert sorted(set(COMMANDS) - words) == []
    assert sorted(option for option in all_options() if option.removeprefix("--") not in words) == []


@pytest.mark.parametrize("name", ["piecement", "_piecement", "piecement.fish"])
def test_all_names_are_completed(name: str) -> None:
    """`python -m distribution.make` makes them anew."""
    words = set(re.findall(r"[A-Za-z0-9_]+", text_of(COMPLETIONS / name)))

    assert sorted({*MODES, *SKINS, *BOTS, *SORTS, *LANGUAGES} - words) == []


@pytest.mark.parametrize(
    ("program", "check", "name"),
    [
        ("bash", ["-n"], "completions/piecement"),
        ("zsh", ["-n"], "completions/_piecement"),
        ("fish", ["--no-execute"], "completions/piecement.fish"),
        ("bash", ["-n"], "PKGBUILD"),
        ("desktop-file-validate", [], "piecement.desktop"),
        ("nix-instantiate", ["--parse"], "piecement.nix"),
        ("ruby", ["-cw"], "piecement.rb"),
    ],
)
def test_its_own_tool_reads_it(program: str, check: list[str], name: str) -> None:
    if shutil.which(program) is None:
        pytest.skip(f"{program} is not installed")
    done = subprocess.run([program, *check, str(FOLDER / name)], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_version_has_one_home() -> None:
    """Recipes read it from there, or `release.sh` writes it into them."""
    files = [path for path in FOLDER.iterdir() if path.is_file()]
    files += [ROOT / "pyproject.toml", ROOT / "engine/pyproject.toml", ROOT / "README.md"]
    release = re.escape(__version__.partition(".dev")[0])

    assert len(files) > 10
    assert [path.name for path in files if re.search(rf"\b(1\.0\.0|{release})\b", text_of(path))] == []


def test_development_versions_say_so() -> None:
    """The changelog has the release that a development version leads to, without a date."""
    release, is_development, _ = __version__.partition(".dev")
    newest = next(line for line in text_of(ROOT / "CHANGELOG.md").splitlines() if line.startswith("## "))

    assert re.fullmatch(rf"## {re.escape(release)} \({'unreleased' if is_development else '[0-9-]+'}\)", newest)


def test_no_start_from_inside_an_archive(tmp_path: Path) -> None:
    """Style sheets and extension modules cannot be read from the archive that `python -m zipapp` makes."""
    archive = tmp_path / "game.pyz"
    with zipfile.ZipFile(archive, "w") as made:
        made.writestr("__main__.py", "from piecement.__main__ import main\n\nmain()\n")
        for path in (ROOT / "app").rglob("*.py"):
            made.write(path, path.relative_to(ROOT / "app"))
    done = subprocess.run([sys.executable, archive], capture_output=True, text=True, check=False)

    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("piecement: cannot run from inside an archive")
    assert done.stderr.count("\n") == 1


def test_both_distributions_have_the_same_facts() -> None:
    game, engine = (
        tomllib.loads(text_of(ROOT / place))["project"] for place in ("pyproject.toml", "engine/pyproject.toml")
    )
    pythons = [[one for one in made["classifiers"] if "Python ::" in one] for made in (game, engine)]

    assert pythons[0] == pythons[1]
    assert game["requires-python"] == engine["requires-python"]
    assert game["authors"] == engine["authors"]
    assert game["optional-dependencies"]["gym"] == engine["optional-dependencies"]["gym"]
    assert text_of(ROOT / "LICENSE") == text_of(ROOT / "engine/LICENSE")


def test_an_index_shows_no_links_of_the_checkout() -> None:
    readme = runpy.run_path(str(ROOT / "app/build_hooks.py"))["index_readme"](text_of(ROOT / "README.md"))

    assert re.findall(r"\]\((?!https:)", readme) == []
    assert "## Documentation" not in readme
    assert "## Contributing" in readme


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="there is no systemd here")
@pytest.mark.parametrize("command", ["serve", "web", "ssh"])
def test_unit_is_valid_and_restarts_a_failed_program(command: str) -> None:
    path = FOLDER / ("piecement.service" if command == "serve" else f"piecement-{command}.service")
    checked = subprocess.run(["systemd-analyze", "verify", path], capture_output=True, text=True, check=False)
    assert (checked.returncode, [line for line in checked.stderr.splitlines() if path.name in line]) == (0, [])
    text = path.read_text()
    assert "\nRestart=on-failure\n" in text
    assert f" piecement {command} " in text
