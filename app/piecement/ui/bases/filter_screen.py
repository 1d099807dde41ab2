"""Base of screens with filters above a list."""

from piecement.ui.screen import NodeScreen
from piecement.ui.widgets.filters import Filter


class FilterScreen(NodeScreen):
    """A screen with filters, whose ids are their names."""

    def action_filter(self, name: str) -> None:
        """Open the list of a filter."""
        choice = self.query_one(f"#{name}", Filter)
        choice.focus()
        choice.action_show_overlay()

    def chosen(self, name: str) -> str:
        """Return the choice of a filter."""
        return self.query_one(f"#{name}", Filter).chosen
