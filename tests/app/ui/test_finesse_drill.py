"""The finesse drill, played by the keys of a player."""

import pytest

from piecement.training import finesse_drill
from piecement.training.finesse_drill import TRAINER, DrillTarget, named_targets
from piecement.ui.menu_graph import Node
from piecement_engine import Rules
from tests.app.walking import Player, playing, text_of, words_of

ONE_TO_THE_LEFT = named_targets(Rules(), ["TN2"])


def only_one(_: Rules) -> tuple[DrillTarget, ...]:
    return ONE_TO_THE_LEFT


@pytest.fixture(autouse=True)
def _one_place(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("piecement.training.finesse_drill.all_targets", only_one)


async def dropped(player: Player, *keys: str) -> str:
    """Press keys and drop the piece; return what is seen then."""
    await player.press(*keys, "up")
    await player.wait_ms(300)
    return words_of(player.app)


async def test_piece_is_retried_until_it_takes_the_fewest_presses() -> None:
    async with playing(at=Node.FINESSE_DRILL, wait_ms=200) as player:
        too_many = await dropped(player, "left", "left", "right")
        elsewhere = await dropped(player)
        clean = await dropped(player, "left")
        attempts = player.app.store.trainer_attempts
        totals, faults = attempts.totals(TRAINER), sum(one.faults for one in attempts.figures(TRAINER))

        assert "2 extra presses." in too_many
        assert "Best: 1 press" in too_many
        assert "You: 3 presses" in too_many
        assert "KEYS TO PRESS" in too_many
        assert "[←]" in too_many
        assert "Wrong spot." in elsewhere
        assert "Correct." in clean
        assert "1 of 3 right" in clean
        assert "streak 1" in clean
        assert (totals.attempts, totals.solved, faults) == (3, 1, 3)


async def test_tab_drills_the_worst_spots_and_the_hub_counts() -> None:
    async with playing(at=Node.FINESSE_DRILL, wait_ms=200) as player:
        await player.press("tab")
        nothing_yet = text_of(player.app)
        await dropped(player, "right")
        await player.press("tab")
        await player.wait_ms(200)
        worst = text_of(player.app)
        await player.press("escape")

        assert "You have no worst spots" in nothing_yet
        assert "Only your worst spots." in worst
        assert player.node is Node.PRACTICE
        assert "0%" in text_of(player.app)


async def test_keys_are_shown_by_h_and_skipped_by_n() -> None:
    async with playing(at=Node.FINESSE_DRILL, wait_ms=200) as player:
        before = text_of(player.app)
        await player.press("h")
        shown = text_of(player.app)
        await player.press("n")
        await player.wait_ms(200)

        assert "[H] shows them." in before
        assert "[←]" in shown
        assert "[H] shows them." in text_of(player.app)


@pytest.mark.parametrize("size", [(40, 24), (26, 14)])
async def test_narrow_drill_says_the_most_important_over_the_field(size: tuple[int, int]) -> None:
    async with playing(size=size, at=Node.FINESSE_DRILL, wait_ms=200) as player:
        assert "Correct." in await dropped(player, "left")


async def test_a_drill_follows_a_drill(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(finesse_drill, "_AHEAD", finesse_drill.EXERCISES - 2)
    async with playing(at=Node.FINESSE_DRILL, wait_ms=200) as player:
        await dropped(player, "left")
        await dropped(player, "left")
        await player.wait_ms(1500)
        again = words_of(player.app)

        assert "0:0" in again
        assert "Correct." in await dropped(player, "left")


async def test_the_help_lists_the_keys_of_the_player_and_of_the_drill() -> None:
    async with playing(size=(80, 40), at=Node.FINESSE_DRILL) as player:
        await player.press("question_mark")
        seen = text_of(player.app)

        assert "rotate half a turn" in seen
        assert "my worst exercises" in seen
