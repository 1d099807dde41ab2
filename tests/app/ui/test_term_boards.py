"""Each term of the glossary has a board that moves and shows what its sentence says."""

import pytest
from textual import events

from piecement.ui.menu_graph import Node
from piecement.ui.texts.glossary import GLOSSARY, TERM_BOARDS
from piecement.ui.texts.words import TERMS
from piecement.ui.widgets.term_card import TermCard
from tests.app.setting_rows import at_row
from tests.app.walking import playing, text_of
from tests.sampling import together


def blocks(term: str) -> list[int]:
    """Return the number of locked blocks in each frame."""
    return [sum(map(bool, sum(frame.rows, ()))) for frame in TERM_BOARDS[term].frames()]


def test_every_term_has_a_board() -> None:
    assert set(TERM_BOARDS) == set(GLOSSARY)


@together("term", TERM_BOARDS)
def test_a_board_has_five_frames_that_move(term: str) -> None:
    frames = TERM_BOARDS[term].frames()

    assert len(frames) == 5
    assert any(frame != frames[0] for frame in frames)


@together(
    ("term", "lines"),
    [
        ("Kick", 1),
        ("Tuck", 0),
        ("Spin", 2),
        ("T-spin", 2),
        ("Mini", 1),
        ("Single, double, triple", 3),
        ("Quad", 4),
        ("Perfect clear", 2),
        ("Combo", 4),
        ("Back-to-back", 8),
        ("Garbage", 4),
        ("Downstacking", 4),
        ("Well", 4),
    ],
)
def test_a_board_ends_with_its_clear(term: str, lines: int) -> None:
    before, *_, after = blocks(term)
    locked = 4 * len(TERM_BOARDS[term].pieces)

    assert before + locked - after == 10 * lines


def test_rows_have_terms_of_the_glossary() -> None:
    assert set(TERMS.values()) <= set(GLOSSARY)


@pytest.mark.parametrize(("key", "node"), [("escape", Node.SETTINGS), ("question_mark", Node.HELP)])
async def test_a_row_explains_its_term(key: str, node: Node) -> None:
    async with at_row(Node.SETTINGS, "gameplay.das_ms") as player:
        await player.press("question_mark")
        assert isinstance(player.app.screen, TermCard)
        assert "Delayed auto shift" in text_of(player.app)

        await player.press(key)
        await player.settle()
        assert player.node is node
        assert player.app.screen.query("#menu, VerticalScroll")


@pytest.mark.parametrize("key", ["question_mark", "enter", "q", "ctrl+p", "tab"])
async def test_any_key_closes_a_card(key: str) -> None:
    async with playing() as player:
        player.app.push_screen(TermCard(player.app.services, "Quad"))
        await player.settle()
        await player.press(key)
        await player.settle()

        assert not isinstance(player.app.screen, TermCard)
        assert player.node is Node.TITLE


async def test_two_keys_at_once_close_only_the_card() -> None:
    async with playing(at=Node.SETTINGS) as player:
        player.app.push_screen(TermCard(player.app.services, "Quad"))
        await player.settle()
        for key in ("up", "down"):
            player.app.post_message(events.Key(key, None))
        await player.settle()

        assert player.node is Node.SETTINGS
        assert player.app.screen.query("#menu, VerticalScroll")
