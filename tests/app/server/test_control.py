"""Commands of the operator: to a real server through its socket, and to servers in this process."""

import asyncio
import json
import signal
import sys
from contextlib import AbstractAsyncContextManager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from subprocess import PIPE
from typing import Any, Final

import pytest

from piecement.cli.commands.control import run_command
from piecement.cli.usage import UsageError
from piecement.client.state import ConnectionState
from piecement_base.errors import StorageError
from piecement_net.address import Address
from piecement_net.control_socket import ask
from piecement_net.endpoints import connect
from piecement_net.errors import error_sentence
from piecement_net.limits import ServerLimits
from piecement_net.messages.accounts import SignUp
from piecement_net.messages.from_client import Join, Open
from piecement_net.messages.rooms import RoomRules
from piecement_server.control import COMMANDS
from tests.app.server.guests import Guest, guests_at
from tests.app.server.program_in_process import serving
from tests.patience import PATIENCE_S
from tests.programs import environment, run

pytestmark = pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="signals are of POSIX")

NEAR: Final = Address("tcp", "127.0.0.1", 0)
OPEN: Final = Open(name="Cellar", rules=RoomRules(preset="guideline"))


async def rows_of(folder: Path, line: str) -> list[dict[str, Any]]:
    answer = await ask(folder, line)
    assert "rows" in answer, answer
    rows: list[dict[str, Any]] = answer["rows"]
    return rows


async def refusal_of(folder: Path, line: str) -> str:
    answer = await ask(folder, line)
    return error_sentence(answer["code"], answer["values"], answer["text"])


def guests(place: Address, *names: str) -> AbstractAsyncContextManager[list[Guest]]:
    return guests_at(*((place, name) for name in names))


async def until_gone(guest: Guest) -> str:
    """Wait until the server has sent somebody away, and return its sentence."""
    await guest.until(lambda: guest.client.state.contact is ConnectionState.ENDED)
    return guest.client.state.sentence


async def until_heard(guest: Guest, text: str) -> None:
    await guest.until(lambda: text in guest.client.state.sentence)


async def test_people_and_rooms_are_listed(tmp_path: Path) -> None:
    async with serving(tmp_path, NEAR) as (_, place), guests(place, "Ann", "Ben") as (ann, ben):
        ann.client.send(OPEN.model_copy(update={"private": True}))
        await ann.until(lambda: ann.players == ["Ann"])
        (room,) = await rows_of(tmp_path, "rooms")
        ben.client.send(Join(room=room["id"], role="watch"))
        await ben.until(lambda: ben.players == ["Ann"])
        people = {row["name"]: row for row in await rows_of(tmp_path, "people")}
        (again,) = await rows_of(tmp_path, "rooms")

    assert again == {"id": room["id"], "name": "Cellar", "state": "waiting", "players": ["Ann"], "watchers": 1}
    assert people["Ben"].keys() == {"number", "name", "account", "bot", "address", "room", "present"}
    assert [people[name]["room"] for name in ("Ann", "Ben")] == [room["id"], room["id"]]
    assert (people["Ann"]["address"], people["Ann"]["present"], people["Ann"]["account"]) == ("127.0.0.1", True, False)


async def test_words_of_the_operator_reach_whom_they_are_for(tmp_path: Path) -> None:
    async with serving(tmp_path, NEAR) as (_, place), guests(place, "Ann", "Ben Lee") as (ann, ben):
        heard = await rows_of(tmp_path, """say {back} at 8, don't "worry" """)
        await until_heard(ann, """The operator of this server says: {back} at 8, don't "worry".""")
        await until_heard(ben, "{back} at 8")
        await rows_of(tmp_path, 'message "Ben Lee" you are too loud')
        await until_heard(ben, "says: you are too loud.")
        refusals = (await ask(tmp_path, ""))["refusals"]

    assert {row["name"] for row in heard} == {"Ann", "Ben Lee"}
    assert "loud" not in ann.client.state.sentence
    assert refusals == {}


async def test_a_kicked_player_leaves_and_may_come_back(tmp_path: Path) -> None:
    async with serving(tmp_path, NEAR) as (_, place), guests(place, "Ann", "Ben Lee") as (ann, ben):
        ben.client.send(OPEN)
        await ben.until(lambda: ben.players == ["Ben Lee"])
        await rows_of(tmp_path, "kick Ben Lee")
        sentence = await until_gone(ben)
        while len(people := await rows_of(tmp_path, "people")) > 1:
            await asyncio.sleep(0)
        rooms = await rows_of(tmp_path, "rooms")
        async with guests(place, "Ben Lee"):
            people += await rows_of(tmp_path, "people")

    assert sentence == "The operator of this server has ended your connection."
    assert rooms == []
    assert [row["name"] for row in people] == ["Ann", "Ann", "Ben Lee"]
    assert ann.client.state.sentence == ""


async def test_of_two_of_a_name_one_is_kicked_by_number(tmp_path: Path) -> None:
    async with serving(tmp_path, NEAR) as (_, place), guests(place, "Ann", "Ann"):
        refused = await refusal_of(tmp_path, "kick Ann")
        numbers = [row["number"] for row in await rows_of(tmp_path, "people")]
        kicked = await rows_of(tmp_path, f"kick {numbers[1]}")

    assert refused == f"2 people here are called Ann: use a number, such as {numbers[0]}."
    assert [row["number"] for row in kicked] == numbers[1:]


async def test_an_account_is_banned_and_allowed_again(tmp_path: Path, database_url: str | None) -> None:
    async with serving(tmp_path, NEAR, database=database_url) as (_, place), guests(place, "Ann", "Ben") as (ann, ben):
        token = "t" * 32
        ann.client.send(SignUp(name="Ann Lee", token=token))
        await ann.until(lambda: ann.client.state.profile is not None and bool(ann.client.state.profile.name))
        (ban,) = await rows_of(tmp_path, 'ban "ann lee" 2999-12-24 two accounts in one match')
        sentence = await until_gone(ann)
        listed = await rows_of(tmp_path, "bans")
        back = Guest(place, "Ann", token)
        refused = await until_gone(back)
        await rows_of(tmp_path, "unban Ann Lee")
        none = await rows_of(tmp_path, "bans")
        await back.close()
        last = Guest(place, "Ann", token)
        await last.until(lambda: last.client.state.profile is not None)
        await last.close()
        is_still_there = ben.client.state.contact is ConnectionState.CONNECTED

    assert ban == {"name": "Ann Lee", "until": "2999-12-24 00:00", "reason": "two accounts in one match"}
    assert listed == [ban]
    assert sentence == refused
    assert sentence == "You are banned from this server until 2999-12-24 00:00 UTC: two accounts in one match."
    assert none == []
    assert is_still_there


async def test_a_guest_is_banned_by_address_or_number(tmp_path: Path) -> None:
    async with serving(tmp_path, NEAR) as (_, place), guests(place, "Ann") as (ann,):
        unknown = await refusal_of(tmp_path, "ban Ann 7d floods")
        (person,) = await rows_of(tmp_path, "people")
        (by_number,) = await rows_of(tmp_path, f"ban {person['number']} 7d floods")
        await until_gone(ann)
        (by_address,) = await rows_of(tmp_path, "ban 127.0.0.1 4w floods again")
        listed = await rows_of(tmp_path, "bans")
        refused = await until_gone(back := Guest(place, "Ann"))
        await back.close()
        await rows_of(tmp_path, "unban ::ffff:127.0.0.1")
        async with guests(place, "Ann"):
            pass

    assert unknown == "No account is called Ann: ban a guest by address or number."
    assert (by_number["name"], by_number["reason"]) == ("127.0.0.1", "floods")
    assert listed == [by_address]
    assert refused.endswith(": floods again.")
    until = datetime.fromisoformat(f"{by_address['until']}+00:00")
    assert timedelta(days=27) < until - datetime.now(UTC) <= timedelta(days=28)


async def test_servers_of_one_database_share_bans(tmp_path: Path, postgresql: Any) -> None:
    url = postgresql.make_schema("shared_bans")
    async with (
        serving(tmp_path / "one", NEAR, database=url),
        serving(tmp_path / "two", NEAR, database=url) as (_, place),
        guests(place, "Ann") as (ann,),
    ):
        (ban,) = await rows_of(tmp_path / "one", "ban 127.0.0.1 2h floods")
        listed = await rows_of(tmp_path / "two", "bans")  # it looks by itself every ten seconds
        sentence = await until_gone(ann)
        await rows_of(tmp_path / "two", "unban 127.0.0.1")
        none = await rows_of(tmp_path / "one", "bans")

    assert listed == [ban]
    assert sentence.endswith("UTC: floods.")
    assert none == []


async def test_a_closed_room_says_why(tmp_path: Path) -> None:
    async with serving(tmp_path, NEAR) as (_, place), guests(place, "Ann", "Ben") as (ann, ben):
        ann.client.send(OPEN)
        await ann.until(lambda: ann.players == ["Ann"])
        ben.client.send(OPEN.model_copy(update={"name": "Attic"}))
        await ben.until(lambda: ben.players == ["Ben"])
        (room,) = [row for row in await rows_of(tmp_path, "rooms") if row["name"] == "Cellar"]
        closed = await rows_of(tmp_path, f"close {room['id']}")
        await until_heard(ann, "The operator of this server has closed this room.")
        left = await rows_of(tmp_path, "rooms")
        again = await refusal_of(tmp_path, f"close {room['id']}")

    assert closed == [room]
    assert [row["name"] for row in left] == ["Attic"]
    assert again == f"Room {room['id']} was not found: it may have been closed."


async def test_limits_are_read_again_and_wrong_ones_change_nothing(tmp_path: Path) -> None:
    new = replace(ServerLimits(), connections=1, rooms=3)

    def read() -> ServerLimits:
        if (tmp_path / "wrong").exists():
            raise StorageError("limits.toml: rooms: '0' is not a whole number from 1 to 2000.")
        return new

    async with serving(tmp_path, NEAR, read_limits=read) as (_, place), guests(place, "Ann"):
        (tmp_path / "wrong").touch()
        wrong = await refusal_of(tmp_path, "reload")
        (tmp_path / "wrong").unlink()
        changed = await rows_of(tmp_path, "reload")
        unchanged = await rows_of(tmp_path, "reload")
        surplus = await connect(place)
        refused = await surplus.receive()
        surplus.close()

    assert wrong == "limits.toml: rooms: '0' is not a whole number from 1 to 2000."
    assert changed == [
        {"limit": "rooms", "before": 200, "now": 3},
        {"limit": "connections", "before": 2000, "now": 1},
    ]
    assert unchanged == []
    assert b"the server is full, with 1 connections" in refused


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("?", f"Unknown command ?: choose from {', '.join(COMMANDS)}."),
        ("shutdown now", f"Unknown command shutdown: choose from {', '.join(COMMANDS)}."),
        ("kick", "Wrong arguments: the usage is kick NAME."),
        ("people all", "Wrong arguments: the usage is people."),
        ("say   ", "Wrong arguments: the usage is say TEXT."),
        ("message Ann", "Wrong arguments: the usage is message NAME TEXT."),
        ("ban 192.0.2.1 7d", "Wrong arguments: the usage is ban WHO UNTIL REASON."),
        ("kick Ann", "Nobody here is called Ann."),
        ("kick #7", "Nobody here is called #7."),
        ("ban #7 7d floods", "Nobody here is called #7."),
        ('ban "" 7d floods', "No account is called : ban a guest by address or number."),
        ("ban 192.0.2.0/24 7d floods", "No account is called 192.0.2.0/24: ban a guest by address or number."),
        *(
            (f"ban 192.0.2.1 {until} floods",
             f"{until} is not a future time: use 30m, 12h, 7d, 4w or a date such as 2026-12-24T18:00.")
            for until in ("soon", "0d", "2020-01-01", "99999w99", "-1d", "9999-99-99", "9999-12-31T23:59-23:00")
        ),
        ("unban Ann", "Ann is not banned."),
        ("close bcdfg", "Room bcdfg was not found: it may have been closed."),
        ("reload", "This server has no file of limits: start it with --limits FILE."),
    ],
)  # fmt: skip
async def test_a_command_that_cannot_be_done_gets_one_sentence(tmp_path: Path, line: str, sentence: str) -> None:
    async with serving(tmp_path):
        assert await refusal_of(tmp_path, line) == sentence
        assert await rows_of(tmp_path, "bans") == []


async def test_a_failure_ends_neither_the_server_nor_the_socket(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(tmp_path):
        monkeypatch.setattr("piecement_server.control.rooms_of", divmod)
        failed = await refusal_of(tmp_path, "rooms")
        _, writer = await asyncio.open_unix_connection(tmp_path / "status.sock")
        writer.write(b"\xff" * 1_000_000)
        writer.close()
        assert await rows_of(tmp_path, "people") == []

    assert failed.startswith("TypeError: divmod expected 2 arguments")


async def command(folder: Path, *arguments: str) -> tuple[int, str, str]:
    done = await asyncio.to_thread(run, "serve", "--data-dir", str(folder), *arguments)
    return done.returncode, done.stdout, done.stderr


async def test_the_program_takes_commands_and_drains(tmp_path: Path) -> None:
    limits = tmp_path / "limits.toml"
    limits.write_text("connections = 7")
    served = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "piecement", "serve", "--host", "127.0.0.1", "--port", "0", "--hidden"),
        *("--data-dir", str(tmp_path), "--limits", str(limits), "--rooms", "5"),
        stdout=PIPE, stderr=PIPE, env=environment(),
    )  # fmt: skip
    assert served.stdout is not None
    assert served.stderr is not None
    async with asyncio.timeout(PATIENCE_S):
        place = Address.parse((await served.stdout.readline()).decode().split()[2].rstrip("."))
    folder = tmp_path / "server"
    mode = (folder / "status.sock").stat().st_mode & 0o777
    async with guests(place, "Ann") as (ann,):
        ann.client.send(OPEN)
        await ann.until(lambda: ann.players == ["Ann"])
        said = [await command(tmp_path, "--control", line) for line in ("rooms", "bans", "kick Ben")]
        limits.write_text("connections = 9\nrooms = 8")
        reloaded = await rows_of(folder, "reload")
        drained = await command(tmp_path, "--control", "drain", "--json")
        await ann.until(lambda: ann.client.state.room is None)
    async with asyncio.timeout(PATIENCE_S):
        status, log = await served.wait(), (await served.stderr.read()).decode()
    lines = [json.loads(line) for line in log.splitlines()]

    assert mode == 0o600
    assert [status for status, _, _ in said] == [0, 0, 2]
    assert said[0][1].split()[:5] == ["Room", "Name", "State", "Players", "Watchers"]
    assert said[0][1].split()[6:] == ["Cellar", "waiting", "Ann", "0"]
    assert said[1][1] == "Nothing to list.\n"
    assert said[2][2] == "piecement: Nobody here is called Ben.\n"
    assert {row["limit"]: row["now"] for row in reloaded} == {"connections": 9, "sessions": 18}
    assert [room["name"] for room in json.loads(drained[1])] == ["Cellar"]
    assert status == 0
    assert [(line["level"], line["event"], line["command"], line["refused"]) for line in lines] == [
        *(("audit", "command", line, "") for line in ("rooms", "bans")),
        ("audit", "command", "kick Ben", "nobody here is called Ben"),
        *(("audit", "command", line, "") for line in ("reload", "drain")),
    ]


async def test_a_command_goes_to_each_worker(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folders = [tmp_path / "workers" / number / "server" for number in ("1", "2")]
    (tmp_path / "workers" / "3").mkdir(parents=True)
    async with serving(folders[0], NEAR) as (_, place), serving(folders[1], NEAR), guests(place, "Ann"):
        for line in ("people", "kick Ann"):
            await asyncio.to_thread(run_command, tmp_path / "server", line, as_json=True)
            (row,) = json.loads(capsys.readouterr().out)
            assert (row["worker"], row["name"]) == ("1", "Ann")
        with pytest.raises(UsageError, match="Nobody here is called Ben"):
            await asyncio.to_thread(run_command, tmp_path / "server", "kick Ben", as_json=True)


async def test_a_command_without_a_server_gets_one_sentence(tmp_path: Path) -> None:
    status, _, error = await command(tmp_path, "--control", "people")

    assert (status, error.count("\n")) == (2, 1)
    assert "No server is running" in error


async def test_a_second_drain_changes_nothing(tmp_path: Path) -> None:
    async with serving(tmp_path, NEAR) as (task, place), guests(place, "Ann") as (ann,):
        ann.client.send(OPEN)
        await ann.until(lambda: ann.players == ["Ann"])
        left = await rows_of(tmp_path, "drain")
        await ask(tmp_path, "drain")
        await ann.until(lambda: ann.client.state.room is None)
        await task

    assert [room["name"] for room in left] == ["Cellar"]
