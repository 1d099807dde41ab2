"""A result as a few lines of blocks: what they say, and that a key copies and shows them."""

import xml.etree.ElementTree as ET

import pytest
from textual.content import Content

from piecement.session.match_series import RIVAL, YOU, MatchPlayer, MatchResult, MatchSeries
from piecement.session.own_rules import OwnRules
from piecement.session.statistics import Counts
from piecement.terminal.character_widths import Characters
from piecement.ui.launch import Launch
from piecement.ui.menu_graph import Node
from piecement.ui.texts.shared_results import in_plain_blocks, match_share_text, share_text
from piecement_base.origin import UnrankedReasons
from piecement_base.plan import Plan
from piecement_engine import MODES, End, Result
from piecement_engine.match import RowCounts
from tests.app.stand_ins import ENDLESS
from tests.app.ui.test_versus import match_running
from tests.app.walking import A_QUICK_GAME, notifications_of, playing

WON = Result(end=End.COMPLETED, time_ns=62_340_000_000, score=1000, lines=40, level=4, pieces=101)
COUNTS = Counts(singles=4, doubles=2, quads=8, spins=1, perfect_clears=1, max_combo=3, faulty=10)
SIDES = (
    MatchPlayer("Ada", 90, 30, 60_000_000_000, RowCounts(made=30)),
    MatchPlayer("Brook", 60, 20, 60_000_000_000, RowCounts(made=12)),
)


def test_a_win_has_a_block_for_each_line_of_its_clears() -> None:
    assert share_text("40_lines", WON, COUNTS, is_best=True).splitlines() == [
        "🟩 Piecement · 40 Lines · 1:02.34 · new best",
        "🟪🟪🟪🟪 ×8",
        "🟦🟦⬛⬛ ×2",
        "🟩⬛⬛⬛ ×4",
        "1.62 PPS · spins ×1 · perfect clears ×1 · best combo 3 · finesse 90%",
    ]


def test_a_loss_says_how_far_it_came() -> None:
    lost = Result(end=End.BLOCK_OUT, time_ns=9_000_000_000, score=100, lines=17, level=1, pieces=9)

    assert share_text("40_lines", lost, Counts()).splitlines() == ["🟥 Piecement · 40 Lines · 17 lines", "1.00 PPS"]


def test_a_loss_in_marathon_tells_points_and_level() -> None:
    lost = Result(end=End.BLOCK_OUT, time_ns=9_000_000_000, score=10, lines=1, level=2, pieces=9)

    assert share_text("marathon", lost, Counts()).splitlines()[0] == "🟥 Piecement · Marathon · 10 points · level 2"


async def test_a_first_game_is_no_new_best() -> None:
    async with playing(Plan(MODES["marathon"], seed=7), at=Node.GAME_OVER) as player:
        await player.press("c")

        assert player.app.clipboard.splitlines()[0] == "🟥 Piecement · Marathon · 0 points · level 1"


def test_a_match_has_a_block_for_each_game() -> None:
    results = tuple(MatchResult(winner, SIDES, UnrankedReasons()) for winner in (YOU, RIVAL, YOU))

    assert match_share_text(MatchSeries(3, results)).splitlines() == [
        "🟩🟥🟩 Piecement · Ada against Brook · 2–1",
        "Ada: 1.50 PPS, 30 APM",
        "Brook: 1.00 PPS, 12 APM",
    ]


def test_it_can_do_with_ascii() -> None:
    assert in_plain_blocks(share_text("40_lines", WON, COUNTS)).splitlines() == [
        "# Piecement - 40 Lines - 1:02.34",
        "#### x8",
        "##.. x2",
        "#... x4",
        "1.62 PPS - spins x1 - perfect clears x1 - best combo 3 - finesse 90%",
    ]


async def test_ascii_screen_copies_ascii() -> None:
    async with playing(A_QUICK_GAME) as player:
        player.app.services.appearance.set_characters(Characters.BYTES)
        await player.go_to(Node.GAME_COMPLETE)
        await player.press("c")

        assert player.app.clipboard.startswith("# Piecement - ")
        assert player.app.clipboard in notifications_of(player.app)


@pytest.mark.parametrize(
    ("plan", "node"), [(Plan(ENDLESS, seed=7), Node.GAME_OVER), (A_QUICK_GAME, Node.GAME_COMPLETE)]
)
async def test_a_key_copies_the_result_and_shows_it(plan: Plan, node: Node) -> None:
    async with playing(plan, at=node) as player:
        await player.press("c")

        said = Content.from_markup(notifications_of(player.app)[0]).plain

        assert "Piecement · " in player.app.clipboard
        assert said.partition("Piecement")[2] == player.app.clipboard.partition("Piecement")[2]


async def test_a_key_copies_the_result_of_a_match() -> None:
    async with match_running() as player:
        await player.press("ctrl+d")
        await player.frames(60)
        await player.press("c")

        assert player.app.clipboard.startswith("🟥 Piecement · You against Gale · 0–1")


async def test_copying_saves_a_picture_of_the_result() -> None:
    async with playing(Plan(MODES["marathon"], seed=7)) as player:
        player.app.settings.change("online", "name", "Ana")
        await player.press("space")
        await player.wait_ms(100)
        await player.go_to(Node.GAME_OVER)
        await player.press("c")
        (saved,) = player.app.store.paths.replays.glob("marathon-*.svg")
        card = saved.read_text()

    texts = {text for text in ET.fromstring(card).itertext() if text.strip()}
    assert any("MARATHON" in text.replace("\xa0", " ") for text in texts)
    assert any("Ana" in text for text in texts)
    assert "█" in card


async def test_a_picture_of_rules_with_a_slash_is_saved() -> None:
    own = OwnRules("3/4", MODES["marathon"].rules)
    async with playing(Plan(own.mode(), seed=7), at=Node.GAME_OVER) as player:
        await player.press("c")
        saved = [path.name for path in player.app.store.paths.replays.glob("*.svg")]

    assert len(saved) == 1
    assert saved[0].startswith(f"3_4_{own.digest}-20")


async def test_without_storage_no_picture_is_saved() -> None:
    async with playing(launch=Launch(plan=Plan(MODES["marathon"], seed=7), save=False), at=Node.GAME_OVER) as player:
        await player.press("c")

        assert player.app.clipboard
        assert not player.app.store.paths.replays.exists()
