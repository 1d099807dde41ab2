"""A round as a client plays or watches it: the player's own game, those of the others, and the attacks between them."""

from collections.abc import Iterator, Mapping
from typing import Final

from piecement.online.fields import Attack, LockCheck, PlayedGame
from piecement.online.messages import Desync, Forced, Over, Past, Start, StartPlayer, Tick
from piecement.online.presets import player_rules
from piecement.online.round_sessions import RemoteSession, RoundSession
from piecement.session.match_session import MATCH_MODE
from piecement.session.plan import Plan
from piecement.session.session import Clock, Session
from piecement.session.statistics import replayed
from piecement_engine import Game, Recording


class Round:
    """One round. Nothing that is told of the others waits for the player's own game, nor the other way round."""

    def __init__(self, start: Start, you: int | None, clock: Clock, start_ns: int) -> None:
        """Prepare a round that begins at a reading of the clock; `you` is the player's seat, None for who watches.

        Raises `RuleError` for rules that cannot be.
        """
        self.number: Final = start.round
        self.start_ns: Final = start_ns
        self.players: Final[Mapping[int, StartPlayer]] = {player.p: player for player in start.players}
        self.own: RoundSession | None = None
        self.others: Final[dict[int, RemoteSession]] = {}
        self.you: Final = you if you in self.players else None
        self.places: Final[dict[int, int]] = {}
        """The places of those who are out, by seat."""
        self.watermark_ns = 0
        self.is_over = False
        self._differs = False
        """Whether the server has another game of the player than this one."""
        self._clock: Final = clock
        self._attacks: Final[dict[tuple[int, int], Attack]] = {}
        for seat, player in self.players.items():
            rules = player_rules(start.rules, player.hand, player.percent)
            plan = Plan(MATCH_MODE, player.seed)
            game = Game(rules, player.seed)
            if seat == self.you:
                self.own = RoundSession(plan, game, clock, start_ns)
            else:
                self.others[seat] = RemoteSession(plan, game, clock)

    @property
    def time_ns(self) -> int:
        """How long the round has been played; negative before it begins."""
        return self._clock() - self.start_ns

    def session(self, seat: int) -> Session:
        """Return the session of a player. Raises `KeyError` for a seat that does not play."""
        if seat == self.you and self.own is not None:
            return self.own
        return self.others[seat]

    @property
    def is_running(self) -> bool:
        """Whether it has begun and not ended."""
        return not self.is_over and self.time_ns >= 0

    def advance(self) -> None:
        """Play the own game on to the present, whether it is seen or not."""
        if self.own is not None and not self.is_over:
            self.own.run()

    def finish(self) -> None:
        """Stop the own game: the round has ended."""
        self.is_over = True
        if self.own is not None:
            self.own.stop()

    def apply(self, message: Tick | Over | Past | Forced | Desync) -> None:
        """Take in what the server says of the round. Raises `EngineError` for what cannot be."""
        match message:
            case Tick():
                self._apply_tick(message)
            case Over():
                if message.place is not None:
                    self.places[message.p] = message.place
            case Past():
                self._apply_past(message)
            case Forced() | Desync():
                self._differs = message.p == self.you

    def attackers(self) -> Iterator[tuple[int, int]]:
        """Yield the sender and the target of the attacks, the last one first."""
        for attack in reversed(self._attacks.values()):
            yield attack.sender, attack.target

    def sent(self, seat: int) -> int:
        """Return how many rows a player has sent to others, as far as that is settled."""
        return sum(len(attack.holes) for attack in self._attacks.values() if attack.sender == seat)

    def lock_check(self) -> LockCheck | None:
        checks = self.own.statistics.lock_checks if self.own is not None else None
        return (checks.locks, checks.crc) if checks else None

    def _apply_tick(self, tick: Tick) -> None:
        for attack in tick.k:
            self._attacks[attack.target, attack.id] = attack
        for seat, to_ns, entries in tick.s:
            if seat in self.others:
                self.others[seat].feed(to_ns, entries, lambda id_, seat=seat: self._attacks.get((seat, id_)))
        for attack in tick.k:
            if attack.target == self.you and self.own is not None:
                self.own.take(attack)
        self.watermark_ns = max(self.watermark_ns, tick.w)

    def _apply_past(self, past: Past) -> None:
        """Go on with the games as the server knows them; the own one is only replaced where it was lost or differs."""
        for attack in past.k:
            self._attacks[attack.target, attack.id] = attack
        for game in past.games:
            if game.seat in self.players and (game.seat != self.you or self._is_behind(game.to)):
                self._replace(game)
        self._differs = False
        self.watermark_ns = max(self.watermark_ns, past.w)
        if self.own is not None:
            for attack in past.k:
                if attack.target == self.you:
                    self.own.take(attack)

    def _is_behind(self, to_ns: int) -> bool:
        """Return whether the server knows more of the own game, as after the program was started anew."""
        return self._differs or self.own is None or self.own.view.time_ns < to_ns

    def _replace(self, game: PlayedGame) -> None:
        replayer = replayed(Recording.from_text(game.recording))
        plan = Plan(MATCH_MODE, self.players[game.seat].seed)
        if game.seat == self.you:
            self.own = RoundSession.back(plan, replayer, self._clock, self.start_ns)
        else:
            self.others[game.seat] = RemoteSession.back(plan, replayer, self._clock, game.to)
