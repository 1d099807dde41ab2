"""Keeps a session: as it goes on, so that it outlives its process, and when it ends, so that it is never lost."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from typing import Final

from piecement.session.origin import Origin
from piecement.session.records import GameRecord
from piecement.session.result import Result
from piecement.session.session import Session
from piecement.storage.autosave import LeftGame
from piecement.storage.errors import StorageError
from piecement.storage.store import Store

_CHECKPOINT_NS: Final = 3_000_000_000
"""How much of a running game can be lost with its process."""

FEW_PIECES: Final = 20
"""With fewer pieces of its own, a session that gives way to a saved game is forgotten."""


def _utc_now() -> datetime:
    return datetime.now(UTC)


class Keeper:
    """What is kept of one session. Nothing that goes wrong with that stops the session."""

    keeps: Final = True
    """Whether the game is the player's alone: only such a one is saved, and something in it taken back."""

    def __init__(
        self,
        store: Store,
        current: Session,
        origin: Origin,
        complain: Callable[..., object],
        *,
        now: Callable[[], datetime] = _utc_now,
    ) -> None:
        """Prepare to keep a session; `complain` is told in sentences what went wrong."""
        self._store: Final = store
        self._session: Final = current
        self._origin = origin
        self._complain: Final = complain
        self._now: Final = now
        self._due_ns = _CHECKPOINT_NS
        self._first_piece = current.view.pieces if origin.marks.practice else 0
        """How many pieces are those of another game, from which this one goes on."""
        self._gives_way = False
        self._is_left = False
        self._result: Result | None = None
        self._has_failed = False

    @property
    def origin(self) -> Origin:
        """Where the session comes from, as far as it was played."""
        return self._origin.marked(self._session.marks)

    def moment(self) -> LeftGame:
        """Return the game as it is now, to be played on."""
        return LeftGame(self._session.branch(), self.origin, self._session.plan)

    def tick(self, now_ns: int) -> None:
        """Keep the session as it is, if that was not done for a while."""
        if now_ns >= self._due_ns:
            self._due_ns = now_ns + _CHECKPOINT_NS
            self.checkpoint()

    def checkpoint(self) -> None:
        """Keep the session as it is now, if it has begun and goes on."""
        if not self._session.has_begun or self._session.is_over or self._has_failed or self._is_left:
            return
        try:
            self._store.running.save(self._session.game, self.origin)
        except StorageError as error:
            self._fail(error)

    def finish(self) -> Result:
        """Keep the session, which is over, for good; return its result with its place among the others."""
        if self._result is None:
            self._result = self._finished(self._session.result())
        return self._result

    def give_way(self) -> None:
        """Be told that the player leaves for a saved game, as often as it takes to get something right."""
        self._gives_way = True

    def give_up(self) -> Result:
        """End the session at the player's own word, unless it is over, and keep it for good."""
        self._session.forfeit()
        return self.finish()

    def leave(self) -> None:
        """Let go of a session that goes on, as often as it takes: it waits to be played on, unless it gives way."""
        if not self._session.has_begun or self._is_left:
            return
        if self._session.is_over:
            self.finish()
        elif not self._gives_way:
            self._let_wait()
        elif self._pieces < FEW_PIECES:
            self._forget()
        else:
            self.give_up()

    def _let_wait(self) -> None:
        self.checkpoint()
        self._is_left = True
        self._try(self._store.running.let_go)

    @property
    def _pieces(self) -> int:
        """How many pieces of its own the session has had."""
        return self._session.view.pieces - self._first_piece

    def _forget(self) -> None:
        self._is_left = True
        self._try(self._store.running.drop)

    def _try(self, change: Callable[[str], None]) -> None:
        """Change what is kept of the running session."""
        if not self._has_failed:
            try:
                change(self._origin.token)
            except StorageError as error:
                self._fail(error)

    def _finished(self, result: Result) -> Result:
        origin = self.origin
        try:
            placing = self._store.games.finish(GameRecord.of(result.recording, result.statistics, origin, self._now()))
        except StorageError as error:
            self._fail(error)
            return replace(result, marks=origin.marks)
        self._complain(*self._store.take_warnings())
        return replace(result, marks=origin.marks, placing=placing)

    def _fail(self, error: StorageError) -> None:
        self._has_failed = True
        self._complain(str(error))
