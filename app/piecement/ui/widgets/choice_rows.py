"""Rows that set several settings at once: styles, handling and effects."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Final

from piecement.language import _
from piecement.render.skins.look import SKINS_OWN
from piecement.settings.presets import with_change
from piecement.settings.settings import Settings
from piecement.settings.specs import SettingSpec
from piecement.settings.styles import HANDLINGS, STYLES, handling_of, style_of, style_text, with_handling, with_style
from piecement.ui.setting_pages import EFFECTS, HANDLING, LOOK, OWN_TITLES, SOFT_DROP, STYLE, setting_spec
from piecement.ui.widgets.asks import Choose, Reply
from piecement.ui.widgets.preset_rows import preset_row
from piecement.ui.widgets.setting_rows import (
    Change,
    Row,
    SettingsEditor,
    choices_row,
    choose_change,
    setting_row,
)

_STYLES_SENTENCE: Final = _("Keys, rules and feel at once.")
_OWN: Final = _("Own")


@dataclass(frozen=True)
class ChoiceRow:
    """Named sets of values of several settings."""

    id: str
    titles: Mapping[str, str]
    sentence: Callable[[str], str]
    """Returns the description of a name; of the player's own for an empty one."""
    used: Callable[[Settings], str]
    """Returns the name in use, or an empty text for the player's own values."""
    use: Callable[[Settings, str], Settings]
    """Returns the settings with another name in use."""
    text: Callable[[Settings], str] | None = None
    """Returns the text of what is in use, if that is more than its title."""


def choice_row(choice: ChoiceRow, editor: SettingsEditor) -> Row:
    """Return a row for a choice; Del goes back to the first name, or undoes what was changed of the one in use."""

    def change(name: str) -> Change:
        return lambda settings: choice.use(settings, name)

    def choose() -> Choose:
        return choose_change(choice.titles, choice.used(editor.shown), choice.sentence, change, editor)

    def text(ask: Choose) -> str:
        return choice.text(editor.shown) if choice.text else choice.titles.get(ask.current, _OWN)

    def clear() -> None:
        editor.live_settings.update(change(choice.used(editor.live_settings.now) or next(iter(choice.titles))))

    return replace(choices_row(choice.id, OWN_TITLES[choice.id], choose, text), clear=clear)


def _style_sentence(name: str) -> str:
    if name in STYLES:
        return f"{_STYLES_SENTENCE}\n\n{STYLES[name].sentence}"
    return f"{_STYLES_SENTENCE}\n\n{_('Now your own: choosing a style keeps it as a preset.')}"


def _used_style(settings: Settings) -> str:
    style = style_of(settings)
    return style.name if style else ""


_STYLES: Final = ChoiceRow(
    STYLE, {name: style.title for name, style in STYLES.items()}, _style_sentence, _used_style, with_style, style_text
)


def _used_handling(settings: Settings) -> str:
    handling = handling_of(settings.gameplay)
    return handling.name if handling else ""


def _handling_sentence(name: str) -> str:
    if name not in HANDLINGS:
        return _("Your own values of the rows below.")
    handling = HANDLINGS[name]
    drop = f"{handling.soft_drop_factor:g} ×" if handling.soft_drop_factor else _("at once")
    return _("DAS {das:g} ms, ARR {arr:g} ms, soft drop {drop}.").format(
        das=handling.das_ms, arr=handling.arr_ms, drop=drop
    )


_HANDLINGS: Final = ChoiceRow(
    HANDLING,
    {name: handling.title for name, handling in HANDLINGS.items()},
    _handling_sentence,
    _used_handling,
    with_handling,
)

_EFFECT_NAMES: Final = ("hard_drop", "lock", "line_clear")
_EFFECT_SETS: Final = {
    "full": (SKINS_OWN, SKINS_OWN, SKINS_OWN),
    "calm": ("none", "none", SKINS_OWN),
    "none": ("none", "none", "none"),
}
"""The effect of a hard drop, a lock and a line clear."""


def _used_effects(settings: Settings) -> str:
    values = tuple(getattr(settings.graphics, name) for name in _EFFECT_NAMES)
    return next((name for name, of_set in _EFFECT_SETS.items() if of_set == values), "")


def _with_effects(settings: Settings, name: str) -> Settings:
    for effect, value in zip(_EFFECT_NAMES, _EFFECT_SETS[name], strict=True):
        settings = with_change(settings, "graphics", effect, value)
    return settings


def _effects_sentence(name: str) -> str:
    return {
        "full": _("Hard drops, locks and line clears, as the skin has them."),
        "calm": _("Line clears only."),
        "none": _("Nothing flashes or moves but the piece."),
    }.get(name, _("Your own effects, behind More look settings."))


_EFFECTS: Final = ChoiceRow(
    EFFECTS, {"full": _("Full"), "calm": _("Calm"), "none": _("None")}, _effects_sentence, _used_effects, _with_effects
)


def soft_drop_spec(editor: SettingsEditor) -> SettingSpec:
    """Return the spec of the speed of a soft drop that is in use, be it a factor or a time."""
    by = editor.shown.gameplay.soft_drop_by
    return setting_spec("gameplay.soft_drop_factor" if by == "factor" else "gameplay.soft_drop_interval_ms")


def soft_drop_row(editor: SettingsEditor) -> Row:
    """Return the row of the speed of a soft drop."""

    def row() -> Row:
        return setting_row(soft_drop_spec(editor), editor)

    def call(callback: Callable[..., Reply] | None, *steps: int) -> Reply:
        return callback(*steps) if callback else None

    return Row(
        SOFT_DROP,
        lambda: row().text()._replace(title=OWN_TITLES[SOFT_DROP]),
        lambda: row().explain(),
        lambda: call(row().select),
        lambda steps: call(row().step, steps),
        lambda: call(row().clear),
        spec=setting_spec("gameplay.soft_drop_factor"),
    )


def own_row(name: str, editor: SettingsEditor) -> Row | None:
    """Return the row of a name without a section, if it is one."""
    if name == SOFT_DROP:
        return soft_drop_row(editor)
    if name == LOOK:
        return replace(preset_row("graphics", editor), id=LOOK)
    choice = next((choice for choice in (_STYLES, _HANDLINGS, _EFFECTS) if choice.id == name), None)
    return choice_row(choice, editor) if choice else None
