"""Answers each press of a key with a byte, as a yardstick for latency: the least that Python can do on a terminal."""

import os
import sys
import tty

if __name__ == "__main__":
    tty.setraw(0)
    sys.stdout.write("ready")
    sys.stdout.flush()
    while os.read(0, 4096):
        os.write(1, b".")
