"""A list that opens, with arrows in the characters of the skin, and a cursor that is seen without colours."""

from textual.app import ComposeResult
from textual.strip import Strip
from textual.widgets import Select, Static
from textual.widgets._select import SelectCurrent, SelectOverlay

from piecement.ui.texts.plain_hints import plain_hint, wants_ascii
from piecement.ui.widgets.cursor_sign import signed_line


class PlainOverlay(SelectOverlay):
    """The list, open."""

    def render_line(self, y: int) -> Strip:
        """Return a line, with a sign before the cursor's entry if that could not be seen otherwise."""
        return signed_line(self, super().render_line(y), y)


class PlainSelect(Select[str]):
    """A list of names to choose from."""

    def compose(self) -> ComposeResult:
        """Lay out what is chosen, and the list."""
        yield SelectCurrent(self.prompt)
        yield PlainOverlay(type_to_search=self._type_to_search).data_bind(compact=Select.compact)

    def on_mount(self) -> None:
        """Keep to the characters of the skin."""
        self.call_after_refresh(self._keep_plain)

    def _keep_plain(self) -> None:
        if wants_ascii(self):
            for arrow in self.query(".arrow").results(Static):
                arrow.update(plain_hint(str(arrow.content)))
