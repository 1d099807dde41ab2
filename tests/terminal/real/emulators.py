"""The terminal emulators that the game is proven in, as data: how each is started, and what holds in it.

`python -m tests.terminal.real.emulators` prints the Debian packages that the tests in this folder need.
"""

import re
import shlex
import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

COLUMNS: Final = 100
ROWS: Final = 34
FONT: Final = "DejaVu Sans Mono"

Command = list[str]

DESKTOP_PACKAGES: Final = (
    *("xvfb", "openbox", "xdotool", "imagemagick", "x11-xserver-utils", "fonts-dejavu-core", "libegl1", "libgl1"),
    *("libgl1-mesa-dri", "dbus-x11", "dbus-daemon"),
)
"""What every emulator needs: a display, a window manager, keys, pictures, fonts."""

BROWSER_PACKAGES: Final = ("chromium",)
SSH_PACKAGES: Final = ("openssh-client", "openssh-server")
"""What the page of `piecement web` is tried in."""


@dataclass(frozen=True, slots=True)
class Emulator:
    """A terminal emulator, or a multiplexer in one."""

    name: str
    title: str
    """What it is called, and its version in Debian 12."""
    packages: tuple[str, ...]
    """The Debian packages that bring it."""
    argv: tuple[str, ...]
    """Its command line; `{folder}` is a folder for the files that it reads and writes. What it is to run follows."""
    takes_one_word: bool = False
    """Whether what it is to run is one word, as for a shell."""
    files: dict[str, str] = field(default_factory=dict[str, str])
    """The files that its command line names, in its folder."""
    env: dict[str, str] = field(default_factory=dict[str, str])
    """Environment variables; `{folder}` is replaced in them."""
    inside: tuple[str, ...] = ()
    """The command of the multiplexer that it runs, before the program."""
    reports_releases: bool = False
    """Whether it speaks the kitty keyboard protocol: else what is held is inferred."""
    reports_focus: bool = True
    """Whether it reports the focus of its window."""
    has_other_screen: bool = True
    """Whether the previous screen is restored after a program that fills the screen."""
    has_truecolor: bool = True
    """Whether a colour is shown as it is, not as the nearest of 256."""

    @property
    def row(self) -> str:
        """Its row in the table of the documentation."""
        cells = (
            self.title,
            "reported" if self.reports_releases else "inferred",
            "exact" if self.has_truecolor else "the nearest",
            "yes" if self.reports_focus else "no",
            "restored" if self.has_other_screen else "cleared",
        )
        return f"| {' | '.join(cells)} |"

    @property
    def is_installed(self) -> bool:
        """True if this machine has it."""
        return all(shutil.which(name) for name in (_program(self.argv), *self.inside[:1]))

    def command(self, folder: Path, argv: Sequence[str]) -> Command:
        """Return the command line that runs something in a new window, and write the files that it needs."""
        for name, text in self.files.items():
            (folder / name).write_text(text)
        place = _placer(folder)
        inner = [*map(place, self.inside), *argv]
        return [*map(place, self.argv), *([shlex.join(inner)] if self.takes_one_word else inner)]

    def variables(self, folder: Path) -> dict[str, str]:
        """Return the variables of its own."""
        place = _placer(folder)
        return {name: place(value) for name, value in self.env.items()}


def _program(argv: tuple[str, ...]) -> str:
    return argv[1] if argv[0] == "dbus-run-session" else argv[0]


def _placer(folder: Path) -> Callable[[str], str]:
    return lambda text: text.replace("{folder}", str(folder))


_GEOMETRY: Final = f"{COLUMNS}x{ROWS}"
_XTERM: Final = ("xterm", "-fa", FONT, "-fs", "11", "-geometry", _GEOMETRY, "-e")

KITTY_CONF: Final = f"""\
font_family {FONT}
font_size 11
initial_window_width {COLUMNS}c
initial_window_height {ROWS}c
remember_window_size no
update_check_interval 0
confirm_os_window_close 0
"""

ALACRITTY_YML: Final = f"""\
window:
  dimensions:
    columns: {COLUMNS}
    lines: {ROWS}
font:
  normal:
    family: {FONT}
  size: 11
"""

_PAGE: Final = Path(__file__).parents[3] / "documentation" / "pages" / "play" / "terminals.md"

_EMPTY_STATUS: Final = "".join(
    f'\nset -g {part} ""'
    for part in ("status-left", "status-right", "window-status-format", "window-status-current-format")
)
"""A status line of tmux without its clock, which would change between two pictures that are compared."""


def suggested_tmux_conf() -> str:
    """Return the lines for tmux that the documentation suggests."""
    found = re.search(r"^```\n(set -s .*?)^```$", _PAGE.read_text(), re.DOTALL | re.MULTILINE)
    assert found, "the documentation suggests no lines for tmux"
    return found[1]


XTERM: Final = Emulator(name="xterm", title="xterm 379", packages=("xterm",), argv=_XTERM, has_truecolor=False)

EMULATORS: Final = (
    Emulator(
        name="kitty",
        title="kitty 0.26",
        packages=("kitty",),
        argv=("kitty", "--config", "{folder}/kitty.conf"),
        files={"kitty.conf": KITTY_CONF},
        reports_releases=True,
    ),
    Emulator(
        name="alacritty",
        title="Alacritty 0.11",
        packages=("alacritty",),
        argv=("alacritty", "--config-file", "{folder}/alacritty.yml", "-e"),
        files={"alacritty.yml": ALACRITTY_YML},
    ),
    XTERM,
    Emulator(
        name="urxvt",
        title="rxvt-unicode 9.30",
        packages=("rxvt-unicode",),
        argv=("urxvt", "-fn", f"xft:{FONT}:size=11", "-geometry", _GEOMETRY, "-e"),
        has_truecolor=False,
    ),
    Emulator(
        name="st",
        title="st 0.9",
        packages=("stterm",),
        argv=("st", "-f", f"{FONT}:size=11", "-g", _GEOMETRY, "-e"),
        has_truecolor=False,
    ),
    Emulator(
        name="vte",
        title="VTE 0.70 (Xfce Terminal)",
        packages=("xfce4-terminal",),
        argv=(
            *("dbus-run-session", "xfce4-terminal", "--disable-server", "--hide-menubar", "--hide-scrollbar"),
            *(f"--font={FONT} 11", "--geometry", _GEOMETRY, "-x"),
        ),
    ),
    Emulator(
        name="konsole",
        title="Konsole 22.12",
        packages=("konsole",),
        argv=(
            *("dbus-run-session", "konsole", "--nofork", "--separate", "--hide-menubar", "--hide-tabbar"),
            *("-p", f"TerminalColumns={COLUMNS}", "-p", f"TerminalRows={ROWS}", "-p", f"Font={FONT},11", "-e"),
        ),
    ),
    Emulator(
        name="tmux",
        title="tmux 3.3 in xterm",
        packages=("tmux", "xterm"),
        argv=_XTERM,
        inside=("tmux", "-L", "piecement", "-f", "{folder}/tmux.conf", "new-session"),
        files={"tmux.conf": suggested_tmux_conf() + _EMPTY_STATUS},
        env={"TMUX_TMPDIR": "{folder}"},
        has_truecolor=False,
    ),
    Emulator(
        name="screen",
        title="GNU screen 4.9 in xterm",
        packages=("screen", "xterm"),
        argv=_XTERM,
        inside=("screen", "-c", "/dev/null", "-U"),
        env={"SCREENDIR": "{folder}/screens"},
        reports_focus=False,
        has_other_screen=False,
        has_truecolor=False,
    ),
)
"""The other multiplexers and emulators of Debian behave like one of these, or are built on the same widget."""


def packages() -> list[str]:
    """Return the Debian packages that are needed for all of them."""
    of_emulators = (package for emulator in EMULATORS for package in emulator.packages)
    return sorted({*DESKTOP_PACKAGES, *BROWSER_PACKAGES, *SSH_PACKAGES, *of_emulators})


if __name__ == "__main__":
    print(*packages())  # noqa: T201 - as said above
