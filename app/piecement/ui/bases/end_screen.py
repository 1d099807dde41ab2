"""What the screens after a game, or a match, have in common."""

from piecement.language import _
from piecement.ui.bases.retry_screen import RetryScreen
from piecement.ui.texts.share_text import in_colour, in_plain_blocks


class EndScreen(RetryScreen):
    """A result, which a key copies as a few lines of blocks."""

    def share_text(self) -> str:
        """Return the lines."""
        raise NotImplementedError

    def action_copy_result(self) -> None:
        """Copy the result, as far as the terminal lets programs do so, and show it: it can be marked there too."""
        text = self.share_text()
        self.app.copy_to_clipboard(text)
        if self._services.appearance.ascii_only:
            self.notify(in_plain_blocks(text), title=_("Copied"), markup=False)
        else:
            self.notify(in_colour(text), title=_("Copied"))
