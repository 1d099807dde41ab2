"""The game over SSH, in a terminal: the system's own client, and a key for it."""

import os
import subprocess
import sys
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import asyncssh

from tests.terminal.fake_terminal import FakeTerminal
from tests.terminal.played_game import PlayedGame

CLIENT: Final = "ssh"
ENV: Final = {"PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}


class SshGame(PlayedGame):
    """Somebody who plays by the system's client."""

    def __init__(self, folder: Path, port: int, user: str = "play", size: tuple[int, int] = (80, 24)) -> None:
        """Connect; the key in the folder is made the first time."""
        folder.mkdir(exist_ok=True)
        key = key_in(folder)
        options = ("UserKnownHostsFile=" + str(folder / "hosts"), "StrictHostKeyChecking=accept-new", "LogLevel=ERROR")
        command = [CLIENT, "-F", os.devnull, "-i", str(key), "-o", "IdentitiesOnly=yes"]
        command += [part for option in options for part in ("-o", option)]
        FakeTerminal.__init__(
            self,
            [*command, "-t", "-p", str(port), f"{user}@127.0.0.1"],
            size=size,
            env={"SSH_AUTH_SOCK": None},
            cwd=folder,
        )


def key_in(folder: Path) -> Path:
    """Return the file of the client's key, with the public one beside it."""
    path = folder / "key"
    if not path.exists():
        key = asyncssh.generate_private_key("ssh-ed25519")
        path.touch(mode=0o600)
        path.write_bytes(key.export_private_key())
        path.with_suffix(".pub").write_bytes(key.export_public_key())
    return path


@contextmanager
def serving(command: Sequence[str]) -> Generator[subprocess.Popen[str]]:
    """Run a server until the end of the block, and have it end by itself."""
    with subprocess.Popen(command, env={**os.environ, **ENV}, stdout=subprocess.PIPE, text=True) as server:
        try:
            yield server
        finally:
            server.terminate()
