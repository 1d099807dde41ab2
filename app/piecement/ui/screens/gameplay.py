"""Handling and rules: what the modes leave to the player."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from textual.app import ComposeResult
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.widgets import Static
from textual.widgets.option_list import Option

from piecement.language import _
from piecement.settings.gameplay import Gameplay, rule_of
from piecement.settings.setting_spec import Range, SettingSpec
from piecement.ui.bases.settings_screen import SettingsScreen
from piecement.ui.key_rows import ANYWHERE, BACK, PRESETS, SETTINGS_LIST, bindings_of
from piecement.ui.menu_graph import Node
from piecement.ui.style_sheets import STYLES
from piecement.ui.texts.setting_warnings import setting_warnings
from piecement.ui.widgets.setting_rows import UNRANKED, PresetRow, SettingRow, grouped
from piecement_engine import MODES
from piecement_engine.modes.mode import MODES_OWN

if TYPE_CHECKING:
    from piecement.ui.services import Services

_NEEDS_RELEASES: Final = frozenset({"das_ms", "arr_ms", "das_cut_ms", "shift_before_lock"})
_NO_RELEASES: Final = _("No effect here: without key releases, the keyboard's own repeat moves the piece.")
_MODES_NAMED: Final = 4


def build(services: "Services", _: None) -> "GameplayScreen":
    return GameplayScreen(services)


class RuleRow(SettingRow):
    """A row for a rule, which is explained with its values, its warnings, and the modes that have their own."""

    def __init__(self, spec: SettingSpec, screen: "GameplayScreen") -> None:
        super().__init__(spec, screen.current_settings)
        self._screen = screen

    @property
    def explanation(self) -> Content:
        paragraphs = list(self._paragraphs())
        if self._screen.has_class("-narrow"):
            return Content("\n").join(paragraphs)
        return Content("\n\n").join([Content.styled(self.spec.title, "bold"), *paragraphs])

    def _paragraphs(self) -> Iterator[Content]:
        spec = self.spec
        yield Content(spec.sentence)
        yield from (Content.styled(warning, "$warning") for warning in self._warnings())
        yield from self._about_value()
        if spec.unranks and not spec.is_unranked(self.section):
            yield Content.styled(_("Games with another value are unranked."), "$muted")
        if fixed := _fixed_in(spec.name):
            yield Content.styled(_("Modes with their own value: {fixed}.").format(fixed=fixed), "$muted")

    def _about_value(self) -> Iterator[Content]:
        value, values, default = self.value, self.spec.values, self.spec.default
        if sentence := values.sentence(value):
            yield Content.assemble((f"{values.text(value)}: ", "bold"), sentence)
        if isinstance(values, Range):
            yield Content.styled(
                _("{limits}, default {text}.").format(limits=values.limits, text=values.text(default)), "$muted"
            )
        elif value != default:
            yield Content.styled(_("Default: {text}.").format(text=values.text(default)), "$muted")

    def _warnings(self) -> Iterator[str]:
        if not self.spec.has_effect(self.section):
            yield _("No effect now: {needed}.").format(needed=_needed(self.spec))
        if self.spec.name in _NEEDS_RELEASES and self._screen.lacks_releases:
            yield _NO_RELEASES
        yield from setting_warnings(self.settings().gameplay, self.spec.name)
        if self.spec.is_unranked(self.section):
            yield f"{UNRANKED} {_('Games played like this are unranked.')}"


class GameplayScreen(SettingsScreen):
    """The rules, and what each of them does."""

    NODE = Node.GAMEPLAY
    KEYS = (*SETTINGS_LIST, *PRESETS, BACK, *ANYWHERE)
    BINDINGS = bindings_of(KEYS)
    CSS_PATH = STYLES / "gameplay.tcss"
    HEADING = _("Gameplay")

    def body(self) -> ComposeResult:
        with Horizontal(id="body"):
            yield self.new_list()
            with VerticalScroll(id="aside", can_focus=False):
                yield Static(id="details")
        yield Static(id="ranking")

    def rows(self) -> Iterator[Option]:
        yield PresetRow("gameplay", self.current_settings)
        yield from grouped(Gameplay.specs(), lambda spec: RuleRow(spec, self))

    def show_settings(self) -> None:
        super().show_settings()
        reasons = self.settings.gameplay.unranked_reasons()
        self.query_one("#ranking", Static).update(
            Content.assemble((UNRANKED, "$warning"), _(" Unranked: {reasons}").format(reasons=", ".join(reasons)))
            if reasons
            else Content(_("Games played like this are ranked."))
        )

    @property
    def lacks_releases(self) -> bool:
        """Whether the keyboard is known to report no releases."""
        return self._services.terminal.keyboard is not None and not self._services.keyboard.reports_releases


def _needed(spec: SettingSpec) -> str:
    """Return which value of another setting this one needs to have an effect."""
    only = spec.only_with
    if only is None:
        return ""
    other = next(other for other in Gameplay.specs() if other.name == only.name)
    return _("only with {setting}: {values}").format(
        setting=other.title, values=_(" or ").join(map(other.values.text, only.values))
    )


def _fixed_in(name: str) -> str:
    titles = [_(mode.title) for mode in MODES.values() if rule_of(name) in mode.fixed() - MODES_OWN]
    if len(titles) > _MODES_NAMED:
        return _("{modes} and {count} more").format(
            modes=", ".join(titles[:_MODES_NAMED]), count=len(titles) - _MODES_NAMED
        )
    return ", ".join(titles)
