"""Hooks of MkDocs: pictures of the game, and tables made of the code."""

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
from documentation.tables import TABLES  # noqa: E402

_MARKER: Final = re.compile(r"<!-- table: (.+?) -->")
_TOP: Final = {
    "ARCHITECTURE.md": "architecture.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "SECURITY.md": "security.md",
}
"""Files of the checkout that are pages, and their names."""
_LINK: Final = re.compile(r"\]\((?P<target>[^)\s]+)\)")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pictures, and the files of the checkout that are pages."""
    for path in sorted((ROOT / "screenshots").glob("*.[pg][ni][gf]")):
        files.append(File.generated(config, f"pictures/{path.name}", abs_src_path=str(path)))
    for name, make in PICTURES.items():
        files.append(File.generated(config, f"pictures/{name}", content=make()))
    for source, page in _TOP.items():
        files.append(File.generated(config, page, content=(ROOT / source).read_text(encoding="utf-8")))
    return files


def on_page_markdown(markdown: str, *, page: Page, **_: Any) -> str:  # Any: as the hook is called
    """Fill the markers of a page, and point its links to files of the checkout to their places in the site."""
    folder = str(PurePosixPath(page.file.src_uri).parent)
    filled = _MARKER.sub(lambda found: TABLES[found[1]](), markdown)
    return _LINK.sub(lambda found: f"]({_target_in_site(found['target'], folder)})", filled)


def _target_in_site(target: str, folder: str) -> str:
    path, _, anchor = target.partition("#")
    if path.startswith(("screenshots/", "pictures/")):
        place = f"pictures/{path.partition('/')[2]}"
    elif path.startswith("documentation/pages/"):
        place = path.removeprefix("documentation/pages/")
    elif path in _TOP:
        place = _TOP[path]
    else:
        return target
    return os.path.relpath(place, folder) + (f"#{anchor}" if anchor else "")
