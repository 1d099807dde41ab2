"""Attacks are those of the published tables; rows wait, rise and cancel as the garbage rules say."""

from dataclasses import replace

import pytest

from piecement_engine import EngineError, Game, RuleError, Rules, Spin
from piecement_engine.game.incoming import Incoming
from piecement_engine.rules.attack import ATTACKS, AttackCounter, Clear
from piecement_engine.rules.garbage_rules import GarbageRules
from tests.engine.play import begun_game
from tests.sampling import together

SECOND = 1_000_000_000
MS = 1_000_000

NONE, MINI, FULL = Spin


@together(
    ("name", "spin", "combo", "chain", "rows"),
    [
        ("guideline", NONE, 0, 0, {1: 0, 2: 1, 3: 2, 4: 4, 6: 4}),
        ("guideline", NONE, 0, 1, {4: 5}),
        ("guideline", NONE, 6, 0, {1: 3}),
        ("guideline", NONE, 20, 0, {1: 5}),
        ("guideline", FULL, 0, 0, {0: 0, 2: 4}),
        ("guideline", FULL, 0, 1, {3: 7}),
        ("guideline", MINI, 0, 0, {1: 0}),
        ("jstris", NONE, 4, 0, {1: 1}),
        ("jstris", NONE, 12, 0, {1: 5}),
        ("netris", NONE, 0, 0, {1: 0, 2: 1, 3: 2, 4: 3}),
        ("netris", NONE, 1, 0, {1: 1, 4: 4}),
        ("netris", NONE, 2, 0, {2: 2}),
        ("netris", NONE, 5, 0, {1: 2}),
        ("netris", NONE, 7, 0, {1: 5}),
        ("netris", NONE, 9, 0, {1: 13}),
        ("netris", NONE, 10, 0, {4: 16}),
    ],
)
def test_a_clear_sends_the_rows_of_the_table(
    name: str, spin: Spin, combo: int, chain: int, rows: dict[int, int]
) -> None:
    """By the number of lines."""
    assert {lines: ATTACKS[name].rows(Clear(lines, spin, False, combo, chain)) for lines in rows} == rows


def test_guideline_adds_ten_rows_for_a_perfect_clear() -> None:
    assert ATTACKS["guideline"].rows(Clear(4, NONE, True, 0, 0)) == 14


@together(
    ("clear", "rows"),
    [
        (Clear(1, NONE, False, 0, 0), 0),
        (Clear(4, NONE, False, 0, 0), 4),
        (Clear(2, FULL, False, 0, 0), 4),
        (Clear(3, FULL, False, 0, 1), 7),
        (Clear(1, MINI, False, 0, 1), 1),
        (Clear(2, MINI, False, 0, 0), 1),
        (Clear(1, NONE, False, 2, 0), 1),  # ln 3.5 = 1.25
        (Clear(1, NONE, False, 6, 0), 2),  # ln 8.5 = 2.14
        (Clear(1, NONE, False, 16, 0), 3),  # ln 21 = 3.04
        (Clear(2, NONE, False, 4, 0), 2),
        (Clear(4, NONE, False, 3, 0), 7),
        (Clear(2, FULL, False, 4, 9), 10),
        (Clear(1, NONE, False, 0, 4), 0),
        (Clear(1, NONE, False, 0, 5), 4),
        (Clear(2, NONE, False, 0, 11), 11),
        (Clear(1, NONE, True, 0, 0), 5),
        (Clear(4, NONE, True, 0, 3), 10),
        (Clear(1, NONE, True, 0, 9), 6),
    ],
)
def test_tetrio_multiplies_combos_and_surges(clear: Clear, rows: int) -> None:
    """Worked by hand from the published constants: 0.25 a combo, ln(1 + 1.25 combo) at least, a surge from 4 on."""
    assert ATTACKS["tetrio"].rows(clear) == rows


@together(
    ("chain", "quad"),
    [(0, 4), (1, 5), (2, 5), (3, 6), (7, 6), (8, 7), (23, 7), (24, 8), (66, 8), (67, 9), (184, 9), (185, 10)],
)
def test_a_long_chain_adds_more_before_season_2(chain: int, quad: int) -> None:
    """The published steps of back-to-back: +1 from 1 on, then more from 3, 8, 24, 67 and 185 on."""
    assert ATTACKS["tetrio_s1"].rows(Clear(4, NONE, False, 0, chain)) == quad
    assert ATTACKS["tetrio_s1"].rows(Clear(4, NONE, True, 0, chain)) == quad + 10


def test_only_tetrio_chains_perfect_clears() -> None:
    counters = [AttackCounter(ATTACKS[name]) for name in ("guideline", "tetrio")]
    for counter in counters:
        counter.rows_of(0, 4, NONE, perfect_clear=False)
        counter.rows_of(1, 1, NONE, perfect_clear=True)
        counter.lock_without_lines()

    assert [counter.rows_of(2, 4, NONE, perfect_clear=False) for counter in counters] == [4, 5]


def test_a_surge_comes_once() -> None:
    counter = AttackCounter(ATTACKS["tetrio"])
    rows: list[int] = []
    for lines in (4, 4, 4, 4, 4, 1, 1):
        rows.append(counter.rows_of(0, lines, NONE, perfect_clear=False))
        counter.lock_without_lines()

    assert rows == [4, 5, 5, 5, 5, 4, 0]


@together(
    ("lines", "combo", "milliseconds"),
    [(1, 0, 3600), (2, 0, 4800), (3, 0, 6000), (4, 0, 7200), (1, 1, 1800), (1, 2, 900)],
)
def test_netris_clear_gives_a_combo_its_published_time(lines: int, combo: int, milliseconds: int) -> None:
    assert ATTACKS["netris"].window_ns(lines, combo) == milliseconds * 1_000_000


def made(incoming: Incoming, time_ns: int, lines: int, spin: Spin = Spin.NONE) -> int:
    """Clear lines; return how many rows that makes."""
    rows, _ = incoming.clear(time_ns, lines, spin, perfect_clear=False)
    incoming.lock(time_ns, clears=True)
    return rows


def rows_due(incoming: Incoming, time_ns: int) -> int:
    """Lock a piece that clears nothing; return how many rows rise."""
    return len(incoming.lock(time_ns, clears=False))


def test_rows_rise_with_the_first_lock_after_their_fuse() -> None:
    incoming = Incoming(GarbageRules())
    incoming.take(SECOND, (3, 3, 5, 5))

    assert incoming.lock(SECOND + 500 * MS - 1, clears=False) == []
    assert incoming.lock(SECOND + 500 * MS, clears=False) == [3, 3, 5, 5]
    assert incoming.counts.received == 4


def test_rows_wait_while_a_player_clears_where_the_rules_say_so() -> None:
    usual, netris = Incoming(GarbageRules()), Incoming(GarbageRules(attack="netris"))
    for incoming in (usual, netris):
        incoming.take(SECOND, (3,))

    assert usual.lock(5 * SECOND, clears=True) == []
    assert netris.lock(5 * SECOND, clears=True) == [3]


def test_no_more_rows_rise_at_once_than_the_rules_say() -> None:
    incoming = Incoming(GarbageRules(most_rows=3))
    incoming.take(0, (1, 2, 3, 4))
    incoming.take(0, (5, 6))

    assert incoming.lock(SECOND, clears=False) == [1, 2, 3]
    assert incoming.lock(SECOND, clears=False) == [4, 5, 6]


def test_rows_of_netris_come_one_by_one() -> None:
    incoming = Incoming(GarbageRules(attack="netris"))
    incoming.take(0, (1, 2, 3))
    times = (SECOND, 1_500 * MS, 1_900 * MS, 2 * SECOND, 4 * SECOND)

    assert [rows_due(incoming, time_ns) for time_ns in times] == [0, 1, 0, 1, 1]


def test_own_attacks_cancel_waiting_rows_first() -> None:
    incoming = Incoming(GarbageRules())
    incoming.take(SECOND, (1,))

    assert incoming.clear(2 * SECOND, 4, Spin.NONE, perfect_clear=False) == (4, 1)
    assert incoming.counts == (4, 3, 1, 0, 0)


def test_news_of_older_rows_are_cancelled_by_a_former_clear() -> None:
    incoming = Incoming(GarbageRules())
    incoming.clear(2 * SECOND, 4, Spin.NONE, perfect_clear=False)

    assert incoming.take(SECOND, (1, 1, 1)) == 3
    assert incoming.take(SECOND + 1, (1, 2)) == 1
    assert [waiting.rows for waiting in incoming.waiting] == [1]
    assert incoming.counts == (4, 0, 4, 0, 1)


def test_rows_made_at_the_time_of_a_clear_or_later_pass_it() -> None:
    incoming = Incoming(GarbageRules())
    incoming.clear(2 * SECOND, 4, Spin.NONE, perfect_clear=False)

    assert incoming.take(2 * SECOND, (1, 1)) == 0
    assert incoming.clear(2 * SECOND, 2, Spin.NONE, perfect_clear=False) == (1, 0)
    rows_due(incoming, 2 * SECOND)
    assert incoming.clear(2 * SECOND + 1, 2, Spin.NONE, perfect_clear=False) == (1, 1)


def test_a_special_clear_after_a_special_clear_sends_one_more() -> None:
    incoming = Incoming(GarbageRules())
    rows = [made(incoming, SECOND, 4)]
    rows_due(incoming, SECOND)
    rows.append(made(incoming, SECOND, 2, Spin.FULL))
    made(incoming, SECOND, 1)
    rows_due(incoming, SECOND)
    rows.append(made(incoming, SECOND, 4))

    assert rows == [4, 5, 4]


def test_a_combo_ends_with_a_lock_without_lines() -> None:
    incoming = Incoming(GarbageRules())
    rows = [made(incoming, SECOND, 1) for _ in range(4)]
    rows_due(incoming, SECOND)

    assert (rows, made(incoming, SECOND, 1)) == ([0, 0, 1, 1], 0)


def test_a_combo_of_netris_ends_with_its_time() -> None:
    incoming = Incoming(GarbageRules(attack="netris"))
    made(incoming, 0, 1)
    rows_due(incoming, SECOND)

    assert made(incoming, 3_600 * MS, 1) == 1
    assert made(incoming, 5_500 * MS, 1) == 0


def test_handicap_takes_its_share_without_rounding_losses() -> None:
    incoming = Incoming(GarbageRules(percent=50))
    rows: list[int] = []
    for _ in range(4):
        rows.append(made(incoming, SECOND, 2))
        rows_due(incoming, SECOND)

    assert rows == [0, 1, 0, 1]


@together(
    ("given", "complaint"),
    [
        ({"attack": "waltz"}, "it must be one of guideline"),
        ({"percent": -1}, "from 0 to 400"),
        ({"percent": None}, "from 0 to 400"),
        ({"fuse_ns": 1.5}, "from 0 to 60000000000"),
        ({"most_rows": 0}, "from 1 to 100"),
        ({"clears_hold_up": 1}, "it is true or false"),
        ({"speed": 1}, "unknown garbage rule"),
        (7, 'it is like {"attack": "guideline"}'),
    ],
)
def test_bad_garbage_rules_name_the_field_and_its_values(given: object, complaint: str) -> None:
    with pytest.raises(RuleError, match=complaint):
        Rules.from_dict({"garbage": given})


def test_garbage_rules_are_read_as_they_were_written() -> None:
    rules = Rules(garbage=GarbageRules(attack="jstris", percent=80, most_rows=4, clears_hold_up=False))

    assert rules.to_dict()["garbage"] == {
        "attack": "jstris", "percent": 80, "most_rows": 4, "clears_hold_up": False,
    }  # fmt: skip
    assert Rules.from_dict(rules.to_dict()) == rules
    assert Rules.from_dict(Rules().to_dict()).garbage is None


class TestGame:
    """Attacks in a game: they are inputs, and what follows is in the rules."""

    RULES = Rules(garbage=GarbageRules(), appearance_delay_ns=0)

    def game(self, **rules: object) -> Game:
        game = Game(replace(self.RULES, **rules), seed=1, pieces="OOOOOOOO")  # type: ignore[arg-type]  # any rule
        game.update(0)
        return game

    def test_rows_rise_before_the_piece_after_the_lock(self) -> None:
        game = self.game()
        game.take_attack(SECOND, SECOND // 2, [2, 4])
        events = game.update(SECOND, {"hard_drop"}) + game.update(2 * SECOND, ())

        assert [event.kind for event in events if "row" in event.kind or "spawn" in event.kind] == [
            "rows_due", "rows_raised", "piece_spawned",
        ]  # fmt: skip
        assert game.view.board.to_text()[:2] == ["####.#####", "##.#######"]

    def test_waiting_rows_are_seen(self) -> None:
        game = self.game()
        (taken,) = game.take_attack(SECOND, SECOND // 2, [2, 4])

        assert (taken.kind, game.view.waiting_rows) == ("attack_taken", ((SECOND, 2),))
        assert game.view.garbage.pending == 2

    def test_a_clear_reports_made_and_cancelled_rows(self) -> None:
        game = begun_game(self.RULES, seed=1, pieces="OO", board=["####..####"] * 2 + ["##........"])
        game.take_attack(1, 0, [2])
        events = game.update(2, {"hard_drop"}) + game.update(SECOND // 10)
        (attack,) = [event for event in events if event.kind == "attack_made"]

        assert (attack.rows, attack.cancelled) == (1, 1)  # type: ignore[attr-defined]  # of this kind

    def test_a_refused_attack_changes_nothing(self) -> None:
        game = self.game()
        for at_ns, holes, why in ((-1, [2], "times are"), (1 << 62, [2], "times are"), (0, [10], "columns are")):
            with pytest.raises(EngineError, match=why):
                game.take_attack(5, at_ns, holes)

        assert (game.view.time_ns, game.inputs) == (0, ())

    def test_without_garbage_rules_rows_rise_before_the_next_piece(self) -> None:
        game = self.game(garbage=None)
        game.take_attack(1, 0, [2])
        game.update(2, {"hard_drop"})
        game.update(SECOND // 10)

        assert game.view.board.to_text()[0] == "##.#######"
