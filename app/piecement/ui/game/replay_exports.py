"""Files made of a replay: a picture, an asciicast, a GIF, the replay itself, and a fumen."""

from collections.abc import Generator
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Final
from zlib import crc32

from textual.geometry import Size

from piecement.render.replay_renderer import ReplayRenderer
from piecement.session.replay_player import ReplayStart
from piecement.storage.asciicast import write_asciicast
from piecement.storage.replay_files import ENDING, safe_name, write_replay
from piecement.ui.services import Services
from piecement_base.atomic_file import write_atomically
from piecement_base.errors import StorageError
from piecement_base.language import _
from piecement_engine import Recording
from piecement_engine.match import RecordedMatch, RoundRecording

if TYPE_CHECKING:
    from piecement.render.skins.look import Look

_FRAMES: Final = {".cast": 4, ".gif": 1}
"""Frames written at a time, by the ending of the file."""

Replayed = ReplayStart | RoundRecording | Recording
"""The content of a replay screen: a stored game, a recording from a moment on, or a match."""


def stored_game(replayed: Replayed) -> int | None:
    """Return the id of a stored game."""
    game = replayed.game if isinstance(replayed, ReplayStart) else None
    return game if isinstance(game, int) else None


class ReplayExports:
    """Writes files of one replay. Methods return a sentence for the player, and raise `StorageError`."""

    def __init__(self, services: Services, replayed: Replayed, mode: str) -> None:
        self._services: Final = services
        self._replayed: Final = replayed
        self._mode: Final = safe_name(mode)
        self._animation: Generator[float, None, None] | None = None
        """Generator that writes an asciicast or a GIF; None if none is being written."""
        self._ending = ""

    def picture(self, time_ns: int) -> str:
        """Save the screen as it is at a time of the game."""
        path = self._file(f"-{time_ns // 1_000_000}.svg")
        write_atomically(path, self._services.terminal.export_screenshot().encode())
        return _("Saved as {path}.").format(path=path)

    def begin_animation(self, recording: Recording, look: "Look", size: Size, *, is_gif: bool) -> None:
        """Begin an asciicast or a GIF, unless one is being written. Raises `TooSmallError` too."""
        if self._animation is not None:
            return
        self._ending = ".gif" if is_gif else ".cast"
        renderer, path = ReplayRenderer(recording, look, size), self._file(self._ending)
        if is_gif:
            from piecement.storage.gif import write_gif  # brings Pillow, which may be missing

            self._animation = write_gif(renderer, path)
        else:
            self._animation = write_asciicast(renderer, path)

    def write_animation(self) -> str:
        """Write some frames of the asciicast or GIF; return an empty text if none is being written."""
        animation, self._animation = self._animation, None
        if animation is None:
            return ""
        frames = _FRAMES[self._ending]
        parts = [part for _, part in zip(range(frames), animation, strict=False)]
        if len(parts) < frames:
            return _("Saved as {file}.").format(file=self._file(self._ending))
        self._animation = animation
        return _("Saving: {parts:.0%}").format(parts=parts[-1])

    def replay(self) -> str:
        """Save the recording."""
        played = self._replayed.game if isinstance(self._replayed, ReplayStart) else self._replayed
        replays = self._services.store.replays
        match played:
            case RoundRecording():
                export = replays.export_match(played)
            case Recording():
                export = write_replay(played, self._file(ENDING))
            case int():
                export = replays.export(played)
        return _("Saved as {export}.").format(export=export)

    def fumen(self) -> str:
        """Save the boards of a stored game."""
        game = stored_game(self._replayed)
        if game is None:
            raise StorageError(_("You can export only your own games as fumens."))
        return _("Saved as {path}.").format(path=self._services.store.replays.export_fumen(game))

    def close(self) -> None:
        """Abort an asciicast or a GIF that is being written."""
        if self._animation is not None:
            self._animation.close()

    def _file(self, ending: str) -> Path:
        return self._services.store.paths.replays / f"{self._mode}-{self._number}{ending}"

    @cached_property
    def _number(self) -> str:
        """Id of a stored game, or a checksum, so that no other recording of the mode has files of the same names."""
        played = self._replayed.game if isinstance(self._replayed, ReplayStart) else self._replayed
        if isinstance(played, int):
            return str(played)
        recording = RecordedMatch((played,), played.about) if isinstance(played, RoundRecording) else played
        return f"{crc32(recording.to_text().encode()):08x}"
