"""The page of a screen: heading, list, card and third column, at every size."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from textual.app import ComposeResult
from textual.widgets import Static

from piecement.ui.bases.menu_screen import MenuScreen
from piecement.ui.menu_graph import Node
from piecement.ui.services import Services
from piecement.ui.widgets.drawn_list import DrawnList
from piecement.ui.widgets.menu_list import Entry, MenuList, static_line
from piecement.ui.widgets.screen_page import ScreenPage
from tests.app.walking import NORMAL, Player, playing, text_of
from tests.sampling import mostly_wide

SENTENCE = "Clear 40 lines as fast as you can."


class Sample(MenuScreen):
    """A screen with two entries, the second of which is chosen by a call."""

    NODE = Node.HELP
    KEYS = ()

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self.chosen = 0
        self.menu_list = MenuList(
            [
                Entry("race", "40 Lines", figure="0:49.11", sentence=SENTENCE, key="1"),
                static_line("MORE"),
                Entry("zen", "Zen", self.choose_zen, figure="212 lines", sentence="No end.", key="7"),
            ]
        )

    def choose_zen(self) -> None:
        self.chosen += 1

    def contents(self) -> ComposeResult:
        third = Static("third", classes="third")
        self.hint.update(SENTENCE)
        self.hint.add_class("card")
        yield ScreenPage("Play", self.menu_list, self.hint, third)


@asynccontextmanager
async def showing(size: tuple[int, int] = NORMAL) -> AsyncGenerator[tuple[Player, Sample]]:
    """Run the application at the sample."""
    async with playing(size=size) as player:
        screen = Sample(player.app.services)
        screen.take_size(player.app.size)
        player.app.push_screen(screen)
        await player.settle()
        yield player, screen


async def test_a_card_stands_beside_the_list() -> None:
    async with showing() as (player, _):
        lines = text_of(player.app).splitlines()

        assert lines[1].startswith("  PLAY")
        assert lines[3].startswith("    1  40 Lines            0:49.11      Clear 40 lines as fast as you can.")
        assert lines[5].startswith("    7  Zen               212 lines")
        assert "third" not in text_of(player.app)


async def test_a_roomy_page_has_a_third_column_and_sentences() -> None:
    """The bar of the cursor leaves the blank line below a sentence free."""
    async with showing((120, 40)) as (player, screen):
        lines = text_of(player.app).splitlines()
        strips = [screen.menu_list.render_line(y) for y in range(4)]
        backgrounds = [{segment.style.bgcolor for segment in strip if segment.style} for strip in strips]

        assert lines[3].split()[:6] == ["1", "40", "Lines", "0:49.11", "╭─", "40"]
        assert lines[3].rstrip().endswith("third")
        assert lines[4].strip().startswith("Clear 40 lines as fast as you can.")
        assert lines[7].split()[:2] == ["7", "Zen"]
        assert backgrounds[0] == backgrounds[1]
        assert backgrounds[2] != backgrounds[0]


async def test_a_small_page_has_the_card_below_the_list() -> None:
    async with showing((60, 20)) as (player, screen):
        lines = text_of(player.app).splitlines()

        assert lines[3].startswith("    1  40 Lines")
        assert lines[3].rstrip().endswith("0:49.11")
        assert lines[16].startswith(f"  {SENTENCE}")
        assert screen.has_class("-small")


async def test_a_resize_changes_the_size_class() -> None:
    async with showing() as (player, screen):
        await player.pilot.resize_terminal(120, 40)
        await player.wait_for(lambda: screen.has_class("-roomy"))

        assert not screen.has_class("-normal")


async def test_a_digit_goes_to_an_entry_and_then_chooses_it() -> None:
    async with showing() as (player, screen):
        await player.press("7")
        before = screen.chosen
        await player.press("7")

        assert (before, screen.chosen) == (0, 1)


async def test_a_question_is_left_for_the_entries() -> None:
    async with showing() as (player, screen):
        await player.press("7")
        screen.menu_list.confirm("Delete it for good?", "Yes, delete it", screen.choose_zen)
        await player.settle()
        asked = text_of(player.app)
        screen.action_back()

        assert "Delete it for good?" in asked
        assert "Yes, delete it" in asked
        assert not screen.menu_list.is_asking
        assert (screen.menu_list.current and screen.menu_list.current.id, screen.chosen) == ("zen", 0)


async def test_an_answer_brings_the_entries_back() -> None:
    async with showing() as (player, screen):
        screen.menu_list.confirm("Delete it for good?", "Yes, delete it", screen.choose_zen)
        await player.press("down", "enter")

        assert screen.chosen == 1
        assert not screen.menu_list.is_asking


@mostly_wide("node", [Node.PLAY, Node.STORAGE, Node.SYSTEM, Node.STATISTICS, Node.SCOREBOARD], kept=2)
async def test_large_terminals_have_the_page_centred(node: Node) -> None:
    async with playing(size=(200, 60), at=node) as player:
        page = next(iter(player.app.screen.query("ScreenPage, #page, #scores")))

        assert abs(page.region.x - (200 - page.region.right)) <= 1
        assert abs(page.region.y - (59 - page.region.bottom)) <= 1
        assert page.region.x >= 14


async def test_an_open_question_leaves_a_centred_page_in_place() -> None:
    async with playing(size=(200, 60), at=Node.CONTROLS) as player:
        page = player.app.screen.query_one(ScreenPage)
        before = page.region
        await player.press("down", "down", "enter", "right")

        assert player.app.screen.query_one("#prompt").region
        assert page.region == before


async def test_a_frame_has_the_name_of_the_entry() -> None:
    async with playing(size=(120, 40), at=Node.PRACTICE) as player:
        await player.press("down")

        assert "╭─ Finesse ─" in text_of(player.app)


@mostly_wide("node", [Node.SETTINGS, Node.PRACTICE, Node.PLAY, Node.STORAGE, Node.STATISTICS], kept=2)
async def test_headings_of_large_terminals_are_in_one_place(node: Node) -> None:
    async with playing(size=(200, 60), at=node) as player:
        lines = text_of(player.app).splitlines()
        line = next(number for number, text in enumerate(lines) if text.strip())

        assert (line, len(lines[line]) - len(lines[line].lstrip())) == (3, 22)


@mostly_wide(
    ("node", "size"),
    [
        (Node.STORAGE, (120, 40)),
        (Node.FREE_PRACTICE, (120, 40)),
        (Node.VERSUS, (120, 40)),
        (Node.PRACTICE, (120, 40)),
        (Node.SETTINGS, (200, 60)),
        (Node.LOOK, (200, 60)),
    ],
    kept=3,
)
async def test_a_row_and_its_card_tell_two_things(node: Node, size: tuple[int, int]) -> None:
    async with playing(size=size, at=node) as player:
        rows = player.app.screen.query_one("#menu", DrawnList)
        shown = [str(rows.get_option_at_index(rows.highlighted or 0).prompt).split("\n")[1].strip()]
        shown += [str(text.content) for text in player.app.screen.query("#hint, #details").results(Static)]

        assert rows.shows_sentences
        assert shown[0]
        assert all(shown[0] not in text for text in shown[1:])


async def test_a_card_tells_what_rows_have_no_room_for() -> None:
    async with playing(size=(80, 24), at=Node.PRACTICE) as player:
        assert not player.app.screen.query_one(DrawnList).shows_sentences
        assert str(player.app.screen.query_one("#hint", Static).content) == "Step by step, with your keys."
