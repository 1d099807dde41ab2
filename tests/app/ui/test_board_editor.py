"""The board editor draws by keys and mouse, plays what was drawn, and stores and shares it."""

import pytest
from textual import events
from textual.widgets import Input, Static

from piecement.storage.named_texts import DRAFT
from piecement.ui.menu_graph import Node
from piecement.ui.screens.board_editor import SEEN_ROWS, BoardEditorScreen
from piecement.ui.widgets.board_picture import BoardSheet
from piecement.ui.widgets.board_widgets import Brushes
from piecement_base.errors import StorageError
from piecement_engine import TETROMINOES, Piece
from piecement_engine.fumen import Page, decode, encode
from tests.app.walking import Player, playing, text_of

OPENING = "v115@vhGRQYHAvItJEJmhCAUmBKpBvsBTtBGhBFqQPAUEzP?EJG98AQmqhECDdCA"


def editor(player: Player) -> BoardEditorScreen:
    return player.screen_as(BoardEditorScreen)


def field(player: Player) -> tuple[str, ...]:
    """Return the rows that were drawn."""
    return editor(player).drawing.page.field


async def enter(player: Player, key: str, text: str) -> None:
    """Open the line with a key, and enter a text."""
    await player.press(key)
    player.app.screen.query_one("#line", Input).value = text
    await player.press("enter")


async def test_draft_that_could_not_be_read_is_not_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise StorageError("The database is locked.")

    async with playing() as player:
        boards = player.app.store.boards
        boards.put(DRAFT, OPENING)
        with monkeypatch.context() as locked:
            locked.setattr(boards, "find", refuse)
            await player.go_to(Node.BOARD_EDITOR)
        await player.press("escape")

        assert boards.find(DRAFT) == OPENING


async def test_keys_draw_empty_move_and_change_the_board() -> None:
    async with playing(at=Node.BOARD_EDITOR) as player:
        await player.press("t", "right", "space", "shift+right", "up", "x", "delete", "g")

        assert field(player) == ("XX.XXXXXXX", "TTT.......")


async def test_changes_are_undone_and_done_again() -> None:
    async with playing(at=Node.BOARD_EDITOR) as player:
        await player.press("i", "m", "enter", "u")
        undone = field(player)
        await player.press("y")
        redone = field(player)
        await player.press("k", "u", "u", "u", "u")

        assert (undone, redone) == (("I.........",), (".........I",))
        assert field(player) == ()
        assert "Nothing to undo." in text_of(player.app)


async def test_the_mouse_draws_and_empties_and_picks_the_colour() -> None:
    async with playing(at=Node.BOARD_EDITOR) as player:
        floor = SEEN_ROWS - 1
        await player.pilot.click(Brushes, offset=(4, 0))
        await player.pilot.mouse_down(BoardSheet, offset=(1, floor))
        await player.pilot.hover(BoardSheet, offset=(3, floor))
        await player.pilot.mouse_up(BoardSheet, offset=(3, floor))
        await player.pilot.click(BoardSheet, offset=(20, floor - 1))
        await player.pilot.click(BoardSheet, offset=(1, floor))
        await player.settle()

        assert field(player)[1] == ".........O"
        assert field(player)[0][0] == "."


async def test_the_board_is_played_with_its_first_pieces() -> None:
    async with playing(at=Node.BOARD_EDITOR) as player:
        await player.press("x")
        await enter(player, "q", "tsz")
        await player.press("enter")
        session = player.session

        assert session.plan.board == ("#.........",)
        assert session.plan.options == {"time": 0, "queue": "TSZ"}
        assert [shape.name for shape in session.view.known][:3] == ["T", "S", "Z"]


async def test_junk_fumen_is_named_and_a_quiz_deals_its_pieces() -> None:
    async with playing(at=Node.BOARD_EDITOR) as player:
        await player.press("x")
        await enter(player, "f", "v115@vhAA")

        assert "the fumen is cut off" in text_of(player.app)
        assert field(player) == ("X.........",)

        await enter(player, "f", encode([Page(comment="#Q=[](L)TSJ")]))
        assert editor(player).queue == "LTSJ"


async def test_a_fumen_is_entered_or_pasted_and_its_pages_turned() -> None:
    async with playing(at=Node.BOARD_EDITOR) as player:
        await enter(player, "f", f"http://fumen.zui.jp/?{OPENING}")
        entered = text_of(player.app)
        await player.press("pagedown", "pagedown")
        turned = editor(player).drawing.at, text_of(player.app)
        player.app.screen.post_message(events.Paste("v115@9gI8AeI8AeI8AeI8KeAgH"))
        await player.settle()

        assert "7 pages" in entered
        assert turned[0] == 2
        assert "page 3 of 7" in turned[1]
        assert field(player) == ("XXXXXXXXX.",) * 4


async def test_a_board_is_stored_opened_and_deleted_by_its_name() -> None:
    async with playing(at=Node.BOARD_EDITOR) as player:
        await player.press("t")
        await enter(player, "w", "my board")
        await player.press("k", "b", "enter")
        opened = field(player)
        await player.press("shift+delete", "down", "enter")

        assert opened == ("T.........",)
        assert player.app.store.boards.all() == ()
        assert "my board deleted." in text_of(player.app)


async def test_cursor_does_not_read_the_saved_boards(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each key read them all from the database."""
    async with playing(at=Node.BOARD_EDITOR) as player:
        await player.press("t")
        await enter(player, "w", "my board")
        saved_boards = player.app.screen.query_one("#stored", Static)
        stored = str(saved_boards.content)
        with monkeypatch.context() as locked:
            locked.setattr(player.app.store.boards, "all", pytest.fail)
            await player.press("right", "x")
        await player.press("shift+delete", "down", "enter")

        assert "my board" in stored
        assert "None yet. W saves this one." in str(saved_boards.content)


async def test_another_board_drops_the_first_pieces() -> None:
    """First pieces that were typed for the board before hid its quiz."""
    async with playing(at=Node.BOARD_EDITOR) as player:
        await enter(player, "q", "ttt")
        await enter(player, "f", encode([Page(comment="#Q=[](L)TSJ")]))

        assert editor(player).queue == "LTSJ"


async def test_a_damaged_saved_board_does_not_name_the_open_one() -> None:
    """The open board got the name, and was saved or deleted by it."""
    async with playing(at=Node.BOARD_EDITOR) as player:
        player.app.store.boards.put("torn", "v115@vhAA")
        await player.press("t", "b", "enter", "shift+delete")

        assert field(player) == ("T.........",)
        assert [board.name for board in player.app.store.boards.all()] == ["torn"]
        assert "This board has no name yet." in text_of(player.app)


async def test_the_board_that_was_asked_about_is_deleted() -> None:
    """A fumen may be pasted while the question is open, which has no name."""
    async with playing(at=Node.BOARD_EDITOR) as player:
        await player.press("t")
        await enter(player, "w", "my board")
        await player.press("shift+delete")
        player.app.post_message(events.Paste(encode(editor(player).drawing.pages)))
        await player.settle()
        await player.press("down", "enter")

        assert player.app.store.boards.all() == ()
        assert "my board deleted." in text_of(player.app)


async def test_impossible_names_and_pieces_are_refused() -> None:
    async with playing(at=Node.BOARD_EDITOR) as player:
        for key, text, said in (("w", "", "A name has 1 to 24"), ("q", "TSX", "Use up to 56")):
            await enter(player, key, text)

            assert said in text_of(player.app)
            await player.press("escape")
        await enter(player, "e", "hello")
        await player.press("n")
        assert [page.comment for page in editor(player).drawing.pages] == ["hello", "hello"]
        assert "Comment: hello" in text_of(player.app)


async def test_a_board_is_copied_shown_and_there_again() -> None:
    async with playing(at=Node.BOARD_EDITOR) as player:
        await player.press("c")
        copied = player.app.clipboard
        await player.press("t", "v")

        assert copied == "v115@vhAAgH"
        assert player.app.clipboard == "T........."

        sheet = player.app.screen.query_one(BoardSheet)
        drawn = sheet.drawn(sheet.content_size)
        assert drawn is not None
        at = drawn.text.plain.index("[]")
        (style,) = {str(span.style) for span in drawn.text.spans if span.start <= at < span.end}
        assert " on " in style, "the cursor shows the colour under it"

        await player.press("m", "down", "down", "enter")
        assert field(player) == (".T........",)

        await player.press("escape", "b")
        assert field(player) == (".T........",)


async def test_a_board_without_room_for_a_piece_is_not_played() -> None:
    async with playing(at=Node.BOARD_EDITOR) as player:
        await player.press(*["up"] * 19, "x", "enter")

        assert player.node is Node.BOARD_EDITOR
        assert "No room for a new piece" in text_of(player.app)


async def test_garbage_row_is_drawn_below_and_rises_with_its_page() -> None:
    async with playing(at=Node.BOARD_EDITOR) as player:
        walls = [text_of(player.app).count("█▀")]
        await player.press("x", "down", "x", "right", "shift+right")
        seen = text_of(player.app)
        walls.append(seen.count("█▀"))
        await player.press("p", "n")
        pages = editor(player).drawing.pages

        assert "Garbage row: X" in seen
        assert walls == [1, 1], "there is none below the floor"
        assert (pages[0].garbage, pages[0].rise) == ("X.X.......", True)
        assert pages[1].field == ("X.X.......", "X.........")
        assert decode(encode(pages)) == pages


@pytest.mark.parametrize("size", [(60, 20), (120, 40), pytest.param((80, 24), marks=pytest.mark.wide)])
async def test_the_whole_board_is_seen(size: tuple[int, int]) -> None:
    async with playing(size=size, at=Node.BOARD_EDITOR) as player:
        sheet = player.app.screen.query_one(BoardSheet)
        drawn = sheet.drawn(sheet.content_size)

        assert drawn is not None
        assert drawn.rows == SEEN_ROWS
        assert ("SAVED BOARDS" in text_of(player.app)) == (size == (120, 40))


async def test_page_piece_is_laid_turned_locked_and_taken_away() -> None:
    async with playing(at=Node.BOARD_EDITOR) as player:
        await player.pilot.click(Brushes, offset=(16, 0))  # the brush of L
        await player.press("right", "a")
        laid = editor(player).drawing.page.piece
        await player.press("a", "n")
        pages = editor(player).drawing.pages
        seen = text_of(player.app)
        await player.press("pageup", "comma", "n")
        unlocked = editor(player).drawing.page.field
        await player.press("pageup", "h")

        assert laid == Piece(TETROMINOES["L"], 0, 1, 0)
        assert pages[0].piece == Piece(TETROMINOES["L"], 1, 1, 0)
        assert pages[1].field == (".LL.......", ".L........", ".L........")
        assert "page 2 of 2" in seen
        assert unlocked == ()
        assert editor(player).drawing.page.piece is None
        assert decode(encode(pages)) == pages
