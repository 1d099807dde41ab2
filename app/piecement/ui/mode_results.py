"""Results of the player in each mode: the best one and the last ones, as texts."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from typing import Final

from textual.content import Content

from piecement.render.cells import pad
from piecement.session.records import StoredGame
from piecement.storage.game_query import GameQuery
from piecement.storage.store import Store
from piecement.ui.texts.bars import columns
from piecement.ui.texts.games import main_result
from piecement_base.errors import StorageError
from piecement_base.formatting import difference_text, grouped
from piecement_base.language import _
from piecement_base.origin import Owner
from piecement_base.ranking import Leaderboard, results_of
from piecement_base.timestamps import day_text
from piecement_engine import Mode, Result
from piecement_engine.modes import OptionValue

_LAST_GAMES: Final = 200
"""Number of last games of a mode among which those with the same options are looked for."""

_HISTORY: Final = 10
"""The games that the columns show."""

_BY_END: Final = GameQuery(owner=Owner.OWN, sort="ended", descending=True)

_LABEL_WIDTH: Final = 9
_FIGURE_WIDTH: Final = 10


class ModeResults:
    """Stored results of the player by mode, read once. Unreadable ones count as missing."""

    def __init__(self, store: Store, leaderboard: Callable[[Mode, Mapping[str, OptionValue]], Leaderboard]) -> None:
        """`leaderboard` returns where a game of a mode with some options set would be ranked."""
        self._store = store
        self._leaderboard = leaderboard
        self._best_of = cache(self._read_best)
        self._lasts_of = cache(self._read_lasts)

    def best(self, mode: Mode, options: Mapping[str, OptionValue]) -> StoredGame | None:
        """Return the best game of a mode with some options set, by the rules of now."""
        return self._best_of(self._leaderboard(mode, options))

    def best_text(self, mode: Mode, options: Mapping[str, OptionValue]) -> str:
        """Return the best result of a mode with some options set, empty for none; a score is a plain number."""
        best = self.best(mode, options)
        if best is None:
            return ""
        return grouped(best.result.score) if mode.headline == "score" else _result_text(mode, best)

    def records(self, mode: Mode, options: Mapping[str, OptionValue]) -> Content:
        """Return two lines: the best result and its day, and the last one and how far it is from the best."""
        best, lasts = self.best(mode, options), self._played(mode, options)
        if best is None and not lasts:
            if mode.headline == "time":
                return Content(_("No game yet. Set the time to beat."))
            return Content(_("No game yet. Set the mark to beat."))
        lines: list[Content] = []
        if best is not None:
            lines.append(_record_line(_("Best"), _result_text(mode, best), day_text(best.ended, self._store.now())))
        if lasts:
            last = lasts[0]
            beside = "" if best is None or best.id == last.id else _distance(mode, last.result, best.result)
            lines.append(_record_line(_("Last"), _result_text(mode, last), beside))
        return Content("\n").join(lines)

    def history(self, mode: Mode, options: Mapping[str, OptionValue], *, ascii_only: bool) -> Content:
        """Return the results of the last games as columns, the oldest first; empty where there are too few."""
        values = [_height(mode, game) for game in reversed(self._played(mode, options)[:_HISTORY])]
        if len(values) < 2:  # one column compares with nothing
            return Content("")
        least = min(filter(None, values), default=0.0)
        drawn = " ".join(columns(values, lowest=0.6 * least, ascii_only=ascii_only))
        label = _("LAST {count}: higher is better").format(count=len(values))
        return Content.assemble((label, "$muted"), "\n", drawn)

    @property
    def last_mode(self) -> str:
        """The mode that was played last; empty without a game."""
        return next((game.mode for game in self._last_games(_BY_END, 1)), "")

    def _played(self, mode: Mode, options: Mapping[str, OptionValue]) -> list[StoredGame]:
        """Return the games of a mode with some options set, by the rules of now, the last one first."""
        return self._lasts_of(self._leaderboard(mode, options))

    def _read_lasts(self, leaderboard: Leaderboard) -> list[StoredGame]:
        query = replace(_BY_END, mode=leaderboard.mode, rulesets=frozenset({leaderboard.ruleset}))
        return [game for game in self._last_games(query, _LAST_GAMES) if game.leaderboard == leaderboard]

    def _last_games(self, query: GameQuery, most: int) -> list[StoredGame]:
        try:
            return self._store.games.read(self._store.games.ids(query, most))
        except StorageError:
            return []

    def _read_best(self, leaderboard: Leaderboard) -> StoredGame | None:
        try:
            return self._store.games.best(leaderboard)
        except StorageError:
            return None


def _result_text(mode: Mode, game: StoredGame) -> str:
    """Return the main result of a game; for puzzles, the one reached and their number."""
    goal = mode.rules.limits.level
    if mode.name == "puzzle" and goal is not None:
        return _("{number} of {count}").format(number=min(game.result.level, goal.value), count=goal.value)
    return main_result(game.mode, game.result)


def _record_line(label: str, figure: str, beside: str) -> Content:
    label = pad(label.upper(), _LABEL_WIDTH)
    return Content.assemble((label, "$muted"), (pad(figure, _FIGURE_WIDTH), "bold"), " ", (beside, "$muted"))


def _distance(mode: Mode, last: Result, best: Result) -> str:
    """Return the difference of two results with its sign; empty where they cannot be compared."""
    if mode.headline == "time":
        both_won = all(result.end and result.end.won for result in (last, best))
        return difference_text(last.time_ns, best.time_ns) if both_won else ""
    return grouped(results_of(last)[mode.headline] - results_of(best)[mode.headline], "+")


def _height(mode: Mode, game: StoredGame) -> float:
    """Return the height of the column of a game: higher is better, and 0 is lost."""
    value = results_of(game.result)[mode.headline or "lines"]
    if f"-{mode.headline}" in mode.ranking or not mode.ranking:
        return float(value)
    return 1 / value if game.end.won and value else 0.0
