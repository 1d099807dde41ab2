"""Short games that play themselves, to show a look or a mode."""

from collections.abc import Iterator
from typing import Final

from piecement.terminal.clock import MS
from piecement_engine import Button, Event, Game, GameView, Limit, Limits, Rules
from piecement_engine.modes.ascent import Ascent

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
"""Buttons to press, with the age of the game (ms)."""

_PRESSED_MS: Final = 120

_MODE_SEED: Final = 4
_PIECES_PER_SECOND: Final = 2.0
_LONGEST_NS: Final = 30_000 * MS
_AFTER_END_NS: Final = 2_000 * MS
_STEP_NS: Final = 150 * MS
_CLIMB: Final = (Button.ROTATE_RIGHT, Button.ROTATE_RIGHT, Button.HOLD, Button.ROTATE_LEFT, Button.ROTATE_LEFT)


class Demo:
    """A scripted game, on a field of some height."""

    length_ns: int = 6_200_000_000
    still_ns: int = 700_000_000

    def __init__(self, skyline: int) -> None:
        rules = Rules(
            skyline=skyline,
            height=skyline + 20,
            preview_count=4,
            start_level=3,
            line_clear_delay_ns=500 * MS,
            limits=Limits(lines=Limit(40)),
        )
        self._game = Game(rules, seed=1, pieces=_PIECES, board=_BOARD)
        self._inputs = _inputs()
        self._coming = next(self._inputs, None)

    @property
    def view(self) -> GameView:
        return self._game.view

    def play(self, age_ns: int) -> list[Event]:
        """Play on to an age of the game, and return what happened."""
        events: list[Event] = []
        while self._coming is not None and self._coming[0] <= age_ns:
            events += self._game.update(*self._coming)
            self._coming = next(self._inputs, None)
        return events + self._game.update(max(age_ns, self.view.time_ns))


class ModeDemo:
    """A game of some rules that a bot plays, or where it cannot, one that turns and moves pieces in turn."""

    still_ns: int = 8_000_000_000

    def __init__(self, rules: Rules) -> None:
        from piecement_engine.bots import Pace, Player, Search, SearchingBot  # noqa: PLC0415 - bots take a while
        from piecement_engine.bots.bot import Habits  # noqa: PLC0415 - as above

        self._game = Game(rules, seed=_MODE_SEED)
        self._is_climb = any(isinstance(modifier, Ascent) for modifier in rules.modifiers)
        bot = SearchingBot(Habits(search=Search("survive", width=1, depth=1)))
        self._player = Player(self._game, bot, Pace(pieces_per_second=_PIECES_PER_SECOND, tap_ns=40 * MS))

    @property
    def length_ns(self) -> int:
        return _LONGEST_NS if self.view.end is None else self.view.time_ns + _AFTER_END_NS

    @property
    def view(self) -> GameView:
        return self._game.view

    def play(self, age_ns: int) -> list[Event]:
        """Play on to an age of the game; one that has ended stays as it is."""
        if self.view.end is not None:
            return []
        return self._climb(age_ns) if self._is_climb else self._player.advance(age_ns)

    def _climb(self, age_ns: int) -> list[Event]:
        events: list[Event] = []
        for step in range(self.view.time_ns // _STEP_NS + 1, age_ns // _STEP_NS + 1):
            held = () if step % 2 else (_CLIMB[step // 2 % len(_CLIMB)],)
            events += self._game.update(step * _STEP_NS, held)
        return events + self._game.update(max(age_ns, self.view.time_ns))


def _inputs() -> Iterator[tuple[int, frozenset[Button]]]:
    for press_ms, button in _PRESSES:
        yield press_ms * MS, frozenset({button})
        yield (press_ms + _PRESSED_MS) * MS, frozenset()
