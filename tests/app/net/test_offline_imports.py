"""Offline play imports nothing of the network."""

from tests.programs import output_of


def test_the_title_and_a_game_start_without_the_network() -> None:
    code = (
        "import sys, piecement.cli.main, piecement.ui.application\n"
        "import piecement.ui.screens.title, piecement.ui.screens.game, piecement.ui.screens.play\n"
        "print(*sys.modules)"
    )
    modules = set(output_of(code).split())

    network = ("piecement_net", "piecement_server", "asyncssh", "websockets", "zeroconf")
    assert "piecement.ui.screens.game" in modules
    assert sorted(name for name in modules if name.startswith(network)) == []


def test_missing_websockets_gets_one_sentence_with_a_remedy() -> None:
    code = """
import asyncio, sys
sys.modules["websockets"] = None
from piecement_net.address import Address
from piecement_net.endpoints import connect, serve
from piecement_net.errors import OnlineError
async def nothing(carrier): pass
for act in (lambda: connect(Address.parse("ws://host")), lambda: serve(Address.parse("ws://host"), nothing)):
    try: asyncio.run(act())
    except OnlineError as error: print(error.code, error.english)
"""
    line = "no_websockets ws://host:80/ needs the package websockets: run pip install 'piecement[online]'"

    assert output_of(code).splitlines() == [line] * 2
