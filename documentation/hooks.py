"""What MkDocs runs: it adds the pictures of the game, what README says already, and tables made of the code."""

import os
import re
import sys
from pathlib import Path, PurePosixPath
from typing import Any, Final

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT: Final = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "app"), str(ROOT / "engine")]

from documentation.pictures import PICTURES  # noqa: E402 - where it lies is only known now
from documentation.readme import SECTIONS, section  # noqa: E402
from documentation.tables import TABLES  # noqa: E402

_MARKER: Final = re.compile(r"<!-- (README|table): (.+?) -->")
_TOP: Final = {"CONTRIBUTING.md": "contributing.md", "CHANGELOG.md": "changelog.md"}
"""Files of the checkout that are pages, and their names."""
_LINK: Final = re.compile(r"\]\((?P<target>[^)\s]+)\)")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add what does not lie among the pages."""
    for path in sorted((ROOT / "screenshots").glob("*.png")):
        files.append(File.generated(config, f"pictures/{path.name}", abs_src_path=str(path)))
    for name, make in PICTURES.items():
        files.append(File.generated(config, f"pictures/{name}", content=make()))
    for source, page in _TOP.items():
        files.append(File.generated(config, page, content=(ROOT / source).read_text(encoding="utf-8")))
    return files


def on_page_markdown(markdown: str, *, page: Page, files: Files, **_: Any) -> str:  # Any: as the hook is called
    """Put in what the markers of a page name, and point its links to where things lie in the site."""
    folder = str(PurePosixPath(page.file.src_uri).parent)
    homes = _homes(files)
    filled = _MARKER.sub(lambda found: _part(found[1], found[2]), markdown)
    return _LINK.sub(lambda found: f"]({_pointed(found['target'], folder, homes)})", filled)


def _part(kind: str, name: str) -> str:
    return section(name) if kind == "README" else TABLES[name]()


def _homes(files: Files) -> dict[str, str]:
    """Return which page has a section of README, by the section's anchor."""
    homes = {}
    for file in files.documentation_pages():
        for kind, title in _MARKER.findall(file.content_string):
            if kind == "README":
                homes[SECTIONS[title].anchor] = file.src_uri
    return homes


def _pointed(target: str, folder: str, homes: dict[str, str]) -> str:
    """Return where a link of README, or of another file of the checkout, leads in the site."""
    path, _, anchor = target.partition("#")
    if path.startswith(("screenshots/", "pictures/")):
        place = f"pictures/{path.partition('/')[2]}"
    elif path in _TOP:
        place = _TOP[path]
    elif path in {"", "README.md"} and anchor in homes:
        return os.path.relpath(homes[anchor], folder)
    else:
        return target
    return os.path.relpath(place, folder) + (f"#{anchor}" if anchor else "")
