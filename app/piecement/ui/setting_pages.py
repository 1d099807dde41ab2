"""Tabs of the settings: the rows of each, and the rows behind "More".

A row is named after its setting, `graphics.skin`; a name without a section is a row of its own. What no tab shows of
the settings in its care is behind its "More", so every setting has a place.
"""

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from piecement.settings import styles
from piecement.settings.computer import IDLE, KEYS_IN_A_GAME
from piecement.settings.interface import ACCESS, KEYBOARD, PLAY, Interface
from piecement.settings.settings import Settings
from piecement.settings.specs import Choices, CommandKey, SettingSpec
from piecement.ui.menu_graph import Node, Trigger, edges_from, tab_group
from piecement.ui.texts.keys import BUTTON_ACTIONS, BUTTON_TITLES
from piecement.ui.texts.words import REBINDING, SETTING_WORDS
from piecement_base.language import N_, _

STYLE: Final = "style"
HANDLING: Final = "handling"
SOFT_DROP: Final = "soft_drop"
LOOK: Final = "graphics."
EFFECTS: Final = "effects"
PLAYERS: Final = "players"
"""Rows of their own."""

OWN_TITLES: Final = {
    STYLE: N_("Style"),
    HANDLING: N_("Handling"),
    SOFT_DROP: N_("Soft drop"),
    LOOK: N_("Look"),
    EFFECTS: N_("Effects"),
}


class SettingPage(NamedTuple):
    """The rows of a tab."""

    groups: tuple[tuple[str, tuple[str, ...]], ...]
    """Headings, and the names of the rows under them."""
    more: tuple[str, ...] = ()
    """Sections, or groups of one as `section/group`, of which the rest is behind "More"."""
    preset: str = ""
    """The section whose presets are behind "More"."""
    covered: tuple[str, ...] = ()
    """Settings that a row of its own shows."""

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(name for _title, names in self.groups for name in names)


SAVE_LOOK: Final = "save_look"
SAVE_SOUNDS: Final = "save_sounds"
COPY_SETTINGS: Final = "copy_settings"
PASTE_SETTINGS: Final = "paste_settings"

MORE_ROWS: Final = {
    Node.LOOK: {SAVE_LOOK: N_("Save this look as a file")},
    Node.SOUND: {SAVE_SOUNDS: N_("Save this instrument as a file")},
    Node.SYSTEM: {COPY_SETTINGS: N_("Copy settings as text"), PASTE_SETTINGS: N_("Paste settings")},
}
"""Titles of the rows of their own behind "More"."""

_ACCESSIBLE: Final = tuple(f"interface.{spec.name}" for spec in Interface.specs() if spec.group == ACCESS)

PAGES: Final = {
    Node.SETTINGS: SettingPage(
        (
            ("", (STYLE,)),
            (N_("Feel"), (HANDLING, "gameplay.das_ms", "gameplay.arr_ms", SOFT_DROP)),
            (
                N_("Rules"),
                ("gameplay.rotation_system", "gameplay.randomizer", "gameplay.preview_count", "gameplay.hold"),
            ),
            (N_("Start and pause"), ("interface.ready_go", "interface.resume_countdown", "interface.pause_on_blur")),
        ),
        more=("gameplay", f"interface/{PLAY}"),
        preset="gameplay",
        covered=("gameplay.soft_drop_factor",),
    ),
    Node.CONTROLS: SettingPage((), more=(f"computer/{KEYS_IN_A_GAME}", f"interface/{KEYBOARD}"), preset="controls"),
    Node.LOOK: SettingPage(
        (
            ("", (LOOK,)),
            (N_("Blocks"), ("graphics.skin", "graphics.palette", "graphics.tones", "graphics.ghost", "graphics.grid")),
            (N_("Beside the field"), ("graphics.hud", "graphics.key_hints")),
            (N_("Motion"), (EFFECTS, "graphics.feats")),
        ),
        more=("graphics",),
    ),
    Node.SOUND: SettingPage(
        (
            (
                "",
                (
                    "sound.sound",
                    "sound.effects_volume",
                    "sound.effect_set",
                    "sound.music_volume",
                    "sound.music",
                    "sound.bell",
                ),
            ),
        ),
        more=("sound",),
    ),
    Node.SYSTEM: SettingPage(
        (
            (ACCESS, (LOOK, *_ACCESSIBLE)),
            (N_("Your data"), ("storage.retention", Node.STORAGE)),
            (N_("This program"), ("interface.language", Node.ABOUT, Node.FIRST_RUN, Node.TRY_THIS)),
        ),
        more=(f"computer/{IDLE}",),
    ),
}
"""The tabs of the settings."""


class MoreStart(NamedTuple):
    """The settings behind "More" of a tab, with the cursor on a row."""

    page: Node
    row: str = ""


class SettingPlace(NamedTuple):
    """The place of a row."""

    title: str
    page: Node
    row: str
    is_more: bool
    """Whether it is behind "More"."""
    words: str = ""
    """Words that find it besides its title: its other names, its group, its sentence and its values."""


def setting_spec(name: str) -> SettingSpec:
    """Return the spec of a setting, named `graphics.skin`."""
    section, _dot, setting = name.partition(".")
    specs = {spec.name: spec for spec in Settings().section(section).specs()}
    return specs[setting]


def more_specs(node: Node) -> tuple[SettingSpec, ...]:
    """Return the settings behind "More" of a tab, those of a group together."""
    shown = {name for page in PAGES.values() for name in (*page.names, *page.covered)}
    sections = (place.partition("/")[::2] for place in PAGES[node].more)
    return tuple(
        spec
        for section, group in sections
        for spec in Settings().section(section).specs()
        if group in {"", spec.group} and f"{section}.{spec.name}" not in shown
    )


def places() -> Iterator[SettingPlace]:
    """Yield all rows of all tabs that can be found by name."""
    for node, page in PAGES.items():
        for title, names in page.groups:
            yield from (_tab_place(node, title, name) for name in names if node is not Node.SYSTEM or name != LOOK)
        if node is Node.CONTROLS:
            for button, title in BUTTON_TITLES.items():
                words = _both(SETTING_WORDS.get(button, ""), REBINDING, BUTTON_ACTIONS[button])
                yield SettingPlace(_(title), node, button, is_more=False, words=words)
        for spec in more_specs(node):
            row = f"{spec.section}.{spec.name}"
            yield SettingPlace(_(spec.title), node, row, is_more=True, words=_words(row, spec))
        for row, title in MORE_ROWS.get(node, {}).items():
            yield SettingPlace(_(title), node, row, is_more=True, words=_both(SETTING_WORDS.get(row, "")))


_CHOICES_OF_ROWS: Final[Mapping[str, Mapping[str, styles.Style | styles.ValueSet]]] = {
    STYLE: styles.STYLES,
    HANDLING: styles.HANDLINGS,
    EFFECTS: styles.EFFECTS,
}
"""The choices of rows of their own."""


def _tab_place(node: Node, group: str, name: str) -> SettingPlace:
    """Return the place of a row of a tab."""
    if name in set(Node):
        edge = next(edge for edge in edges_from(node, Trigger.MENU) if edge.target is Node(name))
        words = _both(SETTING_WORDS.get(name, ""), group, edge.sentence)
        return SettingPlace(_(edge.label), node, name, is_more=False, words=words)
    if title := OWN_TITLES.get(name):
        choices = (choice.title for choice in _CHOICES_OF_ROWS.get(name, {}).values())
        words = _both(SETTING_WORDS.get(name, ""), group, *choices)
    else:
        spec = setting_spec(name)
        title, words = spec.title, f"{_words(name, spec)} {_both(group)}"
    return SettingPlace(_(title), node, name, is_more=False, words=words)


def _words(row: str, spec: SettingSpec) -> str:
    values = spec.values.titles.values() if isinstance(spec.values, Choices) else ()
    keys = REBINDING if isinstance(spec.values, CommandKey) else ""
    return _both(SETTING_WORDS.get(row, ""), keys, spec.group, spec.title, spec.sentence, *values)


def _both(*texts: str) -> str:
    """Return texts in English, as the words of other games are, and in the language of the player."""
    return " ".join(word for text in texts if text for word in (text, _(text)))


def tab_title(node: Node) -> str:
    group = tab_group(node)
    return _(group.tabs[node]) if group else ""
