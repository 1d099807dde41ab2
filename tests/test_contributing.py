"""CONTRIBUTING.md keeps its word: the files, modules and links that it names are there."""

import re
from collections.abc import Iterable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Final

import pytest

ROOT = Path(__file__).parents[1]
GUIDE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")


def commands() -> Iterator[str]:
    """Yield the lines of its code blocks, without what is said of them."""
    for block in re.findall(r"```sh\n(.*?)```", GUIDE, re.DOTALL):
        for line in block.splitlines():
            yield line.partition("  #")[0].strip()


def spans(text: str) -> list[str]:
    """Return the pieces of code in a text."""
    return re.findall(r"`([^`\n]+)`", text)


def paths_in(texts: Iterable[str]) -> set[str]:
    """Return the paths in pieces of code; a name with a star stands for several."""
    folders = ("app", "benchmarks", "documentation", "engine", "screenshots", "styles", "tests", ".ci")
    words = {word for text in texts for word in text.split()}
    return {word for word in words if word.startswith(tuple(f"{folder}/" for folder in folders))}


def named_paths() -> set[str]:
    """Return the paths that it names in its text and its commands."""
    return paths_in([*spans(GUIDE), *commands()])


def sources(path: str) -> Iterator[Path]:
    """Yield a file, or the modules of a folder."""
    return (ROOT / path).glob("*.py") if path.endswith("/") else ROOT.glob(path)


RECIPES: Final = GUIDE.partition("## Recipes")[2].partition("\n## ")[0].strip().split("\n\n")


def test_the_paths_it_names_are_there() -> None:
    paths = named_paths()

    assert paths
    assert sorted(path for path in paths if not any(ROOT.glob(path.rstrip("/")))) == []


@pytest.mark.parametrize("recipe", RECIPES, ids=lambda recipe: recipe.partition(".")[0].strip("*"))
def test_the_files_of_a_recipe_have_its_names(recipe: str) -> None:
    files = [file for path in paths_in(spans(recipe)) for file in sources(path)]
    words = {word for file in files for word in re.findall(r"\w+", file.read_text(encoding="utf-8"))}

    assert {name for name in spans(recipe) if re.fullmatch(r"_?[A-Z]\w+", name)} <= words


def test_its_links_are_there() -> None:
    links = re.findall(r"\]\(([^):]+)\)", GUIDE)

    assert links
    assert [link for link in links if not (ROOT / link.partition("#")[0]).exists()] == []


def test_the_modules_it_runs_are_there() -> None:
    modules = {name for command in commands() for name in re.findall(r" -m (\w+\.\w+)", command)}

    assert {"screenshots.make", "screenshots.real"} <= modules
    assert sorted(name for name in modules if find_spec(name) is None) == []
