"""Opponents at a server: the queue, and challenges."""

from typing import Final

from textual.app import App

from piecement.client.client import Client
from piecement.client.state import ClientState
from piecement.ui.online.connection import Connection
from piecement_base.language import N_, _
from piecement_net.messages.accounts import Queue
from piecement_net.messages.base import Addition
from piecement_net.messages.challenges import Answer, AskPeople

_WAITS_NO_MORE: Final = N_("You wait for no match any more.")


class Opponents:
    """The search for an opponent: the queue, and challenges."""

    def __init__(self, app: App[None], connection: Connection) -> None:
        self._app: Final = app
        self._connection: Final = connection
        self._queue_client: Client | None = None
        """The client whose queue the player waits in."""

    @property
    def waits(self) -> bool:
        """Whether the player waits for a match in the queue, whatever is played meanwhile."""
        return self._queue_client is not None and self._queue_client is self._connection.client

    def wait(self, *, on: bool) -> None:
        """Wait for a match in the queue, or wait no more."""
        connection = self._connection
        self._queue_client = connection.client if on else None
        if connection.is_connected and not connection.in_room:
            connection.send(Queue(on=on, hand=connection.hand))

    def ask_people(self) -> None:
        """Ask who else is at the server; from then on, others can challenge the player."""
        if self._connection.state.additions >= Addition.CHALLENGES:
            self._connection.send(AskPeople())

    def answer(self, *, accept: bool) -> None:
        """Accept or decline the open challenge, or withdraw the one that the player sent."""
        if (challenge := self._connection.state.challenge) is not None:
            self._connection.send(Answer(id=challenge.id, accept=accept, hand=self._connection.hand))

    def stop(self) -> None:
        """Wait no more, say so, and withdraw the challenge that the player sent."""
        if self.waits:
            self.wait(on=False)
            self._app.notify(_(_WAITS_NO_MORE))
        if (challenge := self._connection.state.challenge) is not None and challenge.own:
            self.answer(accept=False)

    def follow(self, state: ClientState, change: str) -> None:
        """Notify the player, on any screen, of a challenge and of its end; wait on after the connection was lost."""
        if change == "challenge_over":
            self._app.notify(state.sentence, markup=False)
        elif change == "challenged" and (challenge := state.challenge) is not None and not challenge.own:
            sentence = _("{name} challenges you. Answer under Online, People.")
            self._app.notify(sentence.format(name=challenge.name), markup=False)
        elif change == "welcome":
            self.ask_people()
            if self.waits:
                self.wait(on=True)
        elif change == "room" and self.waits:
            self._queue_client = None
            is_found = state.queued is None  # for a match, the server first ends the waiting
            self._app.notify(_("Opponent found: the match begins.") if is_found else _(_WAITS_NO_MORE))
        elif change == "error" and state.queued is None:
            self._queue_client = None
