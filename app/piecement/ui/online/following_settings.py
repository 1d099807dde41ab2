"""Settings that follow the account at one server: sent when they change, taken over where the player signs in.

Settings travel as a line of text. The digests of three lines are stored: of the line that the account had last, of the
line here at that time, and of the line sent last. So it is known on which side settings have changed since, and whether
the line of the account is the one sent from here, of whose arrival the server may not have reported.

The settings that the server got last win. Those that they replace here are written to a file first, and come back by a
row of the account screen.
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
    """The settings of the player at one server. Nothing is sent or taken over while a game is played."""

    def __init__(
        self, app: App[None], settings: LiveSettings, connection: Connection, *, warn: Callable[[str], object]
    ) -> None:
        self._app: Final = app
        self._settings: Final = settings
        self._connection: Final = connection
        self.warn: Final = warn
        self._client: Client | None = None
        """The client that has asked for the settings of the account."""
        self._is_compared = False
        """Whether the settings of the account were compared with those here, which may then be sent."""
        self._received: AccountSettings | None = None
        """Settings of the account that were not compared yet."""
        self._awaits_confirmation = False
        """Whether the server has not confirmed the line that was sent."""
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
        if self._connection.state.additions < Addition.SETTINGS:
            return _("This server is too old to keep them.")
        return ""

    @property
    def is_on(self) -> bool:
        """Whether settings follow the account at this server."""
        client = self._connection.client
        return client is not None and bool(client.state.server_id) and self._stored.server == client.state.server_id

    @property
    def _stored(self) -> Following:
        return self._settings.now.online.following

    @property
    def _has_changed(self) -> bool:
        """Whether the settings here have changed since they were sent or taken over."""
        return _digest(self._line) != self._stored.here

    def follow(self, taken: Imported | None) -> None:
        """Follow the account from now on, with its settings, taken over here, or with those here if None."""
        if self._connection.client is None or (taken is not None and not self._use(taken, self._account_line)):
            return
        here = _digest(self._line) if taken is not None else ""
        self._store(server=self._connection.state.server_id, account=_digest(self._account_line), here=here, sent="")
        self._client, self._is_compared = self._connection.client, True
        self.sync()

    def stop(self, *, deletes: bool = False) -> None:
        """Follow the account no more; with `deletes`, the server deletes what it has."""
        self._store(server="", account="", here="", sent="")
        self._awaits_confirmation = False
        if deletes:
            self._connection.send(KeepSettings(text=""))
        self.request()

    def offered(self) -> Imported:
        """Return the settings here with those of the account. Raises `SettingError`."""
        return self._imported(self._account_line)

    def request(self) -> None:
        """Request the settings of the account, if there are any."""
        if self.may_follow:
            self._connection.send(AskSettings())

    def enter(self, *, game: bool) -> None:
        """Note whether a game is on the screen."""
        self._in_game = game
        if not game and self._connection.client is not None:
            self._sync_soon()

    def _changed(self, settings: Settings) -> None:
        """Send the settings soon after a change."""
        if self._connection.client is not None and settings.online.following.server:
            self._sync_soon()

    def on_change(self, change: str) -> None:
        """React to a message of the server, named by its type."""
        if change not in {"profile", "settings", "error"} or not self.is_on or not self.may_follow:
            return
        if change == "settings":
            self._received = self._connection.state.settings
        elif self._client is not self._connection.client:
            self._client, self._is_compared, self._awaits_confirmation = self._connection.client, False, False
            self.request()
        elif change == "error":
            self._awaits_confirmation = False  # perhaps this is why it did not arrive: the next change sends again
            return
        self.sync()

    def sync(self) -> None:
        """Take over what has changed in the account, and send what has changed here, unless a game is played."""
        self._timer = None
        played = self._connection.client.state.round if self._connection.client else None
        if not self.is_on or not self.may_follow or self._in_game or (played is not None and played.is_running):
            return
        received, self._received = self._received, None
        if received is not None:
            self._take_over(received)
        if self._is_compared and self.is_on and not self._awaits_confirmation and self._has_changed:
            self._send()

    def _sync_soon(self) -> None:
        if self._timer is None:
            self._timer = self._app.set_timer(_SEND_AFTER_S, self.sync)

    def _take_over(self, received: AccountSettings) -> None:
        """Use the settings of the account if another machine has changed them, or note that those sent have arrived."""
        if self._awaits_confirmation and received.at_ms and not received.text:
            self._store(account=self._stored.sent, here=self._stored.sent)
            self._awaits_confirmation = False
            return
        theirs = _digest(received.text)
        if theirs and theirs == self._stored.sent:
            self._store(account=theirs, here=theirs)
        elif theirs != self._stored.account:
            self._use_changed(received.text)
            return
        self._is_compared = True

    def _use_changed(self, text: str) -> None:
        """Use a line that another machine has sent, or stop where it has deleted the settings."""
        if not text:
            self.stop()
            self.warn(_("Your settings were deleted at the server, and follow the account no more."))
            return
        try:
            taken = self._imported(text)
        except SettingError as error:
            self.warn(_("The settings of your account cannot be used: {why}").format(why=error))
            return
        if self._use(taken, text):
            self._is_compared = True

    def _imported(self, line: str) -> Imported:
        return import_account_line(line, self._settings.now, keeps_presets=self._has_changed)

    def _use(self, taken: Imported, line: str) -> bool:
        """Use settings of the account; return whether those here could be written to a file first."""
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
            self._store(account=_digest(line), here=_digest(self._line))
        return True

    def _send(self) -> None:
        line = self._line
        was_too_long, self._is_too_long = self._is_too_long, len(line) > LONGEST_SETTINGS
        if self._is_too_long:
            if not was_too_long:
                self.warn(_("Your settings are too long to follow the account: delete some presets."))
            return
        self._awaits_confirmation = True
        self._store(sent=_digest(line))
        self._connection.send(KeepSettings(text=line))

    def _store(self, **values: str) -> None:
        now = self._settings.now
        following = now.online.following.with_values(**values)
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
        return SettingsCopies(self._settings.store.paths.settings_copies)
