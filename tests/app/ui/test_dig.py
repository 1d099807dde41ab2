"""Digging: the player's number stands beside the bot's, and what was as good is followed by the next position."""

import pytest

from piecement.training.dig import POSITIONS, DigKind, DigPosition
from piecement.ui.menu_graph import Node
from tests.app.trainees import seen_after
from tests.app.walking import playing


async def test_pieces_are_counted_beside_the_bots() -> None:
    async with playing(at=Node.DIG, wait_ms=200) as player:
        seen = await seen_after(player, "up")

        assert "Pieces: 1" in seen
        assert f"Bot: {POSITIONS[0].bots_number}" in seen
        assert "BOT" in seen


async def test_a_row_that_breaks_is_told_with_the_bots_number() -> None:
    async with playing(at=Node.DIG, wait_ms=200) as player:
        bots = next(position for position in POSITIONS if position.kind is DigKind.FOUR_WIDE).bots_number
        seen = await seen_after(player, "v", "v")
        told = await seen_after(player, "up")

        assert "4-wide 1 of" in seen
        assert f"0; the bot: {bots}." in told
        assert "4-wide 1 of" in told


async def test_equal_of_the_bot_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    easy = tuple(DigPosition(DigKind.FOUR_WIDE, seed, 1, 0) for seed in (1, 2))
    monkeypatch.setattr("piecement.ui.screens.dig.POSITIONS", (POSITIONS[0], POSITIONS[12], *easy))
    async with playing(at=Node.DIG, wait_ms=200) as player:
        await seen_after(player, "v", "v")
        told = await seen_after(player, "up")

        assert "0: you tie the bot!" in told


async def test_too_high_a_stack_is_named() -> None:
    async with playing(at=Node.DIG, wait_ms=200) as player:
        told = ""
        for _ in range(14):
            told = await seen_after(player, "up")
            if "Too high" in told:
                break
        totals = player.app.store.trainer_attempts.totals("dig")

        assert "Too high." in told
        assert (totals.attempts, totals.solved) == (1, 0)
