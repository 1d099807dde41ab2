"""A session is kept as it goes on and when it ends, whatever becomes of the disk."""

from dataclasses import replace
from pathlib import Path

import pytest

from piecement.session.session import INPUT_GRID_NS, Session
from piecement.session.statistics import recount
from piecement.storage.game_query import GameQuery
from piecement.storage.recorder import FEW_PIECES, Recorder, is_worth_storing
from piecement.storage.rule_sets import STYLE_RULES
from piecement.storage.store import Store
from piecement.ui.texts.verdicts import verdict
from piecement_base.origin import Origin, UnrankedReasons
from piecement_base.plan import Plan
from piecement_engine import MODES, Button, End, Game, Recording
from piecement_engine.play import game_of
from tests.app.database_file import rows_of_file
from tests.app.kept_games import START, store_in
from tests.app.stand_ins import ENDLESS, ONE_PIECE, ManualClock
from tests.sampling import together

HARD_DROP = frozenset({Button.HARD_DROP})
NOTHING: frozenset[Button] = frozenset()


class Table:
    """A session at the hands of a test, and what is kept of it."""

    def __init__(
        self, folder: Path, plan: Plan, *, played: int = 0, unranked: UnrankedReasons | None = None, preset: str = "NES"
    ) -> None:
        self.clock = ManualClock()
        self.store = store_in(folder)
        self.complaints: list[str] = []
        self.session = Session(plan, plan.game({}), self.clock)
        if played:
            self.play_to(played)
        origin = Origin.of(plan, START, preset=preset, unranked=unranked)
        self.recorder = Recorder(self.store, self.session, origin, lambda *told: self.complaints.extend(told))

    def drop(self) -> None:
        """Drop a piece, three quarters of a second after the last."""
        self.clock.pass_ms(700.123456)
        self.session.hold(HARD_DROP)
        self.clock.pass_ms(50.654321)
        self.session.hold(NOTHING)

    def play_to(self, pieces: int) -> None:
        """Drop pieces until so many have locked, some of them by themselves at the top."""
        self.session.resume()
        while self.session.view.pieces < pieces:
            self.drop()


@pytest.fixture
def endless(tmp_path: Path) -> Table:
    return Table(tmp_path, Plan(ENDLESS, seed=1))


def kept(store: Store) -> list[End]:
    return [game.end for game in store.games.read(list(store.games.listing(GameQuery())))]


def test_a_session_that_ends_is_kept_and_told_its_place(tmp_path: Path) -> None:
    table = Table(tmp_path, Plan(ONE_PIECE, seed=1))
    table.session.resume()
    table.drop()
    table.recorder.finish()
    result = table.recorder.result

    assert kept(table.store) == [End.COMPLETED]
    assert result.placing is not None
    assert result.placing.is_best
    table.recorder.finish()
    assert table.recorder.result is result
    assert table.store.games.get(1).preset == "NES"


def test_session_is_kept_with_checks_and_counts_unreplayed(endless: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    endless.play_to(8)
    endless.session.undo_piece()
    endless.play_to(9)
    endless.session.forfeit()
    with monkeypatch.context() as patched:
        patched.setattr(Game, "from_setup", pytest.fail)
        endless.recorder.finish()
        result = endless.recorder.result
    assert result.placing is not None
    recording = endless.store.games.recording(result.placing.id)

    assert len(recording.lock_checks) == 1
    assert recording.verify() is None
    assert recount(recording) == result.statistics


def test_a_session_that_the_player_gives_up_is_kept_as_such(endless: Table) -> None:
    endless.session.resume()
    endless.drop()
    endless.recorder.give_up()
    result = endless.recorder.result

    assert result.end is End.FORFEIT
    assert kept(endless.store) == [End.FORFEIT]
    assert endless.store.autosaves.waiting() == []


def test_left_session_waits_in_the_same_program(endless: Table) -> None:
    endless.session.resume()
    endless.drop()
    before = endless.store.autosaves.waiting()
    for _ in range(2):
        endless.recorder.leave()
    (left,) = endless.store.autosaves.waiting()

    assert before == [], "it is played"
    assert left.time_ns == endless.session.view.time_ns
    assert kept(endless.store) == []


def test_a_session_that_was_left_and_dropped_is_not_kept_again(endless: Table) -> None:
    endless.session.resume()
    endless.drop()
    endless.recorder.leave()
    endless.store.autosaves.delete(endless.recorder.origin.token)
    endless.recorder.save()
    endless.recorder.leave()

    assert endless.store.autosaves.waiting() == []


@pytest.mark.parametrize(
    ("played", "unranked", "dropped", "ends"),
    [
        (0, UnrankedReasons(), FEW_PIECES - 1, []),
        (0, UnrankedReasons(), FEW_PIECES, [End.FORFEIT]),
        (FEW_PIECES, UnrankedReasons(practice=True), 3, []),
        (3, UnrankedReasons(practice=True), FEW_PIECES, [End.FORFEIT]),
        (FEW_PIECES, UnrankedReasons(), 3, [End.FORFEIT]),
    ],
)
def test_replaced_session_is_kept_after_a_few_own_pieces(
    tmp_path: Path, played: int, unranked: UnrankedReasons, dropped: int, ends: list[End]
) -> None:
    table = Table(tmp_path, Plan(MODES["zen"], seed=4), played=played, unranked=unranked)
    table.play_to(table.session.view.pieces + dropped)
    table.recorder.save()
    table.recorder.leave(gives_way=True)
    after = kept(table.store)
    table.store.close()

    assert after == ends
    assert store_in(tmp_path).autosaves.waiting() == []


def test_a_session_that_never_began_is_not_kept(endless: Table) -> None:
    endless.recorder.save()
    endless.recorder.leave()

    assert kept(endless.store) == []
    assert endless.store.autosaves.waiting() == []


def test_a_running_session_is_kept_every_few_seconds(tmp_path: Path, endless: Table) -> None:
    endless.session.resume()
    saved: list[int] = []
    for _ in range(6):
        endless.drop()
        endless.recorder.tick(endless.clock())
        rows = rows_of_file(tmp_path, "SELECT time FROM checkpoints")
        saved.append(rows[0][0] if rows else 0)

    assert [time // 1_000_000 for time in saved] == [752] * 4 + [3754] * 2
    endless.recorder.save()
    endless.store.close()
    (left,) = store_in(tmp_path).autosaves.waiting()
    assert left.time_ns == endless.session.view.time_ns


def test_a_session_goes_on_from_where_it_was_kept(tmp_path: Path, endless: Table) -> None:
    endless.session.resume()
    endless.drop()
    endless.session.pause()
    endless.recorder.save()
    endless.store.close()
    store = store_in(tmp_path)
    replayer, _ = store.autosaves.resume(store.autosaves.waiting()[0].origin.token)
    clock = ManualClock()
    session = Session.going_on(endless.session.plan, replayer, clock)
    before = session.time_ns
    session.resume()
    clock.pass_ms(100)
    session.advance()

    assert before == endless.session.view.time_ns
    assert session.has_begun
    assert session.view.time_ns == before + 100_000_000


def test_inputs_lie_on_a_grid_for_recordings_to_be_short(endless: Table) -> None:
    endless.session.resume()
    endless.drop()
    endless.recorder.give_up()

    assert len(endless.session.game.inputs) == 3
    assert all(time % INPUT_GRID_NS == 0 for time, _ in endless.session.game.inputs)


def test_fault_is_told_once_and_play_goes_on(tmp_path: Path, endless: Table) -> None:
    endless.store.games.modes()
    endless.store._session.run(lambda database: database.change("PRAGMA query_only = ON"))
    endless.session.resume()
    for _ in range(3):
        endless.drop()
        endless.recorder.save()
    endless.session.forfeit()
    endless.recorder.finish()
    result = endless.recorder.result

    assert result.placing is None
    assert len(endless.complaints) == 2
    assert "cannot be written to" in endless.complaints[0]


def test_marks_are_kept(tmp_path: Path, endless: Table) -> None:
    endless.session.resume()
    endless.drop()
    endless.session.mark_unranked(practice=True)
    endless.recorder.save()
    endless.recorder.give_up()

    assert endless.store.games.get(1).unranked.practice


@together("preset", STYLE_RULES)
@together("mode", MODES)
@together("end", End)
def test_a_game_is_stored_by_the_rule_of_its_style(mode: str, end: End, preset: str) -> None:
    recording = Recording.of(game_of(mode, seed=1))
    start = recording.setup.start.lines

    def is_stored(pieces: int, lines: int) -> bool:
        result = replace(recording.result, end=end, pieces=pieces, lines=start + lines)
        return is_worth_storing(replace(recording, result=result), preset)

    assert is_stored(9, 1)
    assert is_stored(9, 0) == (preset != "tetrs" or end.won)
    assert is_stored(0, 0) == (preset == "tetrs" and end.won)


@pytest.mark.parametrize(("preset", "dropped", "is_kept"), [("NES", 0, 0), ("NES", 1, 1), ("tetrs", 5, 0)])
def test_a_result_says_what_the_scoreboard_has(tmp_path: Path, preset: str, dropped: int, is_kept: bool) -> None:
    table = Table(tmp_path, Plan(ENDLESS, seed=1), preset=preset)
    table.play_to(dropped)
    table.session.resume()
    table.recorder.save()
    table.recorder.give_up()
    result = table.recorder.result
    after = kept(table.store)
    table.store.close()

    assert after == kept(store_in(tmp_path)) == [End.FORFEIT] * is_kept
    assert result.is_dropped == (result.placing is None) == (not is_kept)
    assert verdict(result).startswith("First result" if is_kept else "Not kept")
    assert store_in(tmp_path).autosaves.waiting() == []
