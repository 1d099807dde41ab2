"""Achievements on the screen: a line at the end of a game when one is new, a list, and all opened at once."""

from pathlib import Path

import pytest

from piecement.session.achievements import ACHIEVEMENTS
from piecement.session.statistics import Counts
from piecement.ui.launch import Launch
from piecement.ui.menu_graph import Node
from piecement_base.language import choose
from tests.app.kept_games import record_of
from tests.app.walking import A_QUICK_GAME, Player, playing, text_of, words_of


async def win(player: Player) -> None:
    """Win a game of one piece."""
    await player.go_to(Node.GAME_COMPLETE)
    await player.settle()


async def test_achievement_is_announced_once_at_the_games_end() -> None:
    async with playing(A_QUICK_GAME) as player:
        await win(player)
        first = text_of(player.app)
        await player.go_to(Node.GAME)
        await win(player)

        assert "Achieved: First steps" in first
        assert "Achieved" not in text_of(player.app)


async def test_an_achievement_is_announced_in_the_language() -> None:
    choose("de")
    async with playing(A_QUICK_GAME) as player:
        await win(player)

        assert "Erreicht: Erste Schritte" in text_of(player.app)


@pytest.mark.wide
@pytest.mark.parametrize("size", [(80, 24), (40, 24)])
async def test_all_are_listed_with_their_conditions(size: tuple[int, int]) -> None:
    async with playing(size=size, at=Node.ACHIEVEMENTS) as player:
        await player.press("down", "up")
        head = text_of(player.app)
        seen = [head]
        for _ in ACHIEVEMENTS:
            await player.press("down")
            seen.append(words_of(player.app))

        assert f"0 of {len(ACHIEVEMENTS)}" in head
        assert [one.sentence for one in ACHIEVEMENTS if not any(one.sentence in text for text in seen)] == []


async def test_those_of_old_games_are_there_and_the_nearest_first(tmp_path: Path) -> None:
    async with playing(launch=Launch(data_folder=tmp_path)) as player:
        counts = Counts(quads=9, spins=5)
        player.app.store.games.finish(record_of(lines=40, time_ns=41_000_000_000, counts=counts))
        await player.go_to(Node.ACHIEVEMENTS)
        lines = [line for line in text_of(player.app).splitlines() if "○" in line]
        await player.press("end")
        seen = text_of(player.app)

        assert "Faster than light" in lines[0]
        assert lines[0].rstrip().endswith("0:41.00 of 0:40")
        assert "Well digger" in lines[1]
        assert lines[1].rstrip().endswith("9 of 10")
        assert any(line.rstrip().endswith("5 of 10") for line in lines)
        assert "0 of" not in seen
        assert "●" in seen
        assert "today" in seen
