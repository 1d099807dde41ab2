"""The tabs Play, Look, Sound and System of the settings, and the settings behind "More" of each tab."""

import os
from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any, Final

from rich.cells import cell_len
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from piecement.input.key_names import key_label
from piecement.render.cells import pad
from piecement.settings.computer import Computer
from piecement.settings.interface import RETENTION
from piecement.settings.retention import Retention
from piecement.settings.settings import Settings
from piecement.settings.sound import EFFECTS, Sound
from piecement.settings.specs import CommandKey, SettingSpec
from piecement.settings.styles import rules_name
from piecement.sound.names import GROUPS
from piecement.terminal.key_events import KeyEvent, support
from piecement.ui.bases.settings_tab import SETTINGS_TAB, RuleRow, SettingsTab
from piecement.ui.game.game_keys import ALWAYS_BOUND, GAME_KEYS, RESERVED_KEYS
from piecement.ui.key_rows import (
    FIND,
    LAST_KEYS,
    LISTEN,
    PRESETS,
    SETTINGS_LIST,
    TRY,
    KeyRow,
)
from piecement.ui.menu_graph import Node, Trigger, edge_between
from piecement.ui.services import Services
from piecement.ui.setting_pages import OWN_TITLES, PAGES, SOFT_DROP, MoreStart, more_specs, setting_spec
from piecement.ui.texts.bars import dots, meter
from piecement.ui.texts.keys import BUTTON_TITLES
from piecement.ui.texts.sound import EFFECT_TEXTS, output_sentence, toggle_sound
from piecement.ui.texts.stored import fact_lines, stored_counts
from piecement.ui.texts.tips import TIPS
from piecement.ui.widgets.choice_rows import PresetRow
from piecement.ui.widgets.handling_field import TRY_HINT
from piecement.ui.widgets.key_prompt import CommandKeyPrompt
from piecement.ui.widgets.key_tester import KeyContext, KeyTester, unreported
from piecement.ui.widgets.rows import (
    Choose,
    ExplainedRow,
    GroupHeading,
    Line,
    PressKey,
    Reply,
    Row,
    RowText,
    SettingRow,
    confirmation,
    grouped,
)
from piecement.ui.widgets.sharing_rows import sharing_row
from piecement_base.errors import errors_to
from piecement_base.language import N_, _


class PlaySettingsScreen(SettingsTab[str | None]):
    """Style, feel and rules, beside a field to try them in."""

    NODE = Node.SETTINGS
    KEYS = (*SETTINGS_TAB, TRY, *LAST_KEYS)

    def row(self, name: str) -> Row:
        return _SoftDropRow(self) if name == SOFT_DROP else super().row(name)

    def spec_row(self, spec: SettingSpec) -> Row:
        return RuleRow(spec, self, brief=True) if spec.section == "gameplay" else super().spec_row(spec)

    @property
    def trial_hint(self) -> str:
        """Return the board that games count on, and the invitation to try."""
        return f"{_('Ranked: {rules}').format(rules=_(rules_name(self.shown)))}\n{_(TRY_HINT)}"


class _SoftDropRow(RuleRow):
    """The row of the speed of a soft drop, which is that of the setting in use, be it a factor or a time."""

    def __init__(self, tab: SettingsTab[str | None]) -> None:
        super().__init__(setting_spec("gameplay.soft_drop_factor"), tab, SOFT_DROP, brief=True)

    @property
    def spec(self) -> SettingSpec:
        by = self.editor.shown.gameplay.soft_drop_by
        return setting_spec("gameplay.soft_drop_factor" if by == "factor" else "gameplay.soft_drop_interval_ms")

    def text(self) -> RowText:
        return super().text()._replace(title=_(OWN_TITLES[SOFT_DROP]))


class LookScreen(SettingsTab[str | None]):
    """The look, beside a game that plays itself in it."""

    NODE = Node.LOOK
    KEYS = (*SETTINGS_TAB, *PRESETS, *LAST_KEYS)


_VOLUMES: Final = frozenset({"effects_volume", "music_volume"})
_METER_WIDTH: Final = 10


class _VolumeRow(ExplainedRow[SettingsTab[str | None]]):
    """A row for a volume, with a meter before its value."""

    def text(self) -> RowText:
        text = super().text()
        bar = meter(float(self.value()) / 100, _METER_WIDTH, ascii_only=self.editor.ascii_only)
        return text._replace(value=f"{bar} {text.value}")


class SoundScreen(SettingsTab[str | None]):
    """The settings of sound. A changed one is heard at once."""

    NODE = Node.SOUND
    KEYS = (
        *(row if row.keys not in {"Enter", "/"} else row.without_line() for row in SETTINGS_TAB),
        LISTEN,
        KeyRow("M", N_("sound off and on"), (("m", N_("mute")),), {"m": "mute"}),
        *LAST_KEYS,
    )

    def __init__(self, services: Services, row: str | None = None) -> None:
        super().__init__(services, row)
        self._heard: Final = Static(id="facts")

    def aside(self) -> Iterable[Widget]:
        yield Static(output_sentence(os.environ), id="output", markup=False)
        yield self._heard

    def spec_row(self, spec: SettingSpec) -> Row:
        return _VolumeRow(spec, self) if spec.name in _VOLUMES else ExplainedRow(spec, self)

    def show_settings(self) -> None:
        super().show_settings()
        self._heard.update(self._heard_effects())

    def _heard_effects(self) -> Content:
        """Return the kinds of effects, each with a dot that is full if it is heard."""
        sound = self.settings.sound
        kinds = [spec for spec in sound.specs() if spec.group == EFFECTS]
        marks = [dots([bool(spec.value(sound))], ascii_only=self.ascii_only) for spec in kinds]
        lines = [
            Content.assemble((mark, "$good"), f" {_(spec.title)}") for mark, spec in zip(marks, kinds, strict=True)
        ]
        return Content("\n").join([Content.styled(_("Effects").upper(), "$muted"), *lines])

    def action_mute(self) -> None:
        self.notify(toggle_sound(self._services.sounds))


_LOSSES: Final = {
    Retention.NOTHING: (
        N_("Delete all games, replays, saved games and settings for good?"),
        N_("Yes, delete everything"),
    ),
    Retention.SETTINGS: (N_("Delete all games, replays and saved games for good?"), N_("Yes, delete all games")),
    Retention.SCORES: (N_("Delete all replays for good, and keep the results?"), N_("Yes, delete all replays")),
}
"""The question before less is stored, and the answer that confirms it."""


class _RetentionRow(ExplainedRow["SystemScreen"]):
    """The row for how much is stored, which asks before less is."""

    def select(self) -> Choose:
        sentences = {name: RETENTION.sentence(name) for name in RETENTION.titles}
        return Choose(RETENTION.shown, str(self.value()), sentences, self.editor.choose_retention)

    def step(self, steps: int) -> Reply:
        return self.select()

    def clear(self) -> None:
        """Leave it: Del would delete."""


class SystemScreen(SettingsTab[str | None]):
    NODE = Node.SYSTEM
    KEYS = (*SETTINGS_TAB, *LAST_KEYS)

    def __init__(self, services: Services, row: str | None = None) -> None:
        super().__init__(services, row)
        self._facts: Final = Static(id="facts")

    def aside(self) -> Iterable[Widget]:
        return (self._facts, *super().aside())

    def show_settings(self) -> None:
        super().show_settings()
        self._facts.update(fact_lines(stored_counts(self._services.store), self.app.size.width))

    def edge_row(self, node: Node, value: str = "") -> Row:
        return super().edge_row(node, str(len(TIPS)) if node is Node.TRY_THIS else value)

    def spec_row(self, spec: SettingSpec) -> Row:
        return _RetentionRow(spec, self) if spec.section == "storage" else ExplainedRow(spec, self)

    def choose_retention(self, name: str) -> Choose | None:
        """Keep as much from now on, or return the question before that deletes anything."""
        chosen = Retention(name)
        if chosen is self._retention:
            return None
        if not self._retention.includes(chosen):
            self._keep(chosen)
            return None
        question, yes = map(_, _LOSSES[chosen])
        return confirmation((_("No, go back"), question), (yes, question), partial(self._keep, chosen))

    def _keep(self, chosen: Retention) -> None:
        with errors_to(partial(self.notify, severity="warning", markup=False)):
            self.live_settings.set_retention(chosen)
        self.show_settings()

    @property
    def _retention(self) -> Retention:
        return Retention(self.settings.storage.retention)


_COMMANDS: Final = tuple(
    spec for section in (Computer, Sound) for spec in section.specs() if isinstance(spec.values, CommandKey)
)
"""All settings that are the key of a command."""


def _use_of(key: str, asked: SettingSpec, settings: Settings) -> str:
    """Return the use of a key in a game, except for the command that is asked about; empty for a free key."""
    button = settings.controls.bindings.button(key)
    if button is not None:
        return _("{key} is already bound to {button}.").format(key=key_label(key), button=_(BUTTON_TITLES[button]))
    others = {spec.value(settings.section(spec.section)) for spec in _COMMANDS if spec is not asked}
    return _("{key} is already a command.").format(key=key_label(key)) if key in {*RESERVED_KEYS, *others} else ""


class _EffectsRow(SettingRow[SettingsTab[Any]]):
    """A row for a group of sounds, explained by these and what is seen with each."""

    def explain(self) -> Content:
        titles: dict[str, list[str]] = {}
        for title, seen in (EFFECT_TEXTS[effect] for effect in GROUPS[self.spec.name]):
            titles.setdefault(_(seen), []).append(_(title))
        lines = (Content.assemble((f"{', '.join(each)}: ", "$muted"), seen) for seen, each in titles.items())
        return Content("\n").join([Content(_(self.spec.sentence)), Content(""), *lines])


class _CommandRow(ExplainedRow[SettingsTab[Any]]):
    """A row for the key of a command, for which Enter asks. Its value begins with the key that cannot be changed."""

    def text(self) -> RowText:
        text, fixed = super().text(), ALWAYS_BOUND.get(self.spec.name)
        if fixed is None:
            return text
        keys = [self.editor.plain(_(fixed.keys)), *([text.value] if self.value() else [])]
        return text._replace(value=", ".join(dict.fromkeys(keys)))

    def select(self) -> PressKey:
        return PressKey(_(self.spec.title), self._bind)

    def _bind(self, key: str) -> str:
        """Set the key, or return why it is refused."""
        problem = _use_of(key, self.spec, self.editor.shown)
        if not problem:
            self.change(key)
        return problem


class MoreSettingsScreen(SettingsTab[MoreStart | None]):
    """The rest of the settings of a tab, in groups."""

    NODE = Node.MORE_SETTINGS
    PROMPT = CommandKeyPrompt
    KEYS = (*SETTINGS_LIST, FIND, LISTEN, TRY, *PRESETS, *LAST_KEYS)

    def __init__(self, services: Services, start: MoreStart | None = None) -> None:
        start = start or MoreStart(Node.SETTINGS)
        super().__init__(services, start.row or None, start.page)
        self.add_class(f"-of-{start.page}")
        self._tester: Final = KeyTester(services.clock, self._key_context())

    def heading(self) -> str:
        edge = edge_between(self.page, self.NODE, Trigger.MENU)
        return _(edge.label if edge else self.NODE.heading)

    def aside(self) -> Iterable[Widget]:
        if self.page is Node.CONTROLS:
            return (Static(self._fixed_keys(), id="facts"), self._tester)
        return super().aside()

    def key_rows(self) -> Iterator[KeyRow]:
        own = {Node.SOUND: LISTEN, Node.SETTINGS: TRY}
        return (row for row in self.KEYS if row not in own.values() or row is own.get(self.page))

    def rows(self) -> Iterator[Line]:
        if preset := PAGES[self.page].preset:
            yield PresetRow(preset, self)
        yield from grouped(more_specs(self.page), self._row)
        if rows := PAGES[self.page].more_rows:
            yield GroupHeading(_("Files") if self.page is not Node.SYSTEM else _("Settings"))
            yield from (sharing_row(name, *texts, self, self) for name, texts in rows.items())

    def _row(self, spec: SettingSpec) -> Row:
        if spec.name in GROUPS:
            return _EffectsRow(spec, self)
        if spec.section == "gameplay":
            return RuleRow(spec, self, brief=False)
        return _CommandRow(spec, self) if isinstance(spec.values, CommandKey) else ExplainedRow(spec, self)

    def _fixed_keys(self) -> Content:
        """Return the keys of a game that cannot be changed, besides those in the rows."""
        fixed = [row for row in GAME_KEYS if row not in ALWAYS_BOUND.values()]
        keys = [(self.plain(_(row.keys)), _(row.does)) for row in fixed]
        wide = max(cell_len(key) for key, _does in keys)
        lines = [Content.assemble((pad(key, wide + 2), "$key"), (does, "$muted")) for key, does in keys]
        return Content("\n").join([Content.styled(_("Always the same:"), "$muted"), *lines])

    def on_mount(self) -> None:
        self.follow_keyboard(self._show_keyboard)

    def _show_keyboard(self) -> None:
        self._tester.change(self._key_context())

    def track_key(self, event: KeyEvent) -> None:
        super().track_key(event)
        self._tester.track_key(event)

    @property
    def takes_keys(self) -> bool:
        return self.page in {Node.CONTROLS, Node.SETTINGS}

    def on_screen_suspend(self) -> None:
        self._tester.stop()

    def show_settings(self) -> None:
        super().show_settings()
        self._show_keyboard()

    def _key_context(self) -> KeyContext:
        bindings = self.settings.controls.bindings
        reported = support(self._services.terminal.keyboard, wants_releases=self.settings.interface.wants_releases)
        keys = (key for key, _button in bindings.pairs)
        return KeyContext(bindings, reported, unreported(keys, self._services.terminal.keyboard))
