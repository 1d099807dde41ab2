"""A short scripted game, to show a look."""

from collections.abc import Iterator
from typing import Final

from piecement_engine import Button, Event, Game, GameView, Limit, Limits, Rules

_MS: Final = 1_000_000

_BOARD: Final = ("JJJLLLOOT.", "JSSZZLOOT.", "SSIZZTOOT.", "IIIITTTSZ.", "OO.....SS.", "OO.....S..")
"""The rows at the start, lowest first: an I on the right clears four."""

_PIECES: Final = "ITLSJOZTIL"

_PRESSES: Final = (
    (250, Button.ROTATE_RIGHT),
    (500, Button.TELEPORT_RIGHT),
    (900, Button.HARD_DROP),
    (2300, Button.MOVE_LEFT),
    (2450, Button.ROTATE_180),
    (2900, Button.SONIC_DROP),
    (4100, Button.HOLD),
    (4350, Button.TELEPORT_LEFT),
    (4700, Button.HARD_DROP),
)
"""What is pressed, and at which age of the game in ms."""

_PRESSED_MS: Final = 120

LENGTH_NS: Final = 6_200_000_000
"""The length of the game."""

STILL_NS: Final = 700_000_000
"""The age that is shown where nothing may move."""


class Demo:
    """The game, on a field of some height."""

    def __init__(self, skyline: int) -> None:
        rules = Rules(
            skyline=skyline,
            height=skyline + 20,
            preview_count=4,
            start_level=3,
            line_clear_delay_ns=500 * _MS,
            limits=Limits(lines=Limit(40)),
        )
        self._game = Game(rules, seed=1, pieces=_PIECES, board=_BOARD)
        self._inputs = _inputs()
        self._next_input = next(self._inputs, None)

    @property
    def view(self) -> GameView:
        return self._game.view

    def play(self, age_ns: int) -> list[Event]:
        """Play up to an age of the game, and return the events."""
        events: list[Event] = []
        while self._next_input is not None and self._next_input[0] <= age_ns:
            events += self._game.update(*self._next_input)
            self._next_input = next(self._inputs, None)
        return events + self._game.update(max(age_ns, self.view.time_ns))


def _inputs() -> Iterator[tuple[int, frozenset[Button]]]:
    for press_ms, button in _PRESSES:
        yield press_ms * _MS, frozenset({button})
        yield (press_ms + _PRESSED_MS) * _MS, frozenset()
