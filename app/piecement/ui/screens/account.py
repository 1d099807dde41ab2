"""The player's account at a server, the best of a season, and the own last matches."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING, Final

from textual.content import Content

from piecement.language import _
from piecement.net.clean_texts import LONGEST_NAME, clean_name
from piecement.net.errors import alphabet_problem
from piecement.net.messages.accounts import (
    AskCode,
    AskExport,
    AskHistory,
    AskRatings,
    DeleteAccount,
    Known,
    Profile,
    Rename,
    SignUp,
    UseCode,
)
from piecement.net.messages.base import Numbered
from piecement.session.formatting import from_ms, to_local_text
from piecement.settings.specs import SettingError
from piecement.storage.atomic_file import write_atomically
from piecement.storage.errors import StorageError, errors_to
from piecement.ui.bases.settings_screen import TwoListsScreen
from piecement.ui.key_rows import CHANGE, LAST_KEYS, MOVE, OPEN, TYPE, KeyRow
from piecement.ui.menu_graph import Node
from piecement.ui.messages import OnlineChanged
from piecement.ui.services import Services
from piecement.ui.texts.online import code_problem, games_text, line_text, match_text, rating_text
from piecement.ui.widgets.asks import Choose, Reply, Type
from piecement.ui.widgets.menu_list import group_heading
from piecement.ui.widgets.setting_rows import GroupHeading, Line, Row, RowText, text_row
from piecement.ui.widgets.sharing_rows import ask_to_take, changes_text

if TYPE_CHECKING:
    from piecement.client.state import ClientState
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


_LISTED: Final = 100


class AccountScreen(TwoListsScreen):
    """The account, and beside it the best of a season and the last matches."""

    NODE = Node.ACCOUNT
    KEYS = (
        MOVE,
        replace(OPEN, line=((_("Enter"), _("choose")),)),
        KeyRow("Tab", _("the other list"), (("Tab", _("ranking")),)),
        replace(CHANGE, does=_("another season"), line=()),
        TYPE,
        *LAST_KEYS,
    )
    HEADING = _("Account and ranking")

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self._online = services.online
        self._following = services.following
        self._saves = self._deletes = False
        """Whether to save the requested data to a file, and whether the account is to be deleted."""

    def rows(self) -> Iterator[Line]:
        state = self._online.state
        if state is None or state.profile is None:
            yield text_row("none", _("Account"), _("this server has none"))
            return
        profile = state.profile
        yield self._name_row(profile)
        if profile.name:
            yield from self._owner_rows(state, profile)
        else:
            yield self._code_row()
            if address := self._online.account_elsewhere:
                sentence = _("This server says it is the one at {address}. If you trust it, Enter brings your account.")
                yield self._asking_row(
                    "elsewhere",
                    _("Use your account"),
                    "",
                    sentence.format(address=address),
                    lambda: Known(token=self._online.share_account()),
                )

    def beside_rows(self) -> Iterator[Line]:
        state = self._online.state
        if state is None or state.profile is None:
            return
        yield GroupHeading(_("Season ranking"))
        yield self._season_row(state)
        lines = state.ratings.lines if state.ratings else ()
        for place, line in enumerate(lines[:_LISTED], start=1):
            yield text_row(f"line-{place}", f"{place:>3}  {line.name}", line_text(line))
        if not lines:
            yield text_row("no-line", _("Nobody is ranked yet"))
        if state.profile.name:
            matches = state.history.matches if state.history else ()
            yield GroupHeading(_("Your last matches")) if matches else group_heading(_("No matches here yet."))
            yield from (text_row(f"match-{number}", *match_text(match)) for number, match in enumerate(matches))

    def _owner_rows(self, state: "ClientState", profile: Profile) -> Iterator[Line]:
        sentence = _("Provisional until it is known to ± 110.")
        yield text_row("rating", _("Rating"), rating_text(profile), sentence)
        yield text_row("matches", _("This season"), games_text(profile))
        yield self._asking_row(
            "code",
            _("Other machine"),
            state.code.code if state.code else _("show a code"),
            _("Type the code there, under Account. It works once, within ten minutes."),
            AskCode,
        )
        yield following_row(self._following, state.settings, self.renew)
        if (row := earlier_row(self._following, self.renew)) is not None:
            yield row
        sentence = _("Saves everything the server stores about you to a file.")
        yield self._asking_row("save", _("Export my data"), _("to a file"), sentence, AskExport)
        yield self._deletion_row(profile.name)

    def _asking_row(self, row_id: str, title: str, value: str, sentence: str, make: Callable[[], Numbered]) -> Row:
        """Return a row that by Enter sends a message to the server."""
        return text_row(row_id, title, value, sentence, lambda: self._ask_made(make))

    def _name_row(self, profile: Profile) -> Row:
        """Return the row for the name of the account; a guest makes an account by naming it."""
        sentence = _("Your unique name on this server.")
        asks = _("You are a guest. Press Enter to make an account: just a name, no password.")
        if self._online.is_readable:
            asks += " " + _("The connection is not encrypted.")

        def done(text: str) -> None:
            name = clean_name(text)
            if profile.name:
                self._ask_made(lambda: Rename(name=name))
            else:
                self._ask_made(lambda: SignUp(name=name, token=self._online.account_token()))

        ask = Type(profile.name or self._online.name, _name_problem, done)
        explanation = sentence if profile.name else asks
        return text_row("name", _("Account"), profile.name or _("none yet"), explanation, lambda: ask)

    def _code_row(self) -> Row:
        """Return the row for the code of another machine, which moves its account here."""

        def done(text: str) -> None:
            self._ask_made(lambda: UseCode(code=text.strip(), token=self._online.account_token()))

        ask = Type("", lambda text: code_problem(text.strip()), done)
        sentence = _("Type the code from your other machine to share its account.")
        return text_row("use_code", _("Use a code"), "", sentence, lambda: ask)

    def _deletion_row(self, name: str) -> Row:
        """Return the row that deletes the account, once its name is typed."""
        sentence = _("Type {name} to delete your account, rating and results for good.").format(name=name)
        ask = Type(
            "",
            lambda text: "" if clean_name(text) == name else sentence,
            lambda _: self._ask_made(lambda: DeleteAccount(name=name)),
        )
        return text_row("delete", _("Delete account"), "", sentence, lambda: ask)

    def _season_row(self, state: "ClientState") -> Row:
        """Return the row for the season of the list, which the arrow keys change."""
        ratings = state.ratings
        seasons, shown = (ratings.seasons, ratings.season) if ratings else ((), "")
        least, most = (ratings.least_games, ratings.most_deviation) if ratings else (30, 75)
        sentence = _("Ranked after {games} matches, at least one this week, with a rating known to ± {most}.").format(
            games=least, most=most
        )

        def step(steps: int) -> None:
            if shown in seasons:
                season = seasons[(seasons.index(shown) - steps) % len(seasons)]
                self._ask_made(lambda: AskRatings(season=season))

        text = RowText(_("Season"), shown, may_step=len(seasons) > 1)
        return Row("season", lambda: text, lambda: Content(sentence), step=step)

    def on_mount(self) -> None:
        self._online.changed.subscribe(self, self._online_changed)
        self._online.send(AskRatings())
        self._ask_history()
        self._following.ask()

    def _ask_made(self, make: Callable[[], Numbered]) -> None:
        """Send a message that a function makes; it raises `StorageError` if the token cannot be written."""
        with errors_to(self._say_fault):
            message = make()
            self._saves, self._deletes = isinstance(message, AskExport), isinstance(message, DeleteAccount)
            self._online.send(message)

    def _ask_history(self) -> None:
        if (profile := self._online.profile) is not None and profile.name:
            self._online.send(AskHistory())

    def _online_changed(self, message: OnlineChanged) -> None:
        state = self._online.state
        if state is None:
            return
        match message.change:
            case "error":
                self._say_fault(state.refusal)
            case "profile":
                if self._deletes and not (state.profile and state.profile.name):
                    self._following.stop()
                self._ask_history()
                self.renew()
            case "export":
                self._go_on_with_export(state)
            case "code" | "ratings" | "history" | "settings":
                self.renew()
            case _:
                pass

    def _go_on_with_export(self, state: "ClientState") -> None:
        """Ask for the rest, or save the complete data."""
        if not self._saves or state.export_length is None:
            return
        if len(state.export) < state.export_length:
            self._online.send(AskExport(after=len(state.export)))
            return
        path = self._services.store.paths.data / f"account {datetime.now():%Y-%m-%d %H.%M.%S}.json"
        with errors_to(self._say_fault):
            write_atomically(path, state.export.encode(), is_private=True)
            self.say(Content.styled(_("Saved: {path}").format(path=path), "$key"))
        self._saves = False

    def _say_fault(self, text: str) -> None:
        self.say(Content.styled(text, "$warning"))


def _name_problem(text: str) -> str:
    name = clean_name(text)
    if not 0 < len(name) <= LONGEST_NAME:
        return _("A name has 1 to {most} characters.").format(most=LONGEST_NAME)
    return alphabet_problem(name)
