"""Settings that follow the account at one server: sent when they change, taken over where the player signs in.

The settings that the server got last win. Those that others replace here are written to a file first, and come back
by a row of the account screen.

Digests tell what changed. The server may not have reported yet that what was sent has arrived.
"""

from collections.abc import Callable
from datetime import datetime
from hashlib import sha256
from typing import Final

from textual.app import App
from textual.timer import Timer

from piecement.client.client import Client
from piecement.settings.online import Following
from piecement.settings.retention import Retention
from piecement.settings.settings import Settings
from piecement.settings.specs import SettingError
from piecement.storage.account_line import account_line, import_account_line
from piecement.storage.settings_copies import SettingsCopies
from piecement.storage.settings_line import Imported
from piecement.ui.live_settings import LiveSettings
from piecement.ui.online.connection import Connection
from piecement_base.errors import StorageError
from piecement_base.language import _, ngettext
from piecement_net.messages.accounts import AccountSettings, AskSettings, KeepSettings
from piecement_net.messages.base import Addition
from piecement_net.messages.fields import LONGEST_SETTINGS

_SEND_AFTER_S: Final = 2.0
"""Delay between a change and sending the settings (s)."""


def _digest(line: str) -> str:
    return sha256(line.encode()).hexdigest()[:16] if line else ""


class FollowingSettings:
    """The settings of the player at one server."""

    def __init__(
        self, app: App[None], settings: LiveSettings, connection: Connection, *, warn: Callable[[str], object]
    ) -> None:
        self._app: Final = app
        self._settings: Final = settings
        self._connection: Final = connection
        self.warn: Final = warn
        self._client: Client | None = None
        """The client that has asked for the settings of the account."""
        self._is_settled = False
        """Whether what the account has was compared with what is here."""
        self._received: AccountSettings | None = None
        """Settings of the account that were not compared yet."""
        self._awaits = False
        """Whether the server has not confirmed the line that was sent, whose digest is among the notes."""
        self._is_too_long = False
        """Whether the settings are too long to be sent, and the player was warned."""
        self._timer: Timer | None = None
        self._in_game = False
        settings.changed.subscribe(app, self._changed, immediate=True)

    @property
    def may_follow(self) -> bool:
        """Whether the player has an account at a server that keeps settings, and they are kept here too."""
        return bool(self._connection.account_name) and not self.obstacle

    @property
    def obstacle(self) -> str:
        """The reason why settings cannot follow an account, or empty."""
        if not self._settings.store.retention.includes(Retention.SETTINGS):
            return _("Settings are not saved here, so they cannot follow.")
        return (
            "" if self._connection.state.additions >= Addition.SETTINGS else _("This server is too old to keep them.")
        )

    @property
    def is_on(self) -> bool:
        """Whether settings follow the account at this server."""
        client = self._connection.client
        return client is not None and bool(client.state.server_id) and self._notes.server == client.state.server_id

    @property
    def _notes(self) -> Following:
        return self._settings.now.online.following

    def follow(self, taken: Imported | None) -> None:
        """Follow the account from now on, with its settings, or with those here."""
        if self._connection.client is None or (taken is not None and not self._take(taken, self._account_line)):
            return
        here = _digest(self._line) if taken is not None else ""
        self._note(server=self._connection.state.server_id, account=_digest(self._account_line), here=here, sent="")
        self._client, self._is_settled = self._connection.client, True
        self.settle()

    def stop(self, *, deletes: bool = False) -> None:
        """Follow the account no more; with `deletes`, the server deletes what it has."""
        self._note(server="", account="", here="", sent="")
        self._awaits = False
        if deletes:
            self._connection.send(KeepSettings(text=""))
        self.ask()

    def offered(self) -> Imported:
        """Return the settings here with those of the account. Raises `SettingError`."""
        return self._taken_in(self._account_line)

    def ask(self) -> None:
        """Request the settings of the account, if there are any."""
        if self.may_follow:
            self._connection.send(AskSettings())

    def enter(self, *, game: bool) -> None:
        """Note whether a game is on the screen: nothing is sent or taken over while a piece falls."""
        self._in_game = game
        if not game and self._connection.client is not None:
            self._soon()

    def _changed(self, settings: Settings) -> None:
        """Send the settings soon after a change."""
        if self._connection.client is not None and settings.online.following.server:
            self._soon()

    def heard(self, change: str) -> None:
        """Follow a message of the server."""
        if change not in {"profile", "settings", "error"} or not self.is_on or not self.may_follow:
            return
        if change == "settings":
            self._received = self._connection.state.settings
        elif self._client is not self._connection.client:
            self._client, self._is_settled, self._awaits = self._connection.client, False, False
            self.ask()
        elif change == "error":
            self._awaits = False  # perhaps this is why it did not arrive: the next change sends again
            return
        self.settle()

    def settle(self) -> None:
        """Take over what the account has, and send what has changed here, unless a game is being played."""
        self._timer = None
        played = self._connection.client.state.round if self._connection.client else None
        if not self.is_on or not self.may_follow or self._in_game or (played is not None and played.is_running):
            return
        received, self._received = self._received, None
        if received is not None:
            self._compare(received)
        if self._is_settled and self.is_on and not self._awaits and _digest(self._line) != self._notes.here:
            self._send()

    def _soon(self) -> None:
        if self._timer is None:
            self._timer = self._app.set_timer(_SEND_AFTER_S, self.settle)

    def _compare(self, received: AccountSettings) -> None:
        """Use what the account has, or note that it has what was sent."""
        if self._awaits and received.at_ms and not received.text:
            self._note(account=self._notes.sent, here=self._notes.sent)
            self._awaits = False
            return
        theirs = _digest(received.text)
        if theirs and theirs == self._notes.sent:  # it had arrived
            self._note(account=theirs, here=theirs)
        elif theirs != self._notes.account:
            self._replace(received.text)
            return
        self._is_settled = True

    def _replace(self, text: str) -> None:
        """Take over what another machine has changed."""
        if not text:
            self.stop()
            self.warn(_("Your settings were deleted at the server, and follow the account no more."))
            return
        try:
            taken = self._taken_in(text)
        except SettingError as error:
            self.warn(_("The settings of your account cannot be used: {why}").format(why=error))
            return
        if self._take(taken, text):
            self._is_settled = True

    def _taken_in(self, line: str) -> Imported:
        keeps = _digest(self._line) != self._notes.here
        return import_account_line(line, self._settings.now, keeps_presets=keeps)

    def _take(self, taken: Imported, line: str) -> bool:
        """Use settings of the account; return whether those here could be kept first."""
        if taken.settings != self._settings.now:
            try:
                self.copies.write(self._settings.now, datetime.now())
            except StorageError as error:
                self.warn(str(error))
                return False
            self._settings.apply(taken.settings)
        if count := len(taken.changed):
            told = ngettext(
                "{count} setting came from your account. Undo: Account and ranking.",
                "{count} settings came from your account. Undo: Account and ranking.",
                count,
            )
            self._app.notify(told.format(count=count), markup=False)
        if self.is_on:
            self._note(account=_digest(line), here=_digest(self._line))
        return True

    def _send(self) -> None:
        line = self._line
        was_too_long, self._is_too_long = self._is_too_long, len(line) > LONGEST_SETTINGS
        if self._is_too_long:
            if not was_too_long:
                self.warn(_("Your settings are too long to follow the account: delete some presets."))
            return
        self._awaits = True
        self._note(sent=_digest(line))
        self._connection.send(KeepSettings(text=line))

    def _note(self, **notes: str) -> None:
        now = self._settings.now
        following = now.online.following.with_values(**notes)
        self._settings.apply(now.with_values(online=now.online.with_values(following=following)))

    @property
    def _line(self) -> str:
        return account_line(self._settings.now)

    @property
    def _account_line(self) -> str:
        kept = self._connection.state.settings
        return kept.text if kept is not None else ""

    @property
    def copies(self) -> SettingsCopies:
        """The files of earlier settings."""
        return SettingsCopies(self._settings.store.paths.data / "settings_before")
