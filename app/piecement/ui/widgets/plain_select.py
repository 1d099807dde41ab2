"""A drop-down list with arrows in the characters of the skin, and a cursor that is visible without colours."""

from textual.app import ComposeResult
from textual.strip import Strip
from textual.widgets import Select, Static
from textual.widgets._select import SelectCurrent, SelectOverlay

from piecement.ui.texts.plain_hints import plain_hint, wants_ascii
from piecement.ui.widgets.cursor_sign import signed_line
from piecement.ui.widgets.menu_list import NarrowList


class PlainOverlay(SelectOverlay, NarrowList):  # pyright: ignore[reportIncompatibleMethodOverride]  # Textual's own
    def render_line(self, y: int) -> Strip:
        return signed_line(self, super().render_line(y), y)


class PlainSelect(Select[str]):
    def compose(self) -> ComposeResult:
        yield SelectCurrent(self.prompt)
        yield PlainOverlay(type_to_search=self._type_to_search).data_bind(compact=Select.compact)

    def on_mount(self) -> None:
        self.call_after_refresh(self._replace_arrows)

    def _replace_arrows(self) -> None:
        if wants_ascii(self):
            for arrow in self.query(".arrow").results(Static):
                arrow.update(plain_hint(str(arrow.content)))
