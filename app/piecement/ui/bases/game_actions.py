"""Actions on a game that has ended: copying, racing, submitting; and the base of menus of them."""

from abc import abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final

from piecement.session.records import FinishedGame, origin_of
from piecement.settings.presets import preset_name
from piecement.storage.replay_files import ENDING, safe_name, shared, write_replay
from piecement.ui.bases.menu_screen import MenuScreen
from piecement.ui.services import Services
from piecement.ui.widgets.menu_list import Action, Entry
from piecement_base.errors import errors_to
from piecement_base.language import _
from piecement_base.origin import Origin
from piecement_engine import Recording, RecordingError, game_line

_MOST_CHARACTERS: Final = 4_000
"""Maximum length of a line to copy: chats and mails cut longer ones."""
_MOST_INPUTS: Final = 6_000
"""Number of inputs from which a line is always longer, so that it is not made in vain."""


def copy_line(services: Services, recording: Recording, say: Callable[[str], object]) -> None:
    """Copy a game as a line with the name of its player, or save a file if it is too long; say which.

    Raises `StorageError`.
    """
    handed_on = shared(recording, services.settings.now.online.name)
    try:
        line = game_line(handed_on) if len(handed_on.inputs) <= _MOST_INPUTS else ""
    except RecordingError:
        line = ""
    if 0 < len(line) <= _MOST_CHARACTERS:
        services.terminal.copy_to_clipboard(line)
        say(_("Copied as a line of text: others paste it at the main menu."))
    else:
        name = f"{safe_name(origin_of(recording).mode)}-{recording.setup.seed}{ENDING}"
        path = write_replay(handed_on, services.store.paths.replays / name)
        say(_("Too long for a line: saved as {path}.").format(path=path))


def stored_recording(services: Services, result: FinishedGame) -> Recording:
    """Return the recording of a finished game with the origin that it has or would have in the database.

    Raises `StorageError`.
    """
    if result.placing is not None:
        return services.store.games.recording(result.placing.id)
    preset = preset_name(services.settings.now, "gameplay")
    origin = Origin.of(result.plan, services.store.now(), preset=preset, unranked=result.unranked)
    return replace(result.recording, about=origin.to_dict())


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
        self, race: Action | None, copy: Action, submit: Action | None, *, has_line: bool = True
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
