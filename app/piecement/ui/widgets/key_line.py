"""The line at the bottom of a screen that shows its keys. A click on a key presses it."""

from typing import Final

from textual import events
from textual.content import Content
from textual.style import Style
from textual.widget import Widget

from piecement.ui.key_rows import LineKeys, line_labels
from piecement.ui.texts.plain_hints import wants_ascii
from piecement_base.language import _

_GAPS: Final = (3, 2)
"""The blanks between two keys, and the blanks where the line is too long."""

_MOST: Final = 7
"""The keys that a line shows at most."""

_LAST: Final = ("escape", "question_mark")
"""The keys at the end of every line, which are left out last."""

_META: Final = "pressed_key"
"""The style's metadata with the name of the key to press on a click."""


class KeyLine(Widget):
    """Line of up to seven keys, as many as fit: the first ones first; Esc and help last, and dropped last."""

    DEFAULT_CSS = "KeyLine { dock: bottom; height: 1; text-align: center; }"

    def __init__(self, *keys: LineKeys) -> None:
        super().__init__()
        self._keys = keys

    def on_click(self, event: events.Click) -> None:
        if (key := event.style.meta.get(_META)) is not None:
            self.app.simulate_key(str(key))

    def show(self, *keys: LineKeys) -> None:
        self._keys = keys
        self.refresh()

    def render(self) -> Content:
        ascii_only = wants_ascii(self)
        own = [part for part in self._keys if part[0] not in _LAST]
        last = sorted((part for part in self._keys if part[0] in _LAST), key=lambda part: _LAST.index(part[0]))
        del own[max(0, _MOST - len(last)) :]
        while own or last:
            keys = [_part(*part, ascii_only=ascii_only) for part in (*own, *last)]
            for gap in _GAPS:
                line = Content(" " * gap).join(keys)
                if line.cell_length <= self.size.width:
                    return line
            (own or last).pop()
        return Content()


def _part(keys: str, does: str, *, ascii_only: bool) -> Content:
    """Return keys and their words. A click on the words presses the last key; a range has only its ends."""
    labels = line_labels(keys, ascii_only=ascii_only)
    pressed = "" if ("-", "") in labels else labels[-1][1]
    parts = [*((text, "$key", key) for text, key in labels), (" ", "", pressed), (_(does), "$muted", pressed)]
    styles = (Style.from_meta({_META: key}) if key else Style.null() for _text, _colour, key in parts)
    texts = (Content.styled(text, colour) for text, colour, _key in parts)
    return Content.assemble(*map(Content.stylize, texts, styles))
