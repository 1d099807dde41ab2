"""Sessions: games that stay open between requests, by id."""

from collections.abc import Callable, Mapping, Sequence
from itertools import count
from typing import Any, Final

from piecement_engine.errors import EngineError, RuleError, cut, suggestion
from piecement_engine.events import Event
from piecement_engine.game.budget import Budget
from piecement_engine.game.game import Game
from piecement_engine.headless.requests import CELLS_A_STEP, STEP_COST
from piecement_engine.headless.values import (
    SETUP_FIELDS,
    SPINS,
    Json,
    event_of,
    piece_of,
    require_fields,
    setup_of,
    state_of,
    time_and_change,
    updated,
)
from piecement_engine.json_values import as_list, as_texts
from piecement_engine.play import Placement, Position, place, tap
from piecement_engine.recording.recording import Recording

_MOST_GAMES: Final = 1000
"""Maximum number of games that are open at once."""

_MOST_UNDONE: Final = 100
"""Maximum number of requests of a game that can be undone."""

_PLACEMENTS_COST: Final = 300
"""Cost of the search for all placements (steps)."""


class _Session:
    """A game, the states before the last requests, and the state that the client knows."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.former: list[Game] = []
        self._told: Json = {}

    def change(self, play: Callable[[Game], list[Event]]) -> list[Event]:
        """Play on a copy, and take it over. After an error the game is as before."""
        ahead = self.game.copy()
        events = play(ahead)
        self.former = [*self.former[1 - _MOST_UNDONE :], self.game]
        self.game = ahead
        return events

    def news(self) -> Json:
        """Return the fields of the state that the client does not know yet."""
        state = state_of(self.game)
        news = {name: value for name, value in state.items() if name not in self._told or self._told[name] != value}
        self._told = state
        return news


class OpenGames:
    """The open games of a client, and the kinds of requests about them."""

    def __init__(self) -> None:
        self._open: dict[str, _Session] = {}
        self._numbers = count(1)
        self.kinds: Final[Mapping[str, Callable[[Mapping[str, Any], Budget], Json]]] = {
            "open": self._begin,
            "update": self._update,
            "tap": self._tap,
            "place": self._place,
            "placements": self._placements,
            "view": self._view,
            "undo": self._undo,
            "recording": self._recording,
            "close": self._close,
        }

    def _begin(self, request: Mapping[str, Any], budget: Budget) -> Json:
        require_fields(request, ("id", "kind", "game", *SETUP_FIELDS))
        if len(self._open) == _MOST_GAMES:
            raise RuleError(f"{_MOST_GAMES} games are open, the most at once: close one")
        name = request.get("game") or next(free for free in map(str, self._numbers) if free not in self._open)
        if not isinstance(name, str) or name in self._open:
            raise RuleError(f"game is {cut(repr(name))}: it is a text, and no game of that id is open")
        session = _Session(Game.from_setup(setup_of(request)))
        events = session.game.update(0)
        self._open[name] = session
        return self._answered(name, events, seed=session.game.seed)

    def _update(self, request: Mapping[str, Any], budget: Budget) -> Json:
        require_fields(request, ("id", "kind", "game", "updates"))
        complaint = 'updates is missing: it is a list like [[0, null], [40000000, ["hold"]]]'
        updates = [time_and_change(update) for update in as_list(request.get("updates"), complaint)]

        def play(game: Game) -> list[Event]:
            budget.spend(_cost(game))
            return [event for time_ns, change in updates for event in updated(game, time_ns, change, budget)]

        return self._changed(request, play)

    def _tap(self, request: Mapping[str, Any], budget: Budget) -> Json:
        require_fields(request, ("id", "kind", "game", "buttons"))
        complaint = 'buttons is missing: it is a list like ["move_left", "hard_drop"], pressed one after the other'
        buttons = as_texts(request.get("buttons"), complaint)

        def play(game: Game) -> list[Event]:
            budget.spend(_cost(game) * (1 + len(buttons)))
            return [event for button in buttons for event in tap(game, button)]

        return self._changed(request, play)

    def _place(self, request: Mapping[str, Any], budget: Budget) -> Json:
        require_fields(request, ("id", "kind", "game", "placement"))

        def play(game: Game) -> list[Event]:
            budget.spend(_cost(game) + 2 * _PLACEMENTS_COST)
            return place(game, _placement(Position.of(game).placements, request.get("placement")))

        return self._changed(request, play)

    def _placements(self, request: Mapping[str, Any], budget: Budget) -> Json:
        require_fields(request, ("id", "kind", "game"))
        name, session = self._session(request)
        budget.spend(_cost(session.game) + _PLACEMENTS_COST)
        placements = () if session.game.view.end else Position.of(session.game).placements
        return {"game": name, "placements": [_described(each) for each in placements]}

    def _view(self, request: Mapping[str, Any], budget: Budget) -> Json:
        require_fields(request, ("id", "kind", "game"))
        name, session = self._session(request)
        budget.spend(_cost(session.game))
        session.news()
        return {"game": name, "state": state_of(session.game)}

    def _undo(self, request: Mapping[str, Any], budget: Budget) -> Json:
        require_fields(request, ("id", "kind", "game", "count"))
        name, session = self._session(request)
        steps = request.get("count", 1)
        if isinstance(steps, bool) or not isinstance(steps, int) or not 1 <= steps <= len(session.former):
            undoable = len(session.former)
            raise RuleError(f"count is {steps!r}: {undoable} requests can be undone" + ", from 1 on" * bool(undoable))
        session.game = session.former[-steps]
        del session.former[-steps:]
        return self._answered(name, [])

    def _recording(self, request: Mapping[str, Any], budget: Budget) -> Json:
        require_fields(request, ("id", "kind", "game"))
        name, session = self._session(request)
        return {"game": name, "recording": Recording.of(session.game).to_text()}

    def _close(self, request: Mapping[str, Any], budget: Budget) -> Json:
        require_fields(request, ("id", "kind", "game"))
        name, _ = self._session(request)
        del self._open[name]
        return {"game": name, "closed": True}

    def _session(self, request: Mapping[str, Any]) -> tuple[str, _Session]:
        name = request.get("game")
        session = self._open.get(name) if isinstance(name, str) else None
        if not isinstance(name, str) or session is None:
            among = f"open are {cut(', '.join(self._open), 200)}" if self._open else "none is open"
            raise RuleError(f"no game {cut(repr(name))}{suggestion(name, self._open)}: {among}")
        return name, session

    def _changed(self, request: Mapping[str, Any], play: Callable[[Game], list[Event]]) -> Json:
        name, session = self._session(request)
        return self._answered(name, session.change(play))

    def _answered(self, name: str, events: Sequence[Event], **also: object) -> Json:
        notices = [event_of(event) for event in events]
        return {"game": name, "notices": notices, "state": self._open[name].news(), **also}


def _cost(game: Game) -> int:
    return STEP_COST + len(game.view.rows) * game.view.width // CELLS_A_STEP


def _described(placement: Placement) -> Json:
    return {
        "placement": str(placement),
        "piece": piece_of(placement.piece),
        "cells": [list(cell) for cell in placement.piece.cells],
        "hold": placement.hold,
        "spin": SPINS[placement.spin],
        "lines": placement.lines,
        "way": str(placement.way),
    }


def _placement(placements: Sequence[Placement], given: object) -> Placement:
    """Return a placement by its number, or by its text with or without the words after the spot."""
    if isinstance(given, int) and not isinstance(given, bool) and 0 <= given < len(placements):
        return placements[given]
    wanted = given.split() if isinstance(given, str) else []
    for placement in placements:
        words = str(placement).split()
        spot = 2 if placement.hold else 1
        if len(wanted) >= spot and words[: len(wanted)] == wanted:
            return placement
    last = len(placements) - 1
    like = f", such as {str(placements[0])!r}" if placements else ""
    raise EngineError(f"no placement {cut(repr(given))}: it is a number up to {last}, or a text of placements{like}")
