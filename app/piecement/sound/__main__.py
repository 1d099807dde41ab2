"""The child process that plays: `python -m piecement.sound` reads lines until its input ends."""

import os
import sys
from threading import Event, Thread
from typing import Final

from piecement.sound.mixer import Mixer
from piecement.sound.outputs import keep_playing
from piecement.sound.player import SoundPlayer

_TICK_S: Final = 0.05

_NICENESS: Final = 10
"""Niceness of the process, since the game comes first on a busy processor."""


def _play(mixer: Mixer) -> None:
    """Play while any output is installed, then end the process."""
    keep_playing(mixer.mix)
    os._exit(0)


def _tick(player: SoundPlayer) -> None:
    pause = Event()
    while not pause.wait(_TICK_S):
        player.tick()


def main() -> None:
    """Execute the lines of standard input until it ends."""
    if sys.platform != "win32":
        os.nice(_NICENESS)
    mixer = Mixer()
    player = SoundPlayer(mixer)
    Thread(target=_play, args=(mixer,), daemon=True).start()
    Thread(target=_tick, args=(player,), daemon=True).start()
    for line in sys.stdin.buffer:
        player.execute(line.decode("ascii", "replace"))
    os._exit(0)  # not waiting for a device that hangs


if __name__ == "__main__":
    main()
