"""Recordings that come in parts."""

import pytest

from piecement_net.errors import RoomError
from piecement_net.messages.leaderboards import Submit
from piecement_server.leaderboards.verifier import LONGEST_UPLOAD, Uploads


def test_parts_make_a_whole() -> None:
    uploads = Uploads()

    assert uploads.add(1, Submit(length=5, text="ab")) is None
    assert uploads.add(2, Submit(length=2, text="xy")) == "xy"
    assert uploads.add(1, Submit(after=2, length=5, text="cde")) == "abcde"


def test_a_first_part_begins_anew() -> None:
    uploads = Uploads()
    uploads.add(1, Submit(length=5, text="ab"))

    assert uploads.add(1, Submit(length=1, text="z")) == "z"


@pytest.mark.parametrize(
    ("part", "code"),
    [
        (Submit(after=3, length=5, text="ab"), "wrong_upload"),
        (Submit(after=2, length=5, text="abcd"), "wrong_upload"),
        (Submit(length=LONGEST_UPLOAD + 1, text="ab"), "upload_too_long"),
    ],
)
def test_a_wrong_part_is_refused_and_forgets_the_others(part: Submit, code: str) -> None:
    uploads = Uploads()
    uploads.add(1, Submit(length=5, text="ab"))

    with pytest.raises(RoomError) as refusal:
        uploads.add(1, part)
    with pytest.raises(RoomError):
        uploads.add(1, Submit(after=2, length=5, text="cde"))
    assert refusal.value.code == code
