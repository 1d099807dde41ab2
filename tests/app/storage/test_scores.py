"""Scores: every game is found again, in any order, and each mode has its own best."""

from collections.abc import Generator
from contextlib import closing
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from piecement.session.own_rules import OwnRules
from piecement.session.puzzle_packs import BUILT_IN, read_packs
from piecement.session.records import GameRecord
from piecement.session.statistics import Counts
from piecement.settings.retention import Retention
from piecement.storage import game_listing
from piecement.storage.game_query import ALL, SORTS, GameQuery
from piecement.storage.paths import Paths
from piecement.storage.rule_sets import ruleset_named
from piecement.storage.store import Store
from piecement.ui.texts.games import main_result
from piecement_base import modes
from piecement_base.errors import MissingError
from piecement_base.modes import mode_headline
from piecement_base.origin import Origin, UnrankedReasons
from piecement_base.ranking import ranking_keys
from piecement_engine import MODES, End
from piecement_engine.modes import Mode
from tests.app.kept_games import START, ended_recording, record_of, store_in

S = 1_000_000_000


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return store_in(tmp_path)


def ids(store: Store, **query: object) -> list[int]:
    return list(store.games.listing(GameQuery(**query)))  # type: ignore[arg-type]  # any field of a query


class TestFinish:
    def test_a_game_is_read_as_it_was_kept(self, store: Store) -> None:
        by_bot = UnrankedReasons(bot=True)
        counts = Counts(presses=9, spins=2, faults=3)
        record = record_of(counts=counts, unranked=by_bot, seed=2**64 - 1, rules="x")
        game = store.games.get(store.games.finish(record))

        assert (game.mode, game.preset, game.end, game.result.time_ns) == ("40_lines", "Default", End.COMPLETED, 60 * S)
        assert (game.started, game.ended) == (record.origin.started, record.ended)
        assert (game.counts, game.unranked, game.seed, game.rules) == (
            record.counts,
            UnrankedReasons(bot=True),
            2**64 - 1,
            "x",
        )

    def test_a_game_is_kept_once(self, store: Store) -> None:
        record = record_of()

        assert store.games.finish(record) == store.games.finish(record)
        assert len(ids(store)) == 1

    def test_the_place_and_the_best_before_are_told(self, store: Store) -> None:
        first = store.games.placing(store.games.finish(record_of(time_ns=60 * S)))
        second = store.games.placing(store.games.finish(record_of(time_ns=70 * S)))
        third = store.games.placing(store.games.finish(record_of(time_ns=50 * S)))

        assert (first.is_best, first.best_before) == (True, None)
        assert (second.place, second.is_best) == (2, False)
        assert third.is_best
        assert third.best_before is not None
        assert third.best_before.result.time_ns == 60 * S

    def test_a_game_with_a_mark_has_no_place(self, store: Store) -> None:
        store.games.finish(record_of(time_ns=60 * S))
        game = store.games.finish(record_of(time_ns=1 * S, unranked=UnrankedReasons(practice=True)))
        placing = store.games.placing(game)

        assert placing.place is None
        assert not placing.is_best
        assert store.games.best(record_of().leaderboard) == placing.best_before

    def test_variants_of_a_mode_have_their_own_best(self, store: Store) -> None:
        store.games.finish(record_of("cheese", pieces=50))

        other = store.games.finish(record_of("cheese", pieces=90, options={"goal": 40}))

        assert store.games.placing(other).is_best


class TestRanking:
    # Each list is in the order of the mode, best first.
    ORDERS = (
        ("marathon", [{"level": 20, "score": 5}, {"level": 20, "score": 4}, {"level": 19, "score": 9}]),
        ("40_lines", [{"lines": 40, "time_ns": 50}, {"lines": 40, "time_ns": 60}, {"lines": 39, "time_ns": 1}]),
        ("master", [{"lines": 300}, {"lines": 299}]),
        ("puzzle", [{"level": 24, "time_ns": 5}, {"level": 24, "time_ns": 6}, {"level": 3, "time_ns": 1}]),
        ("cheese", [{"lines": 32, "pieces": 40}, {"lines": 32, "pieces": 50}, {"lines": 31, "pieces": 9}]),
        ("time_trial", [{"score": 9, "lines": 1}, {"score": 8, "lines": 7}, {"score": 8, "lines": 6}]),
    )

    @pytest.mark.parametrize(("mode", "results"), ORDERS)
    def test_each_mode_ranks_by_its_own_rule(self, store: Store, mode: str, results: list[dict[str, int]]) -> None:
        kept = [store.games.finish(record_of(mode, **result)) for result in reversed(results)]

        assert ids(store, mode=mode) == list(reversed(kept))

    def test_surplus_beyond_the_goal_does_not_count(self, store: Store) -> None:
        slow = store.games.finish(record_of(lines=41, time_ns=60, goals={"lines": 40}))
        fast = store.games.finish(record_of(lines=40, time_ns=50, goals={"lines": 40}))

        assert ids(store) == [fast, slow]

    def test_won_games_come_before_others_and_those_with_marks_last(self, store: Store) -> None:
        marked = store.games.finish(record_of(time_ns=1, unranked=UnrankedReasons(bot=True)))
        lost = store.games.finish(record_of(end=End.BLOCK_OUT, time_ns=2))
        won = store.games.finish(record_of(time_ns=3))

        assert ids(store) == [won, lost, marked]

    def test_equal_results_rank_by_date(self, store: Store) -> None:
        kept = [store.games.finish(record_of()) for _ in range(3)]

        assert ids(store) == kept

    def test_modes_come_by_name(self, store: Store) -> None:
        kept = {mode: store.games.finish(record_of(mode)) for mode in ("puzzle", "40_lines", "cheese")}

        assert ids(store) == [kept["40_lines"], kept["cheese"], kept["puzzle"]]

    def test_a_mode_that_ranks_otherwise_now_ranks_its_old_games_so(
        self, store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        slow = store.games.finish(record_of(time_ns=9, pieces=1))
        fast = store.games.finish(record_of(time_ns=5, pieces=2))
        store.close()
        old = MODES["40_lines"]
        changed = Mode(name=old.name, title="", sentence="", rules=old.rules, ranking=("pieces",), headline="pieces")
        monkeypatch.setitem(MODES, "40_lines", changed)

        assert ids(store_in(tmp_path)) == [slow, fast]

    def test_games_of_an_unknown_mode_are_kept_too(self, store: Store) -> None:
        better = store.games.finish(record_of("from_the_future", score=5))
        worse = store.games.finish(record_of("from_the_future", score=4))

        assert ids(store, mode="from_the_future") == [better, worse]
        assert store.games.get(better).mode_title == "from_the_future"

    def test_a_mode_that_is_not_listed_keeps_its_ranking(self, tmp_path: Path) -> None:
        """A pack of puzzles and rules of one's own are ranked by their own keys, in every later run too."""
        race = OwnRules("Race", replace(MODES["40_lines"].rules, width=8)).mode()
        packs = (pack.mode for pack in read_packs(BUILT_IN) if not isinstance(pack, str))
        pack = next(mode for mode in packs if mode.headline == "pieces")
        for mode, key in ((race, "time_ns"), (pack, "pieces")):
            recording = ended_recording()
            recording = replace(recording, setup=replace(recording.setup, rules=mode.rules), about={"mode": mode.name})
            with closing(store_in(tmp_path)) as store:
                kept = [
                    store.games.finish(record_of(mode.name, recording=recording, score=figure, **{key: figure}))
                    for figure in (9, 5)
                ]
            modes._UNLISTED.clear()

            assert ids(store_in(tmp_path), mode=mode.name) == kept[::-1]
            assert mode_headline(mode.name) == mode.headline
            assert main_result(mode.name, replace(recording.result, end=End.COMPLETED)) != main_result(
                "unknown", recording.result
            )

    def test_every_ranking_names_results_that_are_kept(self) -> None:
        for mode in MODES.values():
            assert ranking_keys(mode.name) == mode.ranking

    def test_the_bests_of_all_modes_are_told(self, store: Store) -> None:
        store.games.finish(record_of(time_ns=9))
        best = store.games.finish(record_of(time_ns=5))
        other = store.games.finish(record_of("cheese"))
        store.games.finish(record_of("puzzle", unranked=UnrankedReasons(altered=True)))

        assert store.games.bests() == {best, other}


@pytest.fixture(scope="module")
def full(tmp_path_factory: pytest.TempPathFactory) -> Generator[Store]:
    """Thirty games that differ in everything; not to be changed."""
    with closing(Store(Paths.of(tmp_path_factory.mktemp("full")))) as store:
        for number in range(30):
            store.games.finish(
                record_of(
                    ("40_lines", "marathon", "cheese")[number % 3],
                    preset=("Default", "NES")[number % 2],
                    end=(End.COMPLETED, End.BLOCK_OUT)[number // 15],
                    time_ns=(number * 7 % 30 + 1) * S,
                    score=number * 11 % 30,
                    lines=number * 13 % 30,
                    level=number % 4,
                    pieces=number * 17 % 30,
                    counts=Counts(presses=number, quads=number % 5, spins=number % 2, faults=number or None),
                )
            )
        yield store


class TestListing:
    @pytest.mark.parametrize("sort", SORTS)
    def test_every_column_sorts_in_both_directions(self, full: Store, sort: str) -> None:
        up, down = ids(full, sort=sort), ids(full, sort=sort, descending=True)

        assert len(up) == 30
        assert down == up[::-1]

    @pytest.mark.parametrize("sort", ["time", "score", "lines", "level", "pieces"])
    def test_a_column_sorts_by_its_values(self, full: Store, sort: str) -> None:
        games = full.games.read(ids(full, sort=sort))
        values = [getattr(game.result, "time_ns" if sort == "time" else sort) for game in games]

        assert values == sorted(values)

    def test_pace_and_presses_sort_by_their_values(self, full: Store) -> None:
        paces = [game.pieces_per_second for game in full.games.read(ids(full, sort="pace"))]
        presses = [game.presses_per_piece for game in full.games.read(ids(full, sort="presses")) if game.result.pieces]

        assert paces == sorted(paces)
        assert presses == sorted(presses)

    def test_filters_choose(self, full: Store) -> None:
        games = full.games.read(ids(full, mode="cheese", preset="NES"))

        assert {(game.mode, game.preset) for game in games} == {("cheese", "NES")}
        assert len(games) == 5
        assert full.games.modes() == ("40_lines", "cheese", "marathon")

    def test_dates_choose(self, store: Store) -> None:
        kept = [store.games.finish(record_of(started=START + timedelta(days=day))) for day in range(5)]

        assert ids(store, since=START + timedelta(days=1), sort="ended") == kept[1:]

    @pytest.mark.parametrize("sort", SORTS)
    @pytest.mark.parametrize("descending", [False, True])
    def test_any_page_is_part_of_the_whole(
        self, full: Store, sort: str, descending: bool, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(game_listing, "_PART", 9)
        for query in (GameQuery(sort=sort, descending=descending), GameQuery(sort=sort, preset="NES")):
            listing = full.games.listing(query)
            whole = full.games.ids(query)

            assert len(whole) == len(set(whole)) == len(listing)
            for start in range(31):
                assert list(listing.page(start, 5)) == whole[start : start + 5]

    def test_a_limit_gives_the_first_ones(self, full: Store) -> None:
        assert full.games.ids(GameQuery(sort="score"), 4) == ids(full, sort="score")[:4]

    def test_a_deleted_game_is_gone_and_the_rest_stays(self, store: Store) -> None:
        kept = [store.games.finish(record_of(score=score)) for score in range(4)]
        listing = store.games.listing(GameQuery(sort="score"))
        seen = listing.page(0, 3)
        store.games.delete(kept[1])

        assert ids(store, sort="score") == [kept[0], *kept[2:]]
        assert listing.page(0, 3) == seen
        assert [game.id for game in store.games.read(seen)] == [kept[0], kept[2]]
        with pytest.raises(MissingError, match=f"There is no game {kept[1]}"):
            store.games.get(kept[1])


class TestSummaries:
    def test_totals_add_up_by_mode(self, store: Store) -> None:
        for presses in (100, 200):
            counts = Counts(presses=presses, singles=1, quads=2, spins=3, perfect_clears=1, max_combo=presses)
            store.games.finish(record_of(counts=counts))
        store.games.finish(record_of("cheese", end=End.BLOCK_OUT))
        forty, cheese = store.statistics.totals(GameQuery())

        assert (forty.mode, forty.games, forty.won, forty.pieces, forty.lines) == ("40_lines", 2, 2, 200, 80)
        assert forty.counts == Counts(
            presses=300, singles=2, quads=4, spins=6, perfect_clears=2, max_combo=200, faults=0, faulty=0
        )
        assert forty.presses_per_piece == 1.5
        assert forty.pieces_per_second == pytest.approx(200 / 120)
        assert (cheese.mode, cheese.games, cheese.won) == ("cheese", 1, 0)

    def test_faults_count_only_where_they_were_counted(self, store: Store) -> None:
        store.games.finish(record_of(counts=Counts(faults=10, faulty=5)))
        store.games.finish(record_of(counts=Counts(faults=None, faulty=None)))
        (totals,) = store.statistics.totals(GameQuery())

        assert (totals.counts.faults, totals.counts.faulty, totals.judged_pieces) == (10, 5, 100)
        assert totals.finesse == 0.95

    def test_the_course_of_the_best_rises(self, store: Store) -> None:
        for time in (60, 70, 50, 55, 40):
            store.games.finish(record_of(time_ns=time * S))
        course = store.statistics.history(record_of().leaderboard)

        assert [point.best // S for point in course] == [60, 60, 50, 50, 40]

    def test_streaks_count_days_in_a_row(self, store: Store) -> None:
        for day in (0, 1, 2, 5, 6):
            store.games.finish(record_of(started=START + timedelta(days=day)))
        sixth = (START + timedelta(days=6)).astimezone().date()

        streaks = [store.statistics.day_streak(ALL, sixth + timedelta(days=days)) for days in range(-4, 3)]

        assert streaks == [3, 3, 0, 1, 2, 2, 0]

    def test_wins_in_a_row_are_counted(self, store: Store) -> None:
        ends = [End.COMPLETED] * 3 + [End.BLOCK_OUT] + [End.COMPLETED] * 2
        for end in ends:
            store.games.finish(record_of(end=end))

        assert store.statistics.wins_in_a_row(GameQuery(mode="40_lines")) == (2, 3)

    def test_nothing_comes_to_nothing(self, store: Store) -> None:
        assert store.statistics.totals(GameQuery()) == ()
        assert store.statistics.history(record_of().leaderboard) == []
        assert store.statistics.day_streak(ALL, START.date()) == 0
        assert store.statistics.wins_in_a_row(GameQuery(mode="40_lines")) == (0, 0)


def test_an_origin_goes_into_a_text_and_back() -> None:
    origin = Origin(
        mode="cheese", options={"goal": 40}, preset="NES", unranked=UnrankedReasons(bot=True), started=START
    )

    assert Origin.from_dict(origin.to_dict()) == origin


def test_without_a_folder_of_ones_own_the_system_says_where() -> None:
    assert Paths.of().games.name == "games.sqlite"


def test_the_record_against_each_opponent_outlives_the_run(tmp_path: Path) -> None:
    store = store_in(tmp_path)
    for opponent, wins in (("Brook", (1, 0)), ("Brook", (1, 2)), ("Ada", (0, 1)), ("Brook", (2, 1))):
        store.match_records.add(opponent, wins)
    store.close()

    records = store_in(tmp_path).match_records
    assert [records.against(name) for name in ("Brook", "Ada", "Gale")] == [(2, 1), (0, 1), (0, 0)]


def test_the_record_is_forgotten_with_the_scores(tmp_path: Path) -> None:
    store = store_in(tmp_path)
    store.match_records.add("Brook", (1, 0))
    store.games.retain_only(Retention.SETTINGS)

    assert store.match_records.against("Brook") == (0, 0)


def by_rules(style: str, time_s: int, mode: str = "40_lines") -> GameRecord:
    """Return the record of a game by the rules of a style."""
    ruleset = ruleset_named(style, mode)
    return record_of(mode, time_ns=time_s * S, ruleset=ruleset, preset=style)


class TestRules:
    def test_best_and_place_compare_within_the_same_rules(self, store: Store) -> None:
        fast = store.games.finish(by_rules("Guideline", 30))
        placing = store.games.placing(store.games.finish(by_rules("Piecement", 60)))
        second = store.games.placing(store.games.finish(by_rules("Piecement", 70)))

        assert (placing.place, placing.best_before) == (1, None)
        assert (second.place, second.best_before) == (2, store.games.get(placing.id))
        assert store.games.bests() == {fast, placing.id}

    def test_history_is_of_the_same_rules(self, store: Store) -> None:
        store.games.finish(by_rules("Guideline", 30))
        game = store.games.get(store.games.finish(by_rules("Piecement", 60)))

        assert [point.best for point in store.statistics.history(game.leaderboard)] == [60 * S]

    def test_games_are_listed_by_their_rules(self, store: Store) -> None:
        store.games.finish(by_rules("Guideline", 30))
        game = store.games.finish(by_rules("Piecement", 60))
        own = store.games.finish(record_of(ruleset="0123", preset="Mine"))
        found = {one.name: store.games.ids(GameQuery(rulesets=one.rulesets)) for one in store.games.rule_sets()}

        assert list(found) == ["Piecement", "Guideline", "Mine"]
        assert (found["Piecement"], found["Mine"]) == ([game], [own])
        assert list(store.games.by_place(GameQuery(rulesets=frozenset({"0123"})))) == [own]

    def test_a_mode_with_rules_of_its_own_belongs_to_every_style(self, store: Store) -> None:
        game = store.games.finish(by_rules("tetrs", 60, "classic"))
        found = {one.name: store.games.ids(GameQuery(rulesets=one.rulesets)) for one in store.games.rule_sets()}

        assert found == {name: [game] for name in ("Piecement", "Guideline", "Classic", "tetrs")}
