"""A desktop that nobody sees: an X server in memory, a window manager, and a keyboard whose held keys repeat."""

import os
import re
import shutil
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final, Self

from tests.patience import PATIENCE_S

SCREEN: Final = "1400x1000x24"
REPEAT: Final = ("300", "30")
"""After how many ms a held key repeats, and how often in a second: the usual of X desktops."""

POLL_S: Final = 0.02
START_S: Final = 90.0
"""How long a program may take to open its window: some draw by software here what a graphics card does elsewhere."""

ELSEWHERE: Final = ["xterm", "-fa", "monospace", "-geometry", "16x2-0-0", "-e", "sleep", "86400"]
"""A small window in a corner."""

NEEDED: Final = ("Xvfb", "xterm", "openbox", "xdotool", "xset", "import", "convert")

Size = tuple[int, int]


class UnusableError(Exception):
    """Something that the tests need, and that is not of this project, does not start here."""


def wait_until(holds: Callable[[], object], what: str, seconds: float = PATIENCE_S) -> None:
    """Wait until something holds; fail after the given time, saying what was waited for."""
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, f"waited {seconds:g} s in vain {what}"
        time.sleep(POLL_S)


class Desktop:
    """An X server of its own, with the keys and the pictures of its windows."""

    def __init__(self, folder: Path) -> None:
        """Prepare it; everything that its programs write goes to a folder."""
        self.folder: Final = folder
        self._processes: list[subprocess.Popen[bytes]] = []
        self._elsewhere = ""
        runtime = folder / "runtime"
        runtime.mkdir(mode=0o700)
        self.env: Final = {
            "PATH": os.environ["PATH"],
            "HOME": str(folder),
            "LANG": "C.UTF-8",
            "SHELL": "/bin/bash",
            "XDG_RUNTIME_DIR": str(runtime),
            "XDG_CONFIG_HOME": str(folder / "config"),
            "XDG_CACHE_HOME": str(folder / "cache"),
            "LIBGL_ALWAYS_SOFTWARE": "1",
            "QT_QPA_PLATFORM": "xcb",
            "NO_AT_BRIDGE": "1",
        }
        """What programs here find in their environment: nothing of the terminal that the tests run in."""

    def __enter__(self) -> Self:
        """Start it; raise `UnusableError` where that cannot be."""
        try:
            self.env["DISPLAY"] = self._start_display()
            self.start(["openbox"])
            wait_until(self._is_managed, "for a window manager")
            self.run("xset", "r", "rate", *REPEAT)
            _, self._elsewhere = self.opened(ELSEWHERE)
        except AssertionError as error:
            self.__exit__()
            raise UnusableError(f"no X desktop can be had here: {error}") from None
        return self

    def __exit__(self, *_: object) -> None:
        """End everything that was started on it."""
        for process in reversed(self._processes):
            end(process)

    def start(self, argv: list[str], env: dict[str, str] | None = None) -> subprocess.Popen[bytes]:
        """Start a program on the desktop, in a process group of its own."""
        with (self.folder / f"{Path(argv[0]).name}.log").open("ab") as log:
            process = subprocess.Popen(
                argv,
                env={**self.env, **(env or {})},
                cwd=self.folder,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        self._processes.append(process)
        return process

    def run(self, *argv: str) -> str:
        """Run a program on the desktop and return what it prints; what it returns does not matter."""
        done = subprocess.run(argv, env=self.env, capture_output=True, text=True, check=False, timeout=PATIENCE_S)
        return done.stdout.strip()

    def size_of(self, window: str) -> Size:
        """Return the width and height of a window in pixels; zeros where it is gone."""
        found = re.search(r"Geometry: (\d+)x(\d+)", self.run("xdotool", "getwindowgeometry", window))
        return (int(found[1]), int(found[2])) if found else (0, 0)

    def active(self) -> str:
        """Return the window that has the keyboard."""
        return self.run("xdotool", "getactivewindow")

    def opened(self, argv: list[str], env: dict[str, str] | None = None) -> tuple["subprocess.Popen[bytes]", str]:
        """Start a program that opens a window; return it and the window, which has the keyboard then.

        Raise `AssertionError` where no window comes.
        """
        known = {self._elsewhere, self.active(), ""}
        process = self.start(argv, env)

        def is_there() -> bool:
            assert process.poll() is None, f"{argv[0]} ended before its window opened"
            self._activate_another(known)
            return self.active() not in known

        wait_until(is_there, f"for a window of {argv[0]}", START_S)
        return process, self.active()

    def focus(self, window: str) -> None:
        """Give a window the keyboard."""
        self.run("xdotool", "windowactivate", "--sync", window)
        wait_until(lambda: {self.active(), self.run("xdotool", "getwindowfocus")} == {window}, "for the focus")

    def focus_elsewhere(self) -> None:
        """Give the keyboard to a small window in a corner, which nothing is typed into."""
        self.focus(self._elsewhere)

    def press(self, *keys: str) -> None:
        """Tap keys one after the other."""
        self.run("xdotool", "key", "--delay", "60", *keys)

    def lay_out(self, layout: str) -> None:
        """Give the keyboard another layout, such as `ru` or `us(dvorak)`."""
        name, _, variant = layout.rstrip(")").partition("(")
        self.run("setxkbmap", "-layout", name, "-variant", variant)

    def type(self, text: str) -> None:
        """Type a line, and Return."""
        self.run("xdotool", "type", "--delay", "40", text)
        self.press("Return")

    def hold(self, key: str, seconds: float) -> None:
        """Hold a key down: the X server repeats it."""
        self.run("xdotool", "keydown", key, "sleep", f"{seconds:g}", "keyup", key)

    def hold_and_tap(self, held: str, tapped: str, seconds: float) -> None:
        """Hold a key down, tap another after some time, and let go after as much again."""
        wait = ("sleep", f"{seconds:g}")
        tap = ("keydown", tapped, "sleep", "0.06", "keyup", tapped)
        self.run("xdotool", "keydown", held, *wait, *tap, *wait, "keyup", held)

    def click(self, window: str, x: int, y: int) -> None:
        """Click somewhere in a window, and move on a little."""
        place = ("mousemove", "--window", window, str(x), str(y))
        self.run("xdotool", *place, "click", "1", "mousemove_relative", "20", "20")

    def picture(self, window: str, path: Path) -> Path:
        """Write a picture of a window to a file."""
        self.run("import", "-silent", "-window", window, str(path))
        return path

    def _activate_another(self, known: set[str]) -> None:
        """Give the keyboard to a new window: while much goes on, the window manager leaves it with none."""
        if self.active() in known:
            seen = self.run("xdotool", "search", "--onlyvisible", "--name", ".").split()
            for window in set(seen) - known:
                self.run("xdotool", "windowactivate", window)

    def _start_display(self) -> str:
        reader, writer = os.pipe()
        options = ("-screen", "0", SCREEN, "-noreset", "-nolisten", "tcp", "-displayfd", str(writer))
        self._processes.append(
            subprocess.Popen(
                ["Xvfb", *options],
                pass_fds=[writer],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
            )
        )
        os.close(writer)
        with os.fdopen(reader) as answer:
            number = answer.readline().strip()
        assert number, "Xvfb did not start"
        return f":{number}"

    def _is_managed(self) -> bool:
        """Tell whether the window manager does what it is asked for: a window that opens before that is never seen."""
        self.run("xdotool", "set_num_desktops", "1")
        return self.run("xdotool", "get_num_desktops") == "1"


def missing() -> list[str]:
    """Return the programs of the desktop that this machine does not have."""
    return [name for name in NEEDED if not shutil.which(name)]


def end(process: subprocess.Popen[bytes]) -> None:
    """End a process and what it started in its group, by force if need be."""
    for number in (signal.SIGTERM, signal.SIGKILL):
        if process.poll() is None:
            os.killpg(process.pid, number)
            try:
                process.wait(3)
            except subprocess.TimeoutExpired:
                continue
