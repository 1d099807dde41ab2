"""Witnesses of games: inputs as they come, while time goes by.

From the first message on, game time follows the clock: at most a second ahead, and no further behind than a bad
connection explains. So a game can be played neither in slow motion nor at double speed, and cannot be stopped to think.
"""

from collections.abc import Iterator
from typing import Final

from piecement_engine import EngineError, Game, GameView, Recording, Setup
from piecement_engine.errors import TooManyStepsError
from piecement_engine.game.budget import Budget
from piecement_engine.rules.timing import SECOND
from piecement_net.errors import RoomError
from piecement_net.limits import Rate
from piecement_net.messages.leaderboards import Solo, SoloInputs, SoloStart, SoloVoid
from piecement_server.leaderboards.entries import LeaderboardEntry, fair_setup, leaderboard_mode

BEGIN_NS: Final = 20 * SECOND
"""Time limit between sending the seed and the first message (ns)."""
AHEAD_NS: Final = SECOND
"""Maximum lead of game time over the clock (ns)."""
BEHIND_NS: Final = 3 * SECOND
"""Maximum lag of game time behind the clock (ns)."""
AWAY_NS: Final = 10 * SECOND
"""Maximum duration of a lost connection (ns)."""
_INPUTS: Final = Rate(a_second=120, at_once=240)
_STEPS: Final = Rate(a_second=2_000, at_once=50_000)
"""Steps of work (see `Budget`), in addition to those of the inputs."""
_STEPS_AN_INPUT: Final = 50


class Witness:
    """One witnessed game. Raises `RoomError` for everything that voids it."""

    def __init__(self, setup: Setup, given_ns: int, start: SoloStart) -> None:
        """Start waiting for the game, at the time its seed is sent with `start`."""
        self.start: Final = start
        self._game: Final = Game.from_setup(setup)
        self._given_ns: Final = given_ns
        self._zero_ns: int | None = None
        """Clock time of game time 0, or None before the first message."""
        self._to_ns = 0
        self._away_ns: int | None = None
        """Time at which the connection was lost, or None while it works."""
        self._checked_from_ns = given_ns
        """Time before which lag is ignored: a returning connection has to catch up first."""
        self._inputs = 0
        self._steps = 0

    @property
    def view(self) -> GameView:
        return self._game.view

    @property
    def is_over(self) -> bool:
        return self.view.end is not None

    def recording(self) -> Recording:
        return Recording.of(self._game)

    def receive(self, message: SoloInputs, now_ns: int) -> None:
        """Check and simulate the inputs of a message."""
        if self._zero_ns is None:
            if now_ns - self._given_ns > BEGIN_NS:
                raise RoomError("solo_late", seconds=BEGIN_NS // SECOND)
            self._zero_ns = max(self._given_ns, now_ns - message.to)
        if message.to > now_ns - self._zero_ns + AHEAD_NS or message.to > now_ns - self._given_ns:
            raise RoomError("solo_ahead")
        self._check_order(message)
        self._count(message)
        self._play(message)
        self._to_ns = message.to
        self._check_lag(now_ns)

    def disconnected(self, now_ns: int) -> None:
        """Record that the connection was lost."""
        self._away_ns = now_ns

    def reconnected(self, now_ns: int) -> None:
        """Record that the connection is back."""
        self._away_ns = None
        self._checked_from_ns = now_ns + BEHIND_NS

    def check(self, now_ns: int) -> None:
        """Check for a stalled or absent player."""
        if self._away_ns is not None:
            if now_ns >= self._away_ns + AWAY_NS:
                raise RoomError("solo_away", seconds=AWAY_NS // SECOND)
        elif self._zero_ns is not None:
            self._check_lag(now_ns)
        elif now_ns >= self._given_ns + BEGIN_NS:
            raise RoomError("solo_late", seconds=BEGIN_NS // SECOND)

    def _check_lag(self, now_ns: int) -> None:
        behind_ns = now_ns - (self._zero_ns or 0) - self._to_ns
        if behind_ns > BEHIND_NS and now_ns >= self._checked_from_ns and not self.is_over:
            raise RoomError("solo_lag")

    def _check_order(self, message: SoloInputs) -> None:
        times = [self._to_ns, *(at_ns for at_ns, _ in message.e)]
        if sorted(times) != times or message.to < self._to_ns:
            raise RoomError("solo_order", why="inputs are not in the order of time")
        if times[-1] > message.to:
            raise RoomError("solo_order", why="an input is later than the game")

    def _count(self, message: SoloInputs) -> None:
        self._inputs += len(message.e)
        if self._inputs > _INPUTS.at_once + _INPUTS.a_second * message.to // SECOND:
            raise RoomError("solo_work")

    def _play(self, message: SoloInputs) -> None:
        most = _STEPS.at_once + _STEPS.a_second * message.to // SECOND + _STEPS_AN_INPUT * self._inputs
        budget = Budget(max(1, most - self._steps), "one game", abandons=True)
        try:
            for at_ns, mask in message.e:
                if not self.is_over:
                    self._game.play(at_ns, mask, budget)
            if not self.is_over:
                self._game.update(message.to, budget=budget)
        except TooManyStepsError:
            raise RoomError("solo_work") from None
        except EngineError as error:
            raise RoomError("solo_order", why=error) from None
        self._steps += budget.limit - budget.left


class SoloGames(dict[int, Witness]):
    """Games being witnessed, by member."""

    def begin(self, member: int, request: Solo, start: SoloStart, now_ns: int) -> None:
        """Witness a game from now on, instead of the member's last one. Raises `RoomError` for unfair rules."""
        self[member] = Witness(fair_setup(leaderboard_mode(start.mode), request.rules, start.seed), now_ns, start)

    def receive(self, member: int, message: SoloInputs, now_ns: int) -> LeaderboardEntry | SoloVoid | None:
        """Apply the inputs of a member; return the leaderboard entry of an ended game, or why it cannot have one.

        Inputs that arrive after a game became void are ignored.
        """
        game = self.get(member)
        if game is None:
            return None
        try:
            game.receive(message, now_ns)
        except RoomError as error:
            del self[member]
            return SoloVoid.of(error)
        if not game.is_over:
            return None
        del self[member]
        start = game.start
        return LeaderboardEntry.of("witnessed", start.mode, game.recording(), start.day) if start.counts else None

    def advance(self, now_ns: int) -> Iterator[tuple[int, SoloVoid]]:
        """Void the games whose players have stalled, and yield the members with the reasons."""
        for member, game in list(self.items()):
            try:
                game.check(now_ns)
            except RoomError as error:
                del self[member]
                yield member, SoloVoid.of(error)
