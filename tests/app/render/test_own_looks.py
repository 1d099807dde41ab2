"""Looks of the player's own: each part like that of a look of the game, or written out; every fault in a sentence."""

import json
import random
import tomllib
from string import printable
from typing import Any, Final

import pytest

from piecement.render.skins.look import Look
from piecement.render.skins.own_looks import look_text, read_look
from piecement.render.skins.palettes import PALETTES, Depth
from piecement.render.skins.skins import HALF, ROOMY, SKINS, Skin, SmallPieces, TileKind
from tests.app.drawn import Drawing, DrawnGame, text_of
from tests.sampling import together

MIXED: Final = """
small = "dots"
effects = "braille"
[tiles]
like = "unicode"
locked = "<>"
[frame]
like = "unicode"
left = "(("
right = "))"
[box]
like = "none"
[palette]
like = "gruvbox"
O = "#123456"
"""


def skin_of(text: str) -> Skin:
    look = read_look("sea", tomllib.loads(text))
    assert look.faults == ()
    assert look.skin is not None
    return look.skin


def faults_of(text: str) -> tuple[str, ...]:
    return read_look("sea", tomllib.loads(text)).faults


def test_each_part_may_be_of_another_look() -> None:
    skin = skin_of('tiles = "braille"\nframe = "ascii"\nbox = "electronika_60"\nsmall = "ascii"\neffects = "unicode"')

    assert skin.tiles == SKINS["braille"].tiles
    assert skin.frame == SKINS["ascii"].frame
    assert skin.box == SKINS["electronika_60"].box
    assert skin.small is SmallPieces.LETTERS
    assert skin.lock == SKINS["unicode"].lock
    assert not skin.is_ascii


def test_own_texts_and_colours_are_used() -> None:
    skin, palette = skin_of(MIXED), read_look("sea", tomllib.loads(MIXED)).palette

    assert skin.tiles[TileKind.LOCKED] == "<>"
    assert (skin.frame.left, skin.frame.top_left, skin.frame.right_joint) == ("((", "((", "))")
    assert palette is not None
    assert palette.levels[0][:2] == ("#123456", PALETTES["gruvbox"].levels[0][1])


def test_a_look_of_nothing_but_ascii_is_ascii() -> None:
    skin = skin_of('tiles = "ascii"\nframe = "ascii"\nbox = "ascii"\nsmall = "letters"')

    assert skin.is_ascii
    assert not {HALF, ROOMY} & {*skin.scales}


def test_colours_alone_make_no_skin() -> None:
    look = read_look("sea", {"palette": "gruvbox"})

    assert look.skin is None
    assert look.palette is not None


def test_fewer_colours_keep_the_own_parts() -> None:
    skin = skin_of('tiles = "modern"\nframe = "ascii"')

    assert skin.by_depth[Depth.NONE].frame == SKINS["ascii"].frame
    assert skin.by_depth[Depth.NONE].has_edge_per_cell


NARROW: Final = "its characters must be one column wide each"


@together(
    ("text", "fault"),
    [
        ('[tiles]\nlocked = "字"', f"tiles.locked = '字': {NARROW}, and 2 in number."),
        ('[tiles]\nlocked = "字字"', f"tiles.locked = '字字': {NARROW}, and 2 in number."),
        ('[tiles]\nlocked = "e\u0301"', NARROW),
        ('[tiles]\nlocked = "a\\u0007"', NARROW),
        ("[tiles]\nlocked = 7", f"tiles.locked = 7: {NARROW}"),
        ('[tiles]\nlooked = "xx"', "tiles.looked: it must be one of locked, active"),
        ('tiles = "nice"', "tiles = 'nice': it can be modern, unicode"),
        ('frame = "nice"', "frame = 'nice': it can be none, modern"),
        ('[frame]\nmeter = "=="', f"frame.meter = '==': {NARROW}, and 1 in number."),
        ('[frame]\nleft = "(("\ntop_left = "("', "frame.top_left: it must be as long as frame.left."),
        ('small = "tiny"', "small = 'tiny': it can be blocks, dots, letters"),
        ('[palette]\nO = "red"', "palette.O: a colour is like #00A0D8."),
        ('[palette]\nX = "#000000"', "palette.X: it must be one of O, I, S"),
        ('palette = "ansi"', "palette = 'ansi': it can be tetrs"),
        ("tile = 1", "tile: it must be one of tiles, frame, box, small, effects, palette."),
    ],
)
def test_a_fault_has_a_sentence(text: str, fault: str) -> None:
    (told,) = faults_of(text)

    assert fault in told
    assert told.endswith(".")


def test_each_unknown_part_has_a_sentence() -> None:
    assert [fault.partition(":")[0] for fault in faults_of("tile = 1\nframes = 2")] == ["tile", "frames"]


def test_what_is_right_beside_a_fault_is_used() -> None:
    look = read_look("sea", tomllib.loads('[tiles]\nlocked = "x"\nactive = "<>"'))

    assert look.skin is not None
    assert look.skin.tiles[TileKind.LOCKED] == SKINS["modern"].tiles[TileKind.LOCKED]
    assert look.skin.tiles[TileKind.ACTIVE] == "<>"
    assert look.skin.sentence == look.faults[0]


@together("name", SKINS)
def test_an_exported_look_is_the_same(name: str) -> None:
    text = look_text(SKINS[name], PALETTES["gruvbox"])
    skin, palette = skin_of(text), read_look("sea", tomllib.loads(text)).palette
    whole = skin_of("\n".join(line.removeprefix("# ") for line in text.splitlines()[2:]))

    assert (skin.tiles, skin.frame, skin.box, skin.small) == (
        *(SKINS[name].tiles, SKINS[name].frame, SKINS[name].box, SKINS[name].small),
    )
    assert whole.tiles == skin.tiles
    assert palette is not None
    assert (palette.levels, palette.grey) == (PALETTES["gruvbox"].levels, PALETTES["gruvbox"].grey)


def test_any_table_gives_a_look_that_can_be_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    for seed in range(150):
        dice = random.Random(seed)
        look = read_look("sea", _any_table(dice, tomllib.loads(MIXED)))

        assert all(fault.isprintable() and fault.endswith(".") for fault in look.faults)
        if look.skin is not None and seed % 10 == 0:
            monkeypatch.setitem(SKINS, "sea", look.skin)
            drawing = Drawing(DrawnGame(), Look(skin="sea", grid=True, revision=seed), (80, 24))
            assert {len(row) for row in text_of(drawing)} == {80}


VALUES: Final[list[Any]] = [
    *json.loads('[-1.5, true, [], [{}], {}, {"like": {}}, "", "none", "ascii"]'),
    10**5000,
    "字" * 99,
]


def _any_table(dice: random.Random, table: dict[str, Any]) -> dict[str, Any]:
    changed = dict(table)
    for name in [*table, "".join(dice.sample(printable, 3))]:
        if dice.random() < 0.4:
            changed[name] = dice.choice([*VALUES, "\u200b\u200b", "".join(dice.choices(printable, k=2))])
        elif isinstance(changed.get(name), dict):
            changed[name] = _any_table(dice, changed[name])
    return changed
