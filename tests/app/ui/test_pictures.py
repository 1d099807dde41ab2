"""Every screen looks as it did when somebody last looked at it, at every size and in every look.

What is to look otherwise is made anew by `python -m screenshots.make --snapshots`.
"""

from collections.abc import Sequence

import pytest
from screenshots import make

from piecement.ui.menu_graph import Node
from tests.app.pictures import LOOKS, SIZES, Snapshot, key, read, report
from tests.app.sights import SIGHTS, guided, tour
from tests.app.walking import NORMAL, text_of

OF_ROUNDS = frozenset(
    {
        "room",
        "online_round",
        "online_menu",
        "online_over",
        "round_replay",
        "online_five",
        "online_eight",
        "online_watch",
        "watch",
    }
)
"""The sights of rounds over a network, and of the room that they begin in."""

PLAIN = Snapshot(("ab", "cd"), ("ii", "ij"), {"i": "white", "j": "red"})


async def differences(size: tuple[int, int], looks: Sequence[str]) -> str:
    """Return the differences of all screens from their pictures, in some looks."""
    told: list[str] = []
    async for name, look, app in tour(size, looks):
        told.append(report(name, key(look, size), read(name).get(key(look, size)), Snapshot.of(app)))
    return "\n".join(filter(None, told))


@pytest.mark.pictures
@pytest.mark.painted
@pytest.mark.parametrize("size", SIZES)
async def test_every_screen_looks_as_it_did(size: tuple[int, int]) -> None:
    """In all looks where most people play, and in the first one at the other sizes."""
    looks = LOOKS if size == NORMAL else LOOKS[:1]

    assert not await differences(size, looks), "python -m screenshots.make --snapshots keeps what is new"


@pytest.mark.long
@pytest.mark.painted
@pytest.mark.parametrize("size", [size for size in SIZES if size != NORMAL])
async def test_every_screen_looks_as_it_did_in_all_looks(size: tuple[int, int]) -> None:
    assert not await differences(size, LOOKS), "python -m screenshots.make --snapshots keeps what is new"


def test_there_is_a_sight_of_every_screen() -> None:
    seen = {sight.name for sight in SIGHTS}

    assert {node.value for node in Node if not node.is_end} <= seen
    assert len(seen) == len(SIGHTS)


@pytest.mark.pictures
@pytest.mark.parametrize(("size", "online"), [((26, 12), False), ((38, 12), True)])
async def test_every_screen_survives_the_smallest_terminal(size: tuple[int, int], *, online: bool) -> None:
    """Rounds over a network have the boards of two players, and so the smallest terminal of a match."""
    wanted = [sight.name for sight in SIGHTS if (sight.name in OF_ROUNDS) is online]
    seen: list[str] = []
    async for name, _, app in tour(size, LOOKS[:1], wanted.__contains__):
        if text_of(app).strip():
            seen.append(name)

    assert seen == wanted


@pytest.mark.wide
async def test_tour_goes_only_to_wanted_screens() -> None:
    seen = [(name, look) async for name, look, _ in tour((40, 24), LOOKS[:1], "versus".__eq__)]

    assert seen == [("versus", LOOKS[0])]


@pytest.mark.painted
async def test_stored_picture_equals_the_screen() -> None:
    async with guided((40, 24)) as guide:
        now = Snapshot.of(guide.app)

        assert "\n".join(now.rows) == text_of(guide.app)
        assert Snapshot.from_dict(now.to_dict()) == now


def test_another_character_is_told_by_its_line() -> None:
    now = Snapshot(("ab", "ce"), PLAIN.inks, PLAIN.styles)

    assert report("title", "Default", PLAIN, now).splitlines() == [
        "title, Default:",
        "line 1:",
        "  was |cd|",
        "  now |ce|",
    ]


def test_another_colour_is_told_by_its_place() -> None:
    now = Snapshot(PLAIN.rows, ("ii", "ii"), PLAIN.styles)

    assert report("title", "Default", PLAIN, now).splitlines()[-1] == "       ^ was drawn red, now white"


def test_another_sign_for_the_same_colour_is_no_difference() -> None:
    now = Snapshot(PLAIN.rows, ("xx", "xi"), {"x": "white", "i": "red"})

    assert not report("title", "Default", PLAIN, now)


def test_another_number_of_lines_is_told() -> None:
    assert "now |cd|" in report("title", "Default", Snapshot(("ab",), ("ii",), {"i": "white"}), PLAIN)


def test_a_sight_that_was_never_kept_is_told() -> None:
    assert "no picture" in report("title", "Default", None, PLAIN)
    assert read("never kept") == {}


def test_pictures_of_readme_name_no_version(monkeypatch: pytest.MonkeyPatch) -> None:
    versions: list[str] = []

    def note(*_: object, version: str = "by its number") -> None:
        versions.append(version)

    monkeypatch.setattr(make, "make", note)
    make.make_gallery(["title"], [NORMAL])

    assert versions == [""]
