"""Findings of `piecement doctor`, with advice, and findings about sound."""

import subprocess
import sys
import sysconfig
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from piecement.input.gamepad import PadsUnavailableError, connected_pads
from piecement.sound.outputs import MINIAUDIO, has_device, is_remote, outputs
from piecement.storage.paths import Paths
from piecement.terminal.environment import has_unicode, is_gnu_screen, locale_of
from piecement.terminal.keyboard_capabilities import KeyboardCapabilities
from piecement_base.language import N_, _


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
    """Whether it is a Windows console, which needs no requests: it records releases, or infers them."""


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


def keyboard_advice(environment: Mapping[str, str]) -> Finding:
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


def escape_findings(environment: Mapping[str, str]) -> Iterator[Finding]:
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
        done = subprocess.run(  # noqa: S603 - nothing of it comes from outside
            _TMUX_QUERY, env=dict(environment), capture_output=True, text=True, check=False, timeout=_PATIENCE_S
        )
        return int(done.stdout)
    except (OSError, ValueError, subprocess.SubprocessError):
        return None


def locale_finding(environment: Mapping[str, str]) -> Finding:
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


class _Wheelless(NamedTuple):
    """Library of an extra that has no wheels for some systems."""

    extra: str
    systems: frozenset[str]
    """Systems, as `sysconfig.get_platform` names them; `musl` is any with that C library."""
    remedy: str


_WHEELLESS: Final = (
    _Wheelless(
        "sound",
        frozenset({"linux-aarch64", "linux-armv7l", "win-arm64"}),
        N_("pip compiles miniaudio, for which it needs a C compiler."),
    ),
    _Wheelless(
        "gamepad", frozenset({"linux-armv7l", "musl", "win-arm64"}), N_("install SDL 2 with the system as well.")
    ),
    _Wheelless(
        "fleet",
        frozenset({"linux-armv7l", "win-arm64"}),
        N_("install psycopg instead of psycopg[binary], and libpq with the system."),
    ),
)


def extras_findings(system: str = sysconfig.get_platform(), *, is_musl: bool = _IS_MUSL) -> Iterator[Finding]:
    """Yield the extras that a system has no wheels for, if there are any."""
    found = [one for one in _WHEELLESS if system in one.systems or (is_musl and "musl" in one.systems)]
    if found:
        names = ", ".join(one.extra for one in found)
        remedies = " ".join(f"{one.extra}: {_(one.remedy)}" for one in found)
        yield Finding(_("Extras"), _("no wheels for this system: {extras}").format(extras=names), remedies)


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
