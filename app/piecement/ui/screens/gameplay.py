"""The settings of handling and rules that modes leave to the player."""

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Static

from piecement.language import _
from piecement.settings.gameplay import Gameplay, rule_of
from piecement.settings.settings import Settings
from piecement.settings.specs import Range, SettingSpec, SettingValue
from piecement.settings.styles import rules_name
from piecement.ui import STYLES
from piecement.ui.bases.trial_screen import TRY, TrialScreen
from piecement.ui.key_rows import ANYWHERE, BACK, PRESETS, SETTINGS_LIST, KeyRow, bindings_of
from piecement.ui.menu_graph import Node
from piecement.ui.texts.terminal import setting_warnings
from piecement.ui.widgets.setting_rows import Line, Row, RowText, grouped, preset_row, setting_row
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


class GameplayScreen(TrialScreen):
    """Handling and rules: the basic settings with a field to try them in, or all."""

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
    VERTICAL_BREAKPOINTS = [(0, "-low"), (32, "-tall")]

    def __init__(self, services: "Services") -> None:
        super().__init__(services)
        self.is_basic = True
        """Whether only the basic settings are shown."""
        self._ranking: Final = Static(id="ranking")

    def body(self) -> ComposeResult:
        with Horizontal(id="body"):
            yield self.settings_list
            with Vertical(id="aside"):
                with VerticalScroll(id="about", can_focus=False):
                    yield self.details
                yield from self.trial()
        yield self._ranking

    def rows(self) -> Iterator[Line]:
        yield preset_row("gameplay", self)
        yield self._part_row()
        specs = (spec for spec in Gameplay.specs() if not self.is_basic or spec.name in _BASIC)
        yield from grouped(specs, self._rule_row)

    def on_mount(self) -> None:
        self.set_class(self.is_basic, "-basic")

    def action_part(self) -> None:
        """Show the other part: the basic settings, or all."""
        rows = self.settings_list.rows
        self.is_basic = not self.is_basic
        self.set_class(self.is_basic, "-basic")
        rows.show_rows(self.rows())
        rows.highlighted = rows.get_option_index("part")

    def preview(self, settings: Settings) -> None:
        super().preview(settings)
        self._show_ranking()

    def show_settings(self) -> None:
        super().show_settings()
        self._show_ranking()

    def _show_ranking(self) -> None:
        self._ranking.update(Content(_("Ranked with the rules {name}.").format(name=_(rules_name(self.shown)))))

    def _part_row(self) -> Row:
        """Return the row of the part that is shown; arrows and Enter show the other."""

        def explain() -> Content:
            return Content(
                _("What decides how pieces feel. Everything else is one step away: Tab, or the arrows here.")
                if self.is_basic
                else _("Every rule that modes leave open. Tab goes back to the basic ones.")
            )

        return Row(
            "part",
            lambda: RowText(_("Show"), _("Basic") if self.is_basic else _("Everything"), may_step=True),
            explain,
            self.action_part,
            lambda _: self.action_part(),
        )

    def _rule_row(self, spec: SettingSpec) -> Row:
        return replace(setting_row(spec, self), explain=lambda: self._explain_rule(spec))

    def _explain_rule(self, spec: SettingSpec) -> Content:
        """Explain a rule: its values, its warnings, and the modes that have their own."""
        paragraphs = [
            Content(spec.sentence),
            *(Content.styled(warning, "$warning") for warning in self._warnings(spec)),
            *_about_value(spec, spec.value(self.shown.gameplay)),
        ]
        if fixed := _fixed_in(spec.name):
            paragraphs.append(Content.styled(_("Modes with their own value: {fixed}.").format(fixed=fixed), "$muted"))
        if self.has_class("-narrow"):
            return Content("\n").join(paragraphs)
        return Content("\n\n").join([Content.styled(spec.title, "bold"), *paragraphs])

    def _warnings(self, spec: SettingSpec) -> Iterator[str]:
        gameplay = self.shown.gameplay
        if not spec.has_effect(gameplay):
            yield _("No effect now: {needed}.").format(needed=_needed(spec))
        if spec.name in _NEEDS_RELEASES and self._lacks_releases:
            yield _NO_RELEASES
        yield from setting_warnings(gameplay, spec.name)

    @property
    def _lacks_releases(self) -> bool:
        """Whether the keyboard is known to report no releases."""
        return self._services.terminal.keyboard is not None and not self._services.keyboard.reports_releases


def _about_value(spec: SettingSpec, value: SettingValue) -> Iterator[Content]:
    values, default = spec.values, spec.default
    if sentence := values.sentence(value):
        yield Content.assemble((f"{values.text(value)}: ", "bold"), sentence)
    if isinstance(values, Range):
        yield Content.styled(
            _("{limits}, default {text}.").format(limits=values.limits, text=values.text(default)), "$muted"
        )
    elif value != default:
        yield Content.styled(_("Default: {text}.").format(text=values.text(default)), "$muted")


def _needed(spec: SettingSpec) -> str:
    """Return the values of another setting without which this one has no effect."""
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
