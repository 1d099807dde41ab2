"""Matches: every row that is sent is cancelled, received or pending, and attacks are those of the published tables."""

from random import Random

import pytest

from piecement_engine import Game, Recording, Rules, Spin, Tracker
from piecement_engine.bots import ATTACKS, BOTS, AttackRule, Clear, Ledger, Match, Pace, play_match
from piecement_engine.bots.attack import GUIDELINE, JSTRIS, NETRIS
from piecement_engine.events import Accolade, Event, PieceLocked, RowsRaised
from piecement_engine.pieces import TETROMINOES, Piece

SECOND = 1_000_000_000
T = TETROMINOES["T"]
RULES = Rules(rotation_system="srs", spin_rule="t_three_corner", scoring="guideline", randomizer="bag", preview_count=5)


def lock(time_ns: int, lines: int = 0, spin: Spin = Spin.NONE, *, perfect: bool = False) -> list[Event]:
    """Return what a game tells of a lock."""
    locked = PieceLocked(time_ns, Piece(T, 0, 0, 0))
    return [locked, Accolade(time_ns, 0, T, spin, lines, perfect, 0, 0)] if lines else [locked]


@pytest.mark.parametrize(
    ("rule", "clear", "rows"),
    [
        (GUIDELINE, Clear(1, Spin.NONE, False, 0, False), 0),
        (GUIDELINE, Clear(2, Spin.NONE, False, 0, False), 1),
        (GUIDELINE, Clear(3, Spin.NONE, False, 0, False), 2),
        (GUIDELINE, Clear(4, Spin.NONE, False, 0, False), 4),
        (GUIDELINE, Clear(4, Spin.NONE, False, 0, True), 5),
        (GUIDELINE, Clear(2, Spin.FULL, False, 0, False), 4),
        (GUIDELINE, Clear(3, Spin.FULL, False, 0, True), 7),
        (GUIDELINE, Clear(1, Spin.MINI, False, 0, False), 0),
        (GUIDELINE, Clear(1, Spin.NONE, False, 6, False), 3),
        (GUIDELINE, Clear(1, Spin.NONE, False, 20, False), 5),
        (GUIDELINE, Clear(4, Spin.NONE, True, 0, False), 14),
        (GUIDELINE, Clear(6, Spin.NONE, False, 0, False), 4),
        (GUIDELINE, Clear(0, Spin.FULL, False, 0, False), 0),
        (JSTRIS, Clear(1, Spin.NONE, False, 4, False), 1),
        (JSTRIS, Clear(1, Spin.NONE, False, 12, False), 5),
        (NETRIS, Clear(1, Spin.NONE, False, 0, False), 0),
        (NETRIS, Clear(2, Spin.NONE, False, 0, False), 1),
        (NETRIS, Clear(3, Spin.NONE, False, 0, False), 2),
        (NETRIS, Clear(4, Spin.NONE, False, 0, False), 3),
        (NETRIS, Clear(1, Spin.NONE, False, 1, False), 1),
        (NETRIS, Clear(4, Spin.NONE, False, 1, False), 4),
        (NETRIS, Clear(2, Spin.NONE, False, 2, False), 2),
        (NETRIS, Clear(1, Spin.NONE, False, 5, False), 2),
        (NETRIS, Clear(1, Spin.NONE, False, 7, False), 5),
        (NETRIS, Clear(1, Spin.NONE, False, 9, False), 13),
        (NETRIS, Clear(4, Spin.NONE, False, 10, False), 16),
    ],
)
def test_a_clear_sends_what_the_table_says(rule: AttackRule, clear: Clear, rows: int) -> None:
    assert rule.rows(clear) == rows


@pytest.mark.parametrize(
    ("lines", "combo", "milliseconds"),
    [(1, 0, 3600), (2, 0, 4800), (3, 0, 6000), (4, 0, 7200), (1, 1, 1800), (1, 2, 900)],
)
def test_a_clear_of_netris_gives_a_combo_as_much_time_as_published(lines: int, combo: int, milliseconds: int) -> None:
    assert NETRIS.window_ns(lines, combo) == milliseconds * 1_000_000


def new_match(rule: AttackRule = GUIDELINE, players: int = 2) -> tuple[Match, list[Game]]:
    games = [Game(RULES, 1) for _ in range(players)]
    for game in games:
        game.update(0)
    return Match(games, rule, seed=5), games


def test_a_quad_waits_at_the_other_side_and_rises_there_with_a_later_lock() -> None:
    match, games = new_match()
    attacks = match.apply(0, lock(SECOND, 4))

    assert [(attack.made, attack.cancelled, attack.target) for attack in attacks] == [(4, 0, 1)]
    assert match.pending(1) == 4
    match.apply(1, lock(SECOND + 1))
    assert match.pending(1) == 4
    games[1].update(2 * SECOND)
    match.apply(1, lock(2 * SECOND))
    assert match.pending(1) == 0
    assert match.ledger(1).received == 4
    assert any(mask < 0 for _, mask in games[1].inputs)


def test_rows_wait_while_a_player_clears() -> None:
    match, _ = new_match()
    match.apply(0, lock(SECOND, 4))
    match.apply(1, lock(3 * SECOND, 1))

    assert match.pending(1) == 4


def test_what_a_player_makes_cancels_what_waits_first() -> None:
    match, _ = new_match()
    match.apply(0, lock(SECOND, 2))
    attacks = match.apply(1, lock(SECOND, 4))

    assert [(attack.made, attack.cancelled, attack.sent) for attack in attacks] == [(4, 1, 3)]
    assert (match.pending(0), match.pending(1)) == (3, 0)


def test_a_special_clear_after_a_special_clear_sends_one_more() -> None:
    match, _ = new_match()
    first = match.apply(0, lock(SECOND, 4))
    match.apply(0, lock(SECOND))
    second = match.apply(0, lock(SECOND, 2, Spin.FULL))
    match.apply(0, lock(SECOND, 1))
    third = match.apply(0, [*lock(SECOND), *lock(SECOND, 4)])

    assert [attack.made for attack in (*first, *second, *third)] == [4, 5, 4]


def test_a_combo_ends_with_a_lock_without_lines() -> None:
    match, _ = new_match()
    made = [sum(attack.made for attack in match.apply(0, lock(SECOND, 1))) for _ in range(4)]
    match.apply(0, lock(SECOND))
    after = match.apply(0, lock(SECOND, 1))

    assert made == [0, 0, 1, 1]
    assert after == []


def test_a_combo_of_netris_ends_with_its_time() -> None:
    match, _ = new_match(NETRIS)
    match.apply(0, lock(0, 1))
    match.apply(0, lock(SECOND))
    in_time = match.apply(0, lock(3_600_000_000, 1))
    too_late = match.apply(0, lock(5_500_000_000, 1))

    assert [attack.made for attack in in_time] == [1]
    assert too_late == []


def test_rows_of_netris_come_one_by_one() -> None:
    match, games = new_match(NETRIS)
    match.apply(0, lock(0, 4))
    pending: list[int] = []
    for time_ns in (SECOND, 1_500_000_000, 1_900_000_000, 2_000_000_000, 4_000_000_000):
        games[1].update(time_ns)
        match.apply(1, lock(time_ns))
        pending.append(match.pending(1))

    assert pending == [3, 2, 2, 1, 0]


def test_of_several_players_the_one_with_the_least_against_them_is_hit() -> None:
    match, _ = new_match(players=4)
    targets = [match.apply(side, lock(SECOND, lines))[0].target for side, lines in ((1, 2), (1, 2), (1, 2), (0, 3))]

    assert targets == [0, 2, 3, 1]


def test_the_last_one_alive_wins() -> None:
    match, games = new_match()

    assert match.winner is None
    games[0].forfeit(SECOND)
    assert match.winner == 1
    assert match.apply(1, lock(SECOND, 4))[0].target is None


def assert_every_row_is_accounted_for(ledgers: tuple[Ledger, ...]) -> None:
    sent = sum(ledger.sent for ledger in ledgers)
    cancelled = sum(ledger.cancelled for ledger in ledgers)

    assert sent == cancelled + sum(ledger.received + ledger.pending for ledger in ledgers)
    assert sum(ledger.made for ledger in ledgers) == sent + cancelled


@pytest.mark.parametrize("rule", list(ATTACKS.values()), ids=lambda rule: rule.name)
@pytest.mark.parametrize("players", [2, 3])
def test_every_row_sent_is_cancelled_received_or_pending(rule: AttackRule, players: int) -> None:
    rng = Random(3)
    match, games = new_match(rule, players)
    for step in range(300):
        side = rng.randrange(players)
        time_ns = step * 200_000_000
        lines = rng.choice((0, 0, 1, 2, 3, 4))
        spin = rng.choice(list(Spin)) if lines < 4 else Spin.NONE
        match.apply(side, lock(time_ns, lines, spin, perfect=rng.random() < 0.02))
        ledgers = tuple(match.ledger(number) for number in range(players))

        assert_every_row_is_accounted_for(ledgers)
    assert all(game.view.end is None for game in games)


@pytest.mark.parametrize("rule", list(ATTACKS.values()), ids=lambda rule: rule.name)
def test_bots_fight_real_games_and_no_row_is_lost(rule: AttackRule) -> None:
    bots = [BOTS["gale"].make(1), BOTS["pebble"].make(2)]
    outcome = play_match(bots, [Pace(pieces_per_second=2)] * 2, RULES, seed=4, attack=rule, most_pieces=60)

    assert_every_row_is_accounted_for(outcome.ledgers)
    for ledger, game in zip(outcome.ledgers, outcome.games, strict=True):
        assert ledger.received >= raised(game) >= 0


def raised(game: Game) -> int:
    """Return how many rows rose in the replay of a game."""
    recording = Recording.of(game)
    events = recording.replayer(Tracker()).advance(recording.time_ns)
    return sum(event.count for event in events if isinstance(event, RowsRaised))


def test_a_match_is_the_same_each_time() -> None:
    def fight() -> tuple[int, ...]:
        bots = [BOTS["brook"].make(1), BOTS["gale"].make(2)]
        return play_match(bots, [Pace(pieces_per_second=2)] * 2, RULES, seed=2, most_pieces=25).pieces

    assert fight() == fight()


def test_a_game_with_garbage_is_an_ordinary_recording() -> None:
    bots = [BOTS["gale"].make(1), BOTS["gale"].make(2)]
    outcome = play_match(bots, [Pace(pieces_per_second=2)] * 2, RULES, seed=3, most_pieces=40)
    game = outcome.games[0]

    assert Recording.of(game).replay().view.rows == game.view.rows
