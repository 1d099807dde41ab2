"""A list that opens, with arrows in the characters of the skin."""

from textual.widgets import Select, Static

from piecement.menus.plain_hints import plain_hint, wants_ascii


class PlainSelect(Select[str]):
    """A list of names to choose from."""

    def on_mount(self) -> None:
        """Keep to the characters of the skin."""
        self.call_after_refresh(self._keep_plain)

    def _keep_plain(self) -> None:
        if wants_ascii(self):
            for arrow in self.query(".arrow").results(Static):
                arrow.update(plain_hint(str(arrow.content)))
