"""Show the board of a recorded game at a moment: at a time, or before its first clear.

pip install piecement-engine
python examples/replay_to_moment.py [RECORDING [SECONDS]]

`piecement replay export --format text` writes recordings; without one, a bot plays a game first.
"""

import sys
from pathlib import Path

from piecement_engine import LinesCleared, Recording
from piecement_engine.bots import BOTS, Player
from piecement_engine.play import game_of


def recorded() -> Recording:
    if len(sys.argv) > 1:
        return Recording.from_text(Path(sys.argv[1]).read_text(encoding="utf-8"))
    game = game_of("marathon", seed=3)
    Player(game, BOTS["pebble"].make(0)).advance(60_000_000_000)
    return Recording.of(game)


def main() -> None:
    recording = recorded()
    replayer = recording.replayer()
    events = replayer.advance(recording.time_ns)
    clears = [event.time_ns for event in events if isinstance(event, LinesCleared)]
    moment_ns = int(float(sys.argv[2]) * 1e9) if len(sys.argv) > 2 else min(clears, default=recording.time_ns)
    replayer.seek(moment_ns)  # back or forward
    print(replayer.game)
    print(f"at {replayer.time_ns / 1e9:.3f} s of {recording.time_ns / 1e9:.3f} s, {replayer.view.lines} lines")


main()
