"""Matches: games that send each other garbage, in one program or over a network. Pure: no clock, no connection.

`Match` is for games in one program. Over a network, each player's program has a `Contender`, and the server a `Judge`.
"""

from piecement_engine.game.incoming import RowCounts, WaitingRows
from piecement_engine.game.inputs import TakenAttack, pack_attack, unpack_attack
from piecement_engine.match.contender import Contender, OutError
from piecement_engine.match.followed_game import FollowedGame
from piecement_engine.match.judge import Judge
from piecement_engine.match.judged_side import Batch, BatchEntry, BatchError, ForcedAttack, LockDifference, Taken
from piecement_engine.match.ledger import Attack, Knockout, Ledger, TargetChosen
from piecement_engine.match.match import Match, MatchGame, match_setups
from piecement_engine.match.recordings import RecordedMatch, RoundDesync, RoundRecording, SideDesync
from piecement_engine.match.targeting import LEAST_ATTACKED, TARGETINGS
from piecement_engine.recording.lock_checks import LockCheck
from piecement_engine.rules.attack import ATTACKS, AttackRule, AttackTable, Clear
from piecement_engine.rules.garbage_rules import GarbageRules
from piecement_engine.rules.own_rules import register_attack

MatchRecording, MatchDesync = RoundRecording, SideDesync
"""Former names, for one release."""

__all__ = [
    "ATTACKS", "LEAST_ATTACKED", "TARGETINGS", "Attack", "AttackRule", "AttackTable", "Batch", "BatchEntry",
    "BatchError", "Clear", "Contender", "FollowedGame", "ForcedAttack", "GarbageRules", "Judge", "Knockout", "Ledger",
    "LockCheck", "LockDifference", "Match", "MatchGame", "OutError", "RecordedMatch", "RoundDesync", "RoundRecording",
    "RowCounts", "SideDesync", "Taken", "TakenAttack", "TargetChosen", "WaitingRows", "match_setups", "pack_attack",
    "register_attack", "unpack_attack",
]  # fmt: skip
