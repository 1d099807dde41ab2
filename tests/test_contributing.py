"""CONTRIBUTING.md keeps its word: the files, modules and links that it names are there."""

import re
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).parents[1]
GUIDE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")


def commands() -> Iterator[str]:
    """Yield the lines of its code blocks, without what is said of them."""
    for block in re.findall(r"```sh\n(.*?)```", GUIDE, re.DOTALL):
        for line in block.splitlines():
            yield line.partition("  #")[0].strip()


def named_paths() -> set[str]:
    """Return the paths that it names in its text and its commands; a name with a star stands for several."""
    spans: list[str] = re.findall(r"`([^`\n]+)`", GUIDE)
    words = {word for text in (*spans, *commands()) for word in text.split()}
    folders = ("app", "benchmarks", "engine", "screenshots", "styles", "tests", ".ci")
    return {word for word in words if word.startswith(tuple(f"{folder}/" for folder in folders))}


def test_the_paths_it_names_are_there() -> None:
    paths = named_paths()

    assert paths
    assert sorted(path for path in paths if not any(ROOT.glob(path.rstrip("/")))) == []


def test_its_links_are_there() -> None:
    links = re.findall(r"\]\(([^):]+)\)", GUIDE)

    assert links
    assert [link for link in links if not (ROOT / link.partition("#")[0]).exists()] == []


def test_the_modules_it_runs_are_there() -> None:
    modules = {name for command in commands() for name in re.findall(r" -m (\w+\.\w+)", command)}

    assert {"screenshots.make", "screenshots.real"} <= modules
    assert sorted(name for name in modules if find_spec(name) is None) == []
