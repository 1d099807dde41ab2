"""Tips: each is shown once, on the title after a game where it helps, and all are listed."""

import pytest

from piecement.session.records import FinishedGame
from piecement.ui.menu_graph import Node, Trigger
from piecement.ui.texts.tips import CASCADE, TIPS, due_tip
from piecement.ui.widgets.board_picture import BoardPicture
from piecement_base.plan import Plan
from piecement_engine import Button
from piecement_engine.events import LinesCleared
from tests.app.still_life import finished
from tests.app.walking import Player, playing, words_of
from tests.sampling import mostly_wide


async def end(player: Player) -> FinishedGame:
    """See the end of a game that was won."""
    await player.go_to(Node.GAME)
    result = finished(player.app.store)
    await player.show(Node.GAME_COMPLETE, Trigger.EVENT, result)
    await player.settle()
    return result


async def test_a_result_leaves_its_tip_for_the_title() -> None:
    async with playing() as player:
        await end(player)
        tips = [player.app.run_state.tip]
        player.app.settings.change("interface", "seen_tips", ("race",))
        await end(player)
        tips.append(player.app.run_state.tip)

        assert tips == ["race", "looks"]


async def title_after(player: Player) -> str:
    """See the end of a game that was won, and then the title."""
    await end(player)
    await player.press("escape")
    assert player.node is Node.TITLE
    return words_of(player.app)


async def test_title_shows_a_tip_until_the_next_game() -> None:
    async with playing() as player:
        shown = [await title_after(player)]
        await player.press("question_mark", "escape")
        shown.append(words_of(player.app))
        seen = player.app.settings.now.interface.seen_tips
        await player.go_to(Node.GAME)

        assert all(f"Tip: {TIPS[0].sentence}" in text for text in shown)
        assert seen == (TIPS[0].name,)
        assert not player.app.run_state.tip


async def test_title_shows_one_tip_a_day() -> None:
    async with playing() as player:
        await title_after(player)
        second = await title_after(player)
        player.app.settings.change("interface", "tip_day", "2026-01-01")
        third = await title_after(player)

        assert "Tip:" not in second
        assert f"Tip: {due_looks()}" in third


async def test_title_shows_news_instead_of_a_tip() -> None:
    async with playing() as player:
        player.app.settings.change("interface", "news", "styles")
        shown = await title_after(player)

        assert "New: styles. Settings › Play." in shown
        assert "Tip:" not in shown


def due_looks() -> str:
    return next(tip.sentence for tip in TIPS if tip.name == "looks")


async def test_one_tip_is_told_at_a_time_and_each_once() -> None:
    async with playing() as player:
        result = await end(player)
        told: list[str] = []
        settings = player.app.settings
        while tip := due_tip(result, settings.now):
            told.append(tip.name)
            settings.change("interface", "seen_tips", (*settings.now.interface.seen_tips, tip.name))

        assert len(told) == len(set(told))
        assert {"looks", "board"} <= set(told)


@mostly_wide("size", [(40, 24), (80, 24)])
async def test_all_are_listed(size: tuple[int, int]) -> None:
    async with playing(size=size, at=Node.TRY_THIS) as player:
        for tip in TIPS:
            seen = words_of(player.app)
            await player.press("down")

            assert tip.title in seen
            assert all(word in seen for word in tip.sentence.split())


async def test_the_frame_is_no_higher_than_its_sentence() -> None:
    async with playing(size=(120, 40), at=Node.TRY_THIS) as player:
        assert player.app.screen.query_one("#hint").content_region.height == 1


@pytest.mark.wide
@pytest.mark.parametrize("tip", [tip for tip in TIPS if not isinstance(tip.action, Plan)], ids=lambda tip: tip.name)
async def test_listed_tips_are_done_at_once(tip: object) -> None:
    async with playing() as player:
        before = player.app.settings.now
        await player.go_to(Node.TRY_THIS)
        await player.press(*["down"] * [*TIPS].index(tip), "enter")  # type: ignore[arg-type]

        assert player.app.settings.now != before
        assert player.node is Node.TRY_THIS


async def test_a_tip_that_is_done_says_so_in_the_language() -> None:
    async with playing(at=Node.TRY_THIS) as player:
        player.app.settings.change("interface", "language", "de")
        await player.press("enter")

        assert "läuft neben dem nächsten" in words_of(player.app)


def test_the_cascade_clears_three_times() -> None:
    game = CASCADE.game({})
    clears = [
        event
        for time_ns, held in [
            (1, [Button.TELEPORT_RIGHT]),
            (2, [Button.ROTATE_RIGHT]),
            (3, [Button.TELEPORT_RIGHT]),
            (4, [Button.HARD_DROP]),
            (5_000_000_000, []),
        ]
        for event in game.update(time_ns, held)
        if isinstance(event, LinesCleared)
    ]

    assert [len(clear.rows) for clear in clears] == [1, 1, 2]


async def test_a_board_is_played_from_the_list() -> None:
    async with playing(at=Node.TRY_THIS) as player:
        await player.press(*["down"] * (len(TIPS) - 1), "enter")

        assert player.node is Node.GAME


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40)])
async def test_each_tip_has_a_picture(size: tuple[int, int]) -> None:
    async with playing(size=size, at=Node.TRY_THIS) as player:
        picture = player.app.screen.query_one(BoardPicture)
        pictures = list[str]()
        for _tip in TIPS:
            pictures.append(str(picture.render()))
            await player.press("down")

        assert all(text.strip() for text in pictures)
        assert len({id(tip.board) for tip in TIPS}) == len(TIPS)
