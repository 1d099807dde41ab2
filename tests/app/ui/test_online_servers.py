"""Servers that the list of rooms goes to: those of the local network, and those behind WebSockets."""

import asyncio
import weakref
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from piecement.client.state import ConnectionState
from piecement.ui import live_settings
from piecement.ui.launch import JoinTarget, Launch
from piecement.ui.menu_graph import Node
from piecement.ui.online import online, servers
from piecement_net.address import Address
from piecement_net.endpoints import connect
from tests.app.client.test_real_server import server_at
from tests.app.online_player import OnlinePlayer
from tests.app.server.server_in_process import ADDRESS, ServerInProcess
from tests.app.walking import playing, text_of


class NearServers:
    """Finds one server on the local network, once it is told to, and would look again."""

    def __init__(self, on_change: Callable[[], None]) -> None:
        """Find nothing yet."""
        self.servers: Sequence[Address] = ()
        self.on_change = on_change

    async def open(self) -> bool:
        """Find it at once."""
        self._again = asyncio.get_running_loop().call_later(3600, self.on_change)
        self.servers = (Address.parse(ADDRESS),)
        self.on_change()
        return True

    async def close(self) -> None:
        """Look no more."""
        self._again.cancel()


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_how_to_host_is_seen_whole(size: tuple[int, int]) -> None:
    async with playing(size=size, at=Node.ONLINE) as player:
        await player.settle()

        seen = text_of(player.app)

    assert "the line" in seen
    assert "shows." in seen, "in the same line or the next one"


async def test_local_server_is_shown_and_joined_without_an_address(monkeypatch: pytest.MonkeyPatch) -> None:
    server = ServerInProcess()
    monkeypatch.setattr(servers, "LanBrowser", NearServers)
    monkeypatch.setattr(online, "open_connection", server.connect)
    async with playing(launch=Launch(save=False)) as walker:
        player = OnlinePlayer.at(walker, server)
        await player.go_to(Node.ONLINE)
        await player.wait_for(lambda: "1 on this network" in text_of(player.app))
        before = text_of(player.app)
        await player.press("right", "enter")  # the server, and the name
        await player.pass_until(lambda: player.state.contact is ConnectionState.CONNECTED)
        await player.wait_for(lambda: "Open a room" in text_of(player.app))

        assert f"‹ {ADDRESS}:1985 ›" in before
        assert player.app.settings.now.online.servers == (f"{ADDRESS}:1985",)


async def test_nothing_holds_the_list_of_rooms_in_a_room(monkeypatch: pytest.MonkeyPatch) -> None:
    server = ServerInProcess()
    monkeypatch.setattr(servers, "LanBrowser", NearServers)
    monkeypatch.setattr(online, "open_connection", server.connect)
    monkeypatch.setattr(live_settings, "_WRITE_AFTER_S", 0.001)  # until then its timer holds a screen
    async with playing(launch=Launch(save=False)) as walker:
        player = OnlinePlayer.at(walker, server)
        player.app.settings.update(lambda now: now.with_values(online=now.online.with_server(ADDRESS)))
        await player.go_to(Node.ONLINE)
        await player.pass_until(lambda: player.state.contact is ConnectionState.CONNECTED)
        listed, found = weakref.ref(player.app.screen), player.app.services.online.servers.found
        await player.enter_room()
        await player.collect_garbage()

        assert found
        assert player.node is Node.ROOM
        assert listed() is None


async def test_a_room_is_opened_at_a_server_behind_websockets(tmp_path: Path) -> None:
    pytest.importorskip("websockets")
    async with server_at(tmp_path, Address("ws", "127.0.0.1", 0, "/")) as (place,):
        launch = Launch(save=False, join=JoinTarget(str(place)))
        async with playing(launch=launch, connect=connect) as player:
            await player.press("enter")  # the name
            await player.wait_for(lambda: "Find a match" in text_of(player.app))
            await player.go_to(Node.OPEN_ROOM)
            await player.press("enter")
            await player.wait_for(lambda: "1 more can join" in text_of(player.app))

            assert player.node is Node.ROOM
            assert player.app.services.online.connection.in_room
