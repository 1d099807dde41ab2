"""The recipes of the page on serving: each command is taken as it is written, and the unit by systemd."""

import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from piecement.cli.arguments import OneLineParser
from piecement.cli.commands.serve import _settings
from piecement.cli.main import COMMANDS
from tests.app.net.certificates import CERTIFICATE, KEY

PAGE = (Path(__file__).parents[3] / "documentation/pages/network/serve.md").read_text()
BLOCKS = re.findall(r"```(sh|ini)\n(.*?)```", PAGE, re.DOTALL)
COMMAND_LINES = [
    line for kind, block in BLOCKS for line in block.splitlines() if kind == "sh" and line.startswith("piecement serve")
]


@pytest.mark.parametrize("line", COMMAND_LINES)
def test_a_command_is_taken_as_it_is_written(line: str, tmp_path: Path) -> None:
    """`--websocket` takes a port, and had none."""
    given = line.replace("fullchain.pem", str(CERTIFICATE)).replace("privkey.pem", str(KEY))
    _, command, *arguments = shlex.split(given)
    parser = OneLineParser(prog="piecement serve", description="")
    COMMANDS[command].add_arguments(parser)

    assert _settings(parser.parse_args(arguments), tmp_path).addresses


def test_the_unit_is_one() -> None:
    """The user of the unit may write to its state folder only, so the data folder must be that one."""
    (unit,) = [block for kind, block in BLOCKS if kind == "ini"]

    assert "--data-dir %S/piecement" in unit
    assert "StateDirectory=piecement\n" in unit


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not there")
def test_systemd_takes_the_unit(tmp_path: Path) -> None:
    (unit,) = [block for kind, block in BLOCKS if kind == "ini"]
    path = tmp_path / "piecement.service"
    path.write_text(unit.replace("/srv/piecement/.venv/bin/piecement", sys.executable))
    verified = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", str(path)], capture_output=True, text=True, timeout=60, check=False
    )

    assert [line for line in verified.stderr.splitlines() if "piecement" in line] == []
