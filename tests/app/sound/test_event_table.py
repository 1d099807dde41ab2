"""The table of events: complete, and nothing is told by sound alone."""

from piecement.session.events import BestBeaten, LeadTaken, MatchEnded
from piecement.sound.effects import GROUPS, Effect
from piecement.sound.game_listener import EFFECT_CUES, EffectCue
from piecement.ui.texts.sound import EFFECT_TEXTS
from piecement_engine.board.pieces import TETROMINOES, Piece, Shape
from piecement_engine.events import (
    Accolade,
    AttackTaken,
    End,
    Event,
    GameEnded,
    LinesCleared,
    PieceLocked,
    PieceSpawned,
    RowsDue,
    Spin,
)

NOT_OF_THE_ENGINE = {
    Effect.SOFT_DROP,
    Effect.DANGER,
    Effect.COUNT,
    Effect.GO,
    Effect.MENU_STEP,
    Effect.MENU_CHOOSE,
    Effect.MENU_BACK,
}
"""What is heard of buttons, of the board, and of the screens; tests/app/ui/test_sound_in_games.py hears them."""

SILENT = {
    LinesCleared.kind: "the accolade of the same moment is heard",
    RowsDue.kind: "the rows rise a moment later, and are heard then",
    BestBeaten.kind: "the end of the game is heard",
    MatchEnded.kind: "the end of the game is heard",
    LeadTaken.kind: "a race is not won before its end, which is heard",
}
"""The kinds of events that are not heard, and why."""


def accolade(lines: int, *, spin: Spin = Spin.NONE, perfect: bool = False, combo: int = 1, b2b: int = 0) -> Accolade:
    return Accolade(0, 100, TETROMINOES["T"], spin, lines, perfect, combo, b2b)


def heard(event: Event) -> list[EffectCue]:
    return list(EFFECT_CUES[type(event)](event))


def test_every_kind_of_event_is_heard_or_has_a_reason_why_not() -> None:
    kinds = {kind.kind for kind in Event.__subclasses__() if kind.__module__.startswith("piecement")}
    heard_kinds = {kind.kind for kind in EFFECT_CUES}

    assert LeadTaken.kind in kinds
    assert heard_kinds | SILENT.keys() == kinds
    assert not heard_kinds & SILENT.keys()
    assert all(len(reason) > 20 for reason in SILENT.values())


def test_every_effect_names_its_sight() -> None:
    assert EFFECT_TEXTS.keys() == set(Effect)
    assert all(seen for _title, seen in EFFECT_TEXTS.values())


def test_every_effect_belongs_to_one_group() -> None:
    effects = [effect for effects in GROUPS.values() for effect in effects]

    assert sorted(effects) == sorted(Effect)


def test_every_effect_can_come_about() -> None:
    accolades = [
        *(accolade(lines) for lines in (1, 2, 3, 4)),
        accolade(0, spin=Spin.FULL),
        accolade(2, spin=Spin.FULL, combo=3, b2b=2),
        accolade(4, perfect=True),
    ]
    lock = PieceLocked(0, Piece(TETROMINOES["T"], 0, 4, 0))
    spawns = [PieceSpawned(0, Piece(shape, 0, 4, 0)) for shape in TETROMINOES.values()]
    ends = [GameEnded(0, End.COMPLETED), GameEnded(0, End.BLOCK_OUT)]
    sampled = {
        one.effect for event in (*accolades, *ends, *spawns, lock, AttackTaken(0, 0, 2, 0)) for one in heard(event)
    }
    # What is heard of all other kinds does not depend on what the event has.
    others = {
        one.effect
        for kind in EFFECT_CUES.keys() - {Accolade, GameEnded, PieceLocked, PieceSpawned, AttackTaken}
        for one in EFFECT_CUES[kind](None)
    }

    assert sampled | others | NOT_OF_THE_ENGINE == set(Effect)


def test_the_lock_of_each_piece_has_a_pitch_of_its_own() -> None:
    locks = [PieceLocked(0, Piece(shape, 0, 4, 0)) for shape in TETROMINOES.values()]

    assert len({step for lock in locks for _, step in heard(lock)}) == len(locks)


def test_each_piece_that_appears_has_a_sound_of_its_own() -> None:
    spawns = {name: heard(PieceSpawned(0, Piece(shape, 0, 4, 0))) for name, shape in TETROMINOES.items()}

    assert {name: [str(one.effect) for one in cues] for name, cues in spawns.items()} == {
        name: [f"piece_{name.lower()}"] for name in "IJLOSTZ"
    }
    assert heard(PieceSpawned(0, Piece(Shape("F", 8, TETROMINOES["T"].orientations[0]), 0, 4, 0))) == []


def test_clears_sound_by_kind_and_combos_by_length() -> None:
    assert heard(accolade(1)) == [EffectCue(Effect.SINGLE)]
    assert heard(accolade(4, combo=5, b2b=2)) == [
        EffectCue(Effect.TETRA),
        EffectCue(Effect.BACK_TO_BACK),
        EffectCue(Effect.COMBO, 3),
    ]
    assert heard(accolade(6)) == [EffectCue(Effect.TETRA)]
    assert heard(accolade(0, spin=Spin.MINI, combo=0)) == [EffectCue(Effect.SPIN)]
    assert heard(accolade(1, spin=Spin.MINI)) == [EffectCue(Effect.SPIN_CLEAR)]
    assert heard(accolade(2, spin=Spin.FULL, perfect=True)) == [EffectCue(Effect.PERFECT_CLEAR)]


def test_cancelled_garbage_neither_waits_nor_sounds() -> None:
    assert heard(AttackTaken(0, 0, rows=2, cancelled=2)) == []
    assert heard(AttackTaken(0, 0, rows=3, cancelled=2)) == [EffectCue(Effect.GARBAGE_WAITING)]


def test_only_a_goal_reached_is_won() -> None:
    assert {end: heard(GameEnded(0, end))[0].effect for end in End} == {
        end: Effect.WON if end is End.COMPLETED else Effect.GAME_OVER for end in End
    }
