"""Pictures and animations of replays, for `piecement replay export`."""

from argparse import Namespace
from pathlib import Path

from textual.geometry import Size

from piecement.cli.usage import UsageError, require_known
from piecement.render.replay_renderer import ReplayRenderer, TooSmallError, replay_svg
from piecement.render.skins.skins import SKINS
from piecement.storage.asciicast import write_asciicast
from piecement.storage.store import Store
from piecement.ui.game_look import look_of
from piecement_base.atomic_file import write_atomically
from piecement_engine import Recording


def write(store: Store, options: Namespace, recording: Recording, path: Path) -> None:
    """Draw a replay into a file, in the format of the options."""
    renderer = _renderer(store, options, recording)
    if options.format == "svg":
        moment = renderer.length_ns if options.at is None else round(options.at * 1e9)
        write_atomically(path, replay_svg(renderer, moment).encode())
        return
    if options.format == "cast":
        parts = write_asciicast(renderer, path, options.fps)
    else:
        from piecement.storage.gif import write_gif  # brings Pillow, which may be missing

        parts = write_gif(renderer, path, options.fps)
    for _part in parts:
        pass  # each part is written as it is asked for


def _renderer(store: Store, options: Namespace, recording: Recording) -> ReplayRenderer:
    look = look_of(store.load_settings().settings, "rgb", may_move=True)
    if options.skin is not None:
        require_known("skin", options.skin, SKINS)
    try:
        return ReplayRenderer(
            recording, look._replace(skin=options.skin or look.skin, pressed_keys=True), Size(*options.size)
        )
    except TooSmallError as error:
        raise UsageError(str(error)) from None
