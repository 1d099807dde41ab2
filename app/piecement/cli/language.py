"""Language at the start of a run."""

import sys
from argparse import ArgumentError, ArgumentParser
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from piecement.storage.paths import MOST_SETTINGS_BYTES, Paths
from piecement_base.language import choose, spoken
from piecement_base.language.own_languages import list_own_languages


def choose_language(arguments: Sequence[str], environment: Mapping[str, str]) -> None:
    """Set the language from `--language`, the environment, the settings or the system.

    Unreadable values are ignored here and reported later, by their actual reader.
    """
    asked, folder = _language_options(arguments) if arguments else ("", None)
    with suppress(OSError, ValueError):
        list_own_languages(Paths.of(folder).languages)
    encoding = getattr(sys.stderr, "encoding", None) or "utf-8"  # the stream that Textual writes to
    choose(spoken(environment, asked=asked, setting=_setting(folder)), encoding)


def _language_options(arguments: Sequence[str]) -> tuple[str, Path | None]:
    """Return the requested language, and the data folder if it is not the default."""
    parser = ArgumentParser(add_help=False, allow_abbrev=False, exit_on_error=False)
    parser.add_argument("--language", default="")
    parser.add_argument("--data-dir", type=Path)
    try:
        options, _ = parser.parse_known_args(arguments)
    except ArgumentError:
        return "", None
    return options.language, options.data_dir


def _setting(folder: Path | None) -> str:
    """Return the language from the settings, or an empty string if unset."""
    try:
        settings = Paths.of(folder).settings
        if not settings.is_file() or settings.stat().st_size > MOST_SETTINGS_BYTES:
            return ""
        content = settings.read_bytes()
        if b"language" not in content:  # avoids parsing all settings twice at the start
            return ""
        from tomllib import loads

        interface: object = loads(content.decode("utf-8-sig", errors="replace")).get("interface")
    except (OSError, ValueError, RecursionError):  # also of TOML
        return ""
    match interface:
        case {"language": str() as language}:
            return language
        case _:
            return ""
