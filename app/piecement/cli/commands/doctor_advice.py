"""Advice for terminals, tmux and screen that do not pass on key releases or characters."""

import subprocess
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from piecement.cli.commands.finding import Finding
from piecement.language import _
from piecement.terminal.colour_system import is_gnu_screen

_PATIENCE_S: Final = 2.0
_ASK_TMUX: Final = ("tmux", "show-options", "-sv", "escape-time")
_SLOW_MS: Final = 50
"""Delay of Esc that a player notices (ms)."""


class _Known(NamedTuple):
    """Terminal that reports releases, given a new enough version and the right settings."""

    name: str
    terms: tuple[str, ...]
    variable: str
    """Environment variable that the terminal sets."""
    remedy: str


_KNOWN: Final = (
    _Known("Alacritty", ("alacritty",), "ALACRITTY_WINDOW_ID", _("reports releases from version 0.13 on")),
    _Known("kitty", ("xterm-kitty",), "KITTY_WINDOW_ID", _("reports releases from version 0.20 on")),
    _Known("foot", ("foot",), "", _("reports releases from version 1.10.3 on")),
    _Known("WezTerm", ("wezterm",), "WEZTERM_PANE", _("reports releases with `enable_kitty_keyboard = true`")),
    _Known("iTerm2", (), "ITERM_SESSION_ID", _("reports releases where applications may change how keys are reported")),
)
_OTHERS: Final = _(
    "Key releases are reported by kitty, Ghostty, foot, Alacritty, WezTerm, iTerm2 or Rio, among others."
)


def keyboard_advice(environment: Mapping[str, str]) -> Finding:
    """Return advice for a terminal that reports no releases."""
    if "TMUX" in environment or is_gnu_screen(environment):
        return Finding(
            _("Advice"),
            _("play outside of tmux and screen"),
            _("They block key releases. {others}").format(others=_OTHERS),
        )
    term = environment.get("TERM", "")
    for known in _KNOWN:
        if term.startswith(known.terms) or known.variable in environment:
            return Finding(
                _("Advice"),
                _("a newer {name}, or its settings").format(name=known.name),
                f"{known.name} {known.remedy}.",
            )
    return Finding(_("Advice"), _("another terminal"), _OTHERS)


def escape_findings(environment: Mapping[str, str]) -> Iterator[Finding]:
    """Yield the delay of the Esc key in tmux or GNU screen, with advice for shortening it."""
    if "TMUX" in environment:
        wait_ms = _tmux_wait_ms(environment)
        said = _("not known") if wait_ms is None else _("{time} ms in tmux").format(time=wait_ms)
        is_slow = wait_ms is None or wait_ms > _SLOW_MS
        advice = _("tmux waits after Esc to see whether more follows: put `set -s escape-time 10` into ~/.tmux.conf.")
        yield Finding(_("Esc waits"), said, advice if is_slow else "")
    elif is_gnu_screen(environment):
        advice = _("GNU screen waits 300 ms after Esc, unless told otherwise: put `maptimeout 10` into ~/.screenrc.")
        yield Finding(_("Esc waits"), _("up to 300 ms in screen"), advice)
        yield Finding(_("Mouse"), _("not used"), _("GNU screen would hold Esc back for it until the next key."))


def _tmux_wait_ms(environment: Mapping[str, str]) -> int | None:
    """Return the delay of Esc in tmux (ms), or None if unknown."""
    try:
        # `tmux` is searched on the player's own path, as a shell would.
        done = subprocess.run(  # noqa: S603 - nothing of it comes from outside
            _ASK_TMUX, env=dict(environment), capture_output=True, text=True, check=False, timeout=_PATIENCE_S
        )
        return int(done.stdout)
    except (OSError, ValueError, subprocess.SubprocessError):
        return None


def locale_finding(environment: Mapping[str, str]) -> Finding:
    """Return the character encoding of the environment, which the programs around the game use."""
    value = next((environment[name] for name in ("LC_ALL", "LC_CTYPE", "LANG") if environment.get(name)), _("not set"))
    if "utf" in value.lower():
        return Finding(_("Locale"), value)
    within = "tmux -u" if "TMUX" in environment else "screen -U" if is_gnu_screen(environment) else ""
    start = _("; or start `{within}`").format(within=within) if within else ""
    return Finding(
        _("Locale"),
        value,
        _("It names no UTF-8, which blocks and lines need: set LANG=C.UTF-8{start}.").format(start=start),
    )
