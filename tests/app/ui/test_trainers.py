"""Texts of all trainers beside the field, or below it on a small terminal."""

import pytest
from textual.geometry import Size

from piecement.ui.game.trainer_panel import GAP, LineTone, PanelLine, fitting
from piecement.ui.menu_graph import Node
from tests.app.trainees import use_all_buttons
from tests.app.walking import playing, text_of

TRAINERS = {
    Node.FINESSE_DRILL: "Put the piece onto the outline.",
    Node.OPENERS: "Build the outline.",
    Node.PERFECT_CLEAR: "Empty the board within its four rows.",
    Node.SPIN_TRAINER: "T-spin double",
    Node.DIG: "Clear all rows of garbage",
}
"""The trainers that are played, with what is to be done first."""

FAULTS = {
    Node.FINESSE_DRILL: "Faults: 0",
    Node.OPENERS: "Deviations: 0",
    Node.PERFECT_CLEAR: "Mistakes: 0",
    Node.SPIN_TRAINER: "Fewest presses: 4, yours: -",
    Node.DIG: "The bot: ",
}


@pytest.mark.wide
@pytest.mark.parametrize("node", TRAINERS)
@pytest.mark.parametrize("size", [(80, 24), (60, 20)])
async def test_a_trainer_shows_its_task_faults_and_all_keys(node: Node, size: tuple[int, int]) -> None:
    async with playing(size=size) as player:
        await use_all_buttons(player)
        await player.go_to(node)
        await player.wait_ms(300)
        seen = " ".join(text_of(player.app).split())

        assert TRAINERS[node].split()[0] in seen
        assert FAULTS[node] in seen
        assert "Move [←] [→], Rotate [A] [D] [S]" in seen
        assert "[Esc] back, [?] keys" in seen


@pytest.mark.parametrize("node", TRAINERS)
async def test_smallest_terminal_says_the_task_and_the_help_key(node: Node) -> None:
    async with playing(size=(40, 15)) as player:
        await player.go_to(node)
        await player.wait_ms(300)
        seen = " ".join(text_of(player.app).split())

        assert TRAINERS[node] in seen
        assert "[?] keys" in seen


async def test_trainer_help_names_button_and_sound_keys() -> None:
    async with playing(size=(80, 40)) as player:
        await use_all_buttons(player)
        await player.go_to(Node.DIG)
        await player.press("question_mark")
        seen = text_of(player.app)

        assert "move left" in seen
        assert "drop and lock" in seen
        assert "sound off and on" in seen


def test_little_room_keeps_the_most_important_lines_in_order() -> None:
    extra = PanelLine("extra", is_extra=True)
    lines = [
        PanelLine("Trainer", LineTone.HEADING),
        extra,
        GAP,
        PanelLine("Do it.", LineTone.STRONG),
        PanelLine("Faults: 1"),
    ]
    lines += [PanelLine("[Tab] next", LineTone.KEYS), PanelLine("[Esc] back", LineTone.KEYS)]

    def shown(height: int) -> list[str]:
        return [line.text for line in fitting(lines, Size(20, height))]

    assert shown(7) == [line.text for line in lines]
    assert shown(5) == ["Trainer", "Do it.", "Faults: 1", "[Tab] next", "[Esc] back"]
    assert shown(3) == ["Do it.", "Faults: 1", "[Esc] back"]
    assert shown(1) == ["Do it."]
    assert shown(0) == []
