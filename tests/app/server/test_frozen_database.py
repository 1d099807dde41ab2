"""A real server with a frozen PostgreSQL: matches continue, and new clients soon get an error."""

import asyncio
import time
from pathlib import Path

import pytest

from piecement_net.messages.from_client import Join, Open, Ready
from piecement_net.messages.rooms import RoomRules
from tests.app.net.served import serving
from tests.app.server.guests import Guest, guests
from tests.app.server.postgresql import Postgresql

TOLD_WITHIN_S = 5.0
"""Promised to newcomers; the machine of the test may be busy, so it has the same again."""


@pytest.mark.wide
async def test_a_frozen_database_ends_no_round(tmp_path: Path, postgresql: Postgresql) -> None:
    url = postgresql.make_schema("frozen_under_players")
    options = ("--database", url, "--patience", "0", "--hidden")
    async with serving(tmp_path, *options) as server, guests(server, server) as (ann, ben):
        ann.client.send(Open(name="Cellar", rules=RoomRules(preset="guideline", first_to=1)))
        await ben.until(lambda: ben.rooms == ["Cellar"])
        assert ben.client.state.rooms is not None
        ben.client.send(Join(room=ben.client.state.rooms[0].id))
        await ann.until(lambda: ann.has_both)
        await asyncio.to_thread(postgresql.freeze)
        try:
            for guest in (ann, ben):
                guest.client.send(Ready(on=True))
            await ann.until(lambda: ann.client.state.round is not None)
            newcomer, since = Guest(server.addresses[0], "Eve"), time.monotonic()
            await newcomer.until(lambda: "Accounts are" in newcomer.client.state.sentence)
            took_s = time.monotonic() - since
            newcomer.client.send(Open(name="Attic", rules=RoomRules(preset="guideline")))
            await newcomer.until(lambda: newcomer.players == ["Eve guest"])
            ann.client.send(Ready(on=False))
            await ben.close()  # this loses the round
            stored = ann.client.state.match_end
        finally:
            await asyncio.to_thread(postgresql.thaw)
        await ann.until(lambda: ann.client.state.match_end is not None)
        await newcomer.close()

    assert took_s < 2 * TOLD_WITHIN_S
    assert stored is None
