"""The judge of a match over a network: simulates the game of each side from its inputs, and settles the attacks.

Theory of operation. Each side plays its own game and sends the inputs in batches. The judge simulates a game of its own
for each side from them, so that a side can claim nothing but inputs. The ledger settles attacks up to the *watermark*,
before which the inputs of all running games are known; it does not wait for a side that is further behind than
`LATE_NS`. The judge announces an attack to its target, which takes it at a time of its own choice: the batch has
`Taken(number)`, and the judge fills in the attack. To take it early is of no use, as the rows rise by the time at which
the attack was made; to take it late is bounded. If a side does not take an attack in time, the judge forces it at the
end of the known part of that side's game. Clocks are bounded in both directions: a side can neither play ahead of the
time of the match, nor in slow motion.

The judge has no clock: `now_ns` is the time since the start of the round, measured by the caller. All results depend on
the inputs alone as long as no side is late, however the inputs are cut into batches.
"""

from collections.abc import Sequence
from heapq import merge
from operator import attrgetter
from typing import Final

from piecement_engine.events import Event
from piecement_engine.game.incoming import RowCounts
from piecement_engine.game.inputs import FORFEIT, Input, unpack_attack
from piecement_engine.game.setup import Setup
from piecement_engine.game.state import NEVER
from piecement_engine.game.view import GameView
from piecement_engine.match.followed_game import FollowedGame
from piecement_engine.match.judged_side import Batch, ForcedAttack, JudgedSide, LockDifference
from piecement_engine.match.ledger import Attack, Knockout, LostRows, TargetChosen, decided_ns, new_ledger, team_ends_ns
from piecement_engine.match.recordings import RoundRecording
from piecement_engine.match.targeting import LEAST_ATTACKED
from piecement_engine.recording.recording import Recording
from piecement_engine.rules.timing import MILLISECOND

LATE_NS: Final = 500 * MILLISECOND
"""Maximum lag of a side before the other sides stop waiting for it (ns)."""


class Judge:
    """The games of all sides of one round. A side is a number from 0, in the order of the setups."""

    def __init__(
        self, setups: Sequence[Setup], *, garbage_seed: int, targeting: str = LEAST_ATTACKED, teams: Sequence[int] = ()
    ) -> None:
        """Begin at time 0.

        Args:
            setups: The setup of each side, with garbage rules (see `match_setups`).
            garbage_seed: The seed of holes and random targets. No player may know it.
            targeting: A name in `TARGETINGS`.
            teams: The number of each side's team; without it, each side plays for itself.

        Raises:
            RuleError: If a setup has no garbage rules.
        """
        self._players: Final = tuple(JudgedSide(side, FollowedGame(setup)) for side, setup in enumerate(setups))
        self._ledger: Final = new_ledger(setups, garbage_seed, targeting, teams)
        self._teams: Final = self._ledger.teams
        self._watermark_ns = 0
        self._playing = list(self._players)
        """Sides whose games have not ended."""

    def inputs(
        self, side: int, batch: Batch, now_ns: int | None = None, round_trip_ns: int = 0, unheard_ns: int | None = None
    ) -> LockDifference | None:
        """Play a batch of a side. Batches after the end of the side's game, or of the round, are ignored.

        Args:
            side: The side.
            batch: The batch.
            now_ns: The time of the match; without it clocks do not matter.
            round_trip_ns: The travel time of a message to the side and its reply.
            unheard_ns: The time of the first announcement that the side has not acknowledged, or None if there is none.

        Returns:
            The difference between its check and the judge's, if there is one.

        Raises:
            BatchError: If the batch is refused; nothing has changed then.
        """
        player = self._players[side]
        if player.followed.has_ended or self.is_over:
            return None
        inputs = player.inputs_of(batch, now_ns, round_trip_ns, unheard_ns)
        self._play(player, batch.to_ns, inputs)
        return player.compare_locks(batch.check)

    def choose(self, side: int, time_ns: int, choice: int | str) -> bool:
        """Record the choice of a target at a game time: another team's side, or a name in `TARGETINGS`.

        Returns:
            Whether it counts: not before the known part of the game or an earlier choice, nor after its end.

        Raises:
            EngineError: If there is no such targeting, or the side is none of another team.
        """
        self._ledger.check_choice(side, choice)
        player = self._players[side]
        last_ns = player.choices[-1].time_ns if player.choices else 0
        if player.followed.has_ended or self.is_over or time_ns < max(last_ns, player.followed.known_ns):
            return False
        player.choices.append(TargetChosen(time_ns, choice))
        return True

    def settle(self, now_ns: int | None = None) -> list[Attack | Knockout]:
        """Settle all that is known by now; return the attacks to announce and the ends of games, in order.

        Call it after the batches that arrived together, and from time to time without any. It does not wait for sides
        that are late by `now_ns`; without `now_ns` it waits for all.
        """
        known_ns = min((player.followed.known_ns for player in self._playing), default=NEVER)
        if now_ns is not None and self._playing:
            known_ns = max(known_ns, now_ns - LATE_NS)
        self._watermark_ns = max(self._watermark_ns, known_ns)
        settled = self._ledger.settle(self._watermark_ns)
        for outcome in settled:
            if isinstance(outcome, Attack):
                player = self._players[outcome.target]
                player.announce(outcome, self._watermark_ns if now_ns is None else now_ns)
        return settled

    def force(self, side: int, round_trip_ns: int = 0) -> list[ForcedAttack]:
        """Force the overdue attacks on a side, at the end of the known part of its game; return them.

        `round_trip_ns` is as in `inputs`. Announce the forced attacks to the player: if the game of the player is past
        that time, it is another game from there on (`BatchError` with the code `late`).
        """
        player = self._players[side]
        forced: list[ForcedAttack] = []
        while not player.followed.has_ended and player.taken < len(player.announced):
            time_ns = player.followed.known_ns
            if time_ns <= player.latest_ns(player.taken + 1, round_trip_ns):
                break
            number = player.taken + 1
            player.forced[number] = time_ns
            forced.append(ForcedAttack(side, number, time_ns))
            self._play(player, time_ns, [player.attack_input(time_ns, number)])
        return forced

    def announced_again(self, side: int, now_ns: int) -> tuple[Attack, ...]:
        """Return the attacks that a side has not taken, to announce again; its time to take them begins anew.

        This is for a side that returns after a lost connection.
        """
        player = self._players[side]
        attacks = tuple(announcement.attack for announcement in player.waiting)
        del player.announced[player.taken :]
        for attack in attacks:
            player.announce(attack, now_ns)
        return attacks

    def absent(self, side: int) -> None:
        """End the game of a side that does not return as a forfeit, at the end of its known part."""
        player = self._players[side]
        if not player.followed.has_ended:
            end_ns = player.followed.known_ns
            self._play(player, end_ns + 1, [(end_ns, FORFEIT)])

    def behind_ns(self, side: int, now_ns: int) -> int:
        """Return the lag of a side's known inputs behind the clock (ns); 0 after its end."""
        followed = self._players[side].followed
        return 0 if followed.has_ended else max(0, now_ns - followed.known_ns)

    def known_ns(self, side: int) -> int:
        """Return the game time of a side before which all its inputs are known (ns)."""
        return self._players[side].followed.known_ns

    def has_ended(self, side: int) -> bool:
        """Return whether the game of a side has ended."""
        return self._players[side].followed.has_ended

    def view(self, side: int) -> GameView:
        return self._players[side].followed.view

    def stream(self, side: int, count: int = 0) -> tuple[Input, ...]:
        """Return the inputs of a side after the first `count`, with packed attacks."""
        return self._players[side].followed.game.inputs_since(count)

    def counts(self, side: int) -> RowCounts:
        """Return the settled counts of garbage rows of a side."""
        return self._ledger.counts(side)

    @property
    def attacks(self) -> tuple[Attack, ...]:
        """All attacks, in the order in which they counted. Attacks of a late side may have the same time."""
        return tuple(self._ledger.attacks)

    @property
    def lost(self) -> tuple[LostRows, ...]:
        """Clears whose rows had no target."""
        return tuple(self._ledger.lost)

    def announced(self, side: int) -> tuple[Attack, ...]:
        """Return all attacks on a side so far; the one numbered n is at index n - 1."""
        return tuple(announcement.attack for announcement in self._players[side].announced)

    @property
    def sides(self) -> int:
        """Number of sides."""
        return len(self._players)

    @property
    def watermark_ns(self) -> int:
        """Game time before which all is settled (ns)."""
        return self._watermark_ns

    @property
    def is_over(self) -> bool:
        """Whether the winner is certain: the games that run are of one team, and known to have outlasted all others."""
        playing = self._playing
        if not playing or len(self._players) == 1 or len({self._teams[player.side] for player in playing}) > 1:
            return not playing
        over_ns = decided_ns(self._ends_ns(), self._teams)
        return all(player.followed.known_ns > over_ns for player in playing)

    @property
    def standings(self) -> tuple[int, ...]:
        """Place of each side's team, from 1, by the known times of the ends. Equal times share a place."""
        ends_ns = team_ends_ns(self._ends_ns(), self._teams)
        return tuple(1 + sum(other > ends_ns[team] for other in ends_ns.values()) for team in self._teams)

    @property
    def order(self) -> tuple[int, ...]:
        """Place of each side, from 1, by the end of its own game, whatever becomes of its team."""
        ends_ns = self._ends_ns()
        return tuple(1 + sum(other > own for other in ends_ns) for own in ends_ns)

    @property
    def places(self) -> tuple[int, ...]:
        """Former name of `standings`."""
        return self.standings

    @property
    def over_ns(self) -> int | None:
        """Game time at which the round was over (ns), or None if it is not."""
        return decided_ns(self._ends_ns(), self._teams) if self.is_over else None

    def recording(self, side: int) -> Recording:
        """Return the recording of the known part of a side's game, up to the end of the round."""
        return self._players[side].followed.recording(self.over_ns)

    def match_recording(self) -> RoundRecording:
        """Return the recordings of all games and the attacks as one, up to the time at which all is settled."""
        over_ns = self.over_ns
        until_ns = max(0, self._watermark_ns - 1) if over_ns is None else over_ns
        games = tuple(player.followed.recording(until_ns) for player in self._players)
        return RoundRecording(games, self.attacks, self.lost)

    def _play(self, player: JudgedSide, to_ns: int, inputs: Sequence[Input]) -> None:
        player.taken += sum(unpack_attack(change) is not None for _, change in inputs)
        events = player.followed.follow(to_ns, inputs)
        reported: Sequence[Event | TargetChosen] = events
        if player.choices:  # one made at the time of a clear decides its target
            due = [choice for choice in player.choices if choice.time_ns < to_ns]
            del player.choices[: len(due)]
            reported = list(merge(due, events, key=attrgetter("time_ns")))
        if reported:
            self._ledger.report(player.side, reported)
            if player.followed.has_ended:
                self._playing.remove(player)

    def _ends_ns(self) -> list[int]:
        """Return the time of the end of each game (ns), or `NEVER` if it is still running."""
        views = [player.followed.view for player in self._players]
        return [NEVER if view.end is None else view.time_ns for view in views]
