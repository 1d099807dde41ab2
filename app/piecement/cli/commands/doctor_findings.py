"""Findings of `piecement doctor` about terminal, colours, keyboard, sound and gamepads, with advice."""

import locale
import subprocess
import sys
import sysconfig
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Final, NamedTuple

from textual.geometry import Size

from piecement.input.gamepad import PadsUnavailableError, connected_pads
from piecement.render.layout_planner import plan_layout
from piecement.render.requirements import Requirements
from piecement.render.skins.look import Look
from piecement.sound.outputs import MINIAUDIO, has_device, outputs
from piecement.storage.paths import Paths
from piecement.storage.store import Store
from piecement.terminal.environment import (
    colour_system,
    has_unicode,
    is_gnu_screen,
    is_remote,
    locale_of,
    multiplexers,
    terminal_name,
)
from piecement.terminal.keyboard_capabilities import KeyboardCapabilities, support
from piecement.ui.themes import depth_of
from piecement_base.errors import StorageError
from piecement_base.language import N_, _, fallback_reason


class Finding(NamedTuple):
    title: str
    value: str
    meaning: str = ""
    """Meaning for the player, or advice."""


class Surroundings(NamedTuple):
    """Environment of the program."""

    environment: Mapping[str, str]
    size: tuple[int, int]
    is_terminal: bool
    colour_system: str | None
    keyboard: KeyboardCapabilities | None
    """Keyboard capabilities, or None without a reply of the terminal."""
    paths: Paths
    replies: str = ""
    """All replies of the terminal, unchanged."""
    has_colours: bool = True
    """Whether the terminal has colours, as far as terminfo knows."""
    is_windows: bool = False
    """Whether it is a Windows console, which is not queried: releases come from its key records, or are inferred."""


DUMB: Final = "dumb"
_CANNOT_PLAY: Final = N_("This terminal cannot run the game: TERM=dumb has no cursor movement.")
_DEPTHS: Final[Mapping[str, str]] = {
    "rgb": N_("True colour and all palettes; terminals with 256 colours show the nearest match."),
    "ansi": N_("The terminal's 16 standard colours."),
    "none": N_("No colours; the High contrast skin marks each piece with a letter."),
}
_IS_MUSL: Final = "musl" in str(sysconfig.get_config_var("SOABI"))
_PATIENCE_S: Final = 2.0
_TMUX_QUERY: Final = ("tmux", "show-options", "-sv", "escape-time")
_SLOW_MS: Final = 50
"""Delay of Esc that a player notices (ms)."""


class _Terminal(NamedTuple):
    """Terminal that reports releases, given a new enough version and the right settings."""

    name: str
    terms: tuple[str, ...]
    variable: str
    """Environment variable that the terminal sets."""
    remedy: str


_TERMINALS: Final = (
    _Terminal("Alacritty", ("alacritty",), "ALACRITTY_WINDOW_ID", N_("reports key releases since version 0.13")),
    _Terminal("kitty", ("xterm-kitty",), "KITTY_WINDOW_ID", N_("reports key releases since version 0.20")),
    _Terminal("foot", ("foot",), "", N_("reports key releases since version 1.10.3")),
    _Terminal("WezTerm", ("wezterm",), "WEZTERM_PANE", N_("reports key releases with `enable_kitty_keyboard = true`")),
    _Terminal(
        "iTerm2", (), "ITERM_SESSION_ID", N_('reports key releases if "Apps can change how keys are reported" is on')
    ),
)
_OTHERS: Final = N_("kitty, Ghostty, foot, Alacritty, WezTerm, iTerm2 and Rio, among others, report key releases.")


def terminal_findings(found: Surroundings) -> Iterator[Finding]:
    if not found.is_terminal:
        yield Finding(
            _("Terminal"), _("none"), _("Input or output is a file or pipe, so the terminal cannot be queried.")
        )
        return
    environment = found.environment
    program = " ".join(environment.get(name, "") for name in ("TERM_PROGRAM", "TERM_PROGRAM_VERSION")).strip()
    term = environment.get("TERM", _("not set"))
    yield Finding("TERM", term, _(_CANNOT_PLAY) if term == DUMB else "")
    if program:
        yield Finding(_("Program"), program)
    if within := multiplexers(environment):
        yield Finding(_("Within"), ", ".join(within), _("It may hide key releases and some colours."))
    yield from _escape(environment)
    if "SSH_CONNECTION" in environment:
        yield Finding(_("Connection"), "SSH", _("Key presses and drawing are delayed by the connection."))
    yield _size(found.size)
    encoding = locale.getpreferredencoding(False)
    is_utf_8 = encoding.lower().replace("-", "") == "utf8"
    yield Finding(_("Encoding"), encoding, "" if is_utf_8 else _("Only the ASCII skin is sure to look right."))
    yield _locale(environment)
    if reason := fallback_reason():
        yield Finding(_("Language"), reason)


def _size(size: tuple[int, int]) -> Finding:
    smallest = plan_layout(Size(*size), Requirements(previews=4), Look()).minimum
    fits = size[0] >= smallest.width and size[1] >= smallest.height
    needs = _("The default skin needs {width}x{height}").format(width=smallest.width, height=smallest.height)
    more, better = _("{needs}: enlarge the window or reduce the font size."), _("{needs}; 80x24 or more is better.")
    return Finding(_("Size"), f"{size[0]}x{size[1]}", (better if fits else more).format(needs=needs))


def colour_findings(found: Surroundings) -> Iterator[Finding]:
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


def _escape(environment: Mapping[str, str]) -> Iterator[Finding]:
    """Yield the delay of the Esc key in tmux or GNU screen, with advice for shortening it."""
    if "TMUX" in environment:
        wait_ms = _tmux_wait_ms(environment)
        delay = _("not known") if wait_ms is None else _("{time} ms in tmux").format(time=wait_ms)
        is_slow = wait_ms is None or wait_ms > _SLOW_MS
        advice = _("tmux delays Esc in case more keys follow: add `set -s escape-time 10` to ~/.tmux.conf.")
        yield Finding(_("Esc delay"), delay, advice if is_slow else "")
    elif is_gnu_screen(environment):
        advice = _("GNU screen delays Esc by 300 ms by default: add `maptimeout 10` to ~/.screenrc.")
        yield Finding(_("Esc delay"), _("up to 300 ms in screen"), advice)
        yield Finding(_("Mouse"), _("not used"), _("With the mouse on, GNU screen would delay Esc until the next key."))


def _tmux_wait_ms(environment: Mapping[str, str]) -> int | None:
    """Return the delay of Esc in tmux (ms), or None if unknown."""
    try:
        # `tmux` is looked up in the PATH of the player, as a shell would.
        done = subprocess.run(  # noqa: S603 - the arguments are fixed
            _TMUX_QUERY, env=dict(environment), capture_output=True, text=True, check=False, timeout=_PATIENCE_S
        )
        return int(done.stdout)
    except (OSError, ValueError, subprocess.SubprocessError):
        return None


def _locale(environment: Mapping[str, str]) -> Finding:
    """Return the character encoding of the environment, which the programs around the game use."""
    value = locale_of(environment) or _("not set")
    if locale_of(environment) and has_unicode(environment):
        return Finding(_("Locale"), value)
    within = "tmux -u" if "TMUX" in environment else "screen -U" if is_gnu_screen(environment) else ""
    start = _(", or start `{within}`").format(within=within) if within else ""
    return Finding(
        _("Locale"),
        value,
        _("Blocks and lines need UTF-8, which this locale lacks: set LANG=C.UTF-8{start}.").format(start=start),
    )


def keyboard_findings(found: Surroundings) -> Iterator[Finding]:
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
        yield _keyboard_advice(found.environment)
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


def _keyboard_advice(environment: Mapping[str, str]) -> Finding:
    """Return advice for a terminal that reports no releases."""
    if "TMUX" in environment or is_gnu_screen(environment):
        return Finding(
            _("Advice"),
            _("play outside tmux and screen"),
            _("They hide key releases. {others}").format(others=_(_OTHERS)),
        )
    term = environment.get("TERM", "")
    for known in _TERMINALS:
        if term.startswith(known.terms) or known.variable in environment:
            return Finding(
                _("Advice"),
                _("update {name}, or change its settings").format(name=known.name),
                f"{known.name} {_(known.remedy)}.",
            )
    return Finding(_("Advice"), _("use another terminal"), _(_OTHERS))


def sound_findings(environment: Mapping[str, str]) -> Iterator[Finding]:
    names = tuple(outputs())
    yield Finding(_("Audio player"), ", ".join(names) or _("none"), _player_meaning(names))
    device = has_device(environment)
    yield Finding(
        _("Device"),
        _("found") if device else _("none"),
        "" if device else _("No sound server or sound card found, so the game is silent."),
    )
    if is_remote(environment):
        yield Finding(
            _("Connection"),
            "SSH",
            _("Sound is off because it would play on this machine, not yours. Use the bell under Settings, Sound."),
        )


_WHEELLESS: Final = {
    "sound": (
        {"linux-aarch64", "linux-armv7l", "win-arm64"},
        N_("pip compiles miniaudio, for which it needs a C compiler."),
    ),
    "gamepad": ({"linux-armv7l", "musl", "win-arm64"}, N_("install SDL 2 with the system as well.")),
    "fleet": (
        {"linux-armv7l", "win-arm64"},
        N_("install psycopg instead of psycopg[binary], and libpq with the system."),
    ),
}
"""Extras with a library that has no wheels for some systems: the names of those systems as in
`sysconfig.get_platform()`, and what to do; `musl` is any system with that C library.
"""


def extras_findings(system: str = sysconfig.get_platform(), *, is_musl: bool = _IS_MUSL) -> Iterator[Finding]:
    """Yield the extras that a system has no wheels for, if there are any."""
    kinds = {system, "musl"} if is_musl else {system}
    found = {extra: remedy for extra, (systems, remedy) in _WHEELLESS.items() if systems & kinds}
    if found:
        remedies = " ".join(f"{extra}: {_(remedy)}" for extra, remedy in found.items())
        yield Finding(_("Extras"), _("no wheels for this system: {extras}").format(extras=", ".join(found)), remedies)


def gamepad_finding(environment: Mapping[str, str]) -> Finding:
    """Return the connected gamepads, or the reason why there is none."""
    if is_remote(environment):
        return Finding(_("Gamepad"), _("none"), _("Over SSH a gamepad of yours cannot be read."))
    try:
        names = connected_pads()
    except PadsUnavailableError as error:
        return Finding(_("Gamepad"), _("none"), str(error))
    meaning = _("Turn it on under Settings, Controls, More.") if names else _("No gamepad is connected.")
    return Finding(_("Gamepad"), ", ".join(names) or _("none"), meaning)


def _player_meaning(names: tuple[str, ...]) -> str:
    if not names and sys.platform in {"darwin", "win32"}:
        return _("To hear the game, run pip install 'piecement[sound]'.")
    if not names:
        return _("To hear the game, run pip install 'piecement[sound]', or install pw-cat, paplay or aplay.")
    if MINIAUDIO in names:
        return _("The library plays; the programs are fallbacks.")
    return _("The first one plays; run pip install 'piecement[sound]' for less delay.")
