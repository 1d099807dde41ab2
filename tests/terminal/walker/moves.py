"""Moves of a random player, in steps, with their weights."""

import string
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from random import Random
from typing import Final

from tests.terminal.key_codes import ALT, CTRL, SHIFT


class Doing(StrEnum):
    """A kind of step; the value is what stands before it in a report."""

    TAP = ""
    PRESS = "+"
    REPEAT = "="
    RELEASE = "-"
    SEND = "send:"
    CLICK = "click:"
    RESIZE = "resize:"
    SIGNAL = "signal:"


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that a player does, and how long they then wait."""

    doing: Doing
    what: str
    """A key, what the terminal sends, a place, a size or a signal."""
    then_s: float
    modifiers: int = 0

    def __str__(self) -> str:
        names = {SHIFT: "shift+", ALT: "alt+", CTRL: "ctrl+"}
        held = "".join(name for bit, name in names.items() if self.modifiers & bit)
        what = repr(self.what) if self.doing is Doing.SEND else self.what
        return f"{self.doing}{held}{what}"


Move = Callable[[Random], Iterator[Step]]

SIZES: Final = (
    *((80, 24), (80, 24), (60, 20), (30, 10), (120, 40), (20, 8), (100, 30), (200, 50), (5, 2), (81, 25), (44, 24)),
)
FOCUS_OUT: Final = "\x1b[O"
FOCUS_IN: Final = "\x1b[I"
_PASTE: Final = "\x1b[200~{}\x1b[201~"
_TEXTS: Final = (
    *("42", "0", "-1", "1.5", "99999999999999999999", "Ä漢🎮é", "a" * 300, " ", "two words", "my rules"),
    *("[b]x[/b]", "%s{0}", "v115@vhAAgH", "v115@9gB8HeA8IeA8AeI8AeH8CeE8JeAgH"),
    *('{"name":"Slow","rules":{"start_level":1}}', "####......\n##########"),
)
"""Texts to type and paste: numbers, names, boards, rules, and none of these."""

_ARROWS: Final = ("up", "down", "left", "right")
_PLAY: Final = (*_ARROWS, "up", "left", "right", "space", *"asdzxcwq")
_NAMED: Final = (
    *(*_ARROWS, "home", "end", "pageup", "pagedown", "insert", "delete", "tab", "enter", "escape", "backspace"),
    *(f"f{number}" for number in range(1, 13)),
    *(f"kp_{digit}" for digit in range(10)),
)
_PLAIN: Final = (*string.ascii_lowercase, *string.digits, *"?.,-+/;:[]()<>!#%&*=_'\"\\|~^$@`{}", "space", "ä", "漢")
_LETTERS_OF_COMMANDS: Final = "gggtwbslrdzuy"
_COMMANDS: Final = ("f2", "f3", "f4", "f6", "f7", "f8")


def _wait(dice: Random, longest_s: float) -> float:
    """Return a time as exact as a report shows it."""
    return round(dice.uniform(0.005, longest_s), 3)


def _tap(dice: Random, key: str, longest_s: float = 0.08, modifiers: int = 0) -> Step:
    return Step(Doing.TAP, key, _wait(dice, longest_s), modifiers)


def _choose(dice: Random) -> Iterator[Step]:
    """Go to some entry of a menu, and choose it."""
    for _ in range(dice.choice((0, 0, 1, 1, 2, 3, 4, 6, 9))):
        yield _tap(dice, "up" if dice.random() < 0.2 else "down", 0.04)
    yield _tap(dice, "enter", 0.3)


def _set(dice: Random) -> Iterator[Step]:
    """Change some setting."""
    for _ in range(dice.randrange(8)):
        yield _tap(dice, "down", 0.03)
    for _ in range(dice.randrange(1, 4)):
        yield _tap(dice, dice.choice(("left", "right", "right", "tab", "home", "end", "pagedown")), 0.06)


def _go_back(dice: Random) -> Iterator[Step]:
    for _ in range(dice.choice((1, 1, 1, 2, 4))):
        yield _tap(dice, "escape", 0.15)


def _play(dice: Random) -> Iterator[Step]:
    for _ in range(dice.randrange(3, 15)):
        yield _tap(dice, dice.choice(_PLAY), 0.06)


def _hold(dice: Random) -> Iterator[Step]:
    """Hold a key down, which a keyboard repeats, with another key in between."""
    key = dice.choice((*_PLAY, "down", "enter", "escape", dice.choice(_PLAIN)))
    yield Step(Doing.PRESS, key, _wait(dice, 0.2))
    for _ in range(dice.randrange(8)):
        yield Step(Doing.REPEAT, key, 0.03)
    if dice.random() < 0.4:
        yield _tap(dice, dice.choice(_PLAY))
    yield Step(Doing.RELEASE, key, _wait(dice, 0.1))


def _hold_several(dice: Random) -> Iterator[Step]:
    keys = dice.sample(sorted(set(_PLAY)), dice.randrange(2, 5))
    for doing in (Doing.PRESS, Doing.RELEASE):
        for key in dice.sample(keys, len(keys)):
            yield Step(doing, key, _wait(dice, 0.05))


def _any_keys(dice: Random) -> Iterator[Step]:
    for _ in range(dice.randrange(1, 5)):
        modifiers = dice.choice((0, 0, 0, 0, 0, SHIFT, ALT, CTRL | ALT, CTRL | SHIFT))
        yield _tap(dice, dice.choice((*_NAMED, *_PLAIN)), 0.1, modifiers)


def _command(dice: Random) -> Iterator[Step]:
    for _ in range(dice.choice((1, 1, 1, 2, 3))):
        letter = dice.choice(_LETTERS_OF_COMMANDS)
        command = (letter, CTRL) if dice.random() < 0.8 else (dice.choice(_COMMANDS), 0)
        yield _tap(dice, command[0], 0.1, command[1])
        if command == ("z", CTRL):
            yield Step(Doing.SIGNAL, "SIGCONT", 0.05)


def _type(dice: Random) -> Iterator[Step]:
    text = dice.choice(_TEXTS)
    if dice.random() < 0.5:
        yield Step(Doing.SEND, _PASTE.format(text), _wait(dice, 0.1))
    else:
        for character in text[:20].replace("\n", " "):
            yield _tap(dice, "space" if character == " " else character, 0.02)


def _point(dice: Random) -> Iterator[Step]:
    """Click or turn the wheel somewhere, with some button."""
    place = f"{dice.choice((0, 0, 0, 1, 2, 64, 65, 35))} {dice.randrange(80)} {dice.randrange(24)}"
    for _ in range(dice.choice((1, 1, 2))):
        yield Step(Doing.CLICK, place, _wait(dice, 0.1))


def _resize(dice: Random) -> Iterator[Step]:
    for _ in range(dice.choice((1, 1, 2, 5))):
        columns, rows = dice.choice(SIZES)
        yield Step(Doing.RESIZE, f"{columns}x{rows}", _wait(dice, 0.15))
    if dice.random() < 0.7:
        yield Step(Doing.RESIZE, "80x24", _wait(dice, 0.1))


def _look_elsewhere(dice: Random) -> Iterator[Step]:
    yield Step(Doing.SEND, FOCUS_OUT, _wait(dice, 0.15))
    if dice.random() < 0.9:
        yield Step(Doing.SEND, FOCUS_IN, _wait(dice, 0.1))


def _stop(dice: Random) -> Iterator[Step]:
    yield Step(Doing.SIGNAL, dice.choice(("SIGTSTP", "SIGTSTP", "SIGSTOP")), _wait(dice, 0.2))
    yield Step(Doing.SIGNAL, "SIGCONT", _wait(dice, 0.15))


def _quit(dice: Random) -> Iterator[Step]:
    yield _tap(dice, "c", 0.1, CTRL)


_MOVES: Final[dict[Move, float]] = {
    _choose: 24,
    _play: 20,
    _go_back: 10,
    _any_keys: 10,
    _set: 9,
    _hold: 8,
    _command: 8,
    _point: 5,
    _hold_several: 4,
    _resize: 4,
    _look_elsewhere: 3,
    _type: 3,
    _stop: 1.5,
    _quit: 0.5,
}
"""Relative frequency of each move."""


def draw_steps(dice: Random, seconds: float) -> Iterator[Step]:
    """Yield what a player does in some time."""
    left_s = seconds
    while True:
        [move] = dice.choices(list(_MOVES), list(_MOVES.values()))
        for step in move(dice):
            yield step
            left_s -= step.then_s
        if left_s <= 0:
            return
