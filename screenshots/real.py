"""Makes the pictures `real-….png` of this folder: the game in real terminal emulators, as the X server shows it.

    python -m screenshots.real [EMULATOR …]

Run it from the checkout, with the extra `test` and the Debian packages that `python -m tests.terminal.real.emulators`
prints. Without names it takes those that the documentation shows.
"""

import argparse
import subprocess
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import Final

from piecement.storage.paths import Paths
from tests.terminal.real.desktop import Desktop
from tests.terminal.real.emulator_window import EmulatorWindow
from tests.terminal.real.emulators import COLUMNS, EMULATORS, FONT, ROWS, XTERM, Emulator
from tests.terminal.real.window_game import WindowGame

FOLDER: Final = Path(__file__).parent

SHOWN: Final = ("kitty", "foot", "xterm", "xterm-dark", "xterm-plain", "screen")
"""Terminals in the documentation: releases and exact colours, Wayland, few colours on white, on black and none, a
multiplexer."""

FOOT: Final = Emulator(
    name="foot",
    title="foot 1.13 in Weston",
    packages=("foot", "weston"),
    argv=("sh", "{folder}/weston.sh"),
    files={
        "weston.sh": f"""\
cd "$(dirname "$0")"
export XDG_RUNTIME_DIR="$PWD"
chmod 700 .
printf '#!/bin/sh\\nexec foot -c foot.ini -W {COLUMNS}x{ROWS} %s\\n' "$1" >run
chmod 700 run
printf '[core]\\nidle-time=0\\n[autolaunch]\\npath=%s/run\\n' "$PWD" >weston.ini
exec weston --backend=x11-backend.so --use-pixman --shell=kiosk-shell.so --socket=way -c "$PWD/weston.ini" \\
    --width=904 --height=650
""",
        "foot.ini": f"font={FONT}:size=11\npad=0x0\n",
    },
    takes_one_word=True,
    reports_releases=True,
)
"""A terminal of Wayland, in a compositor whose output is a window."""

DARK: Final = replace(
    XTERM, name="xterm-dark", title="xterm on black", argv=("xterm", "-bg", "black", "-fg", "white", *XTERM.argv[1:])
)
PLAIN: Final = replace(XTERM, name="xterm-plain", title="xterm without colours", env={"NO_COLOR": "1"})

NEW_PLAYER: Final = "version = 5\n[interface]\nresume_countdown = 0\n"
"""The settings of a player who began with the first style."""

PLAYED: Final = (
    "Left Left Left space Right Right Right space x Left space space x Right Right space c z Left Left space x"
)
"""The keys that are pressed before the picture is taken."""

EFFECTS_S: Final = 1.0
"""How long a key is held after them: longer than what a drop sets off is seen."""

COLOURS: Final = "64"
"""How many colours a picture keeps: those of the game, and shades of the letters."""


def take(desktop: Desktop, emulator: Emulator, folder: Path) -> None:
    """Play a little in an emulator, and write the picture of its window."""
    with EmulatorWindow(desktop, emulator, folder) as window:
        game = WindowGame(window, folder)
        Paths.of(folder).settings.write_text(NEW_PLAYER)
        game.start()
        desktop.press(*PLAYED.split())
        desktop.hold("Left", EFFECTS_S)
        desktop.run("xdotool", "mousemove", "1399", "999")
        raw = desktop.picture(window.window, folder / "raw.png")
        path = FOLDER / f"real-{emulator.name}.png"
        small = ("-strip", "+dither", "-colors", COLOURS, "-define", "png:compression-level=9")
        subprocess.run(["convert", str(raw), *small, str(path)], check=True)
        game.end()
        print(f"{path.name} {path.stat().st_size} bytes")


def main() -> None:
    """Make the pictures of the emulators that are named."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    emulators = (*EMULATORS, FOOT, DARK, PLAIN)
    names = [emulator.name for emulator in emulators]
    parser.add_argument("emulator", nargs="*", default=SHOWN, help=f"any of {', '.join(names)}")
    chosen = parser.parse_args().emulator
    if unknown := set(chosen) - set(names):
        parser.error(f"no such emulator: {', '.join(sorted(unknown))}; there are {', '.join(names)}")
    with tempfile.TemporaryDirectory() as temporary, Desktop(_new(Path(temporary) / "desktop")) as desktop:
        for emulator in (emulator for emulator in emulators if emulator.name in chosen):
            take(desktop, emulator, _new(Path(temporary) / emulator.name))


def _new(folder: Path) -> Path:
    folder.mkdir()
    return folder


if __name__ == "__main__":
    main()
