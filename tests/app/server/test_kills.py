"""SIGKILL of the server and of clients, at any moment: no round that ended is lost or doubled, and seats are back."""

import json
import sys
import time
from collections.abc import Generator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from random import Random
from subprocess import PIPE, Popen
from threading import Thread
from typing import Any, Final

import pytest

from piecement_server.store.database import SqliteDatabase
from piecement_server.store.matches import MatchStore
from tests.app.net.served import ROOT
from tests.patience import wait_until
from tests.programs import environment

_BACK_S: Final = 5.0


class Program:
    """A program in a process of its own, and the lines it has written."""

    def __init__(self, *arguments: str) -> None:
        self.lines: Final[list[str]] = []
        command = [sys.executable, "-m", *arguments]
        self._process = Popen(command, stdout=PIPE, env=environment(), cwd=ROOT, text=True)
        self._reader = Thread(target=self._read, daemon=True)
        self._reader.start()

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()
        self._reader.join()

    def facts(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.lines]

    def _read(self) -> None:
        assert self._process.stdout is not None
        with self._process.stdout as lines:
            for line in lines:
                self.lines.append(line)


class Match:
    """A server and two players who give up round after round."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._address = f"unix:{folder}/socket"
        self.server = self.start_server()
        self.players = [self.start_player("anna")]
        wait_until(partial(has_a_seat, self.players[0]))
        self.players.append(self.start_player("bert", (folder / "anna.room").read_text()))
        wait_until(partial(has_a_seat, self.players[1]))
        self.told: set[str] = set()

    def start_server(self) -> Program:
        folder = str(self._folder)
        server = Program("piecement", "serve", "--no-tcp", "--unix", f"{folder}/socket", "--data-dir", folder)
        wait_until(lambda: bool(server.lines))
        return server

    def start_player(self, name: str, room: str | None = None) -> Program:
        file = str(self._folder / f"{name}.resume")
        return Program("tests.app.server.quitter", self._address, file, *([room] if room else []))

    def note_told(self) -> None:
        for player in self.players:
            self.told |= {fact["record"] for fact in player.facts() if "ended" in fact}

    def check_stored(self) -> int:
        """Check that what was told is stored, and that rounds are counted without a gap; return how many there are."""
        database = SqliteDatabase(self._folder / "server" / "matches.sqlite")
        store = MatchStore(database, lambda: time.time_ns() // 1_000_000)
        (match,) = store.unfinished(1_000_000, 0)
        numbers = [record.round for record in store.rounds(match.id)]
        database.close()

        assert numbers == list(range(1, len(numbers) + 1))
        assert self.told <= {f"{match.id}-{number}" for number in numbers}
        return len(numbers)

    def end(self) -> None:
        for program in (*self.players, self.server):
            program.kill()


@contextmanager
def a_match(folder: Path) -> Generator[Match, None, None]:
    match = Match(folder)
    try:
        yield match
    finally:
        match.end()


@pytest.mark.long
@pytest.mark.parametrize("kills", [200])
def test_the_server_is_killed(tmp_path: Path, kills: int) -> None:
    random = Random(1)
    with a_match(tmp_path) as match:
        for _ in range(kills):
            time.sleep(random.uniform(0, 6))  # a real server is killed at any moment of real rounds
            match.server.kill()
            match.note_told()
            before = [len(player.lines) for player in match.players]
            match.server = match.start_server()
            wait_until(partial(are_seated_since, match, before), _BACK_S)
            match.check_stored()

        assert match.check_stored() > kills / 4


@pytest.mark.long
@pytest.mark.parametrize("kills", [200])
def test_clients_are_killed(tmp_path: Path, kills: int) -> None:
    random = Random(2)
    with a_match(tmp_path) as match:
        for _ in range(kills):
            time.sleep(random.uniform(0, 6))
            killed = random.randrange(2)
            match.note_told()
            match.players[killed].kill()
            match.players[killed] = match.start_player("anna" if killed == 0 else "bert")
            wait_until(partial(has_a_seat, match.players[killed]))
            began, seated, *_ = match.players[killed].facts()

            assert seated["seat"] == killed
            assert seated["at"] - began["at"] < _BACK_S
        match.note_told()
        assert match.check_stored() > kills / 4


def has_a_seat(program: Program) -> bool:
    """Return True if a program has begun, and knows its seat."""
    return len(program.lines) > 1


def are_seated_since(match: Match, lines: list[int]) -> bool:
    """Return True if the players learnt their seats after given numbers of lines."""
    return all(
        any(fact.get("seat") == seat for fact in player.facts()[count:])
        for seat, (player, count) in enumerate(zip(match.players, lines, strict=True))
    )
