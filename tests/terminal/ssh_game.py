"""The game over SSH, in a terminal: the system's own client, and a key for it."""

import os
from pathlib import Path
from typing import Final

import asyncssh

from tests.terminal.fake_terminal import FakeTerminal
from tests.terminal.played_game import PlayedGame

CLIENT: Final = "ssh"


class SshGame(PlayedGame):
    """Somebody who plays by the system's client."""

    def __init__(self, folder: Path, port: int, user: str = "play", size: tuple[int, int] = (80, 24)) -> None:
        """Connect; the key in the folder is made the first time."""
        folder.mkdir(exist_ok=True)
        FakeTerminal.__init__(
            self, client(folder, port, user, "-t"), size=size, env={"SSH_AUTH_SOCK": None}, cwd=folder
        )


def client(folder: Path, port: int, user: str, *options: str) -> list[str]:
    """Return the command that connects, by the key in a folder."""
    hosts = f"UserKnownHostsFile={folder / 'hosts'}"
    names = ("IdentitiesOnly=yes", hosts, "StrictHostKeyChecking=accept-new", "LogLevel=ERROR")
    settings = [part for name in names for part in ("-o", name)]
    key, here = str(key_in(folder)), f"{user}@127.0.0.1"
    return [CLIENT, "-F", os.devnull, "-i", key, *settings, *options, "-p", str(port), here]


def key_in(folder: Path) -> Path:
    """Return the file of the client's key, with the public one beside it."""
    path = folder / "key"
    if not path.exists():
        key = asyncssh.generate_private_key("ssh-ed25519")
        path.touch(mode=0o600)
        path.write_bytes(key.export_private_key())
        path.with_suffix(".pub").write_bytes(key.export_public_key())
    return path
