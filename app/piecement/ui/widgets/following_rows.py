"""Rows of the account for settings that follow it."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Final

from textual.content import Content

from piecement.language import _
from piecement.session.formatting import from_ms, to_local_text
from piecement.settings.specs import SettingError
from piecement.storage.errors import StorageError
from piecement.ui.widgets.asks import Choose, Reply
from piecement.ui.widgets.setting_rows import Row, text_row
from piecement.ui.widgets.sharing_rows import ask_to_take, changes_text

if TYPE_CHECKING:
    from piecement.net.messages.accounts import AccountSettings
    from piecement.ui.account_settings import FollowingSettings

_ON: Final = "on"
_OFF: Final = "off"
_TAKE: Final = "take"
_DELETE: Final = "delete"


def following_row(following: "FollowingSettings", kept: "AccountSettings | None", renew: Callable[[], None]) -> Row:
    """Return the row that says whether settings follow the account; `kept` is what the account has."""
    is_on, text = following.is_on, kept.text if kept else ""
    row_id, title = "settings", _("Settings")
    if not following.may_follow:
        return text_row(row_id, title, _("stay here"), following.obstacle)
    follow = _("Sent when they change, taken over where you sign in.")
    if is_on:
        options = {_ON: (_("Follow the account"), lambda: follow)}
    elif kept is not None and text:
        when = to_local_text(from_ms(kept.at_ms))
        replaced = _("Yours replace those of the account, of {when}.").format(when=when)
        options = {
            _TAKE: (_("Follow, take the account's"), partial(_changes, following)),
            _ON: (_("Follow, send these"), lambda: replaced),
        }
    else:
        options = {_ON: (_("Follow the account"), lambda: follow)}
    options = {_OFF: (_("Stay here"), lambda: _("Nothing is sent, and nothing taken over.")), **options}
    if is_on or text:
        options[_DELETE] = (_("Delete at the server"), lambda: _("The server deletes them. Here they stay."))

    def done(name: str) -> None:
        _choose(following, name)
        renew()

    titles = {name: title for name, (title, _explain) in options.items()}
    ask = Choose(titles, _ON if is_on else _OFF, lambda name: Content(options[name][1]()), done)
    value = _("follow") if is_on else _("stay here")
    sentence = follow if is_on else _("They can follow this account to your other machines.")
    return text_row(row_id, title, value, sentence, lambda: ask)


def _changes(following: "FollowingSettings") -> str:
    try:
        taken = following.offered()
    except SettingError as error:
        return str(error)
    return "\n".join([changes_text(taken), _("Yours of now are saved first."), *taken.complaints])


def _choose(following: "FollowingSettings", name: str) -> None:
    if name == _TAKE:
        try:
            following.follow(following.offered())
        except SettingError as error:
            following.warn(str(error))
    elif name == _ON and not following.is_on:
        following.follow(None)
    elif name in {_OFF, _DELETE}:
        following.stop(deletes=name == _DELETE)


def earlier_row(following: "FollowingSettings", renew: Callable[[], None]) -> Row | None:
    """Return the row that brings earlier settings back, or None if there are none."""
    path = following.copies.last
    if path is None:
        return None

    def ask() -> Reply:
        try:
            taken = following.earlier()
        except (StorageError, SettingError) as error:
            return Content.styled(str(error), "$warning")
        return None if taken is None else ask_to_take(taken, lambda _settings: bring_back())

    def bring_back() -> None:
        try:
            following.bring_back()
        except (StorageError, SettingError) as error:
            following.warn(str(error))
        renew()

    sentence = _("From before your account's came. Enter brings them back, and asks first.")
    return text_row("earlier", _("Earlier settings"), path.stem[:-3].replace(".", ":"), sentence, ask)
