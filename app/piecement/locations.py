"""Where things lie: the style sheets, and the player's own files."""

from pathlib import Path
from typing import Final

from platformdirs import user_config_path, user_data_path

_PACKAGE: Final = Path(__file__).parent
_CHECKOUT: Final = _PACKAGE.parents[1]

STYLES: Final = next(folder for folder in (_PACKAGE / "styles", _CHECKOUT / "styles") if folder.is_dir())
"""The folder of `.tcss` files: inside the installed package, beside `app` in a checkout."""


def config_folder() -> Path:
    """Return the folder of the player's settings, which need not exist yet."""
    return user_config_path("piecement", appauthor=False)


def data_folder() -> Path:
    """Return the folder of the player's scores and recordings, which need not exist yet."""
    return user_data_path("piecement", appauthor=False)
