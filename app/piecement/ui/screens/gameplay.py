"""Handling and rules: what the modes leave to the player."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.widgets import Static
from textual.widgets.option_list import Option

from piecement.language import _
from piecement.settings.gameplay import Gameplay, rule_of
from piecement.settings.setting_spec import Range, SettingSpec
from piecement.settings.settings import Settings
from piecement.ui.bases.trial_screen import TRY, TrialScreen
from piecement.ui.key_rows import ANYWHERE, BACK, PRESETS, SETTINGS_LIST, KeyRow, bindings_of
from piecement.ui.menu_graph import Node
from piecement.ui.style_sheets import STYLES
from piecement.ui.texts.setting_warnings import setting_warnings
from piecement.ui.widgets.setting_rows import UNRANKED, PresetRow, Row, RowText, SettingRow, grouped
from piecement_engine import MODES
from piecement_engine.modes.mode import MODES_OWN

if TYPE_CHECKING:
    from piecement.ui.services import Services

_NEEDS_RELEASES: Final = frozenset({"das_ms", "arr_ms", "das_cut_ms", "shift_before_lock"})
_NO_RELEASES: Final = _("No effect here: without key releases, the keyboard's own repeat moves the piece.")
_MODES_NAMED: Final = 4

_BASIC: Final = frozenset(
    {
        *("das_ms", "arr_ms", "das_cut_ms", "double_tap_ms"),
        *("soft_drop_by", "soft_drop_factor", "soft_drop_interval_ms", "hard_drop_guard_ms"),
        *("rotation_system", "preview_count"),
    }
)
"""The settings that decide how pieces feel."""


def build(services: "Services", _: None) -> "GameplayScreen":
    return GameplayScreen(services)


class GameplayRuleRow(SettingRow):
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


@dataclass
class PartChosen(Message):
    """The basic settings are to be shown, or all."""

    is_basic: bool


class PartRow(Row):
    """Says whether the basic settings are shown or all; arrows and Enter show the others."""

    def __init__(self, screen: "GameplayScreen") -> None:
        super().__init__("", id="part")
        self._screen = screen

    @property
    def text(self) -> RowText:
        return RowText(_("Show"), _("Basic") if self._screen.is_basic else _("Everything"), may_step=True)

    @property
    def explanation(self) -> Content:
        return Content(
            _("What decides how pieces feel. Everything else is one step away: Tab, or the arrows here.")
            if self._screen.is_basic
            else _("Every rule that modes leave open. Tab goes back to the basic ones.")
        )

    def select(self) -> Message | None:
        return PartChosen(not self._screen.is_basic)

    def step(self, steps: int) -> Message | None:
        return PartChosen(not self._screen.is_basic)


class GameplayScreen(TrialScreen):
    """Handling and rules: the few that decide how pieces feel with a field to try them in, or all."""

    NODE = Node.GAMEPLAY
    KEYS = (
        *SETTINGS_LIST,
        KeyRow("Tab", _("basic, or everything"), (), {"tab": "part"}),
        TRY,
        *PRESETS,
        BACK,
        *ANYWHERE,
    )
    BINDINGS = bindings_of(KEYS)
    CSS_PATH = STYLES / "gameplay.tcss"
    HEADING = _("Gameplay")
    VERTICAL_BREAKPOINTS = [(0, "-low"), (32, "-tall")]  # noqa: RUF012 - as Textual declares it

    def __init__(self, services: "Services") -> None:
        super().__init__(services)
        self.is_basic = True
        """Whether only the basic settings are shown."""

    def body(self) -> ComposeResult:
        with Horizontal(id="body"):
            yield self.new_list()
            with Vertical(id="aside"):
                with VerticalScroll(id="about", can_focus=False):
                    yield Static(id="details")
                yield from self.trial()
        yield Static(id="ranking")

    def rows(self) -> Iterator[Option]:
        yield PresetRow("gameplay", self.current_settings)
        yield PartRow(self)
        specs = (spec for spec in Gameplay.specs() if not self.is_basic or spec.name in _BASIC)
        yield from grouped(specs, lambda spec: GameplayRuleRow(spec, self))

    def on_mount(self) -> None:
        self.set_class(self.is_basic, "-basic")

    def on_part_chosen(self, event: PartChosen) -> None:
        rows = self.settings_list.rows
        self.is_basic = event.is_basic
        self.set_class(self.is_basic, "-basic")
        rows.show_rows(self.rows())
        rows.highlighted = rows.get_option_index("part")

    def action_part(self) -> None:
        self.post_message(PartChosen(not self.is_basic))

    def preview(self, settings: Settings) -> None:
        super().preview(settings)
        self._show_ranking()

    def show_settings(self) -> None:
        super().show_settings()
        self._show_ranking()

    def _show_ranking(self) -> None:
        reasons = self.shown.gameplay.unranked_reasons()
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
