"""A timer for thinking that the test runs, and a player who lets the computer think between frames."""

from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from typing import Any, Self

from piecement_base.plan import Plan
from tests.app.walking import Player, playing

FRAME_MS = 1000 / 60


class Call:
    """A call that waits."""

    def __init__(self, call: Callable[[], None], line: list["Call"]) -> None:
        self.call = call
        self._line = line
        line.append(self)

    def cancel(self) -> None:
        """Take the call out of the line, if it still waits."""
        if self in self._line:
            self._line.remove(self)


class Turns:
    """Makes calls when the test says so."""

    def __init__(self) -> None:
        self.waiting: list[Call] = []
        self.delays: list[float] = []

    def __call__(self, delay_s: float, call: Callable[[], None]) -> Call:
        self.delays.append(delay_s)
        return Call(call, self.waiting)

    def run(self) -> None:
        """Make the calls that wait, and those that they ask for."""
        while self.waiting:
            self.waiting.pop(0).call()

    async def settle(self, player: Player) -> None:
        """Make the calls, and wait until the application has shown what came of them."""
        self.run()
        await player.settle()


class Thinker(Player):
    """A player whose computer thinks after each of the test's frames."""

    turns: Turns

    @classmethod
    def of(cls, player: Player, turns: Turns) -> Self:
        """Return the player with turns for thinking."""
        thinker = cls(player.app, player.pilot, player.clock, player.frame_timer)
        thinker.turns = turns
        return thinker

    async def think(self) -> None:
        """Run the search of the bot to its end, and wait until the application has shown the result."""
        await self.turns.settle(self)

    async def frames(self, count: int) -> None:
        """Pass frames, with time to think after each."""
        for _ in range(count):
            self.clock.pass_ms(FRAME_MS)
            self.frame_timer.ring()
            self.turns.run()
        await self.settle()


@asynccontextmanager
async def thinking(plan: Plan | None = None, **given: Any) -> AsyncGenerator[Thinker]:
    """Run the application as `playing` does, with a computer that thinks when the test says so."""
    turns = Turns()
    async with playing(plan, later=turns, **given) as player:
        yield Thinker.of(player, turns)
