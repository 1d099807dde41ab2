"""Small games that play themselves, by a script or a bot."""

from collections.abc import Collection, Iterator
from itertools import count
from typing import Final

from piecement.terminal.clock import MS
from piecement_engine import Button, Event, Game, GameView, Limit, Limits, Rules
from piecement_engine.modes.ascent import Ascent

_BOARD: Final = ("JJJLLLOOT.", "JSSZZLOOT.", "SSIZZTOOT.", "IIIITTTSZ.", "OO.....SS.", "OO.....S..")
"""The rows at the start, lowest first: an I on the right clears four."""

_PIECES: Final = "ITLSJOZTIL"
"""The pieces of the script."""

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
"""Buttons to press, with the age of the game (ms)."""

_SCRIPT_NS: Final = 6_200 * MS
"""The age at which a scripted game begins again (ns)."""

_PRESSED_MS: Final = 120
"""Time for which each button is held (ms)."""

_MODE_SEED: Final = 4

_PIECES_PER_SECOND: Final = 2.0

_LONGEST_NS: Final = 30_000 * MS
"""The age at which a game that a bot plays begins again (ns)."""

_AFTER_END_NS: Final = 2_000 * MS
"""Time for which the end of a game is shown (ns)."""

_STEP_NS: Final = 150 * MS
"""Time from a press of the climb to its release, and from there to the next press (ns)."""

_CLIMB: Final = (Button.ROTATE_RIGHT, Button.ROTATE_RIGHT, Button.HOLD, Button.ROTATE_LEFT, Button.ROTATE_LEFT)
"""Buttons that are pressed over and over in Ascent, which no bot can play."""


class DemoGame:
    """Game with fixed inputs, played up to any age."""

    still_ns: int = 700 * MS
    """The age that is shown where nothing may move."""

    def __init__(self, game: Game, inputs: Iterator[tuple[int, Collection[Button]]]) -> None:
        """Make the game; inputs are times, and the buttons held from then on."""
        self.game: Final = game
        self._inputs: Final = inputs
        self._coming = next(inputs, None)

    @property
    def length_ns(self) -> int:
        """The age at which it begins again."""
        return _SCRIPT_NS

    @property
    def view(self) -> GameView:
        return self.game.view

    def play(self, age_ns: int) -> list[Event]:
        """Play on to an age of the game, and return what happened."""
        events: list[Event] = []
        while self._coming is not None and self._coming[0] <= age_ns:
            events += self.game.update(*self._coming)
            self._coming = next(self._inputs, None)
        return events + self.game.update(max(age_ns, self.view.time_ns))


class ScriptedDemo(DemoGame):
    """A scripted game, on a field of some height."""

    def __init__(self, skyline: int) -> None:
        height, delay_ns, limits = skyline + 20, 500 * MS, Limits(lines=Limit(40))
        rules = Rules(
            skyline=skyline, height=height, preview_count=4, start_level=3, line_clear_delay_ns=delay_ns, limits=limits
        )
        super().__init__(Game(rules, seed=1, pieces=_PIECES, board=_BOARD), _inputs())


class ModeDemo(DemoGame):
    """A game by some rules, played by a bot, or in Ascent, where none can, by the presses of a climb."""

    still_ns = 8_000 * MS

    def __init__(self, rules: Rules) -> None:
        from piecement_engine.bots import Habits, Pace, Player, Search, SearchingBot  # importing bots takes a while

        super().__init__(Game(rules, seed=_MODE_SEED), _climb())
        self._is_climb = any(isinstance(modifier, Ascent) for modifier in rules.modifiers)
        bot = SearchingBot(Habits(search=Search("survive", width=1, depth=1)))
        self._player = Player(self.game, bot, Pace(pieces_per_second=_PIECES_PER_SECOND, tap_ns=40 * MS))

    @property
    def length_ns(self) -> int:
        return _LONGEST_NS if self.view.end is None else self.view.time_ns + _AFTER_END_NS

    def play(self, age_ns: int) -> list[Event]:
        """Play on to an age of the game; one that has ended stays as it is."""
        if self.view.end is not None:
            return []
        return super().play(age_ns) if self._is_climb else self._player.advance(age_ns)


def _inputs() -> Iterator[tuple[int, Collection[Button]]]:
    for press_ms, button in _PRESSES:
        yield press_ms * MS, (button,)
        yield (press_ms + _PRESSED_MS) * MS, ()


def _climb() -> Iterator[tuple[int, Collection[Button]]]:
    for step in count(1):
        yield step * _STEP_NS, () if step % 2 else (_CLIMB[step // 2 % len(_CLIMB)],)
