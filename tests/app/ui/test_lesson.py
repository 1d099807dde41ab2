"""The first lesson: each step can be done by the keys that it names, and a wrong drop costs nothing."""

from string import Formatter

import pytest

from piecement.session.records import Attempt
from piecement.settings.presets import with_preset
from piecement.training.lessons import LESSON, STEPS, LessonStep
from piecement.ui.menu_graph import Node
from piecement.ui.screens.lesson import LessonScreen
from piecement_engine import Button
from piecement_engine.bots import Placement, Position, Way
from piecement_engine.events import Spin
from piecement_engine.play import place
from tests.app.cut_texts import cut_texts
from tests.app.walking import Player, playing, text_of

PLACED = [step for step in STEPS if not step.is_game]
HELD = {
    Button.SONIC_DROP: Button.SOFT_DROP,
    Button.TELEPORT_LEFT: Button.MOVE_LEFT,
    Button.TELEPORT_RIGHT: Button.MOVE_RIGHT,
}
WORDS = {"left", "right", "turn", "soft_drop", "hard_drop", "hold"}


def positions(step: LessonStep) -> list[tuple[Position, Placement]]:
    """Return the positions of a step, each with the placement that is asked for."""
    game = step.game(LESSON.rules)
    game.update(0)
    found: list[tuple[Position, Placement]] = []
    for wished in step.places:
        position = Position.of(game)
        (wanted,) = (one for one in position.placements if set(one.piece.cells) == set(wished.cells))
        found.append((position, wanted))
        place(game, wanted)
    return found


@pytest.mark.parametrize("step", PLACED, ids=lambda step: step.name)
def test_each_goal_can_be_reached(step: LessonStep) -> None:
    assert positions(step)


@pytest.mark.parametrize(
    ("name", "lines", "way", "spin"),
    [
        ("row", 2, Way.DROP, Spin.NONE),
        ("tuck", 0, Way.TUCK, Spin.NONE),
        ("quad", 4, Way.DROP, Spin.NONE),
        ("spin", 2, Way.TWIST, Spin.FULL),
        ("kick", 1, Way.TWIST, Spin.NONE),
        ("send", 4, Way.DROP, Spin.NONE),
        ("receive", 4, Way.DROP, Spin.NONE),
    ],
)
def test_a_step_shows_what_its_name_says(name: str, lines: int, way: Way, spin: Spin) -> None:
    ((_, wanted),) = positions(next(step for step in STEPS if step.name == name))

    assert (wanted.lines, wanted.way, wanted.spin) == (lines, way, spin)


def test_a_perfect_clear_leaves_no_block() -> None:
    position, wanted = positions(next(step for step in STEPS if step.name == "perfect_clear"))[-1]

    assert not position.push(wanted).rows


@pytest.mark.parametrize("step", STEPS, ids=lambda step: step.name)
def test_tasks_name_known_keys(step: LessonStep) -> None:
    named = {name for _, name, _, _ in Formatter().parse(step.task) if name}

    assert named <= WORDS


def key_of(player: Player, button: Button) -> str:
    return player.app.settings.now.controls.bindings.keys(button)[0]


async def do(player: Player, step: LessonStep) -> None:
    """Do a step with the keys."""
    for position, wanted in positions(step):
        for button in position.keys(wanted):
            if button in HELD:
                for _ in range(20):
                    await player.press(key_of(player, HELD[button]))
                    await player.wait_ms(40)
            elif not (step.reaches and button is Button.HARD_DROP):
                await player.press(key_of(player, button))
                await player.wait_ms(40)
        await player.wait_ms(700)


@pytest.mark.parametrize(("style", "count"), [("Guideline", 16), ("tetrs", 15)])
async def test_the_first_chapter_is_played_to_its_game(style: str, count: int) -> None:
    """Style tetrs has no key for hold, and so no step for it."""
    async with playing() as player:
        player.app.settings.update(lambda settings: with_preset(settings, "controls", style))
        await player.go_to(Node.LESSON)
        await player.wait_ms(300)
        for number, step in enumerate([step for step in STEPS[:7] if count == 16 or not step.teaches_hold]):
            assert f"Step {number + 1} of {count}" in text_of(player.app)
            await do(player, step)
            await player.wait_ms(2500)

        assert "Now pieces fall by" in text_of(player.app)


async def test_a_wrong_drop_puts_the_piece_back() -> None:
    async with playing() as player:
        player.app.store.trainer_attempts.record(Attempt("lesson", "move", True))
        player.app.store.trainer_attempts.record(Attempt("lesson", "turn", True))
        await player.go_to(Node.LESSON)
        await player.wait_ms(300)
        await player.press(key_of(player, Button.HARD_DROP))
        await player.wait_ms(500)
        view = player.screen_as(LessonScreen).director.sides[0].session.view

        assert "Not there yet" in text_of(player.app)
        assert view.pieces == 0
        assert view.piece is not None


async def test_the_lesson_goes_on_where_it_was_left() -> None:
    async with playing() as player:
        await player.go_to(Node.LESSON)
        await player.wait_ms(300)
        await do(player, STEPS[0])
        await player.press("escape")
        assert player.node is not Node.LESSON
        await player.go_to(Node.LESSON)
        await player.wait_ms(300)

        assert "Step 2 of 16" in text_of(player.app)


async def test_a_hint_shows_the_keys() -> None:
    async with playing() as player:
        await player.go_to(Node.LESSON)
        await player.wait_ms(300)
        before = text_of(player.app).count("←")
        await player.press("h")
        await player.wait_ms(100)

        assert text_of(player.app).count("←") > before


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (60, 20)])
async def test_every_task_fits(size: tuple[int, int]) -> None:
    async with playing(size=size) as player:
        await player.go_to(Node.LESSON)
        for _ in STEPS:
            await player.wait_ms(300)
            assert not list(cut_texts(player.app.screen))
            await player.press("n")


async def test_the_welcome_leads_to_the_lesson() -> None:
    async with playing() as player:
        await player.go_to(Node.FIRST_RUN)
        nodes = []
        for key in ("l", "escape"):
            await player.press(key)
            nodes.append(player.node)

        assert nodes == [Node.LESSON, Node.TITLE]
        assert player.app.settings.now.interface.first_run_notice


@pytest.mark.parametrize(
    "step", [step for step in PLACED if step.chapter != STEPS[0].chapter], ids=lambda step: step.name
)
async def test_the_second_chapter_is_done_by_its_keys(step: LessonStep) -> None:
    async with playing() as player:
        player.app.settings.update(lambda settings: with_preset(settings, "controls", "Guideline"))
        for before in STEPS[: STEPS.index(step)]:
            player.app.store.trainer_attempts.record(Attempt("lesson", before.name, True))
        await player.go_to(Node.LESSON)
        await player.wait_ms(300)
        assert f"Step {STEPS.index(step) + 1} of {len(STEPS)}" in text_of(player.app)
        await do(player, step)

        assert player.app.store.trainer_attempts.best("lesson", step.name)
