"""The first lesson: each step can be done by the keys that it names, and a wrong drop costs nothing."""

from random import Random
from string import Formatter

import pytest
from textual import events
from textual.geometry import Size

from piecement.settings.presets import with_preset
from piecement.training.lessons import LESSON, STEPS, LessonStep
from piecement.training.trainers import Attempt
from piecement.ui.menu_graph import Node
from piecement.ui.screens.lesson import LessonDirector, LessonScreen
from piecement_base.language import LANGUAGES
from piecement_engine import Button
from piecement_engine.bots import Placement, Position, Way
from piecement_engine.events import Spin
from piecement_engine.play import place
from tests.app.cut_texts import cut_texts
from tests.app.walking import Player, playing, text_of
from tests.sampling import mostly_wide, together

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
    if step.attack:
        game.take_attack(0, 0, step.attack)
    found: list[tuple[Position, Placement]] = []
    for wished in step.places:
        position = Position.of(game)
        (wanted,) = (one for one in position.placements if set(one.piece.cells) == set(wished.cells))
        found.append((position, wanted))
        place(game, wanted)
    return found


@together("step", PLACED)
def test_each_goal_can_be_reached(step: LessonStep) -> None:
    assert positions(step)


@together(
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
    *_before, (_, wanted) = positions(next(step for step in STEPS if step.name == name))

    assert (wanted.lines, wanted.way, wanted.spin) == (lines, way, spin)


def test_a_perfect_clear_leaves_no_block() -> None:
    position, wanted = positions(next(step for step in STEPS if step.name == "perfect_clear"))[-1]

    assert not position.push(wanted).rows


@together("step", STEPS)
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


async def test_a_hint_shows_the_keys_and_there_is_no_worst_exercise() -> None:
    async with playing(at=Node.LESSON) as player:
        await player.press("tab", "v")
        await player.wait_ms(300)
        before = text_of(player.app)
        await player.press("h")
        await player.wait_ms(100)

        assert text_of(player.app).count("←") > before.count("←")
        assert "worst" not in before
        assert not {"Tab", "V"} & {row.keys for row in player.screen_as(LessonScreen).key_rows()}


async def test_the_lesson_resumes_at_the_step_done_or_skipped_to() -> None:
    async with playing(at=Node.LESSON, wait_ms=300) as player:
        await do(player, STEPS[0])
        for keys, step in (("escape", 2), ("n n escape", 4)):
            await player.press(*keys.split())
            assert player.node is not Node.LESSON
            await player.go_to(Node.LESSON)
            await player.wait_ms(300)

            assert f"Step {step} of 16" in text_of(player.app)


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (60, 20)])
async def test_every_task_fits(size: tuple[int, int]) -> None:
    async with playing(size=size, at=Node.LESSON) as player:
        for _ in STEPS:
            await player.wait_ms(300)
            assert not list(cut_texts(player.app.screen))
            await player.press("n")


async def test_a_small_terminal_says_what_the_hint_shows() -> None:
    """In Russian, whose texts are long."""
    async with playing(size=(60, 20), at=Node.LESSON) as player:
        player.app.settings.change("interface", "language", "ru")
        try:
            await player.wait_ms(300)
            shown = text_of(player.app)
        finally:
            player.app.settings.change("interface", "language", "en")

    assert "НУЖНЫЕ КЛАВИШИ" in shown
    assert "[H] покажет" in shown


async def test_the_welcome_leads_to_the_lesson() -> None:
    async with playing(at=Node.FIRST_RUN) as player:
        nodes = []
        for key in ("l", "escape"):
            await player.press(key)
            nodes.append(player.node)

        assert nodes == [Node.LESSON, Node.TITLE]
        assert player.app.settings.now.interface.first_run_notice


async def test_the_second_chapter_is_done_by_its_keys() -> None:
    second = [step for step in PLACED if step.chapter != STEPS[0].chapter]
    async with playing() as player:
        player.app.settings.update(lambda settings: with_preset(settings, "controls", "Guideline"))
        for before in STEPS[: STEPS.index(second[0])]:
            player.app.store.trainer_attempts.record(Attempt("lesson", before.name, True))
        await player.go_to(Node.LESSON)
        await player.wait_ms(300)
        for step in second:
            assert f"Step {STEPS.index(step) + 1} of {len(STEPS)}" in text_of(player.app)
            await do(player, step)

            assert player.app.store.trainer_attempts.best("lesson", step.name)
            assert (" 4 rows sent." in text_of(player.app)) == (step.name == "send")
            await player.wait_ms(2500)


async def test_grey_rows_rise_as_the_first_piece_lies() -> None:
    step = next(step for step in STEPS if step.name == "receive")
    async with playing() as player:
        for before in STEPS[: STEPS.index(step)]:
            player.app.store.trainer_attempts.record(Attempt("lesson", before.name, True))
        await player.go_to(Node.LESSON)
        await player.wait_ms(300)
        session = player.screen_as(LessonScreen).director.sides[0].session
        assert not session.view.rows
        for presses in (1, 5):  # the first drop is beside the goal, and put back
            for _ in range(presses - 1):
                await player.press(key_of(player, Button.MOVE_LEFT))
                await player.wait_ms(40)
            await player.press(key_of(player, Button.HARD_DROP))
            await player.wait_ms(500)
            assert len(session.view.rows) == (0 if presses == 1 else 6)


OTHER_KEYS = (*"hhnnurvm?", "tab", "shift+tab", "ctrl+p", "ctrl+n", "ctrl+z", "f1", "escape", "enter")
SIZES = (Size(80, 24), Size(60, 20), Size(120, 40), Size(30, 10), Size(20, 8))


def lesson_of(player: Player) -> LessonDirector:
    director = player.screen_as(LessonScreen).director
    assert isinstance(director, LessonDirector)
    return director


async def stroll(player: Player, dice: Random) -> None:
    """Do one thing of any kind that a player may do."""
    bindings = player.app.settings.now.controls.bindings
    match dice.choices(range(6), (55, 20, 13, 7, 3, 2))[0]:
        case 0:
            await player.press(dice.choice([bindings.keys(button)[0] for button in Button if bindings.keys(button)]))
        case 1:
            await player.press(dice.choice(OTHER_KEYS))
        case 2:
            await player.wait_ms(dice.choice((50, 300, 2600)))
        case 3:
            lesson = lesson_of(player)
            await player.press("r")
            if not lesson.steps[lesson.number].is_game:
                await do(player, lesson.steps[lesson.number])
        case 4:
            size = dice.choice(SIZES)
            player.app.post_message(events.Resize(size, size))
            await player.settle()
        case _:
            player.app.settings.change("interface", "language", dice.choice(list(LANGUAGES)))
            await player.settle()


@mostly_wide("seed", range(10))
async def test_any_keys_leave_the_lesson_whole(seed: int) -> None:
    dice = Random(seed)
    async with playing() as player:
        keys = dice.choice(("Guideline", "tetrs"))
        player.app.settings.update(lambda settings: with_preset(settings, "controls", keys))
        step = STEPS[0]
        try:
            for _ in range(40):
                if player.node is not Node.LESSON:
                    await player.press("escape")
                    await player.go_to(Node.LESSON)
                    assert lesson_of(player).steps[lesson_of(player).number] == step
                step = lesson_of(player).steps[lesson_of(player).number]
                await stroll(player, dice)
                check(player)
        finally:
            player.app.settings.change("interface", "language", "en")


def check(player: Player) -> None:
    """Check that something is shown, and that the step is one of the lesson, with a piece to place."""
    app = player.app
    assert app.return_code is None
    assert text_of(app).strip()
    if player.node is Node.LESSON:
        lesson = lesson_of(player)
        view = lesson.session.view
        assert lesson.text().task
        assert "{" not in lesson.text().task
        assert view.end is None or lesson.is_over
        assert len(lesson.sides[0].goals) <= 1
