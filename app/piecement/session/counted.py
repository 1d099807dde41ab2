"""Counts with their nouns."""

from piecement.language import _, ngettext


def noun(name: str, count: int) -> str:
    """Return the noun for a figure of a result."""
    match name:
        case "score":
            return ngettext("point", "points", count)
        case "lines":
            return ngettext("line", "lines", count)
        case "pieces":
            return ngettext("piece", "pieces", count)
        case "time":
            return _("time")
        case "level":
            return _("level")
        case _:
            return name


def count_text(name: str, count: int) -> str:
    """Return a count with its noun, such as `6 lines`; an unknown noun stays as it is."""
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
