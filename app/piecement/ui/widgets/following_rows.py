"""Rows for the settings that follow an account, and for those that they have replaced here."""

from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Final

from textual.content import Content

from piecement.settings.settings import Settings
from piecement.settings.specs import SettingError
from piecement.storage.account_line import import_account_line
from piecement.storage.settings_copies import read_copy
from piecement.ui.live_settings import LiveSettings
from piecement.ui.online.following_settings import FollowingSettings
from piecement.ui.widgets.questions import Choose
from piecement.ui.widgets.rows import Reply, Row, TextRow
from piecement.ui.widgets.sharing_rows import ask_to_take, changes_text
from piecement_base.errors import StorageError, errors_to
from piecement_base.language import _
from piecement_base.timestamps import from_ms, to_local_text
from piecement_net.messages.accounts import AccountSettings

_ON: Final = "on"
_OFF: Final = "off"
_TAKE: Final = "take"
_DELETE: Final = "delete"


class FollowingRows:
    """Rows that choose whether settings follow the account, and that bring back the ones replaced here."""

    def __init__(self, following: FollowingSettings, settings: LiveSettings, renew: Callable[[], object]) -> None:
        """Prepare the rows; `renew` is called after each change."""
        self._following: Final = following
        self._settings: Final = settings
        self._renew: Final = renew

    def rows(self, kept: AccountSettings | None) -> Iterator[Row]:
        """Yield the row of the choice, and that of earlier settings if there are any.

        `kept` are the settings stored with the account.
        """
        yield self._following_row(kept)
        yield from self._earlier_row()

    def _following_row(self, kept: AccountSettings | None) -> Row:
        following, title = self._following, _("Sync settings")
        if not following.may_follow:
            return TextRow("settings", title, _("off"), following.obstacle)
        is_on, text = following.is_on, kept.text if kept else ""
        follow = _("Sent when they change, taken over where you sign in.")
        options = {_OFF: (_("Stay here"), _("Nothing is sent, and nothing taken over."))}
        if not is_on and kept is not None and text:
            when = to_local_text(from_ms(kept.at_ms))
            replaced = _("Yours replace those of the account, of {when}.").format(when=when)
            options[_TAKE] = _("Follow, take the account's"), self._changes()
            options[_ON] = _("Follow, send these"), replaced
        else:
            options[_ON] = _("Follow the account"), follow
        if is_on or text:
            options[_DELETE] = _("Delete at the server"), _("The server deletes them. Here they stay.")
        titles = {name: title for name, (title, _sentence) in options.items()}
        sentences = {name: sentence for name, (_title, sentence) in options.items()}
        ask = Choose(titles, _ON if is_on else _OFF, sentences, self._choose_following)
        value = _("on") if is_on else _("off")
        sentence = follow if is_on else _("They can follow this account to your other machines.")
        return TextRow("settings", title, value, sentence, ask)

    def _changes(self) -> str:
        try:
            taken = self._following.offered()
        except SettingError as error:
            return str(error)
        return "\n".join([changes_text(taken), _("Yours of now are saved first."), *taken.complaints])

    def _choose_following(self, name: str) -> None:
        following = self._following
        with errors_to(following.warn, SettingError):
            if name == _TAKE:
                following.follow(following.offered())
            elif name == _ON and not following.is_on:
                following.follow(None)
            elif name in {_OFF, _DELETE}:
                following.stop(deletes=name == _DELETE)
        self._renew()

    def _earlier_row(self) -> Iterator[Row]:
        """Yield the row that brings earlier settings back, if there are any."""
        path = self._following.copies.last
        if path is None:
            return

        def ask() -> Reply:
            try:
                taken = import_account_line(read_copy(path), self._settings.now, keeps_presets=False)
            except (StorageError, SettingError) as error:
                return Content.styled(str(error), "$warning")
            return ask_to_take(taken, self._bring_back)

        sentence = _("From before your account's came. Enter brings them back, and asks first.")
        yield TextRow("earlier", _("Earlier settings"), path.stem[:-3].replace(".", ":"), sentence, ask)

    def _bring_back(self, earlier: Settings) -> None:
        """Use earlier settings, and write those of now to a file."""
        with errors_to(self._following.warn):
            self._following.copies.write(self._settings.now, datetime.now())
            self._settings.apply(earlier)
        self._renew()
