"""Games of the player for the leaderboards of a server."""

from typing import Final

from textual.app import App

from piecement.client.solo_stream import SoloStream
from piecement.client.state import ClientState
from piecement.session.session import Session
from piecement.storage.store import Store
from piecement.ui.online.connection import Connection
from piecement_base.errors import StorageError
from piecement_base.language import _
from piecement_net.messages.leaderboards import parts_of


class Submissions:
    """Games that are submitted, or that the server witnesses, and its verdicts."""

    def __init__(self, app: App[None], connection: Connection, store: Store) -> None:
        self._app: Final = app
        self._connection: Final = connection
        self._store: Final = store
        self._waits_for_verdict = False
        """Whether a recording was submitted, and the server has not answered yet."""
        self.witnessed = ""
        """The token of the next game that the server is to see; empty for none."""

    def stream(self, session: Session) -> None:
        """Send what is played in a game that has just begun, if the server is to see it."""
        client = self._connection.client
        if client is not None and self.witnessed and session.plan.token == self.witnessed:
            self.witnessed = ""
            client.solo = SoloStream(session)

    def submit_game(self, game: int | None) -> str:
        """Submit a stored game by its id, and return a sentence about the outcome."""
        if self._connection.client is None:
            return _("Not connected. Submit games under Versus, Online, Leaderboards.")
        if game is None:
            return _("There is no replay of this game.")
        try:
            if "speed=" in self._store.games.get(game).variant:
                return _("Slowed games are not submitted: servers rank by the clock.")
            self.submit(self._store.games.recording_text(game))
        except StorageError as error:
            return str(error)
        return _("Submitted: the server is checking the game.")

    def submit(self, text: str) -> bool:
        """Send a recording to the server; return whether there is one."""
        if self._connection.client is None:
            return False
        for part in parts_of(text):
            self._connection.send(part)
        self._waits_for_verdict = True
        return True

    def follow(self, state: ClientState, change: str) -> None:
        """Notify the player, on any screen, of the outcome of a game for a leaderboard."""
        if change not in {"standing", "solo_void", "error"}:
            return
        standing, void = state.leaderboards.standing, state.leaderboards.void
        waits, self._waits_for_verdict = self._waits_for_verdict, False
        if change == "standing" and standing is not None:
            sentence = _("Added. Your best game is number {place} on the leaderboard.").format(place=standing.place)
            self._app.notify(sentence, markup=False)
        elif change == "solo_void" and void is not None:
            self._app.notify(void.sentence, markup=False)
        elif change == "error" and waits:
            self._app.notify(state.sentence, markup=False)
