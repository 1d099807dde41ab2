"""The base of menus of a game that has ended: copying, racing, submitting."""

from abc import abstractmethod
from collections.abc import Iterator

from piecement.ui.bases.menu_screen import MenuScreen
from piecement.ui.game_lines import copy_line
from piecement.ui.widgets.menu_list import Choose, Entry
from piecement_base.errors import errors_to
from piecement_base.language import _
from piecement_engine import Recording


class GameActionsScreen(MenuScreen):
    """A menu of a game that has ended."""

    HAS_SENTENCES = False

    @abstractmethod
    def shared_recording(self) -> Recording:
        """Return the recording to copy. Raises `StorageError`."""

    def action_copy_line(self) -> None:
        with errors_to(self.show_hint):
            copy_line(self._services, self.shared_recording(), self.show_hint)

    def shared_entries(
        self, race: Choose | None, copy: Choose, submit: Choose | None, *, has_line: bool = True
    ) -> Iterator[Entry]:
        """Yield the entries that race against the game, copy it, and submit it where there is a server."""
        if race is not None:
            yield Entry("race", _("Race against it"), race, _("Play the same mode beside this game."))
        yield Entry("copy", _("Copy"), copy, _("Copy the result as a few lines of text."))
        if has_line:
            sentence = _("Copy the game as one line: others paste it to watch or race.")
            yield Entry("line", _("Copy as a line"), self.action_copy_line, sentence)
        online = self._services.used_online
        if submit is not None and online is not None and online.connection.client is not None:
            yield Entry("submit", _("Submit"), submit, _("Submit it to the leaderboards of your server."))
