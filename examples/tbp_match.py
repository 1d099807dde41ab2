"""Play a program that speaks the Tetris Bot Protocol against a built-in bot, with garbage.

pip install piecement-engine
python examples/tbp_match.py "python examples/tbp_bot.py"
"""

import sys
from pathlib import Path

from piecement_engine.bots import INSTANT, ExternalBot, play_match
from piecement_engine.play import rules_of

beside = [sys.executable, str(Path(__file__).with_name("tbp_bot.py"))]
with ExternalBot.popen(sys.argv[1] if len(sys.argv) > 1 else beside) as bot:
    outcome = play_match([bot, "pebble"], [INSTANT] * 2, rules_of("guideline"), seed=2, most_pieces=100)
for name, game, counts in zip(("program", "pebble"), outcome.games, outcome.counts, strict=True):
    print(f"{name}: {game.view.pieces} pieces, {counts.sent} rows sent, end: {game.view.end}")
print("winner:", "none" if outcome.winner is None else ("program", "pebble")[outcome.winner])
