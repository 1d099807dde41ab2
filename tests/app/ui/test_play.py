"""Play: the eight modes, what is set about them, their records, and the pieces."""

import re
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from textual.widgets import Input, Static

from piecement.session.records import GameRecord
from piecement.settings.mode_options import specs_of_options
from piecement.storage.paths import Paths
from piecement.storage.store import Store
from piecement.ui.application import Piecement
from piecement.ui.bases.modes_screen import ModesScreen
from piecement.ui.demos import ModeDemo
from piecement.ui.launch import Launch
from piecement.ui.menu_graph import Node
from piecement.ui.offers import first_offers, more_offers
from piecement.ui.screens.play import PlayScreen
from piecement.ui.texts.rule_summaries import in_words
from piecement.ui.widgets.key_line import KeyLine
from piecement.ui.widgets.previews import ModePreview
from piecement_base.origin import UnrankedReasons
from piecement_base.plan import Plan
from piecement_engine import MODES, End, Limit, Limits, Mode, Rules
from tests.app.kept_games import record_of
from tests.app.walking import Player, playing, text_of, words_of
from tests.sampling import mostly_wide, together

TALL = (80, 48)
"""A size that shows all other modes at once."""


def titles(screen: ModesScreen) -> list[str]:
    """Return the titles of the lines; headings have none."""
    return [getattr(option, "label", "") for option in screen.menu_list.options]


def count_of_more_modes(app: Piecement) -> int:
    """Return the number of other modes that the first page shows."""
    (count,) = re.findall(r"More modes +(\d+) ›", text_of(app))
    return int(count)


def more_modes(app: Piecement) -> dict[str, list[str]]:
    """Return the titles of the other modes below the heading of their group, as a tall screen shows them."""
    groups: dict[str, list[str]] = {}
    titles: list[str] = []
    for line in text_of(app).splitlines():
        cells = re.split(r"  +", line[:44].strip())
        if cells[-1] == "-":  # the record
            titles.append(cells[0])
        elif cells[0]:
            groups[cells[0]] = titles = []
    return groups


async def choose(player: Player, title: str) -> None:
    """Move the cursor to a line."""
    screen = player.screen_as(ModesScreen)
    screen.menu_list.highlighted = titles(screen).index(title)
    await player.settle()


def current_title(player: Player) -> str:
    """Return the title of the line with the cursor."""
    screen = player.screen_as(ModesScreen)
    return titles(screen)[screen.menu_list.highlighted or 0]


async def choose_mode(player: Player, title: str) -> None:
    """Open the screen and move the cursor to a mode."""
    await player.go_to(Node.PLAY)
    if title not in {offer.title for offer in first_offers("")}:
        await player.press("m")
    await choose(player, title)


@asynccontextmanager
async def at_mode(title: str, **given: Any) -> AsyncGenerator[Player]:
    """Run the application with the cursor at a mode."""
    async with playing(**given) as player:
        await choose_mode(player, title)
        yield player


def plan_of(player: Player) -> Plan:
    """Return the plan of the game that was begun."""
    assert player.node is Node.GAME
    assert player.app.run_state.last_plan is not None
    return player.app.run_state.last_plan


def said(player: Player) -> str:
    """Return the sentence of the card."""
    return str(player.app.screen.query_one(".sentence", Static).content)


def line_of(app: Piecement, title: str) -> str:
    """Return the text of a line in the list."""
    screen = app.screen
    assert isinstance(screen, ModesScreen)
    return str(screen.menu_list.options[titles(screen).index(title)].prompt).splitlines()[0]


def keep(*records: GameRecord) -> None:
    """Keep games where the application looks."""
    store = Store(Paths.of())
    for record in records:
        store.games.finish(record)
    store.close()


async def test_the_first_page_has_eight_modes_and_three_ways_on() -> None:
    async with playing(at=Node.PLAY) as player:
        options = player.screen_as(PlayScreen).menu_list.options
        titles = [str(option.prompt).split("  ")[1].strip() for option in options if not option.disabled]

        assert titles[:9] == [
            *("40 Lines", "Marathon", "Time Trial", "Dig", "Cheese", "Survival", "Zen", "Puzzle"),
            "Daily",
        ]
        assert "Boards and rules        2 ›" in text_of(player.app)


async def test_all_other_modes_are_counted_and_listed() -> None:
    async with playing(size=TALL, at=Node.PLAY) as player:
        count = count_of_more_modes(player.app)
        await player.press("m")

        assert count == sum(map(len, more_modes(player.app).values()))


def test_every_mode_is_offered_somewhere() -> None:
    more = (offer for offers in more_offers().values() for offer in offers)
    offered = {variant.mode.name for offer in (*first_offers(""), *more) for variant in offer.variants}

    assert offered == set(MODES)


def test_a_mode_of_the_group_of_packs_is_listed_before_them(monkeypatch: pytest.MonkeyPatch) -> None:
    new = replace(MODES["40_lines"], name="own_puzzle", group="Puzzles")
    monkeypatch.setitem(MODES, new.name, new)

    assert [offer.name for offer in more_offers((MODES["puzzle"],))["Puzzles"]] == ["own_puzzle", "puzzle"]


@mostly_wide(("group", "shown"), [("Race", "FAST"), ("Own", "OWN"), ("Retro", "RETRO"), ("Practice", "ODD")], kept=2)
async def test_a_new_mode_is_counted_and_listed(group: str, shown: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with playing(size=TALL, at=Node.PLAY) as player:
        before = count_of_more_modes(player.app)
        await player.press("escape")
        new = replace(MODES["40_lines"], name="20_lines", title="20 Lines", group=group)
        monkeypatch.setitem(MODES, new.name, new)
        await player.go_to(Node.PLAY)
        after = count_of_more_modes(player.app)
        await player.press("m")

        assert after == before + 1
        assert more_modes(player.app)[shown][-1] == "20 Lines"


@pytest.mark.parametrize(("rules", "first"), [("", "marathon"), ("Guideline", "guideline"), ("Classic", "classic")])
def test_marathon_is_the_mode_of_the_rules_in_use(rules: str, first: str) -> None:
    marathon = first_offers(rules)[1]

    assert marathon.title == "Marathon"
    assert marathon.variants[0].mode.name == first


@mostly_wide(
    ("presses", "mode", "options"),
    [
        ("left", "sprint", {"lines": "20"}),
        ("down right", "swift", {}),
        ("right down right", "40_lines", {}),
        ("", "40_lines", {}),
        ("right", "sprint", {"lines": "100"}),
        ("down left", "sprint", {"lines": "40"}),
    ],
    kept=3,
)
async def test_options_of_forty_lines_choose_the_mode(presses: str, mode: str, options: dict[str, Any]) -> None:
    async with at_mode("40 Lines") as player:
        await player.press("right", *presses.split(), "escape", "enter")

        plan = plan_of(player)
        assert (plan.mode.name, plan.options, plan.seed) == (mode, options, None)


@pytest.mark.parametrize(("title", "shown"), [("40 Lines", "100 lines"), ("Time Trial", "210 s")])
async def test_the_mode_and_its_options_are_offered_as_played(title: str, shown: str) -> None:
    async with at_mode(title) as player:
        await player.press("right", "right", "escape", "enter", "escape")
        await player.go_to(Node.PLAY)

        assert shown in text_of(player.app)
        assert current_title(player) == title


async def test_the_mode_or_option_under_the_cursor_is_explained() -> None:
    async with playing() as player:
        for title, mode in (("40 Lines", "40_lines"), ("Zen", "zen"), ("Cheese", "cheese")):
            await choose_mode(player, title)

            assert all(word in text_of(player.app) for word in MODES[mode].sentence.split())
        before = said(player)
        await player.press("right")
        in_options = said(player)
        await player.press("escape")

        assert in_options == MODES["cheese"].options[0].sentence
        assert before == said(player) == MODES["cheese"].sentence


async def test_key_line_has_seven_keys_at_80_columns() -> None:
    async with playing(size=(80, 24), at=Node.PLAY) as player:
        told = "Enter play   → options   1-9 mode   M more   S same pieces   Esc back   ? keys"
        assert told in text_of(player.app)


async def test_a_digit_goes_to_a_mode_and_then_plays_it() -> None:
    async with playing(at=Node.PLAY) as player:
        await player.press("5")
        before = player.node
        await player.press("5")

        assert before is Node.PLAY
        assert plan_of(player).mode is MODES["cheese"]


async def test_nine_leads_to_the_daily_and_the_end_to_two_editors() -> None:
    async with playing() as player:
        for keys, node in (
            ("9 9", Node.DAILY),
            ("end enter enter", Node.BOARD_EDITOR),
            ("end enter down enter", Node.RULE_EDITOR),
        ):
            await player.go_to(Node.PLAY)
            await player.press(*keys.split())

            assert player.node is node


async def test_a_seed_is_typed_as_a_number_and_keys_in_a_row_reach_it() -> None:
    async with at_mode("Puzzle") as player:
        await player.press("right", "down", "down", *"18446744073709551616", "enter")

        assert said(player) == "A seed is a number up to 18446744073709551615."
        assert player.node is Node.PLAY

        await player.press(*["backspace"] * 20)
        await player.pilot.press("4", "2", "7")
        await player.press("enter", "escape", "enter")
        assert (plan_of(player).mode.name, plan_of(player).seed) == ("puzzle", 427)


async def test_a_pasted_seed_of_thousands_of_digits_is_refused() -> None:
    async with at_mode("Puzzle") as player:
        await player.press("right", "down", "down", "1")
        await player.paste("9" * 5000)
        await player.press("enter")

        assert said(player) == "A seed is a number up to 18446744073709551615."
        assert player.node is Node.PLAY


@pytest.mark.parametrize(("presses", "seed"), [("s", 77), ("ss", None)])
async def test_same_pieces_are_chosen_and_taken_back_by_a_key(presses: str, seed: int | None) -> None:
    async with playing(Plan(MODES["zen"], seed=77)) as player:
        await player.press("escape")
        await player.go_to(Node.PLAY)
        await player.press(*presses)
        told = text_of(player.app)
        await player.press("enter")

        assert ("77" in told) is (seed is not None)
        assert plan_of(player).seed == seed


async def test_same_pieces_without_a_game_say_how_to_set_them() -> None:
    async with playing(at=Node.PLAY) as player:
        await player.press("s")

        assert said(player) == "No game yet. Type a number at Pieces."


async def test_escape_leaves_the_options_first_and_then_the_screen() -> None:
    async with playing(at=Node.PLAY) as player:
        await player.press("right", "escape")
        after_one = player.node
        await player.press("escape")

        assert (after_one, player.node) == (Node.PLAY, Node.TITLE)


async def test_the_cursor_begins_at_the_mode_played_last() -> None:
    keep(record_of("40_lines"), record_of("cheese"))
    async with playing(at=Node.PLAY) as player:
        assert current_title(player) == "Cheese"


@together(
    ("rules", "told"),
    [
        (
            Rules(start_level=3, limits=Limits(lines=Limit(40))),
            ["Stays at the speed of level 3.", "You win at 40 lines."],
        ),
        (
            Rules(level_up=True, limits=Limits(level=Limit(19))),
            ["Starts at level 1 and gets faster.", "You win after level 19."],
        ),
        (
            Rules(limits=Limits(time=Limit(90_000_000_000))),
            ["Stays at the speed of level 1.", "You win after 90 s."],
        ),
        (
            Rules(limits=Limits(score=Limit(500, win=False))),
            ["Stays at the speed of level 1.", "Ends at 500 points."],
        ),
        (Rules(), ["Stays at the speed of level 1."]),
    ],
)
def test_a_game_in_words_is_its_board_speed_and_end(rules: Rules, told: list[str]) -> None:
    assert in_words(rules) == " ".join(["A board of 10 × 20.", *told])


async def test_the_options_of_a_mode_are_set_in_place_and_played() -> None:
    async with at_mode("Cheese") as player:
        await player.press("right", "right", "down", "left", "escape", "enter")

        assert plan_of(player).options == {"rows": 9, "goal": 30}


async def test_options_are_set_by_number_keys_and_by_the_mouse() -> None:
    async with at_mode("Cheese") as player:
        await player.press("right", "7", "enter")
        lines = text_of(player.app).splitlines()
        row = next(y for y, line in enumerate(lines) if "‹" in line)
        await player.pilot.click(offset=(lines[row].index("›"), row))
        await player.pilot.click(offset=(lines[row].index("›") - 4, row + 1))
        lines = text_of(player.app).splitlines()
        await player.pilot.click(offset=(lines[row + 1].index("‹"), row + 1))
        await player.press("escape", "enter")

        assert plan_of(player).options == {"rows": 8, "goal": 30}


async def test_the_first_pieces_of_a_custom_game_are_typed() -> None:
    async with at_mode("Custom") as player:
        places = [spec.name for spec in specs_of_options("custom", MODES["custom"].options)]
        await player.press("right", *["down"] * places.index("queue"), "enter", "t", "x", "enter")
        refused = said(player)
        await player.press("backspace", "s", "enter", "down", "right", "escape", "enter")
        session = player.session

        assert refused == "First pieces can be up to 56 of the letters OISZTLJ."
        assert session.plan.options == {"queue": "TS", "queue_end": "repeat"}
        assert [shape.name for shape in session.view.known][:5] == ["T", "S", "T", "S", "T"]


@pytest.mark.parametrize("mode", MODES.values(), ids=lambda mode: mode.name)
def test_every_option_is_a_setting_with_its_default(mode: Mode) -> None:
    assert [setting.default for setting in specs_of_options(mode.name, mode.options)] == [
        option.default for option in mode.options
    ]


async def test_best_result_stands_beside_each_mode_by_its_rule() -> None:
    keep(
        record_of("40_lines", time_ns=70_000_000_000),
        record_of("40_lines", time_ns=62_345_000_000),
        record_of("cheese", lines=32, pieces=80),
        record_of("cheese", lines=32, pieces=75, time_ns=90_000_000_000),
        record_of("marathon", score=4000, level=20),
        record_of("marathon", score=90_000, level=8, end=End.BLOCK_OUT),
        record_of("puzzle", level=3, end=End.BLOCK_OUT),
    )
    async with playing() as player:
        in_first_frame = PlayScreen(player.app.services).menu_list.get_option("40_lines")
        await player.go_to(Node.PLAY)

        assert in_first_frame.figure == "1:02.34"  # type: ignore[attr-defined]
        assert line_of(player.app, "40 Lines").endswith("1:02.34")
        assert line_of(player.app, "Cheese").endswith("75 pieces")
        assert line_of(player.app, "Marathon").endswith(" 4,000")
        assert line_of(player.app, "Puzzle").endswith("3 of 24")
        assert line_of(player.app, "Zen").endswith(" -")


async def test_a_mode_never_won_shows_its_farthest_game_that_counts() -> None:
    keep(
        record_of("40_lines", lines=17, end=End.FORFEIT),
        record_of("cheese", unranked=UnrankedReasons(practice=True)),
    )
    async with playing(at=Node.PLAY) as player:
        assert line_of(player.app, "40 Lines").endswith("17 lines")
        assert line_of(player.app, "Cheese").endswith(" -")


async def test_the_best_is_that_of_the_options_as_they_are_set() -> None:
    keep(record_of("time_trial", score=700), record_of("time_trial", score=900, options={"seconds": 210}))
    async with at_mode("Time Trial") as player:
        before = line_of(player.app, "Time Trial")
        await player.press("right", "right")

        assert (before[-4:], line_of(player.app, "Time Trial")[-4:]) == (" 700", " 900")


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_best_last_and_columns_stand_in_the_card(size: tuple[int, int]) -> None:
    keep(record_of("40_lines", time_ns=60_000_000_000), record_of("40_lines", time_ns=61_500_000_000))
    async with at_mode("40 Lines", size=size) as player:
        with_some = text_of(player.app)
        await choose(player, "Zen")

        assert "BEST     1:00.00" in with_some
        assert "LAST     1:01.50    +1.50" in with_some
        assert "LAST 2" in with_some
        assert "█" in with_some.split("LAST 2")[1]
        assert "No game yet. Set the mark" in text_of(player.app)


async def test_modes_can_be_chosen_where_nothing_can_be_read(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("no folder")
    async with at_mode("Marathon", launch=Launch(data_folder=tmp_path / "data")) as player:
        await player.press("enter")

        assert player.node is Node.GAME


@mostly_wide("size", [(40, 24), (80, 24), (120, 40)])
async def test_the_best_result_is_seen_whole(size: tuple[int, int]) -> None:
    keep(record_of("elektronika_60", score=1_234_567, end=End.BLOCK_OUT))
    async with at_mode("Elektronika 60", size=size) as player:
        assert "1,234,567" in text_of(player.app)


@pytest.mark.parametrize("size", [(40, 24), (80, 24)])
async def test_the_key_line_follows_the_cursor(size: tuple[int, int]) -> None:
    async with at_mode("Marathon", size=size) as player:

        def keys() -> str:
            return str(player.app.screen.query_one(KeyLine).render())

        at_modes = keys()
        await player.press("right")
        at_option = keys()
        await player.press("escape")

        assert "→ options" in at_modes
        assert "←→ change" in at_option
        assert "play" not in at_option
        assert keys() == at_modes


async def test_options_take_the_place_of_the_list_at_small() -> None:
    async with at_mode("Cheese", size=(60, 20)) as player:
        await player.press("right", "right")
        in_card = text_of(player.app)
        await player.press("escape", "enter")

        assert "Time Trial" not in in_card
        assert "Rows at once" in in_card
        assert plan_of(player).options == {"rows": 9}


async def test_a_mode_is_found_by_its_name_and_escape_ends_the_search() -> None:
    async with playing(at=Node.MORE_MODES) as player:
        await player.press("slash", *"xyz", "escape")

        assert player.node is Node.MORE_MODES
        assert player.app.screen.query_one(Input).value == ""
        assert "Master" in text_of(player.app)

        await player.press("slash", *"nes", "enter")  # which is also in "20 lines"
        assert plan_of(player).mode is MODES["classic"]


async def rank(player: Player, rank: int) -> None:
    """Set how many cells the pieces of the mode Polyomino have."""
    await choose_mode(player, "Any size")
    await player.press("right", *["right" if rank > 5 else "left"] * abs(rank - 5), "escape")


@pytest.mark.wide
@pytest.mark.parametrize(("cells", "needed"), [(9, "46x25"), (10, "50x27")])
async def test_pieces_too_large_for_the_terminal_are_refused_early(cells: int, needed: str) -> None:
    async with playing() as player:
        await rank(player, cells)
        told = words_of(player.app)
        await player.press("enter")

        assert f"Needs a terminal of {needed};" in told
        assert player.node is Node.MORE_MODES


@pytest.mark.parametrize(
    ("cells", "size"),
    [
        (8, (80, 24)),
        pytest.param(9, (80, 25), marks=pytest.mark.wide),
        pytest.param(10, (80, 27), marks=pytest.mark.wide),
    ],
)
async def test_pieces_that_fit_are_played(cells: int, size: tuple[int, int]) -> None:
    async with playing(size=size) as player:
        await rank(player, cells)
        told = text_of(player.app)
        await player.press("enter")

        assert "Needs a terminal" not in told
        assert player.node is Node.GAME


async def test_a_larger_terminal_makes_room_for_the_pieces() -> None:
    async with playing() as player:
        await rank(player, 9)
        refused = text_of(player.app)
        await player.pilot.resize_terminal(80, 30)
        await player.wait_for(lambda: "Needs a terminal" not in text_of(player.app))
        await player.press("enter")

        assert "Needs a terminal" in refused
        assert player.node is Node.GAME


@pytest.mark.parametrize(("size", "seen"), [((120, 40), True), ((120, 24), False), ((80, 40), False)])
async def test_a_mode_is_seen_in_play_where_it_is_roomy(size: tuple[int, int], seen: bool) -> None:
    async with playing(size=size, at=Node.PLAY) as player:
        assert bool(player.app.screen.query_one(ModePreview).size) is seen


async def picture_after(player: Player, milliseconds: int) -> str:
    """Advance the clock for the picture of the mode, and return the text of the screen."""
    player.clock.pass_ms(milliseconds)
    player.app.screen.query_one(ModePreview).automatic_refresh()
    await player.settle()
    return text_of(player.app)


async def test_the_picture_moves_and_begins_anew_with_another_mode() -> None:
    async with at_mode("Marathon", size=(120, 40)) as player:
        first = await picture_after(player, 0)
        later = await picture_after(player, 3000)
        await choose(player, "Zen")
        await choose(player, "Marathon")

        assert later != first
        assert await picture_after(player, 0) == first


async def test_the_picture_stands_still_with_reduced_motion() -> None:
    async with playing(size=(120, 40)) as player:
        player.app.settings.change("interface", "reduced_motion", True)
        await choose_mode(player, "Marathon")
        first = await picture_after(player, 0)

        assert not player.app.screen.query_one(ModePreview).is_moving
        assert await picture_after(player, 3000) == first


async def test_the_picture_rests_under_the_help() -> None:
    async with playing(size=(120, 40), at=Node.PLAY) as player:
        preview = player.app.screen.query_one(ModePreview)
        was_moving = preview.is_moving
        await player.press("question_mark")

        assert (was_moving, preview.is_moving) == (True, False)


@pytest.mark.wide
@pytest.mark.parametrize("mode", MODES.values(), ids=lambda mode: mode.name)
def test_every_mode_has_a_game_to_show(mode: Mode) -> None:
    demo = ModeDemo(mode.rules)
    events = demo.play(6_000_000_000)

    assert len(events) > 3
    assert demo.length_ns > demo.view.time_ns


def test_a_game_of_a_mode_that_has_ended_stays_for_a_moment() -> None:
    demo = ModeDemo(Rules(limits=Limits(pieces=Limit(2))))
    demo.play(6_000_000_000)
    end_ns = demo.view.time_ns

    assert demo.view.end is End.COMPLETED
    assert demo.play(7_000_000_000) == []
    assert end_ns < demo.length_ns < 30_000_000_000


async def test_a_puzzle_is_begun_at_a_later_stage_for_practice() -> None:
    async with at_mode("Puzzle") as player:
        await player.press("right", "right")
        told = text_of(player.app)
        await player.press("escape", "enter")
        session = player.session

        assert "Practice" in told
        assert session.view.level == 2
        assert session.unranked.practice
