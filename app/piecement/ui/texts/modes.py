"""Modes in lists: facts and standings."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from piecement.language import _
from piecement.session.formatting import count_text
from piecement.session.plan import variant_key
from piecement.settings.specs import Choices, LetterTexts, OnOff, Range, SettingSpec, Values
from piecement.storage.errors import StorageError
from piecement.storage.game_query import GameQuery
from piecement.ui.texts.games import reached
from piecement_engine import Mode, Rules
from piecement_engine.modes import Choice, Letters, Number, Option, OptionValue
from piecement_engine.rules.rules import LONGEST_NS

if TYPE_CHECKING:
    from textual.geometry import Size

    from piecement.render.skins.look import Look
    from piecement.session.records import StoredGame
    from piecement.storage.games import Games

_AFTER: Final = frozenset({"time", "level"})
"""The limits that a game goes on for; it goes on until it reaches the others."""


def facts(rules: Rules) -> list[str]:
    """Return how fast a game by these rules is, and what ends it, unless modifiers change that."""
    return [] if rules.modifiers else [_speed(rules), *_ends(rules)]


def specs_of(mode: Mode) -> tuple[SettingSpec, ...]:
    """Return the options of a mode as settings."""
    return specs_of_options(mode.name, mode.options)


def specs_of_options(section: str, options: Iterable[Option]) -> tuple[SettingSpec, ...]:
    """Return options as settings of a section, which need not be one that is stored."""
    return tuple(
        SettingSpec(section, option.name, _(option.title), _(option.sentence), option.default, _values(option))
        for option in options
    )


def size_warning(rules: Rules, look: "Look", size: "Size") -> str:
    """Return a sentence if a terminal is too small for a game by these rules, else an empty text."""
    from piecement.render.arrangements import Requirements
    from piecement.render.layout import plan_layout  # comes with all that is drawn

    layout = plan_layout(size, Requirements.of_rules(rules), look)
    if layout.fits:
        return ""
    width, height = layout.minimum
    return _("Needs a terminal of {width}x{height}; this one is {columns}x{rows}.").format(
        width=width, height=height, columns=size.width, rows=size.height
    )


def _speed(rules: Rules) -> str:
    if rules.fall_delay_ns is not None:
        return _fall(rules.fall_delay_ns)
    if rules.level_up:
        return _("Starts at level {level} and gets faster.").format(level=rules.start_level)
    return _("Stays at the speed of level {level}.").format(level=rules.start_level)


def _fall(delay_ns: int) -> str:
    if delay_ns == 0:
        return _("Pieces drop to the ground at once.")
    if delay_ns >= LONGEST_NS:
        return _("Pieces do not fall.")
    return _("Pieces fall one row every {delay} ms.").format(delay=f"{delay_ns / 1e6:g}")


def _ends(rules: Rules) -> Iterator[str]:
    for name, limit in rules.limits.given():
        goal = f"{limit.value / 1e9:g} s" if name == "time" else count_text(name, limit.value)
        if name in _AFTER:
            sentence = _("You win after {goal}.") if limit.win else _("Ends after {goal}.")
        else:
            sentence = _("You win at {goal}.") if limit.win else _("Ends at {goal}.")
        yield sentence.format(goal=goal)


def _values(option: Option) -> Values:
    match option:
        case Number():
            words = {float(value): _(title) for value, title in option.titles.items()}
            return Range(option.low, option.high, option.step, _(option.unit), words)
        case Choice():
            return Choices({name: _(title) for name, title in option.choices.items()})
        case Letters():
            return LetterTexts(option.letters, option.most, _(option.empty_title))
        case _:
            return OnOff()


_LAST_GAMES: Final = 200
"""Among how many games the modes are looked for that were played last."""

_BY_END: Final = GameQuery(by_player=True, sort="ended", descending=True)


class Standings:
    """Stored results by mode, read once. Unreadable ones count as missing."""

    def __init__(self, games: "Callable[[], Games]") -> None:
        self._games = games
        self._bests: dict[tuple[str, str], str] = {}
        self._lasts: dict[str, str] = {}
        self._won: dict[str, bool] = {}

    def best(self, mode: Mode, options: Mapping[str, OptionValue]) -> str:
        """Return the best result of a mode with some options set, empty for none."""
        key = mode.name, variant_key(mode.name, options)
        if key not in self._bests:
            self._bests[key] = self._read_best(*key)
        return self._bests[key]

    def last(self, mode: Mode) -> str:
        """Return the result of the game of a mode that was played last, empty for none."""
        if mode.name not in self._lasts:
            games = self._last_games(replace(_BY_END, mode=mode.name), 1)
            self._lasts[mode.name] = reached(games[0]) if games else ""
        return self._lasts[mode.name]

    def recent(self, count: int) -> list[str]:
        """Return the names of the modes that were played last, the last one first."""
        return list(dict.fromkeys(game.mode for game in self._last_games(_BY_END, _LAST_GAMES)))[:count]

    def opens(self, mode: Mode) -> bool:
        """Return whether nothing had to be won before a mode, or it was."""
        first = mode.unlocked_by
        if first is None:
            return True
        if first not in self._won:
            self._won[first] = self._read_won(first)
        return self._won[first]

    def _last_games(self, query: GameQuery, count: int) -> "list[StoredGame]":
        try:
            return self._games().read(self._games().ids(query, count))
        except StorageError:
            return []

    def _read_best(self, mode: str, variant: str) -> str:
        try:
            game = self._games().best(mode, variant)
        except StorageError:
            return ""
        return "" if game is None else reached(game)

    def _read_won(self, mode: str) -> bool:
        try:
            return self._games().has_won(mode)
        except StorageError:
            return False
