"""Ways in which programs are stopped, hindered and ended, drawn at random, and what must hold after each of them."""

import random
import re
import signal
import sqlite3
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from enum import Enum
from functools import partial
from itertools import count, pairwise, repeat
from pathlib import Path
from time import monotonic
from typing import Final, NamedTuple

from piecement.storage.paths import Paths
from piecement.ui.menu_graph import Edge, Node, Trigger, edges_from
from piecement.ui.setting_pages import PAGES
from tests.app.kept_games import games_file
from tests.patience import PATIENCE_S
from tests.terminal.fake_terminal import ENVIRONMENT, FakeTerminal
from tests.terminal.pty_program import PtyProgram

ENDINGS: Final = {"hang-up": signal.SIGHUP, "terminate": signal.SIGTERM, "interrupt": signal.SIGINT}
"""The signals that end a program."""
CLOSE: Final = "close"
"""The terminal goes away, which the system tells as a hang-up."""
STOPS: Final = {"stop": signal.SIGSTOP, "suspend": signal.SIGTSTP}
CONTINUE: Final = "continue"
INPUTS: Final = {"focus-out": "\x1b[O", "focus-in": "\x1b[I", "keys": "\x1b[A\x1b\x1b[D?"}
HINDRANCES: Final = (*STOPS, CONTINUE, *INPUTS, "resize")
SIZES: Final = ((80, 24), (30, 10), (120, 40), (20, 8), (100, 30))

LONGEST_S: Final = 0.2
"""The longest time between two events."""
SHOWN_S: Final = 0.15
"""Time after which a screen counts as shown (s)."""
ANSWERED_S: Final = 0.5
"""Time after which a key that changes no cell counts as handled (s)."""
_QUIET_S: Final = 0.1
_MOST_PAINTS: Final = 8
"""Pause in painting (s), or number of paints in a game, after which a screen counts as painted."""
HEARD_S: Final = 1.0
"""Time within which a program begins to end, on the slowest machine (s)."""

AT_ONCE: Final = 4
"""How many courses are run at the same time."""

_RUNNING: Final = re.compile(r"\d:\d\d\.(?!00)\d\d")
"""The clock of a game that has begun: one that ends before that has nothing to keep."""

_DOWN: Final = "\x1b[B"
_END: Final = "\x1b[F"
_TAB: Final = "\t"
_PROGRAM: Final = (sys.executable, "-m", "piecement")


def _entries(menu: Node) -> list[Edge]:
    """Return the ways that a menu offers to a player who has played nothing and stays."""
    return [
        edge for edge in edges_from(menu, Trigger.MENU) if edge.target not in {Node.LEFT_GAME, Node.TITLE, Node.QUIT}
    ]


def _way(nodes: Iterable[Node]) -> str:
    """Return the keys that lead from menu to menu."""
    menus = [Node.TITLE, *nodes]
    places = ([edge.target for edge in _entries(menu)].index(node) for menu, node in pairwise(menus))
    return "".join(f"{_DOWN * place}\r" for place in places)


def _opened_by_keys(menu: Node) -> dict[str, str]:
    """Return the keys that lead to what keys of a screen open, which is opened by a menu of the title."""
    edges = [edge for edge in edges_from(menu, Trigger.KEY) if len(edge.key) == 1]
    return {f"{menu} {edge.target}": f"{_way([menu])}{edge.key}" for edge in edges}


_WAYS: Final = (
    *((edge.target,) for edge in _entries(Node.TITLE)),
    *((Node.PRACTICE, edge.target) for edge in _entries(Node.PRACTICE)),
)
"""The screens that menus alone lead to from the title."""


class Begin(Enum):
    """State in which a program begins; for a game, the numbers of saved and of ended games at its end."""

    TITLE = (0, 0)
    GAME = (1, 0)
    STORED_GAME = (0, 1)


_IN_GAME: Final = {
    "game": "",
    "pause": "\x1b",
    "help in a game": "?",
    "save": "\x13",
    "load": "\x0c",
    "settings in a pause": f"\x1b{_DOWN * 2}\r",
}

_KEYS_OF_TITLE: Final = {edge.target: edge.key for edge in edges_from(Node.TITLE, Trigger.KEY) if len(edge.key) == 1}

_FROM_TITLE: Final = {
    "title": "",
    **{" ".join(way): _way(way) for way in _WAYS},
    **_opened_by_keys(Node.PLAY),
    **{f"title {node}": key for node, key in _KEYS_OF_TITLE.items() if node is not Node.REPLAY},
    **{f"settings {tab}": f"{_way([Node.SETTINGS])}{_TAB * place}" for place, tab in enumerate(PAGES)},
    "more_settings": f"{_way([Node.SETTINGS])}{_END}\r",
    **{
        (
            f"{name} system" if "." in name else f"system {name}"
        ): f"{_way([Node.SETTINGS])}{_TAB * (len(PAGES) - 1)}{_DOWN * place}\r"
        for place, name in enumerate(PAGES[Node.SYSTEM].names)
    },
    "match": f"{_way([Node.VERSUS])}\r",
    "versus online": f"{_way([Node.VERSUS])}88",
}

_OF_STORED_GAME: Final = {
    f"title {Node.REPLAY}": _KEYS_OF_TITLE[Node.REPLAY],
    "stored details": f"{_way([Node.SCOREBOARD])}\r",
    "stored replay": f"{_way([Node.SCOREBOARD])}\r\r",
    "stored coach": f"{_way([Node.SCOREBOARD])}\r{_DOWN}\r",
    "stored statistics": f"{_way([Node.SCOREBOARD])}{_TAB}",
    "stored habits": f"{_way([Node.SCOREBOARD])}{_TAB}c",
    "achievements": f"{_way([Node.SCOREBOARD])}{_TAB * 2}",
}

SCREENS: Final[Mapping[str, tuple[Begin, str]]] = {
    name: (begin, keys)
    for begin, ways in ((Begin.GAME, _IN_GAME), (Begin.TITLE, _FROM_TITLE), (Begin.STORED_GAME, _OF_STORED_GAME))
    for name, keys in ways.items()
}
"""By the name of a screen, what the program begins with, and the keys that lead there."""


class Step(NamedTuple):
    """Keys that are pressed, and the text that comes then."""

    keys: str
    seen: str


_NAMED: Final = Step("", "Choose the name")
_CONNECTED: Final = Step("\r", "Find a match")
_IN_ROOM: Final = (_CONNECTED, Step(f"{_DOWN}\r", "Same pieces"), Step("\r", "1 more can join"))
_MATCH: Final = "online_round"


ONLINE_SCREENS: Final[Mapping[str, tuple[Step, ...]]] = {
    "online": (_CONNECTED, Step("", "connected")),
    "open_room": _IN_ROOM[:2],
    "room": _IN_ROOM,
    "boards": (_CONNECTED, Step(f"{_DOWN * 3}\r", "verified")),
    "queue": (_CONNECTED, Step("\r", "")),
    "account": (_CONNECTED, Step(f"{_DOWN * 4}\r", "Account")),
    _MATCH: (*_IN_ROOM, Step("r", "SENT")),
}
"""The screens at a server, and what leads to each; the match is played against a bot that comes to the room.

Those who wait in the queue at the same time soon find each other, which is not waited for.
"""


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happens to a program."""

    name: str
    after_s: float
    """How long after the event before it."""


@dataclass(frozen=True, slots=True)
class Course:
    """A program on some screen, and what happens to it."""

    screen: str
    is_shown: bool
    """Whether the screen has time to be shown."""
    events: tuple[Event, ...]

    @classmethod
    def drawn(cls, seed: int, screens: Iterable[str]) -> "Course":
        """Return the course of a seed, on one of some screens."""
        dice = random.Random(seed)
        names = [dice.choice(HINDRANCES) for _ in range(dice.randrange(5))]
        names += [dice.choice([*ENDINGS, CLOSE]) for _ in range(dice.choice([1, 1, 2, 3]))]
        names += [dice.choice(HINDRANCES) for _ in range(dice.randrange(3))]
        waits = [dice.choice([0, 0.02, LONGEST_S]) * dice.random() for _ in names]
        return cls(dice.choice(list(screens)), dice.random() < 0.7, tuple(map(Event, names, waits)))

    @property
    def begin(self) -> Begin:
        """State in which the program begins, which must be kept."""
        return SCREENS[self.screen][0] if self.screen in SCREENS else Begin.TITLE

    @property
    def statuses(self) -> set[int]:
        """The exit statuses that are right: of the ends that may have come to the program as the first one."""
        right: set[int] = set()
        heard_s, is_stopped = 0.0, False
        for event in self.events:
            heard_s += event.after_s if right and not is_stopped else 0.0
            if (number := _ending(event.name)) and heard_s < HEARD_S:
                right.add(128 + number)
            is_stopped = event.name in STOPS or (is_stopped and event.name != CONTINUE)
        return right


def _ending(name: str) -> int:
    return signal.SIGHUP if name == CLOSE else ENDINGS.get(name, 0)


def faults_of(course: Course, folder: Path, program: type[PtyProgram], server: str = "") -> list[str]:
    """Run a course, with a folder for what the game keeps, and return what was not right after it."""
    command = [
        *_PROGRAM,
        *(["join", server] if server else ["--no-first-run", "--no-ready-go"]),
        "--data-dir",
        str(folder),
    ]
    has_game = course.begin is Begin.GAME
    command += [*(["--mode", "40_lines", "--seed", "5"] if has_game else [])]
    if course.begin is Begin.STORED_GAME:
        Paths.of(folder).games.write_bytes(games_file())
    with ExitStack() as stack:
        env = {"LOGNAME": folder.name}  # what the player and the room are called
        terminal = stack.enter_context(FakeTerminal(command, env=env, cwd=folder, program=program))
        if server:
            _go_online(terminal, course, lambda room: stack.callback(_bot(room, server, program).close))
        else:
            seen = _RUNNING if has_game else re.compile("Choose a mode")
            terminal.wait_for(lambda: bool(seen.search(terminal.text)), what="for the program")
            go(terminal, SCREENS[course.screen][1])
        terminal.pump(SHOWN_S if course.is_shown else 0)
        for event in course.events:
            terminal.pump(event.after_s)
            _happen(terminal, event.name)
        status = _end_of(terminal)
        return list(_faults(course, terminal, status, folder))


_KEY: Final = re.compile(r"\x1b\[[A-Z]|.", re.DOTALL)


def go(terminal: FakeTerminal, keys: str) -> None:
    """Press keys one by one, each once the screen shows the one before, since a screen that opens drops keys."""
    for key in _KEY.findall(keys):
        before = _seen(terminal)
        terminal.send(key)
        wait_s = ANSWERED_S
        for _ in range(_MOST_PAINTS):
            if not terminal.pump(wait_s, until=partial(_has_changed, terminal, before)):
                break
            before, wait_s = _seen(terminal), _QUIET_S


def _seen(terminal: FakeTerminal) -> tuple[str, int]:
    """Return what a key changes: the texts, or the line of the cursor."""
    return terminal.text, terminal.screen.cursor.y


def _has_changed(terminal: FakeTerminal, before: tuple[str, int]) -> bool:
    return _seen(terminal) != before


def _go_online(terminal: FakeTerminal, course: Course, invite: Callable[[str], object]) -> None:
    """Go to a screen of a server, and wait for it where it has time to be shown; invite a bot by the room's name."""
    *way, last = ONLINE_SCREENS[course.screen]
    for step in (_NAMED, *way):
        _take(terminal, step)
    if course.screen == _MATCH:
        terminal.expect_no_text("OPEN A ROOM")
        room = "'s room"  # the heading, which may come last
        terminal.wait_for(lambda: room in terminal.text, what="for the name of the room")
        invite(next(line for line in terminal.lines if room in line).strip())
        terminal.wait_for(lambda: _IN_ROOM[-1].seen not in terminal.text, what="for the opponent")
    if course.is_shown:
        _take(terminal, last)
    else:
        terminal.send(last.keys)


def _take(terminal: FakeTerminal, step: Step) -> None:
    terminal.send(step.keys)
    terminal.wait_for(lambda: step.seen in terminal.text, what=f"for {step.seen!r}")


def _bot(room: str, server: str, program: type[PtyProgram]) -> PtyProgram:
    """Start a bot that joins a room and is always ready."""
    return program([*_PROGRAM, "join", server, room, "--bot", "pebble"], (80, 24), ENVIRONMENT, None)


def _end_of(terminal: FakeTerminal) -> int:
    """Wait for the end, which a program that was asked to stop may come to only after it does so and is continued."""
    until_s = monotonic() + PATIENCE_S
    while not terminal.pump(LONGEST_S, until=terminal.program.has_ended) and monotonic() < until_s:
        _happen(terminal, CONTINUE)
    return terminal.wait_exit(0)


def _happen(terminal: FakeTerminal, name: str) -> None:
    program = terminal.program
    if program.has_ended():
        return
    if name == CLOSE:
        program.hang_up()
    elif name == CONTINUE:
        program.signal(signal.SIGCONT)
    elif number := {**STOPS, **ENDINGS}.get(name):
        program.signal(number)
    elif program.has_terminal and name == "resize":
        terminal.resize(*random.Random(len(terminal.output)).choice(SIZES))
    elif program.has_terminal:
        terminal.send(INPUTS[name])


def _faults(course: Course, terminal: FakeTerminal, status: int, folder: Path) -> Iterator[str]:
    if status not in course.statuses:
        yield f"the status is {status}, not one of {sorted(course.statuses)}"
    if b"Traceback" in terminal.output or b"Error" in terminal.output:
        yield f"there is a traceback:\n{terminal.output[-6000:].decode(errors='replace')}"
    if terminal.program.has_terminal:
        try:
            terminal.assert_restored()
        except AssertionError as error:
            yield f"the terminal is not as before: {error}"
        if terminal.program.attributes != terminal.program.attributes_before:
            yield "the terminal treats what is typed otherwise than before"
    if course.begin is not Begin.TITLE and (found := kept(folder)) != course.begin.value:
        yield f"kept are {found[0]} games to be played on, and {found[1]} that have ended"


def kept(folder: Path) -> tuple[int, int]:
    """Return the numbers of saved and of ended games in a folder."""
    database = sqlite3.connect(folder / "games.sqlite")
    try:
        running, ended = (
            database.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in ("checkpoints", "games")
        )
    finally:
        database.close()
    return running, ended


def seed_of_each(screens: Iterable[str], first: int) -> list[int]:
    """Return, from some number on, the first seed of a course on each of some screens."""
    names = list(screens)
    seeds: dict[str, int] = {}
    for seed in count(first):
        seeds.setdefault(Course.drawn(seed, names).screen, seed)
        if len(seeds) == len(names):
            break
    return list(seeds.values())


def fault_report(seed: int, program: type[PtyProgram], server: str = "") -> str:
    """Run the course of a seed, and return in lines what was not right; nothing if all was."""
    course = Course.drawn(seed, ONLINE_SCREENS if server else SCREENS)
    with tempfile.TemporaryDirectory() as folder:
        try:
            faults = faults_of(course, Path(folder), program, server)
        except AssertionError as error:
            faults = [f"it never came to an end: {error}"]
    return "\n  ".join([f"seed {seed}: {course}", *faults]) if faults else ""


def failures(seeds: Iterable[int], program: type[PtyProgram], server: str = "") -> list[str]:
    """Run the courses of some seeds, several at once, for they mostly wait; return the reports of those with faults.

    With the address of a server, they are those on its screens.
    """
    with ThreadPoolExecutor(AT_ONCE) as pool:
        return list(filter(None, pool.map(fault_report, seeds, repeat(program), repeat(server))))
