"""The game by OpenSSH's own server, set up as the documentation says: one command for all sessions of a user."""

import getpass
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pytest

from tests.free_ports import free_port
from tests.patience import PATIENCE_S
from tests.terminal.played_game import CTRL, TITLE_SEEN
from tests.terminal.pty_program import environment
from tests.terminal.ssh_game import CLIENT, SshGame, client, key_in

SERVER: Final = "/usr/sbin/sshd"
SEPARATED: Final = Path("/run/sshd")
"""A folder without which the server does not start; its Debian package makes it when it is started as a service."""

pytestmark = pytest.mark.skipif(
    not Path(SERVER).exists() or shutil.which(CLIENT) is None or os.getuid() != 0, reason="no sshd that may be started"
)


def documented_setting(root: Path) -> str:
    """Return the lines that the documentation suggests for the server, for this user and this checkout's game."""
    page = (root / "documentation/pages/network/visitors.md").read_text()
    found = re.search(r"```\n(Match User play\n.*?)```", page, re.DOTALL)
    assert found is not None
    return found[1].replace("User play", f"User {getpass.getuser()}")


@contextmanager
def served(folder: Path, setting: str) -> Generator[int]:
    """Run sshd with a setting and a player's key, and give its port."""
    folder.mkdir()
    SEPARATED.mkdir(exist_ok=True)
    port = free_port()
    player = folder.parent / "client"
    player.mkdir()
    lines = [
        *(f"Port {port}", "ListenAddress 127.0.0.1", f"HostKey {key_in(folder)}", "PidFile none", "StrictModes no"),
        *(f"AuthorizedKeysFile {key_in(player).with_suffix('.pub')}", "PermitRootLogin prohibit-password"),
        *("PasswordAuthentication no", setting),
    ]
    (folder / "config").write_text("\n".join(lines))
    with subprocess.Popen(
        [SERVER, "-D", "-e", "-f", str(folder / "config")], stderr=subprocess.PIPE, text=True
    ) as server:
        try:
            assert server.stderr is not None
            assert "listening" in server.stderr.readline()
            yield port
        finally:
            server.terminate()


def test_openssh_runs_the_game_and_nothing_else(tmp_path: Path, pytestconfig: pytest.Config) -> None:
    data = tmp_path / "data"
    variables = f'PYTHONPATH="{environment({})["PYTHONPATH"]}"'
    setting = documented_setting(pytestconfig.rootpath)
    setting = setting.replace("piecement ", f"env {variables} {sys.executable} -m piecement --no-first-run ")
    setting = setting.replace("/srv/piecement", str(data))
    with served(tmp_path / "server", setting) as port:
        with SshGame(tmp_path / "client", port, getpass.getuser()) as game:
            game.expect_text(TITLE_SEEN)
            game.tap("c", modifiers=CTRL)
            assert game.wait_exit() == 0
            game.assert_restored()
        ran = subprocess.run(
            [*client(tmp_path / "client", port, getpass.getuser(), "-o", "BatchMode=yes"), "cat", "/etc/passwd"],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=PATIENCE_S,
            check=False,
        )
    assert "root:" not in ran.stdout
    assert ran.returncode != 0
