"""A bare event loop of Python on a terminal, as a yardstick: it answers each key with a byte.

python benchmarks/bare_loop.py [FPS]

With a frame rate it also writes 80 bytes in each frame, as many as a piece that falls by a row.
"""

import asyncio
import os
import sys
import tty

FRAME = b"\x1b[?2026h\x1b[5;31H\x1b[48;2;32;32;48m      \x1b[B\x1b[6D\x1b[48;2;224;112;32m          \x1b[?2026l"


async def run(fps: int) -> None:
    loop, keys = asyncio.get_running_loop(), asyncio.Event()
    begun, frames = loop.time(), 0

    def answer() -> None:
        if os.read(0, 4096):
            os.write(1, b".")
        else:
            keys.set()

    def draw() -> None:
        nonlocal frames
        frames += 1
        os.write(1, FRAME)
        loop.call_at(begun + (frames + 1) / fps, draw)

    loop.add_reader(0, answer)
    if fps:
        loop.call_at(begun + 1 / fps, draw)
    os.write(1, b"ready")
    await keys.wait()


if __name__ == "__main__":
    tty.setraw(0)
    asyncio.run(run(int(sys.argv[1]) if len(sys.argv) > 1 else 0))
