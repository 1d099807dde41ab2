"""Custom looks: reader of a look file, and writer of a template.

A missing or invalid part is taken from a built-in look, so a faulty file still gives a usable one.
"""

import json
import re
from collections.abc import Collection, Iterator, Mapping
from typing import Any, Final, NamedTuple, cast

from rich.cells import cell_len

from piecement.render.skins.palettes import BUILT_IN_PALETTES, Depth, Palette
from piecement.render.skins.skins import BUILT_IN_SKINS, HALF, ROOMY, Border, Box, Skin, SmallPieces, TileKind
from piecement_base.language import _

Table = Mapping[str, Any]  # TOML has values of many types

_LIKE: Final = "like"
_NONE: Final = "none"
_USUAL: Final = "modern"
"""Look of the parts that a file leaves out."""

_PALETTES: Final = {name: palette for name, palette in BUILT_IN_PALETTES.items() if palette.depth is Depth.RGB}
_SMALL: Final = {
    **{small.value: small for small in SmallPieces},
    **{name: skin.small for name, skin in BUILT_IN_SKINS.items()},
}
_NO_FRAME: Final = Border(
    *(" ", " ", "  ", " ", " ", "  ", " ", " ", " ", " ", " ", " "), meter="="
)  # the order is that of the fields
_NO_BOX: Final = Box(" ", " ", " ", " ", " ", " ", rule="-", rule_end="", bar="=")
_FRAMES: Final = {_NONE: _NO_FRAME, **{name: skin.frame for name, skin in BUILT_IN_SKINS.items()}}
_BOXES: Final = {_NONE: _NO_BOX, **{name: skin.box for name, skin in BUILT_IN_SKINS.items()}}

# Allowed lengths of each text (characters).
_CELL: Final = (2,)
_TILES: Final = {**{kind.value: _CELL for kind in TileKind}, "empty": _CELL, "grid": _CELL}
_OPTIONAL_TILES: Final = {"garbage": (0, 2), "spent": (0, 2)}
_WALL: Final = (1, 2)
_CORNER: Final = (1, 2, 3, 4)
_FRAME: Final = {
    **dict.fromkeys(Border._fields, _WALL),
    "top_fill": _CELL,
    "bottom_fill": _CELL,
    "below_fill": (0, 2),
    "meter": (1,),
    "bottom_left": _CORNER,
    "bottom_right": _CORNER,
}
_BOX: Final = {**dict.fromkeys(Box._fields, (1,)), "rule_end": (0, 1)}

_PIECES: Final = "OISZTLJ"
_INKS: Final = ("grey", "white", "black")
_COLOUR: Final = re.compile("#[0-9A-Fa-f]{6}")
_PARTS: Final = ("tiles", "frame", "box", "small", "effects", "palette")


class OwnLook(NamedTuple):
    skin: Skin | None
    """None if the file has colours only."""
    palette: Palette | None
    faults: tuple[str, ...]
    """A sentence for each value that cannot be used, to follow the name of the file and a colon."""


def read_look(name: str, table: Table) -> OwnLook:
    """Return the look in a file of this name."""
    return _Reader(name, table).look()


class _Reader:
    def __init__(self, name: str, table: Table) -> None:
        self._name = name
        self._table = table
        self._faults: list[str] = []

    def look(self) -> OwnLook:
        for name in self._table:
            if name not in _PARTS:
                self._refuse(name, _("it must be one of {names}").format(names=", ".join(_PARTS)))
        skin = self._skin() if self._table.keys() & {*_PARTS[:-1]} else None
        palette = self._palette() if "palette" in self._table else None
        faults = tuple(self._faults)
        return OwnLook(skin and skin._replace(sentence=" ".join(faults) or skin.sentence), palette, faults)

    def _skin(self) -> Skin:
        base, tiles = self._part("tiles", BUILT_IN_SKINS, {**_TILES, **_OPTIONAL_TILES})
        frame, (box, edges) = self._frame(), self._part("box", _BOXES, _BOX)
        effects = self._known("effects", self._table["effects"], BUILT_IN_SKINS) if "effects" in self._table else base
        parts: dict[str, Any] = {
            "name": self._name,
            "title": self._name,
            "sentence": _("From your file {file}.").format(file=f"looks/{self._name}.toml"),
            "frame": frame,
            "box": box._replace(**edges),
            "small": self._known("small", self._table["small"], _SMALL) if "small" in self._table else base.small,
            **{name: getattr(effects, name) for name in ("hard_drop", "lock", "line_clear")},
        }
        variants = {depth: _skin_like(variant, tiles, parts) for depth, variant in base.by_depth.items()}
        return _skin_like(base, tiles, parts)._replace(by_depth=variants)

    def _frame(self) -> Border:
        base, texts = self._part("frame", _FRAMES, _FRAME)
        frame: Border = base._replace(**texts)
        for side in ("left", "right"):
            wall: str = getattr(frame, side)
            for name in (f"top_{side}", f"top_{side}_joint", f"{side}_joint", f"bottom_{side}"):
                long = len(getattr(frame, name))
                if long < len(wall) or (long > len(wall) and not name.startswith("bottom")):
                    if name in texts:
                        self._refuse(f"frame.{name}", _("it must be as long as {wall}").format(wall=f"frame.{side}"))
                    frame = frame._replace(**{name: wall})
        return frame

    def _palette(self) -> Palette:
        base, colours = self._part("palette", _PALETTES, dict.fromkeys((*_PIECES, *_INKS), ()))
        inks = {name: colours[name] for name in _INKS if name in colours}
        levels = tuple(
            tuple(colours.get(piece, own) for piece, own in zip(_PIECES, level, strict=True)) for level in base.levels
        )
        return cast("Palette", base._replace(title=self._name, levels=levels, **inks))

    def _part(self, name: str, known: Mapping[str, Any], sizes: Mapping[str, tuple[int, ...]]) -> tuple[Any, Table]:
        """Return the base of a part and its own valid texts by name; without a size a text is a colour."""
        value = self._table.get(name, _USUAL)
        table = cast("Table", value if isinstance(value, dict) else {_LIKE: value})
        base, texts = self._known(name, table.get(_LIKE, _USUAL), known), dict[str, Any]()
        for key, text in table.items():
            if key == _LIKE:
                continue
            if key not in sizes:
                self._refuse(f"{name}.{key}", _("it must be one of {names}").format(names=", ".join(sizes)))
            elif not sizes[key] and not (isinstance(text, str) and _COLOUR.fullmatch(text)):
                self._refuse(f"{name}.{key}", _("a colour is like #00A0D8"))
            elif sizes[key] and not _is_narrow(text, sizes[key]):
                counts = _(" or ").join(map(str, sizes[key]))
                reason = _("its characters must be one column wide each, and {counts} in number").format(counts=counts)
                self._refuse(f"{name}.{key}", reason, text)
            else:
                texts[key] = text
        return base, texts

    def _known(self, name: str, value: object, known: Mapping[str, Any]) -> Any:  # the parts are of several types
        if isinstance(value, str) and value in known:
            return known[value]
        self._refuse(name, _("it can be {names}").format(names=", ".join(known)), value)
        return known.get(_USUAL)

    def _refuse(self, name: str, reason: str, value: object = None) -> None:
        shown = "" if value is None else f" = {short_value(value)}"
        self._faults.append(f"{short_value(name, quoted=False)}{shown}: {reason}.")


_LONGEST: Final = 40


def short_value(value: object, *, quoted: bool = True) -> str:
    """Return a value from a file for an error message: printable, and cut if long."""
    try:
        text = repr(value) if quoted or not str(value).isprintable() else str(value)
    except ValueError:  # a number of more digits than Python writes
        text = "…"
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"


def _is_narrow(text: object, counts: Collection[int]) -> bool:
    """Return whether a value is a text of one of the lengths, each of its characters one column wide."""
    if not isinstance(text, str) or len(text) not in counts:
        return False
    return all(character.isprintable() and cell_len(character) == 1 for character in text)


def _skin_like(like: Skin, tiles: Table, parts: Mapping[str, Any]) -> Skin:
    """Return a skin like another one, with the tiles and parts of a file."""
    glyphs = {kind: tiles.get(kind.value, like.tiles[kind]) for kind in TileKind}
    others = {name: text for name, text in tiles.items() if name not in set(TileKind)}
    skin = like._replace(**parts, **others, tiles=glyphs)
    texts = (*tiles.values(), *glyphs.values(), skin.empty, *skin.frame, *skin.box)
    is_ascii = skin.small is SmallPieces.LETTERS and "".join(texts).isascii()
    # At these scales tiles are half-blocks in colour: ASCII has none, and at the roomy one own glyphs would be missed.
    dropped = {ROOMY, HALF} if is_ascii else {ROOMY} if glyphs != like.tiles else set[float]()
    return skin._replace(is_ascii=is_ascii, scales=tuple(scale for scale in like.scales if scale not in dropped))


def look_text(skin: Skin, palette: Palette) -> str:
    """Return the text of a look file equal to a built-in look, with changeable texts as comments."""
    usual, is_rgb = BUILT_IN_PALETTES[_USUAL], palette.depth is Depth.RGB
    shades = palette.levels[0] if is_rgb and palette.levels[0][0] else usual.levels[0]
    inks = palette if is_rgb and palette.grey else usual
    others = {"empty": skin.empty, "grid": skin.grid, **{name: getattr(skin, name) for name in _OPTIONAL_TILES}}
    lines = [
        f"# {_('A look of your own. Take the # from a line to change it.')}",
        f"# {_('Each part can be like that of another look: {names}.').format(names=', '.join(BUILT_IN_SKINS))}",
        f'small = "{skin.small}"  # {", ".join(SmallPieces)}',
        f'effects = "{skin.name}"',
        "",
        *_section("tiles", skin.name, {**{kind.value: skin.tiles[kind] for kind in TileKind}, **others}),
        *_section("frame", skin.name, skin.frame._asdict()),
        *_section("box", skin.name, skin.box._asdict()),
        "[palette]",
        *(f'{piece} = "{colour}"' for piece, colour in zip(_PIECES, shades, strict=True)),
        *(f'{ink} = "{getattr(inks, ink)}"' for ink in _INKS),
    ]
    return "\n".join(lines) + "\n"


def _section(name: str, like: str, texts: Mapping[str, str]) -> Iterator[str]:
    yield f"[{name}]"
    yield f'{_LIKE} = "{like}"'
    yield from (f"# {key} = {json.dumps(text, ensure_ascii=False)}" for key, text in texts.items())
    yield ""
