"""The looks suit the terminal: its background, its number of colours, and how wide it draws blocks."""

import re
from pathlib import Path
from typing import Final

import pytest

from tests.sampling import mostly_wide
from tests.terminal.played_game import PlayedGame, piece_falling, title_shown
from tests.terminal.test_play_colours import colours

SIXTEEN: Final = {"TERM": "xterm", "COLORTERM": None}
WHITE: Final = "ffff/ffff/ffff"
BLACK: Final = "0000/0000/0000"
GAME: Final = ("--mode", "marathon", "--seed", "3")

FRAME: Final = b"\x1b[?2026h"
"""What a frame begins with."""

YELLOW: Final = {"33", "93"}
BLUE: Final = {"34", "44"}


@pytest.mark.parametrize(
    ("background", "forbidden", "there"), [(WHITE, {"33", "93"}, BLUE), (BLACK, set[str](), YELLOW)]
)
def test_the_colours_of_a_menu_suit_the_background(
    background: str, forbidden: set[str], there: set[str], tmp_path: Path
) -> None:
    with title_shown(tmp_path, env=SIXTEEN, background=background) as game:
        game.tap("enter")
        game.expect_text("Marathon")
        start = game.output.rfind(FRAME, 0, game.output.find(b"Marathon"))  # the title has all colours
        game.wait_for(lambda: there & colours(game.output[start:]), what="for the colours of the ground")

        assert not forbidden & colours(game.output[start:])


def word_in_frame(game: PlayedGame) -> str:
    """Return the text in the frame at the lower right, its lines joined."""
    framed = [line.rstrip() for line in game.lines if line.rstrip().endswith("|")]
    return " ".join(line[:-1].rpartition("|")[2].strip() for line in framed)


def test_a_late_answer_still_counts(tmp_path: Path) -> None:
    with piece_falling(tmp_path, *GAME, env=SIXTEEN) as game:
        game.send(f"\x1b]11;rgb:{BLACK}\x07")
        game.wait_for(lambda: {"93", "92"} & colours(game.output), what="for bright colours")
        start = len(game.output)
        game.send(f"\x1b]11;rgb:{WHITE}\x07")

        game.wait_for(lambda: "34" in colours(game.output[start:]), what="for blue instead of bright blue")


def test_background_answer_changes_nothing_in_24_bit_colours(tmp_path: Path) -> None:
    with piece_falling(tmp_path, *GAME, background=WHITE) as game:
        assert not YELLOW & colours(game.output)


@pytest.mark.parametrize(("astray", "said"), [(1, "two columns wide"), (3, "has no UTF-8")], ids=["wide", "bytes"])
def test_terminal_without_blocks_gets_ascii_and_a_word(astray: int, said: str, tmp_path: Path) -> None:
    with title_shown(tmp_path, columns_astray=astray) as game:
        game.wait_for(lambda: said in word_in_frame(game), what="for the word")
        game.wait_for(lambda: all(line.isascii() for line in game.lines), what="for plain text")
        start = len(game.output)
        game.tap("enter")
        game.expect_text("Marathon")
        menu = re.sub(rb"\x1b\[[\d;?]*[a-zA-Z]", b"", game.output[start:]).decode()

        assert {character for character in menu if not character.isascii()} == set()
    with PlayedGame(tmp_path, *GAME, columns_astray=astray) as game:
        game.expect_text("#")
        game.wait_for(lambda: all(line.isascii() for line in game.lines), what="for plain text")


def test_a_locale_without_utf_8_gets_ascii_and_a_word_about_it(tmp_path: Path) -> None:
    with PlayedGame(tmp_path, env={"PYTHONIOENCODING": "latin-1"}) as game:
        game.wait_for(lambda: "has no UTF-8" in word_in_frame(game), what="for the word")
        game.wait_for(lambda: all(line.isascii() and "\\u" not in line for line in game.lines), what="for plain text")


def test_the_question_for_the_width_comes_first_and_is_not_seen(tmp_path: Path) -> None:
    with title_shown(tmp_path) as game:
        asked = game.output.index(b"\x1b[6n")

        assert game.output.count("\u2592\u00f1\u00f1".encode()) == 1
        assert "\u00f1" not in game.text
        assert game.output.count(b"\x1b]11;?") == 1
        assert asked > game.output.index(b"\x1b[?1049h")
        assert b"Scoreboard" not in game.output[:asked]


KINDS: Final[dict[str, tuple[dict[str, str | None], set[str]]]] = {
    "256 colours": ({"COLORTERM": None}, {"5"}),
    "all colours": ({}, {"2"}),
    "kitty over ssh": ({"TERM": "xterm-kitty", "COLORTERM": None}, {"2"}),
    "foot over ssh": ({"TERM": "foot", "COLORTERM": None}, {"2"}),
    "screen of 256 colours": ({"TERM": "screen.xterm-256color", "STY": "1.pts-0.host"}, {"5"}),
    "screen": ({"TERM": "screen", "STY": "1.pts-0.host"}, set()),
}


@mostly_wide(("env", "kind"), KINDS.values(), kept=2, ids=[*KINDS])
def test_colours_are_those_that_the_terminal_knows(env: dict[str, str | None], kind: set[str], tmp_path: Path) -> None:
    with piece_falling(tmp_path, *GAME, env=env) as game:
        assert {colour.split(";")[1] for colour in colours(game.output) if ";" in colour} == kind
