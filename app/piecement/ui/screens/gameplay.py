"""Handling and rules: every rule that the modes leave to the player."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Static
from textual.widgets.option_list import Option

from piecement.settings.described import described
from piecement.settings.gameplay import rule_of
from piecement.settings.knobs import Kind, Setting
from piecement.ui.bases.knob_screen import KnobScreen
from piecement.ui.key_rows import ANYWHERE, BACK, PRESET_SLOTS, SETTINGS_LIST, bindings_of
from piecement.ui.menu_graph import Node
from piecement.ui.style_sheets import STYLES
from piecement.ui.texts.setting_warnings import setting_warnings
from piecement.ui.widgets.knob_list import KnobOption, SlotOption
from piecement.ui.widgets.knob_texts import UNRANKED, counts, is_contested, rows_of, value_of
from piecement_engine import MODES
from piecement_engine.modes.mode import MODES_OWN

if TYPE_CHECKING:
    from piecement.ui.services import Services

_NEEDS_RELEASES: Final = frozenset({"das_ms", "arr_ms", "das_cut_ms", "shift_before_lock"})
_NO_RELEASES: Final = "Without effect here: no key releases are known, so the keyboard's own repeat moves the piece."
_MODES_NAMED: Final = 4


def build(services: "Services", _: None) -> "GameplayScreen":
    """Return the screen."""
    return GameplayScreen(services)


class GameplayScreen(KnobScreen):
    """The rules, and what each of them does."""

    NODE = Node.GAMEPLAY
    KEYS = (*SETTINGS_LIST, *PRESET_SLOTS, BACK, *ANYWHERE)
    BINDINGS = bindings_of(KEYS)
    CSS_PATH = STYLES / "gameplay.tcss"

    def compose(self) -> ComposeResult:
        """Lay out the rules beside what explains them."""
        with Vertical(classes="page"):
            yield Static("Gameplay", classes="heading")
            with Horizontal(id="body"):
                yield from self.knobs()
                with VerticalScroll(id="aside", can_focus=False):
                    yield Static(id="details")
            yield Static(id="ranking")
        yield self.key_line()

    def rows(self) -> Iterator[Option]:
        """Return the slot and the rules in it."""
        yield SlotOption("gameplay")
        yield from rows_of(described("gameplay"))

    def retell(self) -> None:
        """Show what is set now, and whether games played so are ranked."""
        super().retell()
        contested = self.settings.gameplay.contested()
        self.query_one("#ranking", Static).update(
            Content.assemble((UNRANKED, "$warning"), f" Not ranked: {', '.join(contested)}")
            if contested
            else Content("Games played so are ranked.")
        )

    def explain(self, option: Option) -> Content:
        """Return all that is to be known of a rule."""
        if not isinstance(option, KnobOption):
            return super().explain(option)
        paragraphs = list(self._paragraphs(option.setting))
        if self.has_class("-narrow"):
            return Content("\n").join(paragraphs)
        return Content("\n\n").join([Content.styled(option.setting.title, "bold"), *paragraphs])

    def _paragraphs(self, setting: Setting) -> Iterator[Content]:
        yield Content(setting.sentence)
        yield from (Content.styled(warning, "$warning") for warning in self._warnings(setting))
        yield from self._about_value(setting)
        if setting.contests and not is_contested(self.settings, setting):
            yield Content.styled("Games with another value are not ranked.", "$muted")
        if fixed := _fixed_in(setting.name):
            yield Content.styled(f"Modes with a value of their own: {fixed}.", "$muted")

    def _about_value(self, setting: Setting) -> Iterator[Content]:
        value = value_of(self.settings, setting)
        if told := setting.explained.get(str(value)):
            yield Content.assemble((f"{setting.value_text(value)}: ", "bold"), told)
        if setting.kind is Kind.NUMBER:
            yield Content.styled(f"{setting.range_text}, at first {setting.value_text(setting.default)}.", "$muted")
        elif value != setting.default:
            yield Content.styled(f"At first: {setting.value_text(setting.default)}.", "$muted")

    def _warnings(self, setting: Setting) -> Iterator[str]:
        if not counts(self.settings, setting):
            yield f"Without effect now: {self._needed(setting)}."
        if (
            setting.name in _NEEDS_RELEASES
            and self._services.terminal.keyboard is not None
            and not self._services.keyboard.knows_releases
        ):
            yield _NO_RELEASES
        yield from setting_warnings(self.settings.gameplay, setting.name)
        if is_contested(self.settings, setting):
            yield f"{UNRANKED} Games played so are not ranked."

    def _needed(self, setting: Setting) -> str:
        """Return what another setting would have to be for this one to count."""
        only = setting.only_with
        if only is None:
            return ""
        other = next(other for other in described("gameplay") if other.name == only.name)
        values = " or ".join(title for name, title in other.choices.items() if name in only.values)
        return f"only with {other.title} on {values}"


def _fixed_in(name: str) -> str:
    titles = [mode.title for mode in MODES.values() if rule_of(name) in mode.fixed() - MODES_OWN]
    if len(titles) > _MODES_NAMED:
        return f"{', '.join(titles[:_MODES_NAMED])} and {len(titles) - _MODES_NAMED} more"
    return ", ".join(titles)
