"""Entries of leaderboards, and the rules that make a game fair."""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from hashlib import sha256
from typing import Any, Final, Literal, NamedTuple, Self

from piecement_base.modes import LEADERBOARD_MODES
from piecement_base.ranking import RANKED_RULES, Leaderboard, goals_of, rank_keys, ranking_keys, results_of, ruleset_of
from piecement_engine import MODES, Mode, Recording, Result, RuleError, Setup
from piecement_engine.events import PieceLocked
from piecement_engine.rules.timing import SECOND
from piecement_net.errors import RoomError

Kind = Literal["witnessed", "proven"]
"""Kind of proof: the server gave the seed and watched the game, or verified a recording afterwards."""

COMPARED_PIECES: Final = 40
"""Number of first pieces whose placements identify a game."""


class LeaderboardEntry(NamedTuple):
    """Game to be added to a leaderboard."""

    kind: Kind
    mode: str
    result: Result
    tier: int
    """Rank class: 0 for a won game, 1 for any other."""
    keys: tuple[int, int, int]
    """Ranking keys within the tier; lower is better."""
    recording: str
    digest: str
    """Digest of the first placements, equal for games that differ only in inputs or timing."""
    day: str = ""
    """Date of the daily, such as 2026-11-23, or empty for other games."""
    ruleset: str = ""
    """Hash of the rules that are ranked together, from `ruleset_of`."""

    @classmethod
    def of(cls, kind: Kind, mode: str, recording: Recording, day: str = "") -> Self:
        """Return the entry of a fully simulated game."""
        result = recording.result
        return cls(
            kind=kind,
            mode=mode,
            result=result,
            tier=int(result.end is None or not result.end.won),
            keys=rank_keys(ranking_keys(mode), results_of(result), goals_of(recording.setup.rules)),
            recording=replace(recording, about={"mode": mode}).to_text(),
            digest=_digest(mode, recording),
            day=day,
            ruleset=ruleset_of(recording.setup.rules),
        )


def _digest(mode: str, recording: Recording) -> str:
    places, budget, replayer = list[str](), recording.fair_budget(), recording.replayer()
    for until_ns in range(SECOND, recording.time_ns + SECOND, SECOND):  # only as far as the digest needs
        if len(places) < COMPARED_PIECES:
            events = replayer.advance(min(until_ns, recording.time_ns), budget)
            pieces = (event.piece for event in events if isinstance(event, PieceLocked))
            places += [f"{shape.name} {orientation} {x} {y}" for shape, orientation, x, y in pieces]
    return sha256("\n".join((mode, str(recording.setup.seed), *places[:COMPARED_PIECES])).encode()).hexdigest()


def leaderboard_mode(name: str) -> Mode:
    """Return a mode that has leaderboards. Raises `RoomError` for any other."""
    if name not in LEADERBOARD_MODES:
        raise RoomError("no_board", mode=name)
    return MODES[name]


def fair_setup(mode: Mode, overrides: Mapping[str, Any], seed: int) -> Setup:  # rules have values of many types
    """Return the setup of a ranked game of a mode. Raises `RoomError` for rules that no leaderboard accepts."""
    try:
        setup = Setup(rules=mode.rules_with(overrides), seed=seed)
    except RuleError as error:
        raise RoomError("rules", why=error) from None
    check_setup(mode, setup)
    return setup


def check_setup(mode: Mode, setup: Setup) -> None:
    """Raise `RoomError` unless the setup belongs to the mode and is ranked."""
    if setup != Setup(rules=setup.rules, seed=setup.seed):
        raise RoomError("laid_out")
    changes = setup.rules.to_dict(mode.rules_with())
    if mode.rules_with(changes) != setup.rules:  # it ignores changes of the rules that it sets itself
        raise RoomError("not_of_mode", mode=mode.name)
    if ruleset_of(setup.rules) not in {ranked_ruleset(mode.name, style) for style in RANKED_RULES}:
        raise _unranked()


@cache
def ranked_ruleset(mode: str, style: str) -> str:
    """Return the hash of the rules of a style in a mode. Raises `RoomError` for a style that is not ranked."""
    if style not in RANKED_RULES:
        raise _unranked()
    return Leaderboard.of(MODES[mode], {}, RANKED_RULES[style].changes).ruleset


def _unranked() -> RoomError:
    return RoomError("unranked_rules", which=", ".join(rules.title for rules in RANKED_RULES.values()))
