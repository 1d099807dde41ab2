"""The keys of the screen under this one, and of menus."""

from typing import Final

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Input, Static

from piecement.input.key_labels import key_label
from piecement.render.cells import pad
from piecement.terminal.environment import is_guest
from piecement.ui import key_rows
from piecement.ui.bases.menu_screen import MenuScreen
from piecement.ui.command_keys import SECOND_KEYS
from piecement.ui.game.game_keys import button_rows
from piecement.ui.menu_graph import Node
from piecement.ui.screen import HelpTopic, Showing
from piecement.ui.services import Services
from piecement.ui.texts.plain_hints import plain_hint
from piecement.ui.widgets.screen_page import ScreenPage, size_class
from piecement_base.language import N_, _

_IN_GAME: Final = N_("IN A GAME")
_HERE: Final = N_("THIS SCREEN")

Sections = dict[str, list[key_rows.Labelled]]
"""The keys under each heading."""


def _sections(topic: HelpTopic, services: Services) -> Sections:
    """Return the help of a screen, with second keys where the first ones do not reach the program."""
    others = {key_label(key): key_label(services.keyboard.reachable(key)) for key in SECOND_KEYS}
    ascii_only = services.appearance.ascii_only
    here = _IN_GAME if topic.is_game else _HERE
    sections: Sections = {key_rows.PLAY: [], here: [], key_rows.MENUS: []}
    if not topic.is_game and size_class(services.terminal.size) == "-roomy":  # with a column for the keys of games
        sections = {here: [], key_rows.MENUS: [], key_rows.PLAY: []}
        also = tuple(button_rows(services.settings.now.controls.bindings, ascii_only=ascii_only))
    else:
        also = (key_rows.MOVE, key_rows.CHOOSE, key_rows.BACK, key_rows.MOUSE) if topic.is_game else ()
    rows = dict.fromkeys((*topic.rows, *also))
    for row in rows:
        if row is key_rows.SUSPEND and is_guest():
            continue
        key = plain_hint(_(others.get(row.keys, row.keys)), ascii_only=ascii_only)
        section = row.section or here
        sections[section].append((key, plain_hint(_(row.does), ascii_only=ascii_only)))
    return {heading: labels for heading, labels in sections.items() if labels}


class HelpScreen(MenuScreen, Showing[HelpTopic]):
    """Keys and what they do: those of the menus below those of the pieces, where there are both."""

    NODE = Node.HELP
    KEYS = (key_rows.SCROLL, key_rows.find_row(N_("find a key")), key_rows.BACK, key_rows.PALETTE, key_rows.SUSPEND)
    AUTO_FOCUS = "VerticalScroll"

    def __init__(self, services: Services, topic: HelpTopic) -> None:
        super().__init__(services)
        self._title = topic.title
        self._sections = sections = _sections(topic, services)
        self._wide = max(cell_len(key) for labels in sections.values() for key, _does in labels)
        self._shown = {heading: Static(self._text(heading, ""), classes="section") for heading in sections}
        self._find = Input(placeholder=_("Find a key"), compact=True, select_on_focus=False)
        self._legend = Static(self._legend_text(), id="hint")

    def contents(self) -> ComposeResult:
        heading = Content.assemble((_("KEYS"), "bold $key"), f"   {self._title}")
        plays = next(iter(self._shown), "") == key_rows.PLAY
        left = [shown for name, shown in self._shown.items() if plays and name in {key_rows.PLAY, key_rows.MENUS}]
        right = [shown for shown in self._shown.values() if shown not in left]
        columns = Horizontal(*([Vertical(*left, classes="left")] if left else []), *right, classes="keys")
        yield ScreenPage(Static(heading), VerticalScroll(columns, self._legend), beside=self._find)

    def action_find(self) -> None:
        """Open the line to type in."""
        self._find.add_class("-open")
        self.set_focus(self._find)

    def action_back(self) -> None:
        """Close the line to type in, or else leave."""
        if not self._find.has_class("-open"):
            super().action_back()
            return
        self.query_one(VerticalScroll).focus()
        self._find.remove_class("-open")
        self._find.value = ""

    def on_input_changed(self, event: Input.Changed) -> None:
        """Show the keys with these words."""
        texts = {heading: self._text(heading, event.value) for heading in self._sections}
        for heading, text in texts.items():
            self._shown[heading].update(text)
            self._shown[heading].display = bool(text)
        self._legend.update(self._legend_text() if any(texts.values()) else _("No key does this here."))

    def on_input_submitted(self) -> None:
        self.query_one(VerticalScroll).focus()

    def _text(self, heading: str, words: str) -> Content:
        """Return a section with the keys that have all words; empty without any."""
        wanted = words.casefold().split()
        lines = [
            Content.assemble((pad(key, self._wide), "$key"), "  ", does)
            for key, does in self._sections[heading]
            if all(word in f"{key} {does}".casefold() for word in wanted)
        ]
        return Content("\n").join([Content.styled(_(heading), "$muted"), *lines]) if lines else Content()

    def _legend_text(self) -> str:
        does = (does for labels in self._sections.values() for _key, does in labels)
        is_marked = any(_("(practice)") in text for text in does)
        return _("(practice): the game is not ranked from then on.") if is_marked else ""
