"""Explanations of rules that the player sets: values, warnings, and modes with their own."""

from collections.abc import Iterator
from typing import Final

from textual.content import Content

from piecement.language import _
from piecement.settings.gameplay import Gameplay, rule_of
from piecement.settings.specs import Range, SettingSpec, SettingValue
from piecement.ui.texts.setting_warnings import setting_warnings
from piecement_engine import MODES
from piecement_engine.modes.mode import MODES_OWN

_NEEDS_RELEASES: Final = frozenset({"das_ms", "arr_ms", "das_cut_ms", "shift_before_lock"})
_NO_RELEASES: Final = _("No effect here: without key releases, the keyboard's own repeat moves the piece.")
_MODES_NAMED: Final = 4


def explain_rule(spec: SettingSpec, gameplay: Gameplay, *, has_releases: bool, brief: bool) -> Content:
    """Explain a rule; in brief without its limits and the modes that have their own value."""
    value = spec.value(gameplay)
    paragraphs = [
        Content(spec.sentence),
        *(Content.styled(warning, "$warning") for warning in _warnings(spec, gameplay, has_releases=has_releases)),
        *_about_value(spec, value, brief=brief),
    ]
    if not brief and (fixed := _fixed_in(spec.name)):
        paragraphs.append(Content.styled(_("Modes with their own value: {fixed}.").format(fixed=fixed), "$muted"))
    return Content("\n").join(paragraphs)


def _warnings(spec: SettingSpec, gameplay: Gameplay, *, has_releases: bool) -> Iterator[str]:
    if not spec.has_effect(gameplay):
        yield _("No effect now: {needed}.").format(needed=_needed(spec))
    if spec.name in _NEEDS_RELEASES and not has_releases:
        yield _NO_RELEASES
    yield from setting_warnings(gameplay, spec.name)


def _about_value(spec: SettingSpec, value: SettingValue, *, brief: bool) -> Iterator[Content]:
    values, default = spec.values, spec.default
    if sentence := values.sentence(value):
        yield Content.assemble((f"{values.text(value)}: ", "bold"), sentence)
    if brief:
        return
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
