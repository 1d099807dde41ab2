"""Recorder of a session, which autosaves it while it runs and stores it when it ends."""

from collections.abc import Callable
from dataclasses import replace
from typing import Final, NoReturn

from piecement.session.records import FinishedGame, GameRecord
from piecement.session.session import Session
from piecement.storage.autosave import Autosave
from piecement.storage.store import Store
from piecement_base.errors import StorageError
from piecement_base.language import N_, _
from piecement_base.origin import Origin
from piecement_engine import Recording

_AUTOSAVE_NS: Final = 3_000_000_000
"""Interval between autosaves in time of the game (ns)."""

FEW_PIECES: Final = 20
"""Number of pieces played here from which on a game is stored when it gives way to a saved one."""

NOT_RECORDED: Final = N_("A match can't be saved, and nothing in it undone.")
"""Error of an autosave of a session that is not recorded."""


def is_worth_storing(recording: Recording, preset: str) -> bool:
    """Return whether a game that ended is stored; `preset` names the rules with which it began.

    In style tetrs a game that was not won needs a line, as in tetrs itself; in any other a locked piece.
    """
    result = recording.result
    if preset == "tetrs":
        return bool(result.end and result.end.won) or result.lines > recording.setup.start.lines
    return result.pieces > 0


class Recorder:
    """Records one session. No error of that stops the session."""

    is_recording: Final = True
    """Whether the game can be saved and undone."""

    def __init__(self, store: Store, current: Session, origin: Origin, report_error: Callable[..., object]) -> None:
        """Record a session; `report_error` is called with sentences."""
        self._store: Final = store
        self._session: Final = current
        self._origin: Final = origin
        self._report_error: Final = report_error
        self._due_ns = _AUTOSAVE_NS
        self._first_piece = current.view.pieces if origin.unranked.practice else 0
        """Number of pieces of the game from which this one continues."""
        self._is_left = False
        """Whether the session was left or dropped, so that nothing more of it is saved."""
        self._daily_token = current.plan.token
        """Token of a first try of a day that has not begun; empty otherwise."""
        self._stored: FinishedGame | None = None
        """The finished game, once it was stored or dropped."""
        self._has_failed = False
        """Whether an error was reported, after which autosaves are not tried again."""

    @property
    def origin(self) -> Origin:
        """Origin of the session, with the reasons so far why it is unranked."""
        return self._origin.with_reasons(self._session.unranked)

    def autosave(self) -> Autosave:
        """Return the current game as an autosave."""
        return Autosave(self._session.branch(), self.origin, self._session.plan)

    def tick(self, now_ns: int) -> None:
        """Save the session if the last autosave is old enough."""
        if now_ns >= self._due_ns:
            self._due_ns = now_ns + _AUTOSAVE_NS
            self.save()

    def save(self) -> None:
        """Save the session if it is running."""
        if self._session.has_begun and not self._session.is_over and not self._is_left:
            self._try(lambda: self._store.autosaves.save(self._session.game, self.origin))
            token, self._daily_token = self._daily_token, ""  # the first try of a day begins once, and counts then
            if token:
                self._try(lambda: self._store.daily_tries.begin(token))

    def finish(self) -> None:
        """Store the session, which is over, for good, or drop it. May be called again."""
        if self._stored is not None:
            return
        self._stored = game = self.result
        if not is_worth_storing(game.recording, self._origin.preset):
            self._stored = replace(game, is_dropped=True)
            self._try(lambda: self._store.autosaves.delete(self._origin.token))
            return
        record = GameRecord.of(game.recording, game.statistics.counts, self.origin, self._store.now())
        try:
            self._stored = replace(game, placing=self._store.games.placing(self._store.games.finish(record)))
        except StorageError as error:
            self._fail(error)
        else:
            self._report_error(*self._store.pop_warnings())

    @property
    def result(self) -> FinishedGame:
        """The game of the session, which is over, with its place among the others once it is stored."""
        return self._stored or replace(self._session.finished(), unranked=self.origin.unranked)

    def give_up(self) -> None:
        """End the session and store it for good."""
        self._session.forfeit()
        self.finish()

    def leave(self, *, gives_way: bool = False) -> None:
        """Leave a running session. May be called again.

        It can be resumed, unless it gives way to a saved game that the player loads instead.
        """
        if not self._session.has_begun or self._is_left:
            return
        if self._session.is_over:
            self.finish()
        elif not gives_way:
            self.save()
            self._is_left = True
            self._try(lambda: self._store.autosaves.release(self._origin.token))
        elif self._session.view.pieces - self._first_piece < FEW_PIECES:
            self._is_left = True
            self._try(lambda: self._store.autosaves.delete(self._origin.token))
        else:
            self.give_up()

    def _try(self, work: Callable[[], object]) -> None:
        """Run work on the autosave, unless any has failed before."""
        if not self._has_failed:
            try:
                work()
            except StorageError as error:
                self._fail(error)

    def _fail(self, error: StorageError) -> None:
        self._has_failed = True
        self._report_error(str(error))


class NullRecorder:
    """Recorder of a session that is not stored, such as a demo or a match."""

    is_recording: Final = False

    def __init__(self, current: Session) -> None:
        self._current: Final = current

    def tick(self, now_ns: int) -> None:
        """Save nothing."""

    def save(self) -> None:
        """Save nothing."""

    def leave(self, *, gives_way: bool = False) -> None:
        """Do nothing."""

    def autosave(self) -> NoReturn:
        """Raise `StorageError`."""
        raise StorageError(_(NOT_RECORDED))

    def finish(self) -> None:
        """Store nothing."""

    @property
    def result(self) -> FinishedGame:
        """The game of the session, which is over."""
        return self._current.finished()
