"""Store of the matches that the player plays at servers."""

from contextlib import suppress
from datetime import datetime
from typing import Final

from piecement.client.state import ClientState
from piecement.settings.retention import Retention
from piecement.storage.store import Store
from piecement_base import timestamps
from piecement_base.errors import StorageError
from piecement_engine.match import RoundRecording
from piecement_net.round_recordings import to_match


class KeptMatches:
    """The matches of the player, which are stored round by round."""

    def __init__(self, store: Store) -> None:
        self._store: Final = store
        self.last_round: RoundRecording | None = None
        """The round that was played last."""
        self._rounds: list[RoundRecording] = []
        """The rounds of the match that was played last."""
        self._began = datetime.min
        self._next_round = ("", 0)
        """The room of that match, and the number of its next round."""

    def keep(self, state: ClientState) -> None:
        """Store the round that was played; one that was watched is the players' to store."""
        ended, room = state.round, state.room
        if ended is None or ended.own is None or not self._store.retention.includes(Retention.REPLAYS):
            return
        if room is None or self._next_round != (room.id, ended.number):
            self._rounds, self._began = [], datetime.now()
        self._next_round = (room.id if room else "", ended.number + 1)
        self.last_round = ended.recording()
        self._rounds.append(self.last_round)
        match = to_match(self._rounds, timestamps.to_text(self._began), room.name if room else "")
        with suppress(StorageError):
            self._store.matches.put(self._began, match)
