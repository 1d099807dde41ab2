"""Keys, rules and feel of a style in a line each."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from piecement.input.bindings import Bindings
from piecement.input.key_names import key_label
from piecement.language import _, ngettext
from piecement.settings.rule_names import RANDOMIZERS_NAMED, ROTATIONS
from piecement_engine import Button

if TYPE_CHECKING:
    from piecement.settings.gameplay import Gameplay

_GROUPS: Final = (
    (
        ((Button.MOVE_LEFT, Button.MOVE_RIGHT), _("move")),
        ((Button.SOFT_DROP,), _("soft")),
        ((Button.HARD_DROP,), _("hard")),
    ),
    (
        ((Button.ROTATE_LEFT, Button.ROTATE_RIGHT), _("rotate")),
        ((Button.ROTATE_180,), "180"),
        ((Button.HOLD,), _("hold")),
    ),
)
"""Lines of buttons that are named together."""


def key_lines(bindings: Bindings, *, ascii_only: bool) -> list[str]:
    """Return the first key of each button that has one, in two lines."""
    lines = ("  ".join(_named_keys(bindings, line, ascii_only=ascii_only)) for line in _GROUPS)
    return [line for line in lines if line]


def _named_keys(
    bindings: Bindings, line: tuple[tuple[tuple[Button, ...], str], ...], *, ascii_only: bool
) -> Iterator[str]:
    for buttons, does in line:
        keys = [key_label(key, ascii_only=ascii_only) for button in buttons for key in bindings.keys(button)[:1]]
        if keys:
            yield f"{' '.join(keys)} {does}"


def rules_line(gameplay: "Gameplay") -> str:
    """Return the rotation, the randomizer and the previews, and whether there is no hold."""
    count = gameplay.preview_count
    previews = ngettext("{count} preview", "{count} previews", count).format(count=count)
    names = [ROTATIONS.text(gameplay.rotation_system), RANDOMIZERS_NAMED.text(gameplay.randomizer), previews]
    return ", ".join([*names, *([_("no hold")] if gameplay.hold == "off" else [])])


def feel_line(gameplay: "Gameplay") -> str:
    """Return the handling."""
    if gameplay.soft_drop_by == "factor":
        soft = _("soft {factor:g}×").format(factor=gameplay.soft_drop_factor)
    else:
        soft = _("soft {time:g} ms").format(time=gameplay.soft_drop_interval_ms)
    return _("DAS {das:g} ms, ARR {arr:g} ms, {soft}").format(das=gameplay.das_ms, arr=gameplay.arr_ms, soft=soft)
