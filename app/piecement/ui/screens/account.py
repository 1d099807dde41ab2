"""The player's account at a server, the best of a season, and the own last matches."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import Final

from textual.content import Content

from piecement.client.state import ClientState
from piecement.ui.bases.settings_screen import TwoListsScreen
from piecement.ui.key_rows import CHANGE, LAST_KEYS, MOVE, OPEN, TYPE, KeyRow
from piecement.ui.menu_graph import Node
from piecement.ui.services import Services
from piecement.ui.texts.accounts import code_problem, games_text, line_text, match_text, name_problem, rating_text
from piecement.ui.widgets.following_rows import FollowingRows
from piecement.ui.widgets.menu_list import static_line
from piecement.ui.widgets.questions import TypeText
from piecement.ui.widgets.rows import GroupHeading, Line, Row, TextRow
from piecement.ui.widgets.screen_page import size_class
from piecement_base.atomic_file import write_atomically
from piecement_base.errors import errors_to
from piecement_base.language import N_, _
from piecement_net.clean_texts import clean_name
from piecement_net.messages import accounts
from piecement_net.messages.base import Numbered

_LISTED: Final = 100


class AccountScreen(TwoListsScreen):
    """The account, and beside it the best of a season and the last matches."""

    NODE = Node.ACCOUNT
    KEYS = (
        MOVE,
        OPEN.labelled(N_("choose")),
        KeyRow("Tab", N_("the other list"), (("tab", N_("ranking")),)),
        replace(CHANGE, does=N_("another season"), line=()),
        TYPE,
        *LAST_KEYS,
    )

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self._accounts = services.online.accounts
        self._connection = services.online.connection
        self._following = services.online.following
        self._following_rows: Final = FollowingRows(self._following, services.settings, self.renew)
        self._deletes = False
        """Whether the account is to be deleted."""

    def heading(self) -> str:
        return _("Account and ranking")

    def card_title(self, of_row: str) -> str:
        return _("Season ranking")

    def rows(self) -> Iterator[Line]:
        state = self._connection.state
        if state.profile is None:
            yield TextRow("none", _("Account"), _("this server has none"))
            return
        profile = state.profile
        yield self._name_row(profile)
        if profile.name:
            yield from self._owner_rows(state, profile)
        else:
            yield self._code_row()
            if address := self._accounts.elsewhere(self._connection.client):
                sentence = _("This server says it is the one at {address}. If you trust it, Enter brings your account.")
                sentence = sentence.format(address=address)
                yield TextRow("elsewhere", _("Use your account"), "", sentence, partial(self._send, self._known))

    def beside_rows(self) -> Iterator[Line]:
        state = self._connection.state
        if state.profile is None:
            return
        if size_class(self._services.terminal.size) != "-roomy":  # whose frame has this title
            yield GroupHeading(_("Season ranking"))
        yield self._season_row(state)
        lines = state.ratings.lines if state.ratings else ()
        for place, line in enumerate(lines[:_LISTED], start=1):
            yield TextRow(f"line-{place}", f"{place:>3}  {line.name}", line_text(line))
        if not lines:
            yield TextRow("no-line", _("Nobody is ranked yet"))
        if state.profile.name:
            matches = state.history.matches if state.history else ()
            yield GroupHeading(_("Your last matches")) if matches else static_line(_("No matches here yet."))
            yield from (TextRow(f"match-{number}", *match_text(match)) for number, match in enumerate(matches))

    def _owner_rows(self, state: ClientState, profile: accounts.Profile) -> Iterator[Line]:
        provisional = _("Provisional until it is known to ± 110.")
        sentence = provisional if profile.provisional else _("± is how far it may be off.")
        yield TextRow("rating", _("Rating"), rating_text(profile), sentence)
        yield TextRow("matches", _("This season"), games_text(profile))
        code, sentence = state.code, _("Type the code there, under Account. It works once, within ten minutes.")
        shown = code.code if code else _("show a code")
        yield TextRow("code", _("Add a machine"), shown, sentence, partial(self._send, accounts.AskCode))
        yield from self._following_rows.rows(state.settings)
        sentence = _("Saves everything the server stores about you to a file.")
        export = partial(self._send, accounts.AskExport)
        yield TextRow("save", _("Export my data"), _("to a file"), sentence, export)
        yield self._deletion_row(profile.name)

    def _name_row(self, profile: accounts.Profile) -> Row:
        """Return the row for the name of the account; a guest makes an account by naming it."""
        sentence = _("Your unique name on this server.")
        asks = _("You are a guest. Press Enter to make an account: just a name, no password.")
        if self._connection.is_readable:
            asks += " " + _("The connection is not encrypted.")

        def done(text: str) -> None:
            name = clean_name(text)
            if profile.name:
                self._send(partial(accounts.Rename, name=name))
            else:
                self._send(partial(self._with_token, accounts.SignUp, name=name))

        ask = TypeText(profile.name or self._connection.name, name_problem, done)
        explanation = sentence if profile.name else asks
        return TextRow("name", _("Account"), profile.name or _("none yet"), explanation, ask)

    def _code_row(self) -> Row:
        """Return the row for the code of another machine, which moves its account here."""

        def done(text: str) -> None:
            self._send(partial(self._with_token, accounts.UseCode, code=text.strip()))

        sentence = _("Type the code from your other machine to share its account.")
        return TextRow("use_code", _("Use a code"), "", sentence, TypeText("", code_problem, done))

    def _deletion_row(self, name: str) -> Row:
        """Return the row that deletes the account, once its name is typed."""
        sentence = _("Type {name} to delete your account, rating and results for good.").format(name=name)

        def fault(text: str) -> str:
            return "" if clean_name(text) == name else sentence

        def done(_text: str) -> None:
            self._deletes = True
            self._connection.send(accounts.DeleteAccount(name=name))

        return TextRow("delete", _("Delete account"), "", sentence, TypeText("", fault, done))

    def _season_row(self, state: ClientState) -> Row:
        """Return the row for the season of the list, which the arrow keys change."""
        ratings = state.ratings
        seasons, shown = (ratings.seasons, ratings.season) if ratings else ((), "")
        # Before there is a list, the limits of servers of this version.
        least, most = (ratings.least_games, ratings.most_deviation) if ratings else (30, 75)
        sentence = _("Ranked after {games} matches, at least one this week, with a rating known to ± {most}.").format(
            games=least, most=most
        )

        def step(steps: int) -> None:
            season = seasons[(seasons.index(shown) - steps) % len(seasons)]
            self._send(partial(accounts.AskRatings, season=season))

        may_step = len(seasons) > 1 and shown in seasons
        return TextRow("season", _("Season"), shown, sentence, step=step if may_step else None)

    def _known(self) -> Numbered:
        return accounts.Known(token=self._accounts.share(self._connection.client))

    def _with_token(self, make: Callable[..., Numbered], **values: str) -> Numbered:
        return make(**values, token=self._accounts.make(self._connection.client))

    def on_mount(self) -> None:
        self._connection.send(accounts.AskRatings())
        self._ask_history()
        self._following.request()

    def _send(self, make: Callable[[], Numbered]) -> None:
        """Send a message that a function makes; it raises `StorageError` if the token cannot be written."""
        with errors_to(self.say_fault):
            self._connection.send(make())

    def _ask_history(self) -> None:
        if self._connection.account_name:
            self._connection.send(accounts.AskHistory())

    def online_changed(self, change: str) -> None:
        state = self._connection.state
        if change == "error":
            self.say_fault(state.refusal)
        elif change == "profile":
            if self._deletes and not self._connection.account_name:
                self._following.stop()
            self._ask_history()
            self.renew()
        elif change == "export":
            self._go_on_with_export(state)
        elif change in {"code", "ratings", "history", "settings"}:
            self.renew()

    def _go_on_with_export(self, state: ClientState) -> None:
        """Ask for the rest, or save the complete data."""
        if state.export_length is None:
            return
        if len(state.export) < state.export_length:
            self._connection.send(accounts.AskExport(after=len(state.export)))
            return
        path = self._services.store.paths.data / f"account {datetime.now():%Y-%m-%d %H.%M.%S}.json"
        with errors_to(self.say_fault):
            write_atomically(path, state.export.encode(), is_private=True)
            self.say(Content.styled(_("Saved: {path}").format(path=path), "$key"))
