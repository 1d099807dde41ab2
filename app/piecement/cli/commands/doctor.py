"""`piecement doctor`: findings of terminal, keys, colours and files; with `--restore`, the terminal tidied up."""

import locale
import os
import platform
import sys
from argparse import Namespace
from collections.abc import Iterator, Mapping
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.table import Table
from rich.text import Text
from textual.geometry import Size

from piecement.cli.arguments import Option
from piecement.cli.commands.doctor_restore import restore_terminal
from piecement.cli.commands.findings import (
    Finding,
    Surroundings,
    escape_findings,
    extras_findings,
    gamepad_finding,
    keyboard_advice,
    locale_finding,
    sound_findings,
)
from piecement.cli.play import are_terminals
from piecement.render.arrangements import Requirements
from piecement.render.layout_planner import plan_layout
from piecement.render.skins.look import Look
from piecement.settings.own_files import LOOKS, MODE_FILES, SOUNDS, OwnFiles
from piecement.storage.paths import Paths, can_be_written
from piecement.storage.store import Store
from piecement.terminal.environment import colour_system, is_gnu_screen, lacks_colours, multiplexers, terminal_name
from piecement.terminal.keyboard_capabilities import KeyboardCapabilities, support
from piecement.ui.themes import depth_of
from piecement_base.errors import StorageError
from piecement_base.language import N_, _, fallback_reason, ngettext
from piecement_base.language.own_languages import findings as language_findings
from piecement_engine.native import COMPILED
from piecement_engine.version import __version__

if sys.platform != "win32":
    from piecement.cli.commands.doctor_answers import QUERIES, answer_findings, keyboard_in
    from piecement.terminal.query_without_textual import query_terminal

_LIBRARIES: Final = ("textual", "rich", "pydantic", "platformdirs", "tomli-w", "filelock")
_DEPTHS: Final[Mapping[str, str]] = {
    "rgb": N_("True colour and all palettes; terminals with 256 colours show the nearest match."),
    "ansi": N_("The terminal's 16 standard colours."),
    "none": N_("No colours; the High contrast skin marks each piece with a letter."),
}
_MEBIBYTE: Final = 1 << 20
_LABEL_WIDTH: Final = 10
_MOST_FAULTS: Final = 10
"""Number of faults of a file that are printed."""
_DUMB: Final = "dumb"
_CANNOT_PLAY: Final = N_("This terminal cannot run the game: TERM=dumb has no cursor movement.")


Chapter = tuple[str, tuple[Finding, ...]]
"""Title, and the findings under it."""


OPTIONS: Final = (
    Option("--restore", "", N_("reset the terminal after a game was killed")),
    Option("--data-dir", "FOLDER", N_("read settings and scores from this folder"), Path),
)


def run(options: Namespace) -> None:
    """Print the findings, or repair the terminal."""
    if options.restore:
        restore_terminal()
        return
    console = Console(highlight=False)
    for title, findings in chapters(_surroundings(console, options.data_dir)):
        console.print(_table(title, findings))


def chapters(found: Surroundings) -> Iterator[Chapter]:
    yield _("Program"), tuple(_program())
    yield _("Terminal"), tuple(_terminal(found))
    yield _("Colours"), tuple(_colours(found))
    yield _("Keyboard"), (*_keyboard(found), gamepad_finding(found.environment))
    yield _("Sound"), tuple(sound_findings(found.environment))
    if sys.platform != "win32" and found.replies:
        yield _("Answers"), tuple(answer_findings(found))
    yield _("Files"), tuple(_files(found.paths))


def _surroundings(console: Console, folder: Path | None) -> Surroundings:
    is_terminal = are_terminals(sys.stdin, sys.stdout)
    keyboard, replies = _query_terminal() if is_terminal and os.environ.get("TERM") != _DUMB else (None, "")
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


def _terminal(found: Surroundings) -> Iterator[Finding]:
    if not found.is_terminal:
        yield Finding(
            _("Terminal"), _("none"), _("Input or output is a file or pipe, so the terminal cannot be queried.")
        )
        return
    environment = found.environment
    program = " ".join(environment.get(name, "") for name in ("TERM_PROGRAM", "TERM_PROGRAM_VERSION")).strip()
    term = environment.get("TERM", _("not set"))
    yield Finding("TERM", term, _(_CANNOT_PLAY) if term == _DUMB else "")
    if program:
        yield Finding(_("Program"), program)
    if within := multiplexers(environment):
        yield Finding(_("Within"), ", ".join(within), _("It may hide key releases and some colours."))
    yield from escape_findings(environment)
    if "SSH_CONNECTION" in environment:
        yield Finding(_("Connection"), "SSH", _("Key presses and drawing are delayed by the connection."))
    yield _size(found.size)
    encoding = locale.getpreferredencoding(False)
    is_utf_8 = encoding.lower().replace("-", "") == "utf8"
    yield Finding(_("Encoding"), encoding, "" if is_utf_8 else _("Only the ASCII skin is sure to look right."))
    yield locale_finding(environment)
    if reason := fallback_reason():
        yield Finding(_("Language"), reason)


def _size(size: tuple[int, int]) -> Finding:
    smallest = plan_layout(Size(*size), Requirements(previews=4), Look()).minimum
    fits = size[0] >= smallest.width and size[1] >= smallest.height
    needs = _("The default skin needs {width}x{height}").format(width=smallest.width, height=smallest.height)
    more, better = _("{needs}: enlarge the window or reduce the font size."), _("{needs}; 80x24 or more is better.")
    return Finding(_("Size"), f"{size[0]}x{size[1]}", (better if fits else more).format(needs=needs))


def _colours(found: Surroundings) -> Iterator[Finding]:
    no_colour = "NO_COLOR" in found.environment
    system = None if no_colour else found.colour_system
    yield Finding(_("Colours"), system or _("none"), _(_DEPTHS[depth_of(system)]))
    yield _colour_variable(found.environment)
    if no_colour and found.has_colours:
        yield Finding("NO_COLOR", _("set"), _("Colours are turned off."))
    elif no_colour:
        yield Finding("terminfo", _("no colours"), _("Its entry for this TERM has none."))


def _colour_variable(environment: Mapping[str, str]) -> Finding:
    value = environment.get("COLORTERM", _("not set"))
    if is_gnu_screen(environment) and "COLORTERM" in environment:
        meaning = _("Ignored: it describes the outer terminal, and GNU screen 4 has no true colour.")
        return Finding("COLORTERM", value, meaning)
    is_known = "COLORTERM" not in environment and colour_system(environment) == "truecolor"
    return Finding("COLORTERM", value, _("This TERM is known to support true colour.") if is_known else "")


def _keyboard(found: Surroundings) -> Iterator[Finding]:
    if not found.is_terminal:
        yield Finding(_("Keys"), _("not queried"), _("There is no terminal to query."))
        return
    if found.is_windows:
        yield Finding(
            _("Keys"),
            _("from Windows key records"),
            _("The key tester under Settings, Controls shows whether releases arrive."),
        )
        return
    keyboard = found.keyboard or KeyboardCapabilities(None)
    title, meaning = support(keyboard)
    yield Finding(_("Keys"), _(title), _(meaning))
    yield Finding(_("Protocol"), _protocol(found.keyboard))
    if keyboard.release_events:
        yield _releases(found)
    else:
        yield keyboard_advice(found.environment)
        advice = _(
            "With a delay of 150 to 750 ms and repeats within 100 ms, a held key counts once; slower ones are taps."
        )
        yield Finding(_("Key repeat"), _("of the system"), advice)


def _releases(found: Surroundings) -> Finding:
    with suppress(StorageError):
        interface = Store(found.paths).load_settings().settings.interface
        if terminal_name(found.environment) in interface.silent_terminals:
            return Finding(
                _("Releases"),
                _("promised, but none came"),
                _("In the last game here none came, so holds were guessed from repeats."),
            )
    advice = _("If none come, the game sees it at the second press of a key, and guesses holds from repeats.")
    return Finding(_("Releases"), _("promised"), advice)


def _protocol(keyboard: KeyboardCapabilities | None) -> str:
    if keyboard is None:
        return _("the terminal did not reply")
    if keyboard.win32_input:
        return _("win32 input mode")
    return _("legacy") if keyboard.flags is None else _("kitty, flags {flags}").format(flags=keyboard.flags)


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
