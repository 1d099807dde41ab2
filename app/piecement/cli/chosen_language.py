"""Choosing the language of a run, before anything that has texts is imported."""

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from piecement.language import choose, spoken


def choose_language(arguments: Sequence[str], environment: Mapping[str, str]) -> None:
    """Use the language of `--language`, the environment, the settings or the system.

    Whatever cannot be read here is complained of later, by what reads it in earnest.
    """
    asked, folder = _asked(arguments) if arguments else ("", None)
    encoding = getattr(sys.stderr, "encoding", None) or "utf-8"  # where Textual writes
    choose(spoken(environment, asked=asked, setting=_setting(folder)), encoding)


def _asked(arguments: Sequence[str]) -> tuple[str, Path | None]:
    """Return the language that is asked for, and the folder of the settings where it is not the usual one."""
    from argparse import ArgumentError, ArgumentParser  # noqa: PLC0415 - a game without options needs no parser

    parser = ArgumentParser(add_help=False, allow_abbrev=False, exit_on_error=False)
    parser.add_argument("--language", default="")
    parser.add_argument("--data-dir", type=Path)
    try:
        asked, _ = parser.parse_known_args(arguments)
    except ArgumentError:
        return "", None
    return asked.language, asked.data_dir


def _setting(folder: Path | None) -> str:
    """Return the language of the settings, or an empty text where they name none."""
    from piecement.storage.nested_tables import MOST_BYTES  # noqa: PLC0415 - no text of it is translated
    from piecement.storage.paths import Paths  # noqa: PLC0415 - as above

    try:
        settings = Paths.of(folder).settings
        if not settings.is_file() or settings.stat().st_size > MOST_BYTES:
            return ""
        content = settings.read_bytes()
    except (OSError, ValueError):
        return ""
    if b"language" not in content:  # a start needs no second reading of all settings
        return ""
    from tomllib import TOMLDecodeError, loads  # noqa: PLC0415 - as above

    try:
        interface: object = loads(content.decode("utf-8-sig", errors="replace")).get("interface")
    except (TOMLDecodeError, RecursionError, ValueError):
        return ""
    match interface:
        case {"language": str() as language}:
            return language
        case _:
            return ""
