"""Store of the matches that the player plays at servers."""

from contextlib import suppress
from datetime import datetime, timedelta
from typing import Final

from piecement.client.state import ClientState
from piecement.settings.retention import Retention
from piecement.storage.store import Store
from piecement.terminal.clock import MS
from piecement_base import timestamps
from piecement_base.errors import StorageError
from piecement_engine.match import RoundRecording
from piecement_net.round_recordings import to_match


class KeptMatches:
    """Writes the file of the current match anew after each of its rounds."""

    def __init__(self, store: Store) -> None:
        self._store: Final = store
        self.last_round: RoundRecording | None = None
        """The last round played, if replays are stored."""
        self._rounds: list[RoundRecording] = []
        """Rounds of the last match so far."""
        self._started = datetime.min
        """Start of that match."""
        self._next_round = ("", 0)
        """Room of that match, and number of its next round."""

    def keep(self, state: ClientState) -> None:
        """Store the round that ended, unless the player only watched it."""
        ended, room = state.round, state.room
        if ended is None or ended.own is None or not self._store.retention.includes(Retention.REPLAYS):
            return
        if room is None or self._next_round != (room.id, ended.number):
            elapsed = timedelta(milliseconds=ended.time_ns / MS)
            self._rounds, self._started = [], self._store.now().astimezone() - elapsed
        self._next_round = (room.id if room else "", ended.number + 1)
        self.last_round = ended.recording()
        self._rounds.append(self.last_round)
        match = to_match(self._rounds, timestamps.to_text(self._started), room.name if room else "")
        with suppress(StorageError):  # the next round tries again, and nothing is to interrupt a match
            self._store.matches.put(self._started, match)
