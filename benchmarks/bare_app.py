"""The least that a Textual program can be, as a yardstick for starting up."""

from textual.app import App, ComposeResult
from textual.widgets import Static


class BareApp(App[None]):
    """One line of text."""

    def compose(self) -> ComposeResult:
        """Show it."""
        yield Static("bare")


if __name__ == "__main__":
    BareApp().run()
