"""Hints: placements that a bot suggests for the current piece."""

from collections.abc import Iterator
from typing import Final

from piecement.session.bots.loaded_bot import LoadedBot
from piecement.session.bots.slices import MayThink
from piecement_engine import GameView, Piece
from piecement_engine.bots import Placement, Position


class Hints:
    """Thinks about each piece once, when it spawns or leaves hold."""

    def __init__(self, loaded_bot: LoadedBot) -> None:
        self.loaded_bot: Final = loaded_bot
        self._thought_of: tuple[object, ...] = ()
        self._choice: Placement | None = None
        self._thoughts: Iterator[Placement | None] | None = None

    def advice(self, view: GameView) -> Piece | None:
        """Return the best placement found so far, or None."""
        return self._choice.piece if self._choice and self._thought_of == _subject(view) else None

    def think(self, view: GameView, may_think: MayThink) -> bool:
        """Think until `may_think` is false and return whether the thinking is unfinished. Raises `BotError`."""
        subject = _subject(view)
        if subject is None:
            return False
        try:
            if self._thought_of != subject:
                self._thought_of = subject
                self._choice = None
                self._thoughts = iter(self.loaded_bot.bot.think(Position.of(view)))
            while self._thoughts is not None and may_think():
                self._choice = next(self._thoughts)
                if self.loaded_bot.is_awaited:
                    break
        except StopIteration:
            self._thoughts = None
        except Exception as error:
            raise self.loaded_bot.failure(error) from error
        return self._thoughts is not None


def _subject(view: GameView) -> tuple[object, ...] | None:
    """Return a key that identifies the current piece and board, or None without a piece."""
    piece = view.piece
    if piece is None or view.dropped or view.end is not None:
        return None
    hold = view.hold
    return view.pieces, piece.shape, hold, view.next, len(view.rows)
