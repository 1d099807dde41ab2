"""The people of a room and of the server: what the host of the room does about them, and challenges to a match."""

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Final

from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from piecement.client.state import ClientState
from piecement.ui import STYLES
from piecement.ui.bases.settings_screen import SettingsScreen
from piecement.ui.key_rows import LAST_KEYS, MOVE, OPEN
from piecement.ui.menu_graph import Node, Trigger
from piecement.ui.services import Services
from piecement.ui.texts.rooms import challenge_text, chat_text
from piecement.ui.widgets.menu_list import static_line
from piecement.ui.widgets.questions import Choose
from piecement.ui.widgets.rows import GroupHeading, Line, Row, TextRow
from piecement_base.formatting import grouped
from piecement_base.language import N_, _
from piecement_net.messages.base import Addition
from piecement_net.messages.challenges import Challenge, Person
from piecement_net.messages.from_client import Mute, SendOut, Stop
from piecement_net.messages.from_server import RoomState

_ASK_S: Final = 4.0
"""Interval between requests for the people at the server (s)."""
_SAID: Final = 24
"""Maximum number of lines of the chat."""
_MUTE: Final = "mute"
_KICK: Final = "kick"
_RATED: Final = "rated"
_UNRATED: Final = "unrated"


class PeopleScreen(SettingsScreen):
    """People in the room, with the actions of the host, and those at the server, whom a player can challenge."""

    NODE = Node.PEOPLE
    CSS_PATH = STYLES / "settings.tcss"
    KEYS = (MOVE, OPEN.labelled(N_("choose")), *LAST_KEYS)

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self._connection = services.online.connection
        self._opponents = services.online.opponents
        self._chat = Static(id="said")
        self._room_id = self._connection.state.room.id if self._connection.state.room else ""
        self._listed = self._connection.state.people
        """People at the server, as the rows show them."""
        self._show_chat()

    def aside(self) -> Iterable[Widget]:
        return (self._chat,)

    def say(self, text: Content) -> None:
        """Show the explanation of a row; without one and without a chat, large terminals have no frame."""
        super().say(text)
        self.query(".card").set_class(not text.plain and not self._connection.state.chat, "-none")

    def on_mount(self) -> None:
        self.set_interval(_ASK_S, self._opponents.ask_people)
        self._opponents.ask_people()

    def rows(self) -> Iterator[Line]:
        state, room = self._connection.state, self._connection.state.room
        yield from self._challenge_rows(state)
        reason = _reason_against_changes(state)
        if room is not None:
            yield static_line(reason or _("You are the host of this room."))
            yield from self._people(room, is_host=not reason)
        if room is None or room.state == "waiting" or room.you is None:
            yield from self._server_rows(state)
        elif not reason:  # last, where Enter by mistake does not reach it
            send = self._connection.send
            yield GroupHeading(_("The match"))
            counts_not = _("It does not count. Everyone stays in the room.")
            yield TextRow("stop", _("End the match"), "", counts_not, partial(send, Stop()))
            begins = _("It does not count. A new match begins at once.")
            yield TextRow("again", _("Restart"), "", begins, partial(send, Stop(again=True)))

    def _challenge_rows(self, state: ClientState) -> Iterator[Line]:
        """Yield the open challenge, if any, and its answers."""
        if (challenge := state.challenge) is None:
            return
        yield static_line(challenge_text(state))
        decline = partial(self._opponents.answer, accept=False)
        if challenge.own:
            sentence = _("Withdraws the challenge to {name}.").format(name=challenge.name)
            yield TextRow("withdraw", _("Withdraw"), "", sentence, decline)
            return
        accept = partial(self._opponents.answer, accept=True)
        leaves, begins = _("The match begins at once; you leave your room for it."), _("The match begins at once.")
        yield TextRow("accept", _("Accept"), "", leaves if state.room else begins, accept)
        later = _("{name} can ask again later.").format(name=challenge.name)
        yield TextRow("decline", _("Decline"), "", later, decline)

    def _server_rows(self, state: ClientState) -> Iterator[Line]:
        """Yield the people at the server."""
        if state.additions < Addition.CHALLENGES:
            yield static_line(_("On this older server nobody can be challenged."))
            return
        yield GroupHeading(_("At this server")) if state.people else static_line(_("Nobody else is at this server."))
        yield from (self._challenge_row(person, state) for person in state.people)

    def _challenge_row(self, person: Person, state: ClientState) -> Row:
        value = _("guest") if person.rating is None else grouped(round(person.rating))
        if person.plays:
            value = f"{value}, {_('plays')}"
        explanation = _("Enter challenges {name} to a match: first to three rounds.").format(name=person.name)

        def challenge(kind: str) -> None:
            rated = kind == _RATED
            self._connection.send(Challenge(id=person.id, name=person.name, rated=rated, hand=self._connection.hand))

        kinds = {_UNRATED: _("Unrated"), _RATED: _("Rated")}
        sentences = {_UNRATED: _("It changes no rating."), _RATED: _("Leaving it loses it.")}
        if person.rating is None or state.profile is None or not state.profile.name:
            del kinds[_RATED]
        ask = Choose(kinds, _UNRATED, sentences, challenge)
        return TextRow(f"challenge-{person.id}", person.name, value, explanation, ask)

    def online_changed(self, change: str) -> None:
        state = self._connection.state
        if change in {"left", "contact", "bye"} and state.room is None:
            self.leave()
        elif change == "room" and state.room is not None and state.room.id != self._room_id:
            self.navigate(Node.ROOM, Trigger.EVENT)
        elif change == "error":
            self.say_fault(state.refusal)
        elif change == "say":
            self._show_chat()
        elif change in {"room", "challenged", "challenge_over"} or (
            change == "people" and state.people != self._listed
        ):
            self._listed = state.people
            self.settings_list.rows.renew_rows(self.rows())
            self.show_settings()

    def _show_chat(self) -> None:
        """Show what was said last: the reason to mute somebody."""
        lines = tuple(self._connection.state.chat)[-_SAID:]
        title = Content.styled(_("CHAT"), "$muted")
        self._chat.update(Content("\n").join([title, chat_text(lines)]) if lines else Content())

    def _people(self, room: RoomState, *, is_host: bool) -> Iterator[Row]:
        for player in room.players:
            part = _("host") if player.p == room.host else _("plays")
            is_muted, is_you = player.name in room.muted, player.p == room.you
            part = f"{part}, {_('you')}" if is_you else part
            yield self._person_row(player.name, part, is_muted=is_muted, is_you=is_you, is_host=is_host)
        for name in room.watchers:
            yield self._person_row(name, _("watches"), is_muted=name in room.muted, is_you=False, is_host=is_host)

    def _person_row(self, name: str, part: str, *, is_muted: bool, is_you: bool, is_host: bool) -> Row:
        if not is_host:
            explanation = _("Only the host can mute or remove others.")
        elif is_you:
            explanation = _("Enter on another name mutes or removes that player.")
        else:
            explanation = _("Enter: mute or remove.")
        seen = _("Everyone sees {name}'s messages again.") if is_muted else _("Nobody sees {name}'s messages.")
        leaves = _("{name} leaves the room, and cannot come back.")
        sentences = {_MUTE: seen.format(name=name), _KICK: leaves.format(name=name)}
        titles = {_MUTE: _("Unmute") if is_muted else _("Mute"), _KICK: _("Remove")}

        def done(deed: str) -> None:
            self._connection.send(SendOut(name=name) if deed == _KICK else Mute(name=name, on=not is_muted))

        ask = Choose(titles, _MUTE, sentences, done) if is_host and not is_you else None
        value = f"{part}, {_('muted')}" if is_muted else part
        return TextRow(f"person-{name.encode().hex()}", name, value, explanation, ask)


def _reason_against_changes(state: ClientState) -> str:
    """Return the reason why the player can change nothing here; empty for the host."""
    room = state.room
    if room is not None and room.rated:
        return _("Nobody is the host of a rated match.")
    if room is None or room.you is None or room.host != room.you:
        return _("The host can mute or remove players and end the match.")
    return "" if state.additions >= Addition.HOSTS else _("On this older server nobody is the host.")
