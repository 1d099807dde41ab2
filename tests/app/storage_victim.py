"""A program that keeps games and changes settings until it is killed, or until it is not let any more.

It has a child do what each line of its standard input says, `COMMAND<tab>FOLDER<tab>ARGUMENT`, one after the other;
each command is one of the functions below. What is said on its standard output has happened.
"""

import io
import os
import resource
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import redirect_stdout
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Final
from zlib import crc32

from pydantic import TypeAdapter

from piecement.cli.main import run
from piecement.session.session import Session
from piecement.settings.settings import Settings
from piecement.storage.game_query import GameQuery
from piecement.storage.recorder import Recorder
from piecement.storage.store import Store
from piecement_base.errors import StorageError
from piecement_base.origin import Origin, UnrankedReasons
from piecement_base.plan import Plan
from piecement_engine import MODES, Button, Game
from tests.app.kept_games import START, recorded, short_game, store_in
from tests.app.stand_ins import ManualClock

_PRESSED: Final = (
    *(Button.MOVE_LEFT, Button.MOVE_RIGHT, Button.ROTATE_LEFT),
    *(Button.SOFT_DROP, Button.HARD_DROP, Button.HOLD),
)


def say(*words: object) -> None:
    """Say at once what has happened."""
    os.write(1, f"{' '.join(map(str, words))}\n".encode())


def nursery() -> None:
    """Make a child for each line that is read, and say when it is dead, and of what."""
    for line in sys.stdin:
        if (child := os.fork()) == 0:
            command, folder, argument = line.removesuffix("\n").split("\t")
            COMMANDS[command](Path(folder), argument)
            os._exit(0)
        say("child", child)
        say("dead", os.waitpid(child, 0)[1])


def play(folder: Path, argument: str) -> None:
    """Keep games and change settings, a seed and a number of sessions being given; 0 is without end."""
    first, sessions = map(int, argument.split())
    store = store_in(folder)
    settings = store.load_settings().settings
    number = 0
    while sessions == 0 or number < sessions:
        number += 1
        settings = play_one(store, settings, first * 1000 + number, number)
    store.close()


def play_one(store: Store, settings: Settings, seed: int, number: int) -> Settings:
    """Keep a game, from its beginning to its end, and change a setting."""
    record = recorded(seed=seed)
    game = short_game(seed=seed)
    store.autosaves.save(game, record.origin)
    game.update(game.view.time_ns + 1_000_000, {"hold"})
    store.autosaves.save(game, record.origin)
    store.games.finish(record)
    say("finished", record.origin.token)
    new = settings.with_value("gameplay", "das_ms", float(number))
    store.change_settings(settings, new)
    say("set", number)
    return new


def practise(folder: Path, argument: str) -> None:
    """Play a game of a mode by a seed, take things back in it, and keep it as it goes on until it is over."""
    mode, seed = argument.split()
    store = store_in(folder)
    for state in practice_states(store, mode, int(seed)):
        say("state", state)
    store.close()


def practice_states(store: Store, mode: str, seed: int) -> Iterator[str]:
    """Yield what a game is like each time that it is kept."""
    random, clock = Random(seed), ManualClock()
    plan = Plan(MODES[mode], seed)
    played = Session(plan, plan.game({}), clock)
    recorder = Recorder(store, played, Origin.of(plan, START), say)
    played.resume()
    for _ in range(400):
        clock.pass_ms(random.choice([3.3, 17, 60, 210.7]))
        played.advance()
        played.hold(frozenset(random.sample(_PRESSED, random.randrange(3))))
        if random.random() < 0.1:
            random.choice([played.undo_piece, played.undo_press])()
        if played.is_over:
            return
        recorder.save()
        yield state_of(played.game, played.unranked)


def state_of(game: Game, marks: UnrankedReasons) -> str:
    """Return all that tells one moment of a game from another, in a word."""
    view = game.view
    looks = view.time_ns, view.score, view.lines, view.piece, view.hold, view.rows, view.next, view.held, game.inputs
    return f"{crc32(repr((looks, marks)).encode()):08x}"


def full_disk(folder: Path, argument: str) -> None:
    """Keep games where no file may grow beyond some bytes, then where it may again."""
    store = store_in(folder)
    store.games.finish(recorded(seed=1))
    resource.setrlimit(resource.RLIMIT_FSIZE, (int(argument), resource.RLIM_INFINITY))
    played = 1
    error = None
    while error is None:
        played += 1
        error = refused(store, played)
    say("error", error)
    say("seen", len(store.games.listing(GameQuery())))
    try:
        store.change_settings(Settings(), Settings().with_value("gameplay", "das_ms", 1.0))
    except StorageError as error:
        say("error", error)
    resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    store.games.finish(recorded(seed=0))
    say("kept", len(store.games.listing(GameQuery())), "of", played + 1)
    store.close()


def refused(store: Store, seed: int) -> StorageError | None:
    """Keep a game and return why that could not be, if so."""
    try:
        store.games.finish(recorded(seed=seed))
    except StorageError as error:
        return error
    return None


def without_rights(folder: Path, argument: str) -> None:
    """Play on where nothing may be written; as the superuser, by the rights of nobody."""
    del argument
    _become(65534)
    store = store_in(folder)
    try:
        settings = store.load_settings().settings
        store.change_settings(settings, settings.with_value("gameplay", "das_ms", 1.0))
    except StorageError as error:
        say("error", error)
    store.games.finish(recorded(seed=1))
    store.autosaves.save(short_game(), recorded().origin)
    say("seen", len(store.games.listing(GameQuery())))
    for warning in store.pop_warnings():
        say("warning", warning)
    store.close()


def keep_as(folder: Path, argument: str) -> None:
    """Look at the games and keep one more as a user with a mask, in a group with the number of the folder's."""
    user, mask, seed = map(int, argument.split())
    os.umask(int(str(mask), 8))
    _become(user, folder.stat().st_gid)
    store = store_in(folder)
    say("seen", len(store.games.listing(GameQuery())))
    store.games.finish(recorded(seed=seed))
    for warning in store.pop_warnings():
        say("warning", warning)
    os._exit(0) if seed % 2 else store.close()  # a program that is killed leaves its log


def print_games(folder: Path, argument: str) -> None:
    """Run a command that prints games where nothing may be written."""
    with tempfile.TemporaryDirectory() as copy, redirect_stdout(io.StringIO()):
        shutil.copytree(folder, copy, dirs_exist_ok=True)
        run([*argument.split(), "--data-dir", copy])  # imports all that nobody could not
    _become(65534)
    say("status", run([*argument.split(), "--data-dir", str(folder)]))


def _become(user: int, group: int | None = None) -> None:
    """Take the rights of a user; as anybody but the superuser, keep one's own."""
    needed = (
        "storage.autosaves",
        "storage.games",
        "storage.settings_file",
        "settings.settings",
        "settings.own_files",
    )
    for module in ("filelock", "urllib.parse", *(f"piecement.{module}" for module in needed)):
        import_module(module)  # nobody could not import them, nor what pydantic needs
    TypeAdapter(Settings).dump_python(Settings().with_value("gameplay", "das_ms", 1.0))
    if os.geteuid() == 0:
        if group is not None:
            os.setgroups([group])
            os.setgid(user)
        os.setuid(user)


COMMANDS: Final = {
    "play": play,
    "practise": practise,
    "full_disk": full_disk,
    "without_rights": without_rights,
    "keep_as": keep_as,
    "print_games": print_games,
}

if __name__ == "__main__":
    nursery()
