"""The player's account at a server, the best of a season, and the own last matches."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING, Final

from textual.content import Content
from textual.message import Message
from textual.widgets.option_list import Option

from piecement.language import _
from piecement.online.clean_texts import LONGEST_NAME, clean_name
from piecement.online.messages import (
    AskCode,
    AskExport,
    AskHistory,
    AskRatings,
    DeleteAccount,
    Known,
    Numbered,
    Profile,
    Rename,
    SignUp,
    UseCode,
)
from piecement.storage.atomic_file import write_atomically
from piecement.storage.errors import StorageError
from piecement.ui.bases.settings_screen import SettingsScreen
from piecement.ui.key_rows import ANYWHERE, BACK, CHANGE, MOVE, OPEN, TYPE, bindings_of
from piecement.ui.menu_graph import Node
from piecement.ui.messages import OnlineChanged
from piecement.ui.style_sheets import STYLES
from piecement.ui.texts.ladder_texts import games_text, line_text, match_text, rating_text
from piecement.ui.texts.online_texts import alphabet_problem, code_problem
from piecement.ui.widgets.setting_rows import HeadingRow, Row, RowText, TextAsked

if TYPE_CHECKING:
    from piecement.online.client_state import ClientState
    from piecement.ui.services import Services

_LISTED: Final = 100


def build(services: "Services", _: None) -> "AccountScreen":
    return AccountScreen(services)


class Asked(Message):
    """Something is asked of the server."""

    def __init__(self, ask: Callable[[], Numbered]) -> None:
        super().__init__()
        self.ask = ask
        """Returns the message, or raises `StorageError` where the token cannot be written down."""


class TextRow(Row):
    """Something that is told: a figure, a player of the list, a match."""

    def __init__(self, name: str, title: str, value: str, sentence: str = "") -> None:
        super().__init__("", id=name)
        self._text = RowText(title, value)
        self._sentence = sentence

    @property
    def text(self) -> RowText:
        return self._text

    @property
    def explanation(self) -> Content:
        return Content(self._sentence)


class AccountNameRow(TextRow):
    """The name of the account, which is made by naming it."""

    def __init__(self, profile: Profile, name: str, token: Callable[[], str], *, is_readable: bool) -> None:
        sentence = _("What you are called here: nobody else gets a name that looks like it.")
        asks = _("You are a guest. Enter makes an account: a name, without a password.")
        if is_readable:
            asks += " " + _("Whoever listens on the way to this server can use it too: nothing is encrypted.")
        super().__init__("name", _("Account"), profile.name or _("none yet"), sentence if profile.name else asks)
        self._profile = profile
        self._name = name
        self._token = token

    def select(self) -> Message | None:
        return TextAsked(self, self._profile.name or self._name)

    def problem(self, text: str) -> str:
        name = clean_name(text)
        if not 0 < len(name) <= LONGEST_NAME:
            return _("A name has 1 to {most} characters.").format(most=LONGEST_NAME)
        return alphabet_problem(name)

    def enter(self, text: str) -> Message | None:
        name = clean_name(text)
        if self._profile.name:
            return Asked(lambda: Rename(name=name))
        return Asked(lambda: SignUp(name=name, token=self._token()))


class AskRow(TextRow):
    """Asks the server for something by Enter."""

    def __init__(self, name: str, title: str, value: str, sentence: str, ask: Callable[[], Numbered]) -> None:
        super().__init__(name, title, value, sentence)
        self._ask = ask

    def select(self) -> Message | None:
        return Asked(self._ask)


class CodeRow(TextRow):
    """Brings the account of another machine here, by the code that is shown there."""

    def __init__(self, token: Callable[[], str]) -> None:
        sentence = _("Type the code that your other machine shows, to play here as you do there.")
        super().__init__("use_code", _("Use a code"), "", sentence)
        self._token = token

    def select(self) -> Message | None:
        return TextAsked(self, "")

    def problem(self, text: str) -> str:
        return code_problem(text.strip())

    def enter(self, text: str) -> Message | None:
        return Asked(lambda: UseCode(code=text.strip(), token=self._token()))


class DeleteRow(TextRow):
    """Deletes the account, once its name is typed."""

    def __init__(self, name: str) -> None:
        sentence = _("Type {name} to delete the account with its rating and results, for good.").format(name=name)
        super().__init__("delete", _("Delete the account"), "", sentence)
        self._name = name

    def select(self) -> Message | None:
        return TextAsked(self, "")

    def problem(self, text: str) -> str:
        return "" if clean_name(text) == self._name else self._sentence

    def enter(self, text: str) -> Message | None:
        return Asked(lambda: DeleteAccount(name=self._name))


class SeasonRow(TextRow):
    """The season whose list is shown, which the arrow keys change."""

    def __init__(self, state: "ClientState") -> None:
        ratings = state.ratings
        self._seasons = ratings.seasons if ratings else ()
        self._season = ratings.season if ratings else ""
        least, most = (ratings.least_games, ratings.most_deviation) if ratings else (30, 75)
        sentence = _("Listed is who has played {games} matches, one within a week, and is known to ± {most}.").format(
            games=least, most=most
        )
        super().__init__("season", _("Season"), self._season, sentence)
        self._text = self._text._replace(may_step=len(self._seasons) > 1)

    def step(self, steps: int) -> Message | None:
        if self._season not in self._seasons:
            return None
        season = self._seasons[(self._seasons.index(self._season) - steps) % len(self._seasons)]
        return Asked(lambda: AskRatings(season=season))


class AccountScreen(SettingsScreen):
    """What can be done with an account, and what it has come to."""

    NODE = Node.ACCOUNT
    KEYS = (
        MOVE,
        replace(OPEN, line=((_("Enter"), _("choose")),)),
        replace(CHANGE, does=_("another season"), line=()),
        TYPE,
        BACK,
        *ANYWHERE,
    )
    BINDINGS = bindings_of(KEYS)
    CSS_PATH = STYLES / "account.tcss"
    HEADING = _("Account and ranking")

    def __init__(self, services: "Services") -> None:
        super().__init__(services)
        self._online = services.online
        self._saves = False
        """Whether what comes is to be saved to a file."""

    def rows(self) -> Iterator[Option]:
        state = self._online.state
        if state is None or state.profile is None:
            yield TextRow("none", _("Account"), _("this server keeps none"))
            return
        profile = state.profile
        readable = self._online.is_readable
        yield AccountNameRow(profile, self._online.name, self._online.account_token, is_readable=readable)
        if profile.name:
            yield from self._owner_rows(state, profile)
        else:
            yield CodeRow(self._online.account_token)
            if address := self._online.account_elsewhere:
                sentence = _("This server says it is the one at {address}. If you trust it, Enter brings your account.")
                yield AskRow(
                    "elsewhere",
                    _("Use your account"),
                    address,
                    sentence.format(address=address),
                    lambda: Known(token=self._online.share_account()),
                )
        yield HeadingRow(_("The best of a season"))
        yield SeasonRow(state)
        lines = state.ratings.lines if state.ratings else ()
        for place, line in enumerate(lines[:_LISTED], start=1):
            yield TextRow(f"line-{place}", f"{place:>3}  {line.name}", line_text(line))
        if not lines:
            yield TextRow("no-line", _("Nobody is known well enough yet"), "")
        if profile.name:
            matches = state.history.matches if state.history else ()
            yield HeadingRow(_("Your last matches") if matches else _("You have played no match here yet."))
            yield from (TextRow(f"match-{number}", *match_text(match)) for number, match in enumerate(matches))

    def _owner_rows(self, state: "ClientState", profile: Profile) -> Iterator[Option]:
        sentence = _("It is provisional until it is sure to ± 110.")
        yield TextRow("rating", _("Rating"), rating_text(profile), sentence)
        yield TextRow("matches", _("Matches this season"), games_text(profile))
        yield AskRow(
            "code",
            _("Take it to another machine"),
            state.code.code if state.code else _("show a code"),
            _("Type the code there, under Account. It works once, within ten minutes."),
            AskCode,
        )
        sentence = _("Writes all that the server has of you to a file.")
        yield AskRow("save", _("Save all of it"), _("to a file"), sentence, AskExport)
        yield DeleteRow(profile.name)

    def on_mount(self) -> None:
        self._online.changed.subscribe(self, self._online_changed)
        self._ask(AskRatings())
        self._ask_history()

    def on_asked(self, event: Asked) -> None:
        try:
            message = event.ask()
        except StorageError as error:
            self.say(Content.styled(str(error), "$warning"))
            return
        self._saves = isinstance(message, AskExport)
        self._ask(message)

    def _ask(self, message: Numbered) -> None:
        if self._online.client is not None:
            self._online.client.send(message)

    def _ask_history(self) -> None:
        state = self._online.state
        if state is not None and state.profile is not None and state.profile.name:
            self._ask(AskHistory())

    def _online_changed(self, message: OnlineChanged) -> None:
        state = self._online.state
        if state is None:
            return
        match message.change:
            case "error":
                self.say(Content.styled(state.refusal, "$warning"))
            case "profile":
                self._ask_history()
                self._show_rows()
            case "export":
                self._go_on_with_export(state)
            case "code" | "ratings" | "history":
                self._show_rows()
            case _:
                pass

    def _go_on_with_export(self, state: "ClientState") -> None:
        """Ask for the rest, or save what has come."""
        if not self._saves or state.export_length is None:
            return
        if len(state.export) < state.export_length:
            self._ask(AskExport(after=len(state.export)))
            return
        path = self._services.store.paths.data / f"account {datetime.now():%Y-%m-%d %H.%M.%S}.json"
        try:
            write_atomically(path, state.export.encode(), is_private=True)
        except StorageError as error:
            self.say(Content.styled(str(error), "$warning"))
        else:
            self.say(Content.styled(_("Saved: {path}").format(path=path), "$accent"))
        self._saves = False

    def _show_rows(self) -> None:
        """Show the rows as they are now, with the cursor on the same one."""
        rows = tuple(self.rows())
        listed = self.settings_list.rows
        at = listed.highlighted_option.id if listed.highlighted_option else None
        listed.show_rows(rows)
        listed.highlighted = next((index for index, row in enumerate(rows) if row.id == at), 0)
        self.show_settings()
