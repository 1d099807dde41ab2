"""Plays a whole evening in a real terminal emulator, and keeps a picture of everything that is seen.

    python -m screenshots.evening FOLDER [EMULATOR]

Run it from the checkout, with the extra `test` and the Debian packages that `python -m tests.terminal.real.emulators`
prints. Without a name it takes xterm.
"""

import argparse
import tempfile
from pathlib import Path

from tests.terminal.real.desktop import Desktop
from tests.terminal.real.emulator_window import EmulatorWindow
from tests.terminal.real.emulators import EMULATORS
from tests.terminal.real.evening import Evening


def main() -> None:
    """Spend the evening, and print what was seen."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("emulator", nargs="?", default="xterm", choices=[emulator.name for emulator in EMULATORS])
    asked = parser.parse_args()
    emulator = next(emulator for emulator in EMULATORS if emulator.name == asked.emulator)
    with tempfile.TemporaryDirectory() as temporary:
        own, desktop_folder, window_folder = (Path(temporary) / name for name in ("game", "desktop", "window"))
        for folder in (own, desktop_folder, window_folder):
            folder.mkdir()
        with Desktop(desktop_folder) as desktop, EmulatorWindow(desktop, emulator, window_folder) as window:
            evening = Evening(window, own, asked.folder)
            status = evening.spend()
    print(f"{len(evening.taken)} pictures in {asked.folder}: {', '.join(evening.taken)}; status {status}")


if __name__ == "__main__":
    main()
