"""The hub of practice: each entry with its record."""

import pytest

from piecement.training.openers import all_openers
from piecement.training.spin_setups import SETUPS
from piecement.training.trainers import Attempt
from piecement.ui import menu_graph
from piecement.ui.menu_graph import Edge, Node, Trigger
from tests.app.walking import Player, playing, text_of


def line_with(player: Player, words: str) -> str:
    return next(line for line in text_of(player.app).splitlines() if words in line)


async def test_untried_trainers_are_new_and_start_by_their_number() -> None:
    async with playing(at=Node.PRACTICE) as player:
        assert "2  Finesse" in line_with(player, "Finesse")
        assert "new" in line_with(player, "Finesse")
        assert "Not tried yet." in text_of(player.app)

        await player.press("7", "7")
        assert player.node is Node.KICK_EXPLORER


async def test_a_new_entry_needs_nothing_but_its_edge(monkeypatch: pytest.MonkeyPatch) -> None:
    new = Edge(Node.PRACTICE, Node.ABOUT, Trigger.MENU, "Version", sentence="What is installed.")
    monkeypatch.setattr(menu_graph, "EDGES", (*menu_graph.EDGES, new))
    async with playing(at=Node.PRACTICE) as player:
        await player.press("end")

        assert line_with(player, "Version")
        assert new.sentence in text_of(player.app)


async def test_records_come_from_attempts() -> None:
    async with playing(size=(120, 40)) as player:
        record = player.app.store.trainer_attempts.record
        for name, solved, faults in (("TN0", True, 0), ("TN1", True, 0), ("LN0", False, 2), ("LN0", True, 0)):
            record(Attempt("finesse_drill", name, solved, faults))
        record(Attempt("spin_trainer", SETUPS[0].name, True))
        record(Attempt("openers", "tki", True))
        record(Attempt("openers", "tki_mirrored", True))
        await player.go_to(Node.PRACTICE)
        await player.press("down")
        seen = text_of(player.app)

        assert "75%" in line_with(player, "2  Finesse")
        assert f"1 of {len(SETUPS)}" in line_with(player, "5  Spins")
        assert f"1 of {len(all_openers())}" in line_with(player, "Openers")
        assert "3 of 4 solved" in seen
        assert "best streak 2" in seen
        assert "75% last week" in seen
        assert "● ● ○ ●" in seen
        assert "1.0" in line_with(player, "L  ━━━━━━━━")
        assert "Tip: you press too much with L." in seen


@pytest.mark.parametrize("size", [(60, 20), (40, 24)])
async def test_small_hub_shows_whole_names(size: tuple[int, int]) -> None:
    async with playing(size=size, at=Node.PRACTICE) as player:
        assert "Coach: all games" in text_of(player.app)
