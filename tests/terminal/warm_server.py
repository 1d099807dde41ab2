"""The process that programs are copied from: `warm_server.py FILE`, the number of a socket that orders come by."""

import asyncio
import fcntl
import gc
import json
import os
import runpy
import socket
import sys
import tempfile
import termios
import threading
import traceback
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from typing import Any, Final, NoReturn
from unittest.mock import patch

_LONGEST_ORDER: Final = 1 << 20


def serve(channel: socket.socket) -> None:
    """Carry out orders until no more can come; a copy ends with its program."""
    while data := socket.recv_fds(channel, _LONGEST_ORDER, 1):
        text, files, *_ = data
        if not text:
            return
        order = json.loads(text)
        if "wait" in order:
            answer: object = os.waitpid(order["wait"], order["options"])
        else:
            answer = os.fork()
            if answer == 0:
                channel.close()
                become(order, files[0])
            os.close(files[0])
        channel.send(json.dumps(answer).encode())


def become(order: dict[str, Any], terminal: int) -> NoReturn:  # Any: of JSON
    """Run the program that is ordered, in a terminal, and end with it."""
    os.setsid()
    fcntl.ioctl(terminal, termios.TIOCSCTTY, 0)
    for number in range(3):
        os.dup2(terminal, number)
    os.close(terminal)
    use_streams()
    os.environ.clear()
    os.environ.update(order["env"])
    os.chdir(order["cwd"])
    end(status_of(order["command"]))


def status_of(command: Sequence[str]) -> int:
    """Run a program, and return the status that Python ends with."""
    try:
        run(command)
    except SystemExit as asked:
        if isinstance(asked.code, str):
            sys.stderr.write(f"{asked.code}\n")
        return asked.code if isinstance(asked.code, int) else int(asked.code is not None)
    except BaseException:
        traceback.print_exc()
        return 1
    return 0


def end(status: int) -> NoReturn:
    """End as Python does, but leave memory to the system: to tidy up all that is imported takes longer than to play."""
    for thread in threading.enumerate():
        if thread is not threading.current_thread() and not thread.daemon:
            thread.join()
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            status = 120
    os._exit(status & 0xFF)


def use_streams() -> None:
    """Begin with standard streams as Python opens them in a terminal."""
    errors = {"stdin": None, "stdout": None, "stderr": "backslashreplace"}
    for number, (name, handling) in enumerate(errors.items()):
        stream = open(number, "w" if number else "r", buffering=1, errors=handling, closefd=False)  # noqa: SIM115
        setattr(sys, name, stream)
        setattr(sys, f"__{name}__", stream)


def run(command: Sequence[str]) -> None:
    """Run `-m module` or a file, with arguments, as Python does."""
    if command[0] == "-m":
        sys.argv = list(command[1:])
        runpy.run_module(command[1], run_name="__main__", alter_sys=True)
    else:
        sys.argv = list(command)
        runpy.run_path(command[0], run_name="__main__")


def warm_up() -> None:
    """Import everything, and do once what a program does once."""
    for package in ("piecement_base", "piecement_net", "piecement_server", "piecement"):
        for module in walk_packages(import_module(package).__path__, f"{package}."):
            with suppress(ModuleNotFoundError, AssertionError):  # what is for Windows
                if not module.name.endswith("__main__"):
                    import_module(module.name)
    asyncio.run(show())
    gc.collect()
    gc.freeze()


async def show() -> None:
    """Show the title, and a game."""
    walking, engine = import_module("tests.app.walking"), import_module("piecement_engine")
    launch, plan = import_module("piecement.ui.launch").Launch, import_module("piecement_base.plan").Plan
    with tempfile.TemporaryDirectory() as folder:
        for chosen in (None, plan(engine.MODES["marathon"], seed=5)):
            async with walking.playing(launch=launch(plan=chosen, data_folder=Path(folder))) as player:
                await player.settle()


def main() -> None:
    """Warm up, and carry out orders."""
    stylesheet = import_module("textual.css.stylesheet").Stylesheet
    with patch.object(stylesheet, "_parse_rules", import_module("tests.app.parsed_sheets").parse_once):
        warm_up()
        serve(socket.socket(fileno=int(sys.argv[1])))


if __name__ == "__main__":
    main()
