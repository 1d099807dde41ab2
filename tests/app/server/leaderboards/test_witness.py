"""A game that is witnessed: as it was played, in the time that it took, or void."""

import pytest

from piecement_engine.game.inputs import BUTTON_BITS, FORFEIT, Button
from piecement_net.errors import RoomError
from piecement_net.messages.leaderboards import SoloInputs, SoloStart, SoloVoid
from piecement_server.leaderboards.entries import LeaderboardEntry, fair_setup, leaderboard_mode
from piecement_server.leaderboards.witness import AWAY_NS, BEGIN_NS, BEHIND_NS, SoloGames, Witness

S = 1_000_000_000
SETUP = fair_setup(leaderboard_mode("40_lines"), {}, 7)
START = SoloStart(mode="40_lines", seed=7)
DROP = BUTTON_BITS[Button.HARD_DROP]


def a_witness() -> Witness:
    """Return a witness of a game whose seed was given at 0, and that began at 4 s."""
    witness = Witness(SETUP, 0, START)
    witness.receive(SoloInputs(to=0), 4 * S)
    return witness


def test_witnessed_game_equals_the_game_of_the_inputs() -> None:
    witness = a_witness()
    for second in range(1, 5):
        witness.receive(
            SoloInputs(to=second * S, e=((second * S - 500, DROP), (second * S - 100, 0))), (4 + second) * S
        )
    witness.receive(SoloInputs(to=5 * S, e=((5 * S - 1, FORFEIT),)), 9 * S)

    assert witness.is_over
    assert witness.view.pieces == 4
    assert witness.recording().verify() is None


VOID = {
    "faster than time": ([(6, 4 * S, ())], "solo_ahead"),
    "before the seed": ([(4, 5 * S, ())], "solo_ahead"),
    "slower than time": ([(9, S, ())], "solo_lag"),
    "backwards": ([(6, 2 * S, ()), (7, S, ())], "solo_order"),
    "an input of the past": ([(6, 2 * S, ()), (7, 3 * S, ((S, 1),))], "solo_order"),
    "an input of the future": ([(6, 2 * S, ((3 * S, 1),))], "solo_order"),
    "inputs out of order": ([(6, 2 * S, ((S, 1), (S // 2, 0)))], "solo_order"),
    "too many inputs": ([(6, n * 1000, ((n * 1000, 1),) * 200) for n in (1, 2)], "solo_work"),
}


@pytest.mark.parametrize(("said", "code"), VOID.values(), ids=VOID.keys())
def test_late_input_voids_the_witnessed_game(
    said: list[tuple[float, int, tuple[tuple[int, int], ...]]], code: str
) -> None:
    witness = a_witness()
    *before, (now_s, to, inputs) = said
    for earlier_s, earlier_to, earlier in before:
        witness.receive(SoloInputs(to=earlier_to, e=earlier), round(earlier_s * S))

    with pytest.raises(RoomError) as void:
        witness.receive(SoloInputs(to=to, e=inputs), round(now_s * S))
    assert void.value.code == code


def test_a_game_that_does_not_begin_is_void() -> None:
    with pytest.raises(RoomError) as void:
        Witness(SETUP, 0, START).check(BEGIN_NS)

    assert void.value.code == "solo_late"


def test_a_cut_connection_is_waited_for_and_caught_up_with() -> None:
    witness = a_witness()
    witness.disconnected(5 * S)
    witness.check(14 * S)
    witness.reconnected(14 * S)
    witness.receive(SoloInputs(to=2 * S), 14 * S)
    witness.receive(SoloInputs(to=10 * S), 14 * S + 1)
    witness.check(14 * S + BEHIND_NS - 1)

    assert witness.view.time_ns == 10 * S


def test_absent_or_idle_player_is_not_witnessed() -> None:
    away, still = a_witness(), a_witness()
    away.disconnected(5 * S)

    with pytest.raises(RoomError) as gone:
        away.check(5 * S + AWAY_NS)
    with pytest.raises(RoomError) as paused:
        still.check(4 * S + BEHIND_NS + 1)
    assert (gone.value.code, paused.value.code) == ("solo_away", "solo_lag")


def test_the_games_of_a_server_end_as_entries_or_are_void() -> None:
    games = SoloGames()
    for member in (1, 2, 3):
        games[member] = Witness(SETUP, 0, START)
    games.receive(1, SoloInputs(to=0), 4 * S)
    ended = games.receive(1, SoloInputs(to=S, e=((S, FORFEIT),)), 5 * S)
    del games[3]
    void = list(games.advance(BEGIN_NS))

    assert isinstance(ended, LeaderboardEntry)
    assert [(member, type(outcome)) for member, outcome in void] == [(2, SoloVoid)]
    assert len(games) == 0


def test_a_second_try_at_the_pieces_of_the_day_is_no_entry() -> None:
    games = SoloGames()
    games[1] = Witness(SETUP, 0, START.model_copy(update={"counts": False}))
    games.receive(1, SoloInputs(to=0), 4 * S)

    assert games.receive(1, SoloInputs(to=S, e=((S, FORFEIT),)), 5 * S) is None
