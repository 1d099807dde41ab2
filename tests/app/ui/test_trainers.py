"""The frame of all trainers: heading, task, figures, last tries and keys."""

import pytest
from textual.geometry import Size

from piecement.training.spin_setups import SETUPS
from piecement.training.trainers import Attempt
from piecement.ui.game.trainer_panel import TrainerPanel
from piecement.ui.game.trainer_screen import TrainerScreen
from piecement.ui.game.trainer_text import (
    GAP,
    LAST_GAP,
    Feedback,
    LineTone,
    PanelLine,
    TrainerState,
    TrainerText,
    fitting,
    trainer_lines,
)
from piecement.ui.menu_graph import Node
from piecement.ui.widgets.game_canvas import GameCanvas
from tests.app.trainees import use_all_buttons
from tests.app.walking import playing, text_of, words_of
from tests.sampling import sampled

TRAINERS = {
    Node.LESSON: "Move the piece over the gap",
    Node.FINESSE_DRILL: "on the target",
    Node.OPENERS: "on the targets.",
    Node.PERFECT_CLEAR: "Clear the board within its four rows.",
    Node.SPIN_TRAINER: "T-spin double",
    Node.DIG: "Clear all garbage",
}
"""The trainers that are played, with what is to be done first."""

FIGURES = {
    Node.LESSON: "Step 1 of",
    Node.FINESSE_DRILL: "Best: ",
    Node.OPENERS: "Mistakes: 0",
    Node.PERFECT_CLEAR: "Mistakes: 0",
    Node.SPIN_TRAINER: "Best: 4 presses You: -",
    Node.DIG: "Bot: 4",
}


@pytest.mark.parametrize(("node", "size"), sampled(TRAINERS, [(80, 24), (60, 20), (120, 40)], rest=pytest.mark.wide))
async def test_trainer_shows_task_figures_and_keys(node: Node, size: tuple[int, int]) -> None:
    async with playing(size=size, at=node, wait_ms=300) as player:
        beside = {120: 40, 80: 28, 60: 24}[size[0]]
        left = player.screen_as(TrainerScreen).query_one(TrainerPanel).region.x
        lines = text_of(player.app).splitlines()
        shown = " ".join("".join(line[left : left + beside] for line in lines).split())
        keys = words_of(player.app)

        assert TRAINERS[node].split()[-1] in shown
        assert FIGURES[node] in shown
        assert ("worst" in keys) is (node is not Node.LESSON)
        for does in ("hint", "undo", "restart", "back", "keys"):
            assert does in keys


async def test_a_key_stands_beside_what_it_does() -> None:
    """In Russian, whose words are long, in the narrow text beside a field."""
    async with playing(size=(60, 20), at=Node.LESSON) as player:
        player.app.settings.change("interface", "language", "ru")
        try:
            await player.wait_ms(300)
            shown = [line[:24].rstrip() for line in text_of(player.app).splitlines()]
        finally:
            player.app.settings.change("interface", "language", "en")

    assert any("[Esc] назад" in line for line in shown)
    assert not any(line.endswith("]") for line in shown)


@pytest.mark.parametrize("size", [(30, 12), (40, 15), (40, 24), (50, 17), (59, 30)])
async def test_field_is_above_the_text_of_a_narrow_terminal(size: tuple[int, int]) -> None:
    async with playing(size=size, at=Node.OPENERS, wait_ms=300) as player:
        screen = player.screen_as(TrainerScreen)
        field, text = screen.query_one(GameCanvas).region, screen.query_one(TrainerPanel).region

        assert (field.x, field.y, field.width) == (0, 0, size[0])
        assert field.height + text.height == size[1]


async def test_large_terminal_shows_text_and_field_in_the_middle() -> None:
    async with playing(size=(200, 60), at=Node.DIG, wait_ms=300) as player:
        screen = player.screen_as(TrainerScreen)
        field, text = screen.query_one(GameCanvas).region, screen.query_one(TrainerPanel).region

        assert (text.right, text.y) == (field.x, field.y)
        assert abs(text.x - (200 - field.right)) <= 1


@pytest.mark.wide
@pytest.mark.parametrize("node", TRAINERS)
async def test_smallest_terminal_shows_the_task(node: Node) -> None:
    async with playing(size=(40, 15), at=node, wait_ms=300) as player:
        assert TRAINERS[node].split()[-1] in words_of(player.app)


async def test_bound_letters_stay_buttons_and_keys_move() -> None:
    async with playing() as player:
        keys = player.app.settings.now.controls.keys
        more = {"move_left": (*keys["move_left"], "h"), "rotate_right": (*keys["rotate_right"], "r")}
        player.app.settings.change("controls", "keys", keys | more)
        await player.go_to(Node.SPIN_TRAINER)
        await player.wait_ms(200)
        before = player.screen_as(TrainerScreen).session
        x = before.view.piece and before.view.piece.x
        await player.press("h", "h", "r")
        await player.wait_ms(100)
        after = player.screen_as(TrainerScreen).session

        assert after is before
        assert (after.view.piece and after.view.piece.x) != x
        assert "Ctrl+T hint" in words_of(player.app)
        assert "Ctrl+R restart" in words_of(player.app)

        await player.press("ctrl+t")

        assert "hold [" in words_of(player.app)


async def test_streak_and_last_tries_survive_a_restart() -> None:
    async with playing() as player:
        attempts = player.app.store.trainer_attempts
        for solved in (True, False, True, True):
            attempts.record(Attempt("dig", "any", solved))
        await player.go_to(Node.DIG)
        await player.wait_ms(200)

        assert "streak 2" in words_of(player.app)
        assert "● ○ ● ●" in words_of(player.app)


@pytest.mark.parametrize(
    ("text", "colours"), [("● ○", ["$good", "$bad"]), ("* o", ["$good", "$bad"]), ("Zero o um", [])]
)
def test_only_dots_of_tries_are_coloured(text: str, colours: list[str]) -> None:
    spans = PanelLine(text).content().spans

    assert [str(span.style) for span in spans if str(span.style)] == colours


async def test_tab_chooses_the_worst_exercise() -> None:
    async with playing() as player:
        player.app.store.trainer_attempts.record(Attempt("spin_trainer", SETUPS[4].name, False, 3))
        await player.go_to(Node.SPIN_TRAINER)
        await player.wait_ms(200)
        await player.press("tab")
        await player.wait_ms(200)

        assert "Set-up 5 of" in words_of(player.app)


async def test_trainer_help_names_button_and_sound_keys() -> None:
    async with playing(size=(80, 40)) as player:
        await use_all_buttons(player)
        await player.go_to(Node.DIG)
        await player.press("question_mark")
        seen = text_of(player.app)

        assert "move one column left" in seen
        assert "drop and lock" in seen
        assert "sound off and on" in seen
        assert "my worst exercises" in seen


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

    assert [line.text for line in fitting([extra, LAST_GAP, *lines[-2:]], Size(20, 3))] == [
        "",
        "[Tab] next",
        "[Esc] back",
    ]
    assert shown(7) == [line.text for line in lines]
    assert shown(5) == ["Trainer", "Do it.", "Faults: 1", "[Tab] next", "[Esc] back"]
    assert shown(3) == ["Do it.", "[Tab] next", "[Esc] back"]
    assert shown(1) == ["Do it."]
    assert shown(0) == []


def test_missing_feedback_takes_no_row_from_a_gap_of_the_notes() -> None:
    text = TrainerText("Do it.", notes=("one", "", "two"))
    state = TrainerState("Dig", text, Feedback(), ("", "", "0:00"), (), ())
    lines = [line.text for line in fitting(trainer_lines(state, 20, ascii_only=False), Size(20, 8))]

    assert lines[-4:] == ["", "one", "", "two"]
    assert len(lines) == 8
