"""Messages of the game beside the field."""

from piecement.render.messages import FieldMessage, Messages, message_text
from piecement_engine.board.pieces import TETROMINOES
from piecement_engine.events import Accolade, Announced, Event, LevelReached, Spin
from tests.sampling import together

SECOND_NS = 1_000_000_000


def accolade(
    points: int,
    *,
    shape: str = "I",
    spin: Spin = Spin.NONE,
    lines: int = 1,
    perfect: bool = False,
    combo: int = 1,
    b2b: int = 0,
) -> Accolade:
    """Return points given at time 0."""
    return Accolade(0, points, TETROMINOES[shape], spin, lines, perfect, combo, b2b)


@together(
    ("event", "text"),
    [
        (accolade(10), "+10 Single"),
        (accolade(40, lines=2), "+40 Double"),
        (accolade(90, lines=3), "+90 Triple"),
        (accolade(160, lines=4, b2b=1), "+160 Quad"),
        (accolade(320, shape="T", spin=Spin.FULL, lines=2, b2b=2), "+320 T-Spin Double B2B ×2"),
        (accolade(40, lines=1, combo=2), "+40 Single Combo ×2"),
        (accolade(16000, shape="L", spin=Spin.FULL, lines=2, perfect=True), "+16,000 Perfect L-Spin Double"),
        (accolade(100, shape="T", spin=Spin.MINI, lines=0), "+100 T-Spin Mini"),
        (accolade(4410, lines=21), "+4,410 Unvigintuple"),
        (accolade(4840, lines=22), "+4,840 22 lines"),
        (Announced(0, "FieldSnapshot 1: I-SPIN"), "FieldSnapshot 1: I-SPIN"),
        (LevelReached(0, 2), "Level 2"),
    ],
)
def test_an_event_is_shown_in_few_words(event: Event, text: str) -> None:
    assert message_text(event) == text


def test_the_newest_message_comes_first() -> None:
    messages = Messages()
    messages.on_event(Announced(0, "first"))
    messages.on_event(Announced(SECOND_NS, "second"))

    assert [message.text for message in messages.at(SECOND_NS)] == ["second", "first"]


@together(
    ("age_s", "shown"),
    [
        (0, (FieldMessage("hello"),)),
        (7.9, (FieldMessage("hello"),)),
        (8, (FieldMessage("hello", True),)),
        (9.99, (FieldMessage("hello", True),)),
        (10, ()),
    ],
)
def test_message_fades_and_is_gone_after_ten_seconds(age_s: float, shown: tuple[FieldMessage, ...]) -> None:
    messages = Messages()
    messages.on_event(Announced(SECOND_NS, "hello"))

    assert messages.at(SECOND_NS + int(age_s * SECOND_NS)) == shown
