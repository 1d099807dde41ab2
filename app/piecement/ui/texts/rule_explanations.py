"""Explanations of rule settings: current value, warnings, and the modes that override them."""

from collections.abc import Iterator
from typing import Final

from textual.content import Content

from piecement.settings.handling_and_rules import Gameplay, rule_of
from piecement.settings.specs import SettingSpec
from piecement.settings.values import Range, SettingValue
from piecement_base.language import _
from piecement_engine import MODES
from piecement_engine.modes.mode import MODES_OWN

_NEEDS_RELEASES: Final = frozenset({"das_ms", "arr_ms", "das_cut_ms", "shift_before_lock"})
_MODES_NAMED: Final = 4


def rule_warnings(play: Gameplay) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield warnings about unwise combinations, each with the names of its settings."""
    if play.das_ms == 0 and play.arr_ms == 0:
        yield ("das_ms", "arr_ms"), _("With DAS and ARR at 0, every tap goes to the wall: single steps are impossible.")
    if play.arr_ms > play.das_ms > 0:
        yield ("das_ms", "arr_ms"), _("ARR is longer than DAS: tapping is faster than holding.")
    if play.double_tap_ms > play.das_ms > 0:
        yield (
            ("das_ms", "double_tap_ms"),
            _("The double tap time is longer than DAS: two quick taps would go to the wall."),
        )
    if play.soft_drop_by == "factor" and play.soft_drop_factor == 0:
        yield ("soft_drop_by", "soft_drop_factor"), _("A factor of 0 stops the fall while soft drop is held.")
    if play.soft_drop_by == "factor" and 0 < play.soft_drop_factor < 1:
        yield ("soft_drop_by", "soft_drop_factor"), _("A factor below 1 makes a soft drop slower than the fall.")
    if play.hard_drop_guard_ms > 250:
        yield ("hard_drop_guard_ms",), _("This guard is long enough to block hard drops you mean.")
    if play.appearance_delay_ms == 0 and "tapped" in {play.initial_rotation, play.initial_hold, play.initial_move}:
        names = "appearance_delay_ms", "initial_rotation", "initial_hold", "initial_move"
        yield names, _("With an entry delay of 0 there is hardly any time to tap.")
    if play.hold == "unlimited" and play.locking == "infinite":
        yield ("hold", "locking"), _("With unlimited hold and lock delay, a game may never end.")
    if play.locking == "extended_placement" and play.lock_resets == 0:
        yield ("lock_resets", "locking"), _("With 0 resets, nothing resets the lock delay.")
    if play.preview_count == 0 and play.hold != "off":
        yield ("preview_count", "hold"), _("With no preview, the first hold brings an unknown piece.")


def explain_rule(spec: SettingSpec, gameplay: Gameplay, *, has_releases: bool, brief: bool) -> Content:
    """Explain a rule; `brief` omits its limits, its default and the modes that override it."""
    value = spec.value(gameplay)
    paragraphs = [
        Content(_(spec.sentence)),
        *(Content.styled(warning, "$warning") for warning in _warnings(spec, gameplay, has_releases=has_releases)),
        *_about_value(spec, value, brief=brief),
    ]
    if not brief and (fixed := _fixed_in(spec.name)):
        paragraphs.append(Content.styled(_("Modes with their own value: {fixed}.").format(fixed=fixed), "$muted"))
    return Content("\n").join(paragraphs)


def _warnings(spec: SettingSpec, gameplay: Gameplay, *, has_releases: bool) -> Iterator[str]:
    if (only := spec.only_with) is not None and not spec.has_effect(gameplay):
        other = next(other for other in Gameplay.specs() if other.name == only.name)
        values = _(" or ").join(map(other.values.text, only.values))
        needed = _("only with {setting}: {values}").format(setting=_(other.title), values=values)
        yield _("No effect now: {needed}.").format(needed=needed)
    if spec.name in _NEEDS_RELEASES and not has_releases:
        yield _("No effect here: without key releases, the keyboard's own repeat moves the piece.")
    yield from (warning for names, warning in rule_warnings(gameplay) if spec.name in names)


def _about_value(spec: SettingSpec, value: SettingValue, *, brief: bool) -> Iterator[Content]:
    values, default = spec.values, spec.default
    if sentence := values.sentence(value):
        yield Content.assemble((f"{values.text(value)}: ", "bold"), sentence)
    if brief:
        return
    if isinstance(values, Range):
        limits = _("{limits}, default {text}.").format(limits=values.limits, text=values.text(default))
        yield Content.styled(limits, "$muted")
    elif value != default:
        yield Content.styled(_("Default: {text}.").format(text=values.text(default)), "$muted")


def _fixed_in(name: str) -> str:
    titles = [_(mode.title) for mode in MODES.values() if rule_of(name) in mode.fixed() - MODES_OWN]
    if len(titles) > _MODES_NAMED:
        modes = ", ".join(titles[:_MODES_NAMED])
        return _("{modes} and {count} more").format(modes=modes, count=len(titles) - _MODES_NAMED)
    return ", ".join(titles)
