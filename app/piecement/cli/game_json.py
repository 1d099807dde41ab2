"""JSON form of games, for programs that read the scoreboard."""

from dataclasses import asdict
from typing import Any

from piecement.session import timestamps
from piecement.session.records import StoredGame


def game_to_dict(game: StoredGame) -> dict[str, Any]:  # a JSON object has values of any JSON type
    """Return a game as a JSON object. Times are in ns, moments are ISO 8601 in UTC."""
    return {
        "id": game.id,
        "mode": game.mode,
        "variant": game.variant,
        "preset": game.preset,
        "marks": list(game.unranked.names()),
        "started": timestamps.to_text(game.started),
        "ended": timestamps.to_text(game.ended),
        "end": game.end.value,
        "won": game.end.won,
        "time": game.result.time_ns,
        "score": game.result.score,
        "lines": game.result.lines,
        "level": game.result.level,
        "pieces": game.result.pieces,
        "pieces_per_second": round(game.pieces_per_second, 4),
        "presses_per_piece": round(game.presses_per_piece, 4),
        "finesse": None if game.finesse is None else round(game.finesse, 4),
        **asdict(game.counts),
        "seed": game.seed,
        "rules": game.rules,
        "recorded": game.has_recording,
    }
