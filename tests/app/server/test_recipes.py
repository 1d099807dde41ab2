"""The recipes of the page on serving: each command is taken as it is written."""

import asyncio
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from piecement.cli.arguments import OneLineParser
from piecement.cli.commands.serve import _settings
from piecement.cli.main import COMMANDS
from piecement.net.address import Address
from piecement.net.carriers import connect
from tests.app.net.certificates import CERTIFICATE, KEY, for_client
from tests.app.net.served import ENVIRONMENT
from tests.free_ports import free_port
from tests.patience import PATIENCE_S

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


@pytest.mark.parametrize("line", [line for line in COMMAND_LINES if "--websocket" in line])
async def test_a_websocket_recipe_serves(line: str, tmp_path: Path) -> None:
    """Run a recipe as it is written, but for its port and certificate, and connect to it."""
    port = free_port()
    given = line.replace("fullchain.pem", str(CERTIFICATE)).replace("privkey.pem", str(KEY))
    _, *arguments = shlex.split(re.sub(r"--websocket \d+", f"--websocket {port}", given))
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "piecement", *arguments, "--data-dir", str(tmp_path)),
        stdout=subprocess.PIPE,
        env=ENVIRONMENT,
    )
    assert process.stdout is not None
    scheme = "wss" if "--certificate" in line else "ws"
    async with asyncio.timeout(PATIENCE_S):
        await process.stdout.readline()
        carrier = await connect(Address.parse(f"{scheme}://localhost:{port}"), tls=for_client())
        carrier.close()
        process.terminate()
        assert await process.wait() == 0
