"""The Textual application: which screen is on, what leads where, and how everything looks."""

from pathlib import Path
from typing import Final

_PACKAGE: Final = Path(__file__).parents[1]
_CHECKOUT: Final = _PACKAGE.parents[1]

STYLES: Final = next(folder for folder in (_PACKAGE / "styles", _CHECKOUT / "styles") if folder.is_dir())
"""The folder of `.tcss` files: inside the installed package, beside `app` in a checkout."""
