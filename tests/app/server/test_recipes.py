"""The recipes of the page on serving: each command is taken as it is written."""

import asyncio
import json
import re
import shlex
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from piecement.cli.arguments import OneLineParser, add_options
from piecement.cli.commands.serve import _settings
from piecement.cli.main import command_module
from piecement_net.address import PORT, Address
from piecement_net.endpoints import connect
from tests.app.net.certificates import CERTIFICATE, KEY, for_client
from tests.free_ports import free_port
from tests.patience import PATIENCE_S
from tests.programs import environment

PAGE = (Path(__file__).parents[3] / "documentation/pages/network/serve.md").read_text()
BLOCKS = re.findall(r"```(sh|ini)\n(.*?)```", PAGE, re.DOTALL)
COMMAND_LINES = [
    line for kind, block in BLOCKS for line in block.splitlines() if kind == "sh" and line.startswith("piecement serve")
]


ROOT = Path(__file__).parents[3]
CONTAINERFILE = (ROOT / "distribution/Containerfile").read_text()


def test_the_image_runs_as_nobody_with_its_data_in_a_volume() -> None:
    steps = [
        line.split(maxsplit=1) for line in CONTAINERFILE.replace("\\\n", "").splitlines() if line and line[0] != "#"
    ]
    by_name = dict(steps)
    command = [*json.loads(by_name["ENTRYPOINT"])[3:], *json.loads(by_name["CMD"])]

    assert by_name["USER"] == "nobody"
    assert f"chown nobody:nogroup {by_name['VOLUME']}" in by_name["RUN"]
    assert command == ["serve", f"--data-dir={by_name['VOLUME']}"]
    assert by_name["EXPOSE"] == str(PORT)


@pytest.mark.long
def test_the_image_copies_all_that_a_wheel_needs(tmp_path: Path) -> None:
    for line in re.findall(r"^COPY (.*)$", CONTAINERFILE, re.MULTILINE):
        *names, target = line.split()
        place = tmp_path / target.lstrip("/")
        for name in names:
            if (ROOT / name).is_dir():
                shutil.copytree(ROOT / name, place)
            else:
                place.mkdir(parents=True, exist_ok=True)
                shutil.copy(ROOT / name, place)
    pip = [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", str(tmp_path), str(tmp_path / "source")]
    subprocess.run(pip, check=True)
    (wheel,) = tmp_path.glob("*.whl")
    names = zipfile.ZipFile(wheel).namelist()

    assert {"piecement_server/hub.py", "piecement_engine/game/game.py"} <= {*names}
    assert any(name.endswith(".tcss") for name in names)


@pytest.mark.parametrize("line", COMMAND_LINES)
def test_a_command_is_taken_as_it_is_written(line: str, tmp_path: Path) -> None:
    """`--websocket` takes a port, and had none."""
    given = line.replace("fullchain.pem", str(CERTIFICATE)).replace("privkey.pem", str(KEY))
    _, command, *arguments = shlex.split(given)
    parser = OneLineParser(prog="piecement serve", description="")
    add_options(parser, command_module(command).OPTIONS)

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
        env=environment(),
    )
    assert process.stdout is not None
    scheme = "wss" if "--certificate" in line else "ws"
    async with asyncio.timeout(PATIENCE_S):
        await process.stdout.readline()
        carrier = await connect(Address.parse(f"{scheme}://localhost:{port}"), tls=for_client())
        carrier.close()
        process.terminate()
        assert await process.wait() == 0
