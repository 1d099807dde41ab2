"""Makes the pictures `browser.png` and `phone.png` of this folder: the game in the page of a real Chromium.

    python -m screenshots.browser

Run it from the checkout, with the extra `test` and the Debian package `chromium`.
"""

import asyncio
import os
import sys
import tempfile
from pathlib import Path
from typing import Final

from tests.terminal.real.page_game import hold, locked, played

FOLDER: Final = Path(__file__).parent

PICTURES: Final = {"browser.png": None, "phone.png": (412, 840)}
"""What is made, and the size of the phone."""

_HELD_S: Final = 0.6


async def take(name: str, phone: tuple[int, int] | None) -> None:
    """Play a piece in a page, and write its picture."""
    with tempfile.TemporaryDirectory() as folder:
        async with played(Path(folder), phone) as page:
            await hold(page, "ArrowLeft", _HELD_S)
            await page.tap("Space")
            await locked(Path(folder))
            await page.picture(FOLDER / name)
    print(f"{name} {(FOLDER / name).stat().st_size} bytes")


def main() -> None:
    """Make all of them."""
    os.environ["PYTHONPATH"] = os.pathsep.join(path for path in sys.path if path)
    for name, phone in PICTURES.items():
        asyncio.run(take(name, phone))


if __name__ == "__main__":
    main()
