"""Command `piecement replay export`: a replay as text, as a film for terminals or pages, or one moment as a picture."""

import re
import sys
from argparse import ArgumentTypeError, Namespace
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final

from piecement.cli.arguments import Option, whole_number
from piecement.cli.commands.shared import FOLDER, find_recording, open_store
from piecement.cli.usage import UsageError, require_known
from piecement.language import _
from piecement.storage.atomic_file import is_stream, write_atomically
from piecement.storage.replay_files import (
    ENDING,
    FUMEN_ENDING,
    MATCH_ENDING,
    file_name,
    is_match,
    read_match,
    to_fumen,
)
from piecement.storage.store import Store
from piecement.terminal.clock import MAX_FPS, MIN_FPS
from piecement_engine import Recording

if TYPE_CHECKING:
    from piecement.render.replay_renderer import ReplayRenderer

_ENDINGS: Final = {"text": ENDING, "cast": ".cast", "gif": ".gif", "svg": ".svg", "fumen": FUMEN_ENDING}
_USUAL_SIZE: Final = (80, 24)
_USUAL_FPS: Final = 30
_LONGEST_S: Final = 1_000_000


def run(options: Namespace) -> None:
    """Write the file, and print its path."""
    options.format = _format(options)
    if options.at is not None and options.format != "svg":
        raise UsageError(_("--at works only with --format svg."))
    if is_match(Path(options.replay)):
        _export_match(options)
        return
    with open_store(options) as store:
        recording = find_recording(store, options.replay)
        path = _path(store, options)
        _WRITERS[options.format](store, options, recording, path)
    _print_path(path)


def _format(options: Namespace) -> str:
    """Return the requested format, given by name or by the ending of the file. Raises `UsageError`."""
    output: Path = options.output
    by_ending = next((name for name, ending in _ENDINGS.items() if output.name.endswith(ending)), None)
    if None not in {options.format, by_ending} and options.format != by_ending:
        raise UsageError(
            _("--format {format} does not go with the ending of {path}: that is of the format {other}.").format(
                format=options.format, path=output, other=by_ending
            )
        )
    return options.format or by_ending or "text"


def _print_path(path: Path) -> None:
    """Print the path of a file, unless the file is the output stream itself."""
    if not is_stream(path):
        sys.stdout.write(f"{path}\n")


def _export_match(options: Namespace) -> None:
    """Write a match in the form of this version."""
    if options.format != "text":
        raise UsageError(
            _("--format {format} works only for single games: export a match with --format text.").format(
                format=options.format
            )
        )
    output: Path = options.output
    source = Path(options.replay)
    path = output / source.with_suffix(MATCH_ENDING).name if output.is_dir() else output
    write_atomically(path, read_match(source).to_text().encode())
    _print_path(path)


def _path(store: Store, options: Namespace) -> Path:
    output: Path = options.output
    if not output.is_dir():
        return output
    name = file_name(store.games.one(int(options.replay))) if options.replay.isdecimal() else Path(options.replay).name
    return output / Path(name).with_suffix(_ENDINGS[options.format])


def _write_text(store: Store, options: Namespace, _: Recording, path: Path) -> None:
    if options.replay.isdecimal():
        store.replays.export(int(options.replay), path)
    else:
        write_atomically(path, Path(options.replay).read_bytes())  # unchanged: the file names the version that wrote it


def _write_cast(store: Store, options: Namespace, recording: Recording, path: Path) -> None:
    from piecement.storage.asciicast import write_asciicast  # drawing takes a while to import

    for __ in write_asciicast(_renderer(store, options, recording), path, options.fps):
        pass


def _write_gif(store: Store, options: Namespace, recording: Recording, path: Path) -> None:
    from piecement.storage.gif import write_gif  # brings Pillow, which may be missing

    for __ in write_gif(_renderer(store, options, recording), path, options.fps):
        pass


def _write_svg(store: Store, options: Namespace, recording: Recording, path: Path) -> None:
    from piecement.render.replay_renderer import replay_svg

    renderer = _renderer(store, options, recording)
    moment = renderer.length_ns if options.at is None else round(options.at * 1e9)
    write_atomically(path, replay_svg(renderer, moment).encode())


def _write_fumen(_store: Store, _options: Namespace, recording: Recording, path: Path) -> None:
    write_atomically(path, f"{to_fumen(recording)}\n".encode())


_WRITERS: Final[Mapping[str, Callable[[Store, Namespace, Recording, Path], None]]] = {
    "text": _write_text,
    "cast": _write_cast,
    "gif": _write_gif,
    "svg": _write_svg,
    "fumen": _write_fumen,
}


def _renderer(store: Store, options: Namespace, recording: Recording) -> "ReplayRenderer":
    from textual.geometry import Size

    from piecement.render.replay_renderer import ReplayRenderer, TooSmallError
    from piecement.render.skins.skins import SKINS
    from piecement.ui.game_look import look_of

    look = look_of(store.load_settings().settings, "rgb", may_move=True)
    if options.skin is not None:
        require_known("skin", options.skin, SKINS)
    try:
        return ReplayRenderer(
            recording, look._replace(skin=options.skin or look.skin, pressed_keys=True), Size(*options.size)
        )
    except TooSmallError as error:
        raise UsageError(str(error)) from None


def _seconds(text: str) -> float:
    if not re.fullmatch(r"[0-9]{1,7}(\.[0-9]{1,9})?", text) or float(text) > _LONGEST_S:
        raise ArgumentTypeError(
            _("{text!r} is not a number of seconds from 0 to {most}").format(text=text, most=_LONGEST_S)
        )
    return float(text)


def _size(text: str) -> tuple[int, int]:
    match = re.fullmatch(r"([0-9]{1,3})x([0-9]{1,3})", text)
    if not match or not int(match[1]) or not int(match[2]):
        raise ArgumentTypeError(_("{text!r} is not a size such as 80x24").format(text=text))
    return int(match[1]), int(match[2])


OPTIONS: Final = (
    Option("replay", "REPLAY", _("game number or replay file")),
    Option(
        "--format", None,
        _("text: the replay itself; cast: a film for asciinema; gif: a film for pages; svg: a picture of one moment; "
          "fumen: a page for each piece (as the file ends, else text)"),
        choices=_ENDINGS,
    ),
    Option("--output", "FILE", _("file or folder to write to (default: the current folder)"), Path, Path()),
    Option("--at", "SECONDS", _("with svg: the moment to draw, in seconds (default: the end)"), _seconds),
    Option("--size", "WxH", _("size in columns and rows (default: 80x24)"), _size, _USUAL_SIZE),
    Option("--skin", "SKIN", _("skin to draw with (default: from settings)")),
    Option(
        "--fps", "N", _("with cast and gif: frames per second (default: {fps})"),
        whole_number(MIN_FPS, MAX_FPS), _USUAL_FPS,
    ),
    FOLDER,
)  # fmt: skip
