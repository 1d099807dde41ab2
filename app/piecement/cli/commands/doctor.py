"""`piecement doctor`: findings of terminal, keys, colours and files, or a reset of the terminal."""

import os
import platform
import sys
from argparse import Namespace
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.table import Table
from rich.text import Text

from piecement.cli.arguments import Option
from piecement.cli.commands.doctor_findings import (
    DUMB,
    Finding,
    Surroundings,
    colour_findings,
    extras_findings,
    gamepad_finding,
    keyboard_findings,
    sound_findings,
    terminal_findings,
)
from piecement.cli.commands.terminal_reset import reset_terminal
from piecement.cli.streams import are_terminals
from piecement.settings.own_files import LOOKS, MODE_FILES, SOUNDS, OwnFiles
from piecement.storage.paths import Paths, can_be_written
from piecement.terminal.environment import colour_system, lacks_colours
from piecement.terminal.keyboard_capabilities import KeyboardCapabilities
from piecement_base.language import N_, _, ngettext
from piecement_base.language.own_languages import findings as language_findings
from piecement_engine.native import COMPILED
from piecement_engine.version import __version__

if sys.platform != "win32":
    from piecement.cli.commands.doctor_answers import QUERIES, answer_findings, keyboard_in
    from piecement.terminal.query_without_textual import query_terminal

_LIBRARIES: Final = ("textual", "rich", "pydantic", "platformdirs", "tomli-w", "filelock")
_MEBIBYTE: Final = 1 << 20
_LABEL_WIDTH: Final = 10
_MOST_FAULTS: Final = 10
"""Number of faults of a file that are printed."""

Chapter = tuple[str, tuple[Finding, ...]]
"""Title, and the findings under it."""


OPTIONS: Final = (
    Option("--restore", "", N_("reset the terminal after a game was killed")),
    Option("--data-dir", "FOLDER", N_("read settings and scores from this folder"), Path),
)


def run(options: Namespace) -> None:
    """Print the findings, or reset the terminal."""
    if options.restore:
        reset_terminal()
        return
    console = Console(highlight=False)
    for title, findings in chapters(_surroundings(console, options.data_dir)):
        console.print(_table(title, findings))


def chapters(found: Surroundings) -> Iterator[Chapter]:
    yield _("Program"), tuple(_program())
    yield _("Terminal"), tuple(terminal_findings(found))
    yield _("Colours"), tuple(colour_findings(found))
    yield _("Keyboard"), (*keyboard_findings(found), gamepad_finding(found.environment))
    yield _("Sound"), tuple(sound_findings(found.environment))
    if sys.platform != "win32" and found.replies:
        yield _("Answers"), tuple(answer_findings(found))
    yield _("Files"), tuple(_files(found.paths))


def _surroundings(console: Console, folder: Path | None) -> Surroundings:
    is_terminal = are_terminals(sys.stdin, sys.stdout)
    keyboard, replies = _query_terminal() if is_terminal and os.environ.get("TERM") != DUMB else (None, "")
    return Surroundings(
        environment=os.environ,
        size=(console.size.width, console.size.height),
        is_terminal=is_terminal,
        colour_system=colour_system(os.environ) or console.color_system,
        keyboard=keyboard,
        paths=Paths.of(folder),
        replies=replies,
        has_colours=not lacks_colours(),
        is_windows=sys.platform == "win32",
    )


def _query_terminal() -> tuple[KeyboardCapabilities | None, str]:
    """Return the keyboard capabilities from the terminal's replies, and all of its replies."""
    if sys.platform != "win32":
        heard = query_terminal(QUERIES)
        return keyboard_in(heard), heard
    return None, ""


def _program() -> Iterator[Finding]:
    yield Finding("Piecement", __version__)
    yield Finding(_("Engine"), _("compiled") if COMPILED else _("pure Python"))
    yield Finding("Python", f"{platform.python_version()} ({platform.python_implementation()})", sys.executable)
    yield Finding(_("System"), platform.platform(terse=True))
    yield Finding(_("Libraries"), ", ".join(f"{name} {_version_of(name)}" for name in _LIBRARIES))
    yield from extras_findings()


def _version_of(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return _("is missing")


def _files(paths: Paths) -> Iterator[Finding]:
    yield _file(_("Settings"), paths.settings)
    yield _file(_("Games"), paths.games)
    yield Finding(_("Replays"), str(paths.replays), _("Exported replays are saved here."))
    yield Finding(_("Own looks"), str(paths.config / LOOKS))
    yield Finding(_("Own sounds"), str(paths.config / SOUNDS))
    yield Finding(_("Own modes"), str(paths.config / MODE_FILES))
    yield from (Finding(_("Fault"), fault) for fault in OwnFiles(paths.config).faults)
    yield Finding(_("Languages"), str(paths.languages))
    for path, told, faults in language_findings(paths.languages):
        yield Finding(path.name, f"{told}.")
        yield from (Finding(_("Fault"), f"{fault}.") for fault in faults[:_MOST_FAULTS])
        if (more := len(faults) - _MOST_FAULTS) > 0:
            yield Finding(_("Fault"), ngettext("{count} more fault.", "{count} more faults.", more).format(count=more))


def _file(title: str, path: Path) -> Finding:
    try:
        size = path.stat().st_size
    except (FileNotFoundError, NotADirectoryError):
        can_be_made = can_be_written(path)
        return Finding(
            title, str(path), _("Not created yet.") if can_be_made else _("Cannot be made: nothing is saved there.")
        )
    except OSError as error:
        return Finding(title, str(path), _("Cannot read it: {strerror}.").format(strerror=error.strerror))
    told = f"{size / _MEBIBYTE:.1f} MiB" if size >= _MEBIBYTE else _("{size} B").format(size=size)
    return Finding(
        title, str(path), f"{told}." if os.access(path, os.W_OK) else _("{told}, read-only.").format(told=told)
    )


def _table(title: str, findings: tuple[Finding, ...]) -> Table:
    table = Table(title=f"\n{title}", title_justify="left", title_style="bold", show_header=False, box=None)
    table.add_column(style="cyan", no_wrap=True, min_width=_LABEL_WIDTH)
    table.add_column(overflow="fold")
    for finding in findings:
        table.add_row(finding.title, finding.value)
        if finding.meaning:
            table.add_row("", Text(finding.meaning, "dim"))
    return table
