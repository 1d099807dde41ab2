"""Open games of the headless protocol: games that stay open between requests, by id."""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, partial
from itertools import count
from typing import Any, Final

from piecement_engine.board.pieces import Piece
from piecement_engine.bots.placement import Way, placement_text
from piecement_engine.errors import EngineError, RuleError, cut, cut_repr, suggestion
from piecement_engine.events import Event, Spin
from piecement_engine.game.budget import Budget
from piecement_engine.game.game import Game
from piecement_engine.headless import json_forms as forms
from piecement_engine.headless.updates import apply_update, state_cost, time_and_change, updates_of
from piecement_engine.json_values import as_texts, is_whole
from piecement_engine.play import Placement, Position, tap
from piecement_engine.play.games import play_placement
from piecement_engine.recording.recording import Recording

_MOST_GAMES: Final = 1000
"""Maximum number of games that are open at once."""

_MOST_UNDONE: Final = 100
"""Maximum number of requests of a game that can be undone."""

_FIELDS: Final = ("id", "kind", "game")
"""Fields of all requests about a game."""

_PLACEMENTS_COST: Final = 300
"""Cost of the search for all placements (steps)."""


class _OpenGame:
    """A game, with its states before the last requests and the state that the client knows.

    Its public methods answer the requests about the game in JSON: `begin` the one that opened it, the others by name.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self._former: list[Game] = []
        """States before the last requests, for `undo`."""
        self._seen: tuple[Game, Position] | None = None
        """State of the game whose position was read last, and that position."""
        self._told: forms.Json = {}
        """State that the client knows."""

    def begin(self, *, with_placements: bool) -> str:
        return self._news(self.game.update(0), with_placements=with_placements, seed=self.game.seed)

    def update(self, request: Mapping[str, Any], budget: Budget) -> str:
        updates = [time_and_change(update) for update in updates_of(request)]
        budget.spend(state_cost(self.game))

        def advance(game: Game) -> list[Event]:
            return [event for time_ns, change in updates for event in apply_update(game, time_ns, change, budget)]

        return self._play_on_copy(advance)

    def tap(self, request: Mapping[str, Any], budget: Budget) -> str:
        complaint = 'buttons is missing: it is a list like ["move_left", "hard_drop"], pressed one after the other'
        buttons = as_texts(request.get("buttons"), complaint)
        with_placements = _wants_placements(request)
        budget.spend(state_cost(self.game) * (1 + len(buttons)) + _PLACEMENTS_COST * with_placements)

        def advance(game: Game) -> list[Event]:
            return [event for button in buttons for event in tap(game, button)]

        return self._play_on_copy(advance, with_placements=with_placements)

    def place(self, request: Mapping[str, Any], budget: Budget) -> str:
        with_placements = _wants_placements(request)
        budget.spend(state_cost(self.game) + _PLACEMENTS_COST * (2 + with_placements))
        placement = _placement(self._position, request.get("placement"))
        return self._play_on_copy(lambda game: play_placement(game, placement), with_placements=with_placements)

    def placements(self, _: Mapping[str, Any], budget: Budget) -> str:
        budget.spend(state_cost(self.game) + _PLACEMENTS_COST)
        return f"{{{self._placements_json()}}}"

    def view(self, _: Mapping[str, Any], budget: Budget) -> str:
        budget.spend(state_cost(self.game))
        self._told = forms.state_of(self.game)
        return forms.in_json({"state": self._told})

    def undo(self, request: Mapping[str, Any], _: Budget) -> str:
        steps, undoable = request.get("count", 1), len(self._former)
        if not is_whole(steps, 1, undoable):
            complaint = f"count is {steps!r}: {undoable} requests can be undone"
            if undoable:
                complaint += ", from 1 on"
            raise RuleError(complaint)
        self.game = self._former[-steps]
        del self._former[-steps:]
        return self._news([])

    def recording(self, _: Mapping[str, Any], __: Budget) -> str:
        return forms.in_json({"recording": Recording.of(self.game).to_text()})

    def _news(self, events: Sequence[Event], *, with_placements: bool = False, **also: object) -> str:
        """Return the events and the fields of the state that the client does not know yet, with placements if asked."""
        state, told = forms.state_of(self.game), self._told
        self._told = state
        news = {name: value for name, value in state.items() if name not in told or told[name] != value}
        answer = forms.in_json({"notices": [forms.event_of(event) for event in events], "state": news, **also})
        return f"{answer[:-1]},{self._placements_json()}}}" if with_placements else answer

    def _play_on_copy(self, advance: Callable[[Game], list[Event]], *, with_placements: bool = False) -> str:
        """Play on a copy, and take it over. After an error the game is as before."""
        ahead = self.game.copy()
        events = advance(ahead)
        self._former = [*self._former[1 - _MOST_UNDONE :], self.game]
        self.game = ahead
        return self._news(events, with_placements=with_placements)

    def _placements_json(self) -> str:
        facts = () if self.game.view.end else self._position.placements.facts()
        # Joined as text for speed: a reply lists about 38 placements, and the text of each is cached.
        return f'"placements":[{",".join([_placement_json(*each) for each in facts])}]'

    @property
    def _position(self) -> Position:
        """Position of the game, the same until the next change, since a search for its placements takes long."""
        if self._seen is None or self._seen[0] is not self.game:
            self._seen = self.game, Position.of(self.game)
        return self._seen[1]


_Ask = Callable[[_OpenGame, Mapping[str, Any], Budget], str]

_KINDS: Final[Mapping[str, tuple[tuple[str, ...], _Ask]]] = {
    "update": (("updates",), _OpenGame.update),
    "tap": (("buttons", "placements"), _OpenGame.tap),
    "place": (("placement", "placements"), _OpenGame.place),
    "placements": ((), _OpenGame.placements),
    "view": ((), _OpenGame.view),
    "undo": (("count",), _OpenGame.undo),
    "recording": ((), _OpenGame.recording),
}
"""Kinds of requests about a game: the fields of each besides those of all, and the function."""


class OpenGames:
    """The open games of a client, and the kinds of requests about them, each with the function that answers in JSON."""

    def __init__(self) -> None:
        self._open: dict[str, _OpenGame] = {}
        self._numbers = count(1)
        self.kinds: Final[Mapping[str, Callable[[Mapping[str, Any], Budget], str]]] = {
            "open": self._begin,
            **{kind: partial(self._answer, *about) for kind, about in _KINDS.items()},
            "close": self._close,
        }

    def _begin(self, request: Mapping[str, Any], budget: Budget) -> str:
        forms.require_fields(request, (*_FIELDS, *forms.SETUP_FIELDS, "placements"))
        if len(self._open) == _MOST_GAMES:
            raise RuleError(f"{_MOST_GAMES} games are open, the most at once: close one")
        name = request.get("game", "")
        if name == "":
            name = next(free for free in map(str, self._numbers) if free not in self._open)
        if not isinstance(name, str) or name in self._open:
            raise RuleError(f"game is {cut_repr(name)}: it is a text, and no game of that id is open")
        with_placements = _wants_placements(request)
        budget.spend(_PLACEMENTS_COST * with_placements)
        opened = _OpenGame(Game.from_setup(forms.setup_of(request)))
        answer = opened.begin(with_placements=with_placements)
        self._open[name] = opened
        return _of_game(name, answer)

    def _answer(self, fields: tuple[str, ...], ask: _Ask, request: Mapping[str, Any], budget: Budget) -> str:
        forms.require_fields(request, (*_FIELDS, *fields))
        name = self._name(request)
        return _of_game(name, ask(self._open[name], request, budget))

    def _close(self, request: Mapping[str, Any], _: Budget) -> str:
        forms.require_fields(request, _FIELDS)
        name = self._name(request)
        del self._open[name]
        return forms.in_json({"game": name, "closed": True})

    def _name(self, request: Mapping[str, Any]) -> str:
        """Return the id of the open game that a request is about."""
        name = request.get("game")
        if not isinstance(name, str) or name not in self._open:
            among = f"open are {cut(', '.join(self._open), 200)}" if self._open else "none is open"
            raise RuleError(f"no game {cut_repr(name)}{suggestion(name, self._open)}: {among}")
        return name


def _wants_placements(request: Mapping[str, Any]) -> bool:
    """Return whether a request also asks for the placements of the piece that is in play after it."""
    wanted = request.get("placements", False)
    if not isinstance(wanted, bool):
        raise RuleError(f"placements is {cut_repr(wanted)}: it is true or false")
    return wanted


def _of_game(name: str, answer: str) -> str:
    return f'{{"game":{forms.in_json(name)},{answer[1:]}'


@lru_cache(maxsize=8192)
def _placement_json(piece: Piece, hold: bool, spin: Spin, lines: int, way: Way) -> str:
    fields: forms.Json = {
        "placement": placement_text(piece, hold, way, spin),
        "piece": forms.piece_of(piece),
        "cells": piece.cells,
        "hold": hold,
        "spin": forms.SPINS[spin],
        "lines": lines,
        "way": way,
    }
    return forms.in_json(fields)


def _placement(position: Position, given: object) -> Placement:
    """Return a placement by its number, or its text."""
    if isinstance(given, str):
        return position.placement(given)
    placements = position.placements
    if is_whole(given, 0, len(placements) - 1):
        return placements[given]
    last = len(placements) - 1
    raise EngineError(f"no placement {cut_repr(given)}: it must be a number up to {last}, or a text of placements")
