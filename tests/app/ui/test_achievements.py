"""Achievements on the screen: a line at the end of a game when one is new, a list, and all opened at once."""

from pathlib import Path

import pytest

from piecement.session.achievements import ACHIEVEMENTS, OPENED_LOOKS
from piecement.settings.presets import preset_names
from piecement.ui.launch import Launch
from piecement.ui.menu_graph import Node
from tests.app.kept_games import record_of
from tests.app.walking import A_QUICK_GAME, Player, playing, text_of

LOOKS = set(OPENED_LOOKS)


def offered_looks(player: Player) -> set[str]:
    """Return those of the looks to be opened that are offered."""
    return LOOKS & set(preset_names(player.app.settings.now, "graphics"))


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


async def test_a_look_is_offered_once_it_is_opened(tmp_path: Path) -> None:
    async with playing(A_QUICK_GAME, launch=Launch(plan=A_QUICK_GAME, data_folder=tmp_path)) as player:
        before = offered_looks(player)
        player.app.store.games.finish(record_of(time_ns=119_000_000_000))
        await win(player)

        assert before == set()
        assert offered_looks(player) == {"Frost"}


@pytest.mark.wide
@pytest.mark.parametrize("size", [(80, 24), (40, 24)])
async def test_all_are_listed_with_their_conditions(size: tuple[int, int]) -> None:
    async with playing(size=size) as player:
        await player.go_to(Node.ACHIEVEMENTS)
        head = text_of(player.app)
        seen: list[str] = []
        for _ in ACHIEVEMENTS:
            await player.press("down")
            seen.append(" ".join(text_of(player.app).split()))

        assert f"Achievements: 0 of {len(ACHIEVEMENTS)}" in head
        assert all(one.sentence in text for one, text in zip(ACHIEVEMENTS, seen, strict=True))


async def test_those_of_old_games_are_there_at_the_first_look(tmp_path: Path) -> None:
    async with playing(launch=Launch(data_folder=tmp_path)) as player:
        player.app.store.games.finish(record_of(lines=40))
        await player.go_to(Node.ACHIEVEMENTS)
        await player.press("down")
        seen = text_of(player.app)

        assert "Achievements: 0 of" not in seen
        assert "★ First steps" in seen
        assert "Earned on" in seen


async def test_a_row_opens_everything() -> None:
    async with playing() as player:
        await player.go_to(Node.ACHIEVEMENTS)
        await player.press("enter")

        assert "Everything is open" in text_of(player.app)
        assert player.app.settings.now.interface.all_modes
        assert offered_looks(player) == LOOKS
