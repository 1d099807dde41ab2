"""Matches of several games, their names and the record against an opponent, and what is done with a match after it."""

import re

import pytest

from piecement.cli.main import run
from piecement.session.match_facts import rows_sent
from piecement.session.match_series import RIVAL, YOU, MatchPlayer, MatchResult, MatchSeries
from piecement.terminal.clock import SECOND_NS
from piecement.ui.game.match_director import MatchDirector
from piecement.ui.menu_graph import Node
from piecement.ui.screens.match import MatchScreen
from piecement.ui.screens.match_over import MatchOverScreen
from piecement.ui.screens.replay import ReplayScreen
from piecement.ui.texts.matches import cause
from piecement_base.origin import UnrankedReasons
from piecement_engine import End, Recording, Result, Rules
from piecement_engine.game.setup import Setup
from piecement_engine.match import Attack, RoundRecording, RowCounts
from tests.app.setting_rows import line_of
from tests.app.thinking import Thinker
from tests.app.ui.test_versus import MatchWalker, hint_of, match_running
from tests.app.walking import playing, text_of


async def end_game(player: MatchWalker, loser: int) -> None:
    """Play for a moment and end the game."""
    await player.frames(12)
    player.match.sessions[loser].forfeit()
    await player.frames(45)


def director_of(player: MatchWalker) -> MatchDirector:
    director = player.screen_as(MatchScreen).director
    assert isinstance(director, MatchDirector)
    return director


async def best_of_3(player: Thinker) -> None:
    player.app.settings.change("computer", "best_of", "3")
    player.app.settings.change("interface", "resume_countdown", 0)
    await player.press("ctrl+r")


async def test_best_of_three_goes_on_until_somebody_has_won_two() -> None:
    async with match_running() as player:
        await best_of_3(player)
        counts: list[tuple[int, int]] = []
        for loser in (RIVAL, YOU, RIVAL):
            assert player.node is Node.MATCH
            await end_game(player, loser)
            if player.node is Node.MATCH:
                counts.append(director_of(player).series.wins)

        assert counts == [(1, 0), (1, 1)]
        assert player.node is Node.MATCH_OVER
        assert "YOU WIN 2-1" in text_of(player.app)
        assert "Anvil is next." in text_of(player.app)


async def test_count_shows_in_the_match_and_includes_the_next_game() -> None:
    async with match_running() as player:
        await best_of_3(player)
        player.app.settings.change("interface", "ready_go", True)
        await end_game(player, RIVAL)
        first = player.match.sessions[YOU]

        assert "YOU 1-0" in text_of(player.app)
        assert "GALE 0-1" in text_of(player.app)
        assert not first.is_running
        await player.frames(120)
        assert first.is_running


async def test_giving_up_is_the_cause_and_a_rematch_begins_anew() -> None:
    async with match_running() as player:
        for loser, sentence in ((YOU, "You gave up."), (RIVAL, "Gale gave up.")):
            await end_game(player, loser)

            assert sentence in text_of(player.app)
            await player.press("enter")
            assert director_of(player).series.results == ()


async def test_record_shows_before_a_match_and_skips_helped_ones() -> None:
    async with match_running() as player:
        await end_game(player, YOU)
        await player.press("r")
        await player.press("ctrl+t", "ctrl+t")
        await player.frames(3)
        await end_game(player, RIVAL)
        note = text_of(player.app)
        await player.go_to(Node.VERSUS)

        assert "The match does not count." in note
        assert "Gale     ●●●○○○    0-1" in text_of(player.app)


async def test_names_are_typed_and_used_in_the_match() -> None:
    async with playing(at=Node.VERSUS) as player:
        await player.press("right", "end", "enter", "ctrl+u", "space")
        assert "a name has 1 to 12 visible characters" in hint_of(player)

        await player.press("escape", "escape")
        await player.press("7", "right", "down", "down", "enter", "ctrl+u", *"Ada", "enter")
        assert "Ada" in line_of(player, "computer.your_name")
        await player.press("down", "enter", "ctrl+u", *"Bo", "enter", "escape", "enter")
        await player.wait_ms(100)
        assert "ADA" in text_of(player.app)
        assert "BO" in text_of(player.app)


async def test_reason_stands_beside_the_verdict_and_the_ranking_below() -> None:
    async with match_running(size=(60, 20)) as player:
        await player.press("ctrl+w")
        await end_game(player, YOU)
        lines = [line.strip() for line in text_of(player.app).splitlines()]

        assert lines[1] == "GALE WINS   You gave up."
        assert "A bot played for you. The match does not count." in lines


async def test_a_match_is_watched_from_either_side() -> None:
    async with match_running(size=(120, 40)) as player:
        await player.press("left", "up")
        await player.frames(100)
        await end_game(player, YOU)
        await player.press("w")
        replay = player.screen_as(ReplayScreen)
        assert replay.player is not None
        replay.player.seek_fraction(0.9)
        time_ns, rows = replay.player.view.time_ns, list(replay.player.view.rows)
        assert "YOU" in text_of(player.app)
        await player.press("tab")

        assert replay.player.view.time_ns == time_ns
        assert list(replay.player.view.rows) != rows
        assert "GALE" in text_of(player.app)


async def test_a_match_is_exported_as_one_file_that_proves_itself(capsys: pytest.CaptureFixture[str]) -> None:
    async with match_running() as player:
        await player.frames(100)
        await end_game(player, YOU)
        await player.press("w")
        await player.press("v")
        (picture,) = player.app.store.paths.replays.glob("*.svg")
        assert "Saved as" in text_of(player.app)

        await player.press("x")
        (file,) = player.app.store.paths.replays.glob("match-*.match")

        assert "Saved as" in text_of(player.app)
        assert re.fullmatch(r"\w+-[0-9a-f]{8}-\d+\.svg", picture.name)
    assert run(["replay", "verify", str(file)]) == 0
    assert "proven" in capsys.readouterr().out


async def test_a_match_is_not_played_on_and_it_says_so() -> None:
    async with match_running() as player:
        await end_game(player, YOU)
        await player.press("m")
        other = text_of(player.app)
        await player.press("escape")
        first = text_of(player.app)
        await player.press("w")
        assert player.screen_as(ReplayScreen).player is not None
        await player.press("home", "p")
        told = text_of(player.app), player.node
        await player.press("escape", "escape")

        assert "Copy result" in other
        assert "Rematch" in first
        assert "There is no mode 'match'" in told[0]
        assert told[1] is Node.REPLAY
        assert player.node is Node.VERSUS


async def test_the_coach_looks_through_a_match() -> None:
    async with match_running() as player:
        await player.press("left", "left", "up")
        await end_game(player, YOU)
        await player.go_to(Node.COACH)
        await player.think()

        assert "of 1 placement " in text_of(player.app)


async def test_the_table_sums_up_all_games() -> None:
    async with match_running() as player:
        await best_of_3(player)
        for _ in range(2):
            await player.press("up")
            await end_game(player, RIVAL)
        screen = player.screen_as(MatchOverScreen)

        assert screen.series.players[YOU].pieces == sum(result.players[YOU].pieces for result in screen.series.results)
        assert screen.series.players[YOU].pieces == 2


def result_with(attacks: tuple[Attack, ...], winner: int) -> MatchResult:
    """Return a lost or won game with these attacks."""
    result = Result(End.BLOCK_OUT, 60 * SECOND_NS, 0, 0, 1, 60)
    recordings = [Recording(Setup(rules=Rules(), seed=1), (), result) for _ in range(2)]
    players = (
        MatchPlayer("You", 60, 9, 60 * SECOND_NS, RowCounts()),
        MatchPlayer("Gale", 90, 9, 60 * SECOND_NS, RowCounts()),
    )
    return MatchResult(winner, players, UnrankedReasons(), RoundRecording(tuple(recordings), attacks))


@pytest.mark.parametrize(
    ("attacks", "winner", "sentence"),
    [
        (
            (Attack(1, 41 * SECOND_NS, RIVAL, YOU, (3,) * 4), Attack(2, 44 * SECOND_NS, RIVAL, YOU, (5,) * 5)),
            RIVAL,
            "9 rows came at 0:41. Clear lines before the bar fills up.",
        ),
        ((Attack(1, 5 * SECOND_NS, YOU, RIVAL, (0,) * 4),), YOU, "Your 4 rows at 0:05 decided it."),
        ((), RIVAL, "You were slower: 1.00 against 1.50 pieces/s."),
        ((), YOU, "You kept your stack lower."),
    ],
)
def test_one_sentence_names_the_cause(attacks: tuple[Attack, ...], winner: int, sentence: str) -> None:
    assert cause(MatchSeries(1, (result_with(attacks, winner),))) == sentence


def test_rows_sent_grow_with_the_game() -> None:
    attacks = tuple(Attack(number, number * 10 * SECOND_NS, YOU, RIVAL, (0,) * 2) for number in range(1, 6))

    assert rows_sent(result_with(attacks, YOU).recording, YOU) == [0, 2, 4, 6, 8, 10, 10]


async def test_keys_of_the_game_do_not_start_a_rematch() -> None:
    async with match_running() as player:
        await player.press("ctrl+d")
        while player.node is Node.MATCH:
            await player.frames(1)
        await player.pilot.press("enter", "r")
        await player.settle()

        assert player.node is Node.MATCH_OVER
