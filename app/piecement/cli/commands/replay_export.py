"""`piecement replay export`: a replay as text or fumen, an animation for terminals or pages, or a picture."""

import re
import sys
from argparse import ArgumentTypeError, Namespace
from pathlib import Path
from typing import Final

from piecement.cli.arguments import FOLDER, Option, whole_number
from piecement.cli.store import REPLAY_HELP, find_recording, open_store
from piecement.cli.usage import UsageError
from piecement.storage.input_file import STANDARD_INPUT, read_input
from piecement.storage.match_files import MATCH_ENDING, is_match, read_match
from piecement.storage.replay_files import ENDING, is_line, shared
from piecement.storage.replays import FUMEN_ENDING, file_name, to_fumen
from piecement.storage.store import Store
from piecement.terminal.clock import MAX_FPS, MIN_FPS
from piecement_base.atomic_file import is_stream, write_atomically
from piecement_base.language import N_, _
from piecement_engine import Recording, game_line

_ENDINGS: Final = {"text": ENDING, "cast": ".cast", "gif": ".gif", "svg": ".svg", "fumen": FUMEN_ENDING, "line": ".txt"}
_DRAWN: Final = frozenset({"cast", "gif", "svg"})
_LONGEST_S: Final = 1_000_000


def export(options: Namespace) -> None:
    """Write the file, and print its path unless the file is the output stream itself."""
    options.format = _format(options)
    if options.at is not None and options.format != "svg":
        raise UsageError(_("--at works only with --format svg."))
    if is_match(Path(options.replay)):
        path = _export_match(options)
    else:
        with open_store(options) as store:
            recording = find_recording(store, options.replay)
            path = _path(store, options)
            if options.format in _DRAWN:
                from piecement.cli.commands.replay_drawings import write  # drawing takes a while to import

                write(store, options, recording, path)
            else:
                write_atomically(path, _content(store, options, recording))
    if not is_stream(path):
        sys.stdout.write(f"{path}\n")


def _format(options: Namespace) -> str:
    """Return the requested format, given by name or by the ending of the file. Raises `UsageError`."""
    output: Path = options.output
    by_ending = next((name for name, ending in _ENDINGS.items() if output.name.endswith(ending)), None)
    if None not in {options.format, by_ending} and options.format != by_ending:
        sentence = _("--format {format} does not go with the ending of {path}: that is of the format {other}.")
        raise UsageError(sentence, format=options.format, path=output, other=by_ending)
    return options.format or by_ending or "text"


def _export_match(options: Namespace) -> Path:
    """Write a match in the form of this version, and return the path."""
    if options.format != "text":
        sentence = _("--format {format} works only for single games: export a match with --format text.")
        raise UsageError(sentence, format=options.format)
    output: Path = options.output
    source = Path(options.replay)
    path = output / _name_source(source).with_suffix(MATCH_ENDING).name if output.is_dir() else output
    write_atomically(path, read_match(source).to_text().encode())
    return path


def _path(store: Store, options: Namespace) -> Path:
    output: Path = options.output
    if not output.is_dir():
        return output
    is_stored = options.replay.isdecimal()
    name = file_name(store.games.get(int(options.replay))) if is_stored else _name_source(Path(options.replay)).name
    return output / Path(name).with_suffix(_ENDINGS[options.format])


def _name_source(source: Path) -> Path:
    """Return the path after which the output is named; standard input and a line have none of their own."""
    return Path("replay") if source == STANDARD_INPUT or is_line(str(source)) else source


def _content(store: Store, options: Namespace, recording: Recording) -> bytes:
    """Return a recording as text, fumen or line."""
    source: str = options.replay
    if options.format == "fumen":
        return f"{to_fumen(recording)}\n".encode()
    if options.format == "line":
        return f"{game_line(shared(recording))}\n".encode()
    if source.isdecimal():
        return store.games.recording_text(int(source)).encode()
    text = source.encode() if is_line(source) else read_input(Path(source))
    # Unchanged, a text names the version that wrote it.
    return recording.to_text().encode() if is_line(text.decode(errors="replace")) else text


def _seconds(text: str) -> float:
    if not re.fullmatch(r"[0-9]{1,7}(\.[0-9]{1,9})?", text) or float(text) > _LONGEST_S:
        sentence = _("{text!r} is not a number of seconds from 0 to {most}")
        raise ArgumentTypeError(sentence.format(text=text, most=_LONGEST_S))
    return float(text)


def _size(text: str) -> tuple[int, int]:
    match = re.fullmatch(r"([0-9]{1,3})x([0-9]{1,3})", text)
    if not match or not int(match[1]) or not int(match[2]):
        raise ArgumentTypeError(_("{text!r} is not a size such as 80x24").format(text=text))
    return int(match[1]), int(match[2])


EXPORT_OPTIONS: Final = (
    Option("replay", "REPLAY", REPLAY_HELP),
    Option(
        "--format", None,
        N_("text: the replay itself; cast: an asciinema cast; gif: an animated picture; svg: a picture of one moment; "
          "fumen: a page for each piece; line: a line to paste (by the ending of the file, else text)"),
        choices=_ENDINGS,
    ),
    Option(
        "--output", "FILE", N_("file or folder to write to, or - for standard output (default: the current folder)"),
        Path, Path(),
    ),
    Option("--at", "SECONDS", N_("with svg: the moment to draw, in seconds (default: the end)"), _seconds),
    Option("--size", "WxH", N_("size in columns and rows (default: 80x24)"), _size, (80, 24)),
    Option("--skin", "SKIN", N_("skin to draw with (default: from settings)")),
    Option(
        "--fps", "N", N_("with cast and gif: frames per second (default: {default})"),
        whole_number(MIN_FPS, MAX_FPS), 30,
    ),
    FOLDER,
)  # fmt: skip
