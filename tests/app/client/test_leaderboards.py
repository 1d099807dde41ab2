"""Leaderboards, as clients meet them: games that are witnessed, and recordings that are handed in."""

import asyncio
from collections.abc import AsyncGenerator

import pytest

from piecement.client.solo_stream import SoloStream
from piecement.session.session import Session
from piecement_base.plan import Plan
from piecement_engine import MODES, Button, Recording
from piecement_net.messages.leaderboards import AskLeaderboard, LeaderboardList, Solo, Submit, parts_of
from tests.app.client.test_accounts import Hall, Visitor


@pytest.fixture
async def hall() -> AsyncGenerator[Hall]:
    hall = Hall()
    yield hall
    for visitor in hall.visitors:
        visitor.client.close()
        await visitor.task


async def begin(hall: Hall, visitor: Visitor, mode: str = "40_lines", *, daily: bool = False) -> Session:
    """Begin a game that the server witnesses."""
    await hall.say(visitor, Solo(mode=mode, daily=daily))
    start = visitor.client.state.leaderboards.start
    assert start is not None
    session = Session(Plan(MODES[mode], start.seed), Plan(MODES[mode], start.seed).game({}), hall.clock)
    visitor.client.solo = SoloStream(session)
    session.resume()
    return session


async def drop(hall: Hall, session: Session, pieces: int) -> None:
    for _ in range(pieces):
        session.hold(frozenset({Button.HARD_DROP}))
        await hall.pass_ms(50)
        session.hold(frozenset())
        await hall.pass_ms(250)


async def finish(hall: Hall, session: Session, pieces: int = 4) -> None:
    await drop(hall, session, pieces)
    session.forfeit()
    await hall.pass_ms(500)


async def leaderboard(hall: Hall, visitor: Visitor, asked: AskLeaderboard) -> LeaderboardList:
    await hall.say(visitor, asked)
    found = visitor.client.state.leaderboards.listed
    assert found is not None
    return found


def handed_in(seed: int = 1) -> str:
    game = Plan(MODES["40_lines"], seed).game({})
    game.forfeit(1_000_000_000)
    return Recording.of(game, {"mode": "40_lines"}).to_text()


async def test_seen_game_is_on_the_board_with_its_recording(hall: Hall) -> None:
    anna, guest = await hall.member("Anna"), await hall.enter("Bert")
    session = await begin(hall, anna)
    await finish(hall, session)
    seen = await leaderboard(hall, guest, AskLeaderboard(mode="40_lines"))
    await hall.say(guest, guest.client.state.leaderboards.begin_entry(seen.lines[0].id))
    told = guest.client.state.leaderboards

    assert [(line.name, line.pieces, line.own) for line in seen.lines] == [("Anna", 4, False)]
    assert told.is_whole
    assert Recording.from_text(told.text).inputs == session.game.inputs
    assert (standing := anna.client.state.leaderboards.standing) is not None
    assert (standing.kind, standing.place, standing.is_best) == ("witnessed", 1, True)


async def test_the_board_of_a_style_has_only_its_games(hall: Hall) -> None:
    anna = await hall.member("Anna")
    await finish(hall, await begin(hall, anna))
    leaderboards = [
        await leaderboard(hall, anna, AskLeaderboard(mode="40_lines", rules=rules))
        for rules in ("tetrs", "guideline", None)
    ]
    await hall.say(anna, AskLeaderboard(mode="40_lines", rules="classic"))

    assert [(one.rules, len(one.lines)) for one in leaderboards] == [("tetrs", 1), ("guideline", 0), (None, 1)]
    assert anna.refusal == "Leaderboards rank only the rules of these styles: Piecement, Guideline, tetrs."


async def test_a_guest_plays_for_no_board(hall: Hall) -> None:
    guest = await hall.enter("Bert")
    await hall.say(guest, Solo(mode="40_lines"))
    first = guest.refusal
    await hall.say(guest, *parts_of(handed_in()))

    assert guest.client.state.leaderboards.start is None
    assert first == guest.refusal == "Leaderboards need an account: make one under Account and ranking."


async def test_a_game_that_stands_still_is_not_witnessed_any_more(hall: Hall) -> None:
    anna = await hall.member("Anna")
    session = await begin(hall, anna)
    await drop(hall, session, 2)
    session.pause()
    await hall.pass_ms(4000)
    void = anna.client.state.leaderboards.void
    session.resume()
    await finish(hall, session)

    assert void is not None
    assert void.sentence == "Your game stalled, so it no longer counts as verified."
    assert not (await leaderboard(hall, anna, AskLeaderboard(mode="40_lines"))).lines


async def test_a_game_with_an_undone_piece_is_not_witnessed(hall: Hall) -> None:
    anna = await hall.member("Anna")
    session = await begin(hall, anna)
    await drop(hall, session, 2)
    session.undo_piece()
    await finish(hall, session)

    assert not (await leaderboard(hall, anna, AskLeaderboard(mode="40_lines"))).lines


async def test_a_cut_connection_comes_back_and_the_game_counts(hall: Hall) -> None:
    anna = await hall.member("Anna")
    session = await begin(hall, anna)
    await drop(hall, session, 2)
    hall.server.cut()
    await drop(hall, session, 4)
    for _ in range(100):
        await hall.pass_ms(50)
        if hall.server.carriers:
            break
        await asyncio.sleep(0.02)
    await finish(hall, session)
    seen = await leaderboard(hall, anna, AskLeaderboard(mode="40_lines"))

    assert [line.pieces for line in seen.lines] == [10]


async def test_handed_in_recording_is_only_on_its_own_board(hall: Hall) -> None:
    anna = await hall.member("Anna")
    await hall.say(anna, *parts_of(handed_in()))

    assert (await leaderboard(hall, anna, AskLeaderboard(mode="40_lines", kind="proven"))).lines[0].own
    assert not (await leaderboard(hall, anna, AskLeaderboard(mode="40_lines"))).lines


async def test_the_same_recording_is_not_taken_from_another_player(hall: Hall) -> None:
    anna, bert = await hall.member("Anna"), await hall.member("Bert")
    await hall.say(anna, *parts_of(handed_in()))
    await hall.say(bert, *parts_of(handed_in()))

    assert bert.refusal == "This game is already on a leaderboard."


async def test_junk_recording_is_refused_and_connection_stays(hall: Hall) -> None:
    anna = await hall.member("Anna")
    await hall.say(anna, Submit(length=5, text="noise"))
    first = anna.refusal
    await hall.say(anna, Submit(length=1 << 29, text="noise"))

    assert first.startswith("The server cannot read this recording")
    assert anna.refusal == "The recording is too long: at most 262144 characters are accepted."
    assert hall.server.carriers


async def test_first_daily_try_counts_and_stays_unwatched_today(hall: Hall) -> None:
    anna, bert = await hall.member("Anna"), await hall.member("Bert")
    first = await begin(hall, anna, daily=True)
    await finish(hall, first)
    again = await begin(hall, anna, daily=True)
    await finish(hall, again, 5)
    seen = await leaderboard(hall, bert, AskLeaderboard(mode="40_lines", window="daily"))
    await hall.say(bert, bert.client.state.leaderboards.begin_entry(seen.lines[0].id))

    assert first.game.setup.seed == again.game.setup.seed
    assert [(line.pieces, line.open) for line in seen.lines] == [(4, False)]
    assert bert.refusal == "Games with today's pieces can be watched from tomorrow."


async def test_a_mode_without_a_board_is_named(hall: Hall) -> None:
    anna = await hall.member("Anna")
    await hall.say(anna, Solo(mode="zen"))

    assert anna.refusal == "There is no leaderboard for the mode zen."


async def test_settings_that_are_unranked_are_refused_before_the_game(hall: Hall) -> None:
    anna = await hall.member("Anna")
    await hall.say(anna, Solo(mode="40_lines", rules={"hold": "unlimited"}))

    assert anna.refusal == "Leaderboards rank only the rules of these styles: Piecement, Guideline, tetrs."
    assert anna.client.state.leaderboards.start is None
