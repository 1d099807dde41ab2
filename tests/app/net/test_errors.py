"""Errors between client and server, read in the reader's own language whatever the other side sends."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest
from pydantic import ValidationError

import piecement
from piecement.client.state import ClientState
from piecement_base.language import choose
from piecement_net.clean_texts import LONGEST_VALUE
from piecement_net.errors import SENTENCES, OnlineError, RoomError, error_sentence
from piecement_net.messages.base import Bye, Reason
from piecement_net.messages.from_server import Error, Left, Refused
from piecement_net.wire import FROM_SERVER, decode, encode
from tests.sampling import together

_APP = Path(piecement.__file__).parents[1]


@pytest.fixture
def _german() -> Iterator[None]:
    choose("de")
    yield
    choose("en")


def places_of(sentence: str) -> set[str]:
    """Return the names of the places in a sentence."""
    return {place for _text, place, _spec, _conversion in Formatter().parse(sentence) if place}


def raised() -> Iterator[tuple[str, set[str]]]:
    """Yield the code and the names of each error that is written out in the code."""
    for path in _APP.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Call(func=ast.Name("OnlineError" | "RoomError"), args=[ast.Constant(str(code))]):
                    yield code, {str(word.arg) for word in node.keywords}
                case _:
                    pass


def test_every_raised_error_has_a_sentence_and_its_values() -> None:
    for code, names in raised():
        assert places_of(SENTENCES[code]) <= names or names == {"None"}, code  # "None" for **


def test_every_reason_to_refuse_a_batch_has_a_sentence() -> None:
    judged = _APP.parent / "engine" / "piecement_engine" / "match" / "judged_side.py"
    codes = set(re.findall(r'BatchError\("([a-z]+)"', judged.read_text(encoding="utf-8")))

    assert codes == {"clock", "slow", "order", "taken", "overdue", "late"}
    assert {f"out_{code}" for code in codes} <= SENTENCES.keys()


@pytest.mark.parametrize("kind", [Refused, Error, Left, Bye])
@pytest.mark.usefixtures("_german")
def test_reason_travels_in_english_and_reads_in_own_language(kind: type[Reason]) -> None:
    sent = kind.of(RoomError("no_room", room="kellr"))
    line = encode(sent)
    received = decode(line.strip(), FROM_SERVER)

    assert b"room kellr was not found" in line
    assert isinstance(received, Reason)
    assert received.sentence == "Den Raum kellr gibt es nicht: vielleicht wurde er geschlossen."


@pytest.mark.usefixtures("_german")
def test_a_client_reads_refusals_of_a_room_in_its_language() -> None:
    state = ClientState("here:1985")
    state.apply(Error.of(RoomError("seats_taken")))

    assert state.sentence == "Dieser Raum ist voll: du kannst zusehen."


@pytest.mark.usefixtures("_german")
def test_own_error_reads_translated_and_logs_in_english() -> None:
    error = OnlineError("bad_round", why=RoomError("game_ahead"))

    assert error.english == (
        "the server sent a round that cannot be played: the server placed your game ahead of its own clock"
    )
    assert error.sentence == (
        "Der Server hat eine Runde gesendet, die nicht spielbar ist: "
        "der Server hat dein Spiel vor seine eigene Uhr gesetzt."
    )


@pytest.mark.parametrize(
    "message",
    [
        Error(code="of_a_newer_server", text="no ships are left"),
        Error(code="no_room", text="no ships are left"),
        Error(code="no_room", text="no ships are left", values={"rooms": "x"}),
    ],
    ids=["unknown code", "nothing named", "something else named"],
)
def test_unknown_error_is_read_as_sent(message: Error) -> None:
    assert message.sentence == "no ships are left"


def test_named_values_are_stripped_and_cut() -> None:
    evil = "\\u001b[31m{code.__class__}\\u202e" + "x" * 500
    line = f'{{"t":"error","n":1,"code":"no_room","values":{{"room":"{evil}"}}}}'.encode()
    message = decode(line, FROM_SERVER)

    assert isinstance(message, Error)
    assert message.sentence.isprintable()
    assert message.sentence.startswith("Room {code.__class__}xxx")
    assert len(str(message.values["room"])) == LONGEST_VALUE


@together("values", [{"a": 1.5}, {"a": True}, {"a": None}, {"a": [1]}, {"A b": 1}, {"a": 1 << 53}])
def test_nothing_else_can_be_named(values: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        Error.model_validate({"code": "no_room", "values": values})


def test_only_so_much_can_be_named() -> None:
    with pytest.raises(ValidationError):
        Error.model_validate({"code": "no_room", "values": {f"v{number}": 1 for number in range(9)}})


def test_a_number_that_messages_cannot_hold_is_named_as_a_text() -> None:
    error = OnlineError("wrong_number", expected=1 << 53, number=1)

    assert Refused.of(error).values == {"expected": str(1 << 53), "number": 1}


def test_the_longest_that_can_be_named_still_makes_a_message() -> None:
    for code, sentence in SENTENCES.items():
        error = OnlineError(code, **dict.fromkeys(places_of(sentence), "\U0001f600é " * 1000))

        assert Refused.of(error).text == error.english


def test_an_address_is_not_written_as_the_start_of_a_sentence() -> None:
    assert (
        error_sentence("no_certificate", {"address": "wss://host"})
        == "wss://host needs a certificate: add --certificate and --key."
    )
