"""Texts of strangers: nothing that a terminal would obey, that cannot be seen, or that passes for another."""

import random

import pytest
from pydantic import TypeAdapter, ValidationError

from piecement_net.clean_texts import LONGEST_LINE, ChatLine, PlayerName, RoomName, clean, clean_name, player_name
from tests.sampling import together

NAME: TypeAdapter[str] = TypeAdapter(PlayerName)
ROOM: TypeAdapter[str] = TypeAdapter(RoomName)
LINE: TypeAdapter[str] = TypeAdapter(ChatLine)


@together(
    ("said", "shown"),
    [
        ("plain", "plain"),
        ("  two   words \t here\n", "two words here"),
        ("\x1b[31mred\x1b[0m", "red"),
        ("\x9b31mred", "red"),
        ("\x1b]0;title\x07text", "text"),
        ("\x1b]52;c;aGk=\x1b\\text", "text"),
        ("\x1bPq#0\x1b\\text", "text"),
        ("\x1b[2Jcleared\x1bc", "cleared"),
        ("\x1b", ""),
        ("a\x00b\x7fc\x85d", "abc d"),
        ("line\r\nforged", "line forged"),
        ("line\u2028forged", "line forged"),
        ("abc\u202edcba", "abcdcba"),
        ("zero\u200bwidth\ufeff", "zerowidth"),
        ("blank\u3164\u2800letters", "blankletters"),
        ("tag\U000e0041s", "tags"),
        ("private\ue000", "private"),
        ("é ü ñ", "é ü ñ"),
        ("e\u0301", "é"),
        ("z\u0301\u0302\u0303\u0304\u0305algo", "\u017a\u0302algo"),
        ("Привет, Ελλάδα, 日本語, עברית, हिन्दी", "Привет, Ελλάδα, 日本語, עברית, हिन्दी"),
        ("gg 🎉 “well played” …", "gg 🎉 “well played” …"),
    ],
)
def test_a_line_shows_only_its_words(said: str, shown: str) -> None:
    assert clean(said) == shown


def test_no_characters_at_all_make_a_line_that_a_terminal_obeys() -> None:
    chance = random.Random(5)
    for _ in range(500):
        ranges = ((0, 0x100), (0x300, 0x370), (0x2000, 0x2100), (0xE000, 0xFFFF), (0, 0x110000))
        said = "".join(chr(chance.randrange(*chance.choice(ranges))) for _ in range(30))

        shown = clean(said)

        assert shown.isprintable()
        assert clean(shown) == shown
        assert clean_name(clean_name(said)) == clean_name(said)


@together(
    ("given", "name"), [("Ａｄａ", "Ada"), (" Ada  L ", "Ada L"), ("ﬁne", "fine"), ("Ада", "Ада"), ("𝐀𝐝𝐚", "Ada")]
)
def test_a_name_is_plain(given: str, name: str) -> None:
    assert NAME.validate_python(given) == name


@together("given", ["", " ", "\x1b[31m", "\u200b", "x" * 17, "Аda", "Bοb", "Ρaul", 5])
def test_a_name_cannot_be(given: object) -> None:
    with pytest.raises(ValidationError):
        NAME.validate_python(given)


def test_a_name_of_two_alphabets_is_refused_with_one_sentence() -> None:
    with pytest.raises(ValidationError, match="the name mixes Cyrillic, Latin: use letters of one alphabet"):
        ROOM.validate_python("Аda's room")


def test_a_line_of_chat_has_at_most_two_hundred_characters() -> None:
    assert LINE.validate_python("x" * LONGEST_LINE)
    with pytest.raises(ValidationError):
        LINE.validate_python("x" * (LONGEST_LINE + 1))


@pytest.mark.parametrize("chosen", ["", "Аda", "Ада", "x" * 40, "\x1b[31m", " Ada\u202e "])
@pytest.mark.parametrize("login", ["", "pаul", "paul"])
def test_a_server_takes_any_chosen_name(chosen: str, login: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("getpass.getuser", lambda: login)

    assert NAME.validate_python(player_name(chosen)) == player_name(chosen)


def test_a_name_of_two_alphabets_is_that_of_the_login(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("getpass.getuser", lambda: "paul")

    assert player_name("Аda") == "paul"
