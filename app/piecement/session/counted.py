"""Numbers with what they count."""

from typing import Final

from piecement.language import _, ngettext

FIGURES: Final = {
    "score": _("points"),
    "time": _("time"),
    "lines": _("lines"),
    "pieces": _("pieces"),
    "level": _("level"),
}
"""What each figure of a result counts, in a word."""


def counted(name: str, count: int) -> str:
    """Return a figure of a result with what it counts, such as `6 lines`; a name of a program's own stays as it is."""
    match name:
        case "score":
            return ngettext("{count} point", "{count} points", count).format(count=count)
        case "lines":
            return ngettext("{count} line", "{count} lines", count).format(count=count)
        case "pieces":
            return ngettext("{count} piece", "{count} pieces", count).format(count=count)
        case "level":
            return _("level {count}").format(count=count)
        case _:
            return f"{count} {name}"
