"""Build hooks of the game: what it depends on, and the README of a package index.

A checkout installs whole: the game with the engine. A release is two distributions. The source archive of `piecement`
requires the `piecement-engine` of its version. So does each wheel built from that archive, which has the game alone.
"""

import re
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

_PICTURE = re.compile(r"^!\[[^\]]*\]\((?!https?:)[^)]+\)\n+", re.MULTILINE)
_LINK = re.compile(r"\[([^\]]+)\]\((?!https?:|#)[^)]+\)")
_DOCUMENTATION = re.compile(r"^## Documentation\n.*?(?=^## )", re.MULTILINE | re.DOTALL)


def index_readme(readme: str) -> str:
    """Return README without its pictures and links of the checkout, which a package index cannot show."""
    return _LINK.sub(r"\1", _DOCUMENTATION.sub("", _PICTURE.sub("", readme)))


class CheckoutMetadata(MetadataHookInterface):
    """The metadata of a checkout; a source archive has its own in PKG-INFO, which Hatchling reads instead."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Add the dependencies and the README."""
        metadata["dependencies"] = [*self.config["dependencies"]]
        readme = Path(self.root, "README.md").read_text(encoding="utf-8")
        metadata["readme"] = {"content-type": "text/markdown", "text": index_readme(readme)}


class ReleasedDependencies(BuildHookInterface[Any]):
    """Build hook of the source archive: the released game requires the released engine."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add the engine to the dependencies."""
        build_data["dependencies"].append(f"piecement-engine=={self.metadata.version}")
