"""The base of the screens after a game or a match."""

from typing import TYPE_CHECKING, Final

from piecement.language import _
from piecement.ui.bases.retry_screen import RetryScreen
from piecement.ui.bases.settling import Settling
from piecement.ui.texts.results import in_colour, in_plain_blocks

if TYPE_CHECKING:
    from piecement.ui.services import Services


class EndScreen(RetryScreen):
    """A result, which a key copies as a few lines of blocks.

    It opens by itself, when keys of the game may still be down.
    """

    def __init__(self, services: "Services") -> None:
        super().__init__(services)
        self._settling: Final = Settling(services.clock)

    def takes_key(self) -> bool:
        return self._settling.takes_key()

    def share_text(self) -> str:
        """Return the lines."""
        raise NotImplementedError

    def action_copy_result(self) -> None:
        """Copy the result, as far as the terminal lets programs do so, and show it: it can be marked there too.

        Where the screen is in ASCII, what is copied is as well.
        """
        text, is_plain = self.share_text(), self._services.appearance.ascii_only
        text = in_plain_blocks(text) if is_plain else text
        self.app.copy_to_clipboard(text)
        self.notify(text if is_plain else in_colour(text), title=_("Copied"), markup=not is_plain)
