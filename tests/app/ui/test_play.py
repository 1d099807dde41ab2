"""Play: all modes, what they are about, and the seed."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from textual.content import Content
from textual.widgets import Input, Static

from piecement.session.own_rules import OwnRules
from piecement.session.plan import Plan, UnrankedReasons
from piecement.session.records import GameRecord
from piecement.storage.paths import Paths
from piecement.storage.store import Store
from piecement.ui.application import Piecement
from piecement.ui.launch import Launch
from piecement.ui.menu_graph import Node
from piecement.ui.screens.game import GameScreen
from piecement.ui.screens.play import PlayScreen
from piecement.ui.texts.modes import facts, specs_of
from piecement.ui.widgets.key_line import KeyLine
from piecement.ui.widgets.mode_list import ModeList
from piecement.ui.widgets.previews import ModeDemo, ModePreview
from piecement_engine import MODES, End, Limit, Limits, Mode, Rules
from piecement_engine.modes import GROUPS
from tests.app.kept_games import record_of
from tests.app.walking import Player, playing, text_of


def modes_of(app: Piecement) -> ModeList:
    """Return the list of the modes."""
    return app.screen.query_one(ModeList)


def seed_of(app: Piecement) -> Input:
    """Return the field of the seed."""
    return app.screen.query_one("#seed", Input)


async def choose_mode(player: Player, name: str) -> None:
    """Open the screen and move the cursor to a mode."""
    await player.go_to(Node.PLAY)
    await choose(player, name)


async def choose(player: Player, name: str) -> None:
    """Move the cursor to a mode."""
    modes_of(player.app).go_to(MODES[name])
    await player.settle()


async def test_every_mode_is_there_with_its_title() -> None:
    async with playing() as player:
        await player.go_to(Node.PLAY)
        lines = [str(option.prompt) for option in modes_of(player.app).options if not option.disabled]

        assert all(line[2:].startswith(mode.title) for line, mode in zip(lines, MODES.values(), strict=True))
        assert [line[:2] for line in lines[:11]] == [*(f"{key} " for key in "1234567890"), "  "]


@pytest.mark.parametrize("name", ["40_lines", "marathon"])
async def test_the_mode_under_the_cursor_is_described(name: str) -> None:
    async with playing() as player:
        await choose_mode(player, name)

        assert all(word in text_of(player.app) for word in MODES[name].sentence.split())


async def test_key_line_ends_with_esc_and_help() -> None:
    async with playing(size=(80, 24)) as player:
        await player.go_to(Node.PLAY)

        assert "D daily   R rules   Esc back   ? keys" in text_of(player.app)


async def test_enter_plays_the_mode() -> None:
    async with playing() as player:
        await choose_mode(player, "marathon")
        await player.press("enter")

        assert player.node is Node.GAME
        assert player.app.games.last_plan is not None
        assert player.app.games.last_plan.mode is MODES["marathon"]
        assert player.app.games.last_plan.seed is None


async def test_a_seed_can_be_typed() -> None:
    async with playing() as player:
        await choose_mode(player, "marathon")
        await player.press("s", "4", "2", "enter")

        assert player.app.games.last_plan is not None
        assert (player.app.games.last_plan.mode.name, player.app.games.last_plan.seed) == ("marathon", 42)


async def test_a_seed_takes_nothing_but_digits() -> None:
    async with playing() as player:
        await player.go_to(Node.PLAY)
        await player.press("s", "1", "x", "minus", "2")

        assert seed_of(player.app).value == "12"


async def test_too_large_a_seed_is_refused_and_explained() -> None:
    async with playing() as player:
        await player.go_to(Node.PLAY)
        await player.press("s", *"18446744073709551616", "enter")

        assert player.node is Node.PLAY
        assert "A seed is a number up to 18446744073709551615." in text_of(player.app)


async def test_escape_leaves_the_seed_first_and_then_the_screen() -> None:
    async with playing() as player:
        await player.go_to(Node.PLAY)
        await player.press("s", "escape")
        after_one = player.node
        await player.press("escape")

        assert (after_one, player.node) == (Node.PLAY, Node.TITLE)


async def test_the_cursor_comes_back_to_the_mode_that_was_played() -> None:
    async with playing() as player:
        await choose_mode(player, "marathon")
        await player.press("enter", "escape")
        await player.go_to(Node.PLAY)

        assert modes_of(player.app).mode is MODES["marathon"]


@pytest.mark.parametrize(
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
def test_the_facts_of_a_mode_are_its_speed_and_its_end(rules: Rules, told: list[str]) -> None:
    assert facts(rules) == told


async def test_the_options_of_a_mode_are_set_in_place_and_played() -> None:
    async with playing() as player:
        await choose_mode(player, "cheese")
        await player.press("right", "right", "down", "left", "escape", "enter")

        assert player.node is Node.GAME
        assert player.app.games.last_plan is not None
        assert player.app.games.last_plan.options == {"rows": 9, "goal": 30}


async def test_options_are_set_by_number_keys_and_by_the_mouse() -> None:
    async with playing() as player:
        await choose_mode(player, "cheese")
        await player.press("right", "7", "enter")
        lines = text_of(player.app).splitlines()
        row = next(y for y, line in enumerate(lines) if "›" in line)
        await player.pilot.click(offset=(lines[row].index("›"), row))
        await player.pilot.click(offset=(lines[row].index("›") - 4, row + 1))
        lines = text_of(player.app).splitlines()
        await player.pilot.click(offset=(lines[row + 1].index("‹"), row + 1))
        await player.press("escape", "enter")

        assert player.app.games.last_plan is not None
        assert player.app.games.last_plan.options == {"rows": 8, "goal": 30}


async def test_the_first_pieces_of_a_custom_game_are_typed() -> None:
    async with playing() as player:
        await choose_mode(player, "custom")
        places = [spec.name for spec in specs_of(MODES["custom"])]
        await player.press("right", *["down"] * places.index("queue"), "enter", "t", "x", "enter")
        refused = text_of(player.app)
        await player.press("backspace", "s", "enter", "down", "right", "escape", "enter")
        session = player.screen_as(GameScreen).session

        assert "First pieces can be up to 56 of the letters OISZTLJ." in " ".join(refused.split())
        assert session.plan.options == {"queue": "TS", "queue_end": "repeat"}
        assert [shape.name for shape in session.view.known][:5] == ["T", "S", "T", "S", "T"]


async def test_the_option_under_the_cursor_is_explained() -> None:
    async with playing() as player:
        await choose_mode(player, "cheese")
        await player.press("right")

        assert MODES["cheese"].options[0].sentence in text_of(player.app)


async def test_numbers_that_mean_something_say_so() -> None:
    async with playing() as player:
        await choose_mode(player, "cheese")
        await player.press("right", "down", "0", "enter")

        assert "endless" in text_of(player.app)


async def test_the_facts_follow_the_options() -> None:
    async with playing() as player:
        await choose_mode(player, "time_trial")
        await player.press("right", "right")

        assert "You win after 210 s." in text_of(player.app)


async def test_options_are_offered_again_as_they_were_played() -> None:
    async with playing() as player:
        await choose_mode(player, "time_trial")
        await player.press("right", "right", "escape", "enter", "escape")
        await player.go_to(Node.PLAY)

        assert "You win after 210 s." in text_of(player.app)


async def test_escape_leaves_the_options_for_the_modes() -> None:
    async with playing() as player:
        await choose_mode(player, "time_trial")
        await player.press("right", "escape")

        assert player.node is Node.PLAY
        assert modes_of(player.app).has_focus


@pytest.mark.parametrize("mode", MODES.values(), ids=lambda mode: mode.name)
def test_every_option_is_a_setting_with_its_default(mode: Mode) -> None:
    assert [setting.default for setting in specs_of(mode)] == [option.default for option in mode.options]


def line_of(app: Piecement, mode: str) -> str:
    """Return the text about a mode in the list."""
    return str(modes_of(app).get_option(mode).prompt)


def keep(*records: GameRecord) -> None:
    """Keep games where the application looks."""
    store = Store(Paths.of())
    for record in records:
        store.games.finish(record)
    store.close()


def won(mode: str, **given: Any) -> GameRecord:
    """Return the record of a game that was won and counts."""
    return record_of(mode, **given)


LOCKED = {name: mode for name, mode in MODES.items() if mode.unlocked_by}


async def test_best_result_stands_beside_each_mode_by_its_rule() -> None:
    keep(
        won("40_lines", time_ns=70_000_000_000),
        won("40_lines", time_ns=62_345_000_000),
        won("cheese", lines=32, pieces=80),
        won("cheese", lines=32, pieces=75, time_ns=90_000_000_000),
        won("marathon", score=4000, level=20),
        won("marathon", score=90_000, level=8, end=End.BLOCK_OUT),
    )
    async with playing() as player:
        await player.go_to(Node.PLAY)

        assert line_of(player.app, "40_lines").endswith("1:02.34")
        assert line_of(player.app, "cheese").endswith("75 pieces")
        assert line_of(player.app, "marathon").endswith("4000 points")
        assert line_of(player.app, "zen").strip() == "Zen"


async def test_never_won_mode_shows_its_farthest_game() -> None:
    keep(won("40_lines", lines=17, end=End.FORFEIT))
    async with playing() as player:
        await player.go_to(Node.PLAY)

        assert line_of(player.app, "40_lines").endswith("17 lines")


async def test_a_game_that_does_not_count_is_no_best() -> None:
    keep(won("40_lines", unranked=UnrankedReasons(practice=True)))
    async with playing() as player:
        await player.go_to(Node.PLAY)

        assert line_of(player.app, "40_lines").strip() == "1 40-Lines"


async def test_the_best_is_that_of_the_options_as_they_are_set() -> None:
    keep(won("time_trial", score=700), won("time_trial", score=900, options={"seconds": 210}))
    async with playing() as player:
        await choose_mode(player, "time_trial")
        before = line_of(player.app, "time_trial")
        await player.press("right", "right")

        assert (before[-10:], line_of(player.app, "time_trial")[-10:]) == ("700 points", "900 points")


def list_lines(app: Piecement) -> list[str]:
    """Return the titles in the list, headings among them."""
    return [str(option.prompt).strip() for option in modes_of(app).options]


async def test_the_modes_stand_below_the_headings_of_their_groups() -> None:
    async with playing() as player:
        await player.go_to(Node.PLAY)
        headings = [str(option.prompt) for option in modes_of(player.app).options if option.disabled]

        assert headings == list(GROUPS)


async def test_a_mode_of_an_own_group_stands_after_all_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(MODES, "own", replace(MODES["zen"], name="own", title="My mode", group="Mine"))
    async with playing() as player:
        await player.go_to(Node.PLAY)

        assert list_lines(player.app)[-2:] == ["Mine", "My mode"]


async def test_last_played_modes_come_first_with_the_cursor() -> None:
    names = ["zen", "swift", "marathon", "zen", "combo"]
    keep(*map(won, names))
    keep(won("sprint", unranked=UnrankedReasons(bot=True)))
    async with playing() as player:
        await player.go_to(Node.PLAY)

        assert [line.split("  ")[0] for line in list_lines(player.app)[:5]] == [
            "Recent",
            *(MODES[name].title for name in ("combo", "zen", "marathon")),
            "Race",
        ]
        assert modes_of(player.app).mode is MODES["combo"]


async def test_number_goes_to_its_mode_below_the_last_played() -> None:
    keep(won("zen"))
    async with playing() as player:
        await player.go_to(Node.PLAY)
        await player.press("2")
        reached = modes_of(player.app).mode
        await player.press("2")

        assert reached is list(MODES.values())[1]
        assert player.node is Node.GAME


async def test_the_first_heading_is_seen_again_with_the_first_mode() -> None:
    async with playing() as player:
        await player.go_to(Node.PLAY)
        await player.press("end", "home")

        assert modes_of(player.app).scroll_offset.y == 0


async def test_a_click_on_a_heading_does_nothing() -> None:
    async with playing() as player:
        await player.go_to(Node.PLAY)
        before = modes_of(player.app).mode
        await player.pilot.click(ModeList, offset=(2, 0))
        await player.settle()

        assert (player.node, modes_of(player.app).mode) == (Node.PLAY, before)


@pytest.mark.parametrize("size", [(40, 24), (80, 24), (120, 40)])
async def test_the_best_and_the_last_result_stand_beside_the_mode(size: tuple[int, int]) -> None:
    keep(won("marathon", score=4321), won("marathon", score=1234))
    async with playing(size=size) as player:
        await choose_mode(player, "marathon")
        with_some = text_of(player.app)
        await choose(player, "zen")

        assert "Best  4321 points   Last  1234 points" in with_some
        assert "Best" not in text_of(player.app)


@pytest.mark.parametrize("name", LOCKED)
async def test_locked_mode_says_how_it_opens(name: str) -> None:
    first = MODES[name].unlocked_by
    assert first is not None
    async with playing() as player:
        await choose_mode(player, name)
        told = text_of(player.app)
        await player.press("enter")

        assert line_of(player.app, name).endswith("locked")
        assert f"win a ranked game of {MODES[first].title}" in " ".join(told.split())
        assert player.node is Node.PLAY


@pytest.mark.parametrize("name", LOCKED)
async def test_a_win_that_counts_opens_a_mode(name: str) -> None:
    keep(won(str(MODES[name].unlocked_by)))
    async with playing() as player:
        await choose_mode(player, name)
        await player.press("enter")

        assert player.node is Node.GAME


@pytest.mark.parametrize("given", [{"end": End.BLOCK_OUT}, {"unranked": UnrankedReasons(bot=True)}])
async def test_a_game_that_was_lost_or_does_not_count_opens_nothing(given: dict[str, Any]) -> None:
    keep(won("marathon", **given))
    async with playing() as player:
        await choose_mode(player, "20g")
        await player.press("enter")

        assert player.node is Node.PLAY


async def test_a_key_opens_all_modes() -> None:
    async with playing() as player:
        await choose_mode(player, "classic")
        await player.press("u")
        told = [line_of(player.app, name) for name in LOCKED]
        await player.press("enter")

        assert not any("locked" in line for line in told)
        assert player.node is Node.GAME
        assert player.app.settings.now.interface.all_modes


async def test_nothing_is_said_of_a_lock_that_was_opened() -> None:
    async with playing() as player:
        await choose_mode(player, next(iter(LOCKED)))
        await player.press("enter")
        before = text_of(player.app)
        await player.press("u")

        assert before.count("Locked") == 2
        assert "Locked" not in text_of(player.app)


async def test_locked_mode_named_at_the_start_is_played() -> None:
    async with playing(Plan(MODES["20g"])) as player:
        assert player.node is Node.GAME


async def test_modes_can_be_chosen_where_nothing_can_be_read(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("no folder")
    async with playing(launch=Launch(data_folder=tmp_path / "data")) as player:
        await choose_mode(player, "marathon")
        await player.press("enter")

        assert player.node is Node.GAME


@pytest.mark.parametrize("size", [(40, 24), (80, 24), (120, 40)])
async def test_the_best_result_is_seen_whole(size: tuple[int, int]) -> None:
    keep(won("elektronika_60", score=1_234_567, end=End.BLOCK_OUT), won("40_lines", time_ns=754_321_000_000))
    async with playing(size=size) as player:
        await choose_mode(player, "elektronika_60")

        assert "1234567 points" in text_of(player.app)
        await player.press("home")
        assert "12:34.32" in text_of(player.app)


async def test_the_line_with_the_cursor_has_no_colours_of_its_own() -> None:
    async with playing() as player:
        await choose_mode(player, "classic")
        lines = {option.id: option.prompt for option in modes_of(player.app).options}

        assert isinstance(lines["classic"], Content)
        assert isinstance(lines["20g"], Content)
        assert not lines["classic"].spans
        assert lines["20g"].spans


@pytest.mark.parametrize("size", [(40, 24), (80, 24)])
async def test_options_are_told_of_where_there_are_any(size: tuple[int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(MODES, "40_lines", replace(MODES["40_lines"], options=()))
    async with playing(size=size) as player:
        await player.go_to(Node.PLAY)
        without_any = text_of(player.app)
        await player.press("down")
        with_some = text_of(player.app)
        await player.press("s")

        assert "options" not in without_any
        assert "→ options" in with_some
        assert "options" not in text_of(player.app)


@pytest.mark.parametrize("size", [(40, 24), (80, 24)])
async def test_the_key_line_follows_the_cursor(size: tuple[int, int]) -> None:
    async with playing(size=size) as player:

        def keys() -> str:
            return str(player.app.screen.query_one(KeyLine).content)

        await choose_mode(player, "sprint")
        at_modes = keys()
        await player.press("right")
        at_option = keys()
        await player.press("escape", "s")
        at_seed = keys()
        await player.press("escape")

        assert "→ options" in at_modes
        assert "←→ change" in at_option
        assert "play" not in at_option
        assert "Enter play" in at_seed
        assert "↑↓ move" not in at_seed
        assert keys() == at_modes


async def test_the_seed_is_explained_while_it_is_typed() -> None:
    async with playing() as player:
        await choose_mode(player, "sprint")
        await player.press("right", "escape", "s")
        typing = text_of(player.app)
        await player.press("escape")

        assert "The same number gives the same pieces again." in typing
        assert "How many lines win the game." not in typing
        assert "The same number" not in text_of(player.app)


async def rank(player: Player, rank: int) -> None:
    """Set how many cells the pieces of the mode Polyomino have."""
    await choose_mode(player, "polyomino")
    await player.press("right", *["right" if rank > 5 else "left"] * abs(rank - 5), "escape")


@pytest.mark.wide
@pytest.mark.parametrize(("cells", "needed"), [(9, "46x25"), (10, "50x27")])
async def test_pieces_too_large_for_the_terminal_are_refused_early(cells: int, needed: str) -> None:
    async with playing() as player:
        await rank(player, cells)
        told = " ".join(text_of(player.app).split())
        await player.press("enter")

        assert f"Needs a terminal of {needed};" in told
        said = player.app.screen.query_one("#hint", Static)
        assert str(said.content) == f"Needs a terminal of {needed}; this one is 80x24."
        assert player.node is Node.PLAY


@pytest.mark.parametrize(("cells", "size"), [(8, (80, 24)), (9, (80, 25)), (10, (80, 27))])
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


@pytest.mark.parametrize(
    ("size", "seen"), [((120, 40), True), ((120, 24), False), ((80, 40), False), ((80, 24), False)]
)
async def test_a_mode_is_seen_in_play_where_there_is_room(size: tuple[int, int], seen: bool) -> None:
    async with playing(size=size) as player:
        await player.go_to(Node.PLAY)

        assert ("next" in text_of(player.app)) is seen


async def picture_after(player: Player, milliseconds: int) -> str:
    """Advance the clock for the picture of the mode, and return the text of the screen."""
    player.clock.pass_ms(milliseconds)
    player.app.screen.query_one(ModePreview).show_frame()
    await player.settle()
    return text_of(player.app)


async def test_the_picture_moves_and_begins_anew_with_another_mode() -> None:
    async with playing(size=(120, 40)) as player:
        await choose_mode(player, "marathon")
        first = await picture_after(player, 0)
        later = await picture_after(player, 3000)
        await choose(player, "zen")
        await choose(player, "marathon")

        assert later != first
        assert await picture_after(player, 0) == first


async def test_the_picture_stands_still_with_reduced_motion() -> None:
    async with playing(size=(120, 40)) as player:
        player.app.settings.change("interface", "reduced_motion", True)
        await choose_mode(player, "marathon")
        first = await picture_after(player, 0)

        assert not player.app.screen.query_one(ModePreview).is_moving
        assert await picture_after(player, 3000) == first


async def test_the_picture_rests_under_the_help() -> None:
    async with playing(size=(120, 40)) as player:
        await player.go_to(Node.PLAY)
        preview = player.app.screen.query_one(ModePreview)
        was_moving = preview.is_moving
        await player.press("question_mark")

        assert (was_moving, preview.is_moving) == (True, False)


async def test_pieces_that_are_too_large_for_the_picture_are_not_shown() -> None:
    async with playing(size=(120, 40)) as player:
        await rank(player, 9)

        assert "next" not in text_of(player.app)


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
    async with playing() as player:
        await choose_mode(player, "puzzle")
        await player.press("right", "right", "escape", "enter")
        session = player.screen_as(GameScreen).session

        assert session.view.level == 2
        assert session.unranked.practice


SLOW = OwnRules("Slow", Rules(start_level=1))
ALSO_SLOW = OwnRules("recent Slow", Rules(start_level=1))


async def test_own_rules_may_be_called_as_recent_ones() -> None:
    """Each line of the list is another one, whatever the rules in it are called."""
    async with playing() as player:
        for own in (SLOW, ALSO_SLOW):
            player.app.store.rule_sets.put(own.name, own.line())
        player.app.store.games.add(record_of(mode=SLOW.mode().name), None)
        await player.go_to(Node.PLAY)

        assert [str(option.prompt).split()[0] for option in modes_of(player.app).options].count("Slow") == 2


async def test_modes_are_opened_before_own_rules_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """A key may come before the database is looked into for rules, which have a line of their own then."""
    read = PlayScreen.call_after_refresh

    def unlock_first(screen: PlayScreen, *what: Any) -> bool:
        screen.action_unlock()
        return read(screen, *what)

    monkeypatch.setattr(PlayScreen, "call_after_refresh", unlock_first)
    async with playing() as player:
        player.app.store.rule_sets.put(SLOW.name, SLOW.line())
        await player.go_to(Node.PLAY)

        assert "Slow" in "".join(str(option.prompt) for option in modes_of(player.app).options)
