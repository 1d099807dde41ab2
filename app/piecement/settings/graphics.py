"""What the game looks like."""

from collections.abc import Iterable
from typing import Annotated, Final

from pydantic import AfterValidator, Field

from piecement.knobs import Group, Knob, Names
from piecement.settings.section import Section, spoken
from piecement.skins import HARD_DROPS, LINE_CLEARS, LOCKS, PALETTES, SKINS, SKINS_OWN, TONES

AUTOMATIC: Final = "auto"
"""The palette that follows from what the terminal can, and the screen colours of the application itself."""

_TONE_TITLES: Final = {"terminal": "Terminal's own", "nes": "NES"}
_WORDS: Final = {"ascii": "ASCII"}


def _effects(names: Iterable[str]) -> Names:
    titles = {name: " ".join(_WORDS.get(word, word) for word in name.split()) for name in names}
    return Names(
        {SKINS_OWN: "The skin's own", **{name: title[0].upper() + title[1:] for name, title in titles.items()}}
    )


_SKINS: Final = Names(
    {name: skin.title for name, skin in SKINS.items()}, {name: skin.sentence for name, skin in SKINS.items()}
)
_PALETTES: Final = Names(
    {AUTOMATIC: "Automatic", **{name: palette.title for name, palette in PALETTES.items()}},
    {
        AUTOMATIC: "Those of tetrs in 24 bit, 16 colours, or none, by what the terminal can.",
        "okabe_ito": "Colour-blind safe: the set of Masataka Okabe and Kei Ito.",
        "tol_light": "Colour-blind safe: the light set of Paul Tol.",
    },
)
_TONES: Final = Names(
    {
        AUTOMATIC: "Piecement",
        **{name: _TONE_TITLES.get(name, spoken(name).title().replace(" On ", " on ")) for name in TONES},
    }
)
_GROUNDS: Final = Names(
    {AUTOMATIC: "Automatic", "dark": "Dark", "light": "Light"},
    {AUTOMATIC: "As the terminal answers."},
)
_LOCKED: Final = Names(
    {"own": "As the pieces", "one": "All grey"}, {"one": "Only the piece in play and those to come have colours."}
)
_HARD_DROPS: Final = _effects(HARD_DROPS)
_LOCKS: Final = _effects(LOCKS)
_LINE_CLEARS: Final = _effects(LINE_CLEARS)

_LOOK: Final = Group("Look")
_EFFECTS: Final = Group("Effects")
_FIELD: Final = Group("Field")
_BESIDE: Final = Group("Beside the field")
_FIGURES: Final = Group("Figures")
_FRAMES: Final = Group("Frames")


class Graphics(Section):
    """What the game looks like."""

    skin: Annotated[str, _SKINS, AfterValidator(_SKINS.check), _LOOK] = Field(
        default="unicode", title="Skin", description="What blocks and frames are drawn with."
    )
    palette: Annotated[str, _PALETTES, AfterValidator(_PALETTES.check), _LOOK] = Field(
        default=AUTOMATIC, title="Colours", description="The colours of the pieces, from 24 bit to none."
    )
    tones: Annotated[str, _TONES, AfterValidator(_TONES.check), _LOOK] = Field(
        default=AUTOMATIC,
        title="Screen colours",
        description="The colours of everything else, where the pieces have 24 bit.",
    )
    ground: Annotated[str, _GROUNDS, AfterValidator(_GROUNDS.check), _LOOK] = Field(
        default=AUTOMATIC,
        title="Background",
        description="What the terminal's own background is, for looks which leave it so.",
    )
    locked_colour: Annotated[str, _LOCKED, AfterValidator(_LOCKED.check), _LOOK] = Field(
        default="own", title="Locked pieces", description="What colour the pieces have that lie on the board."
    )
    hard_drop: Annotated[str, _HARD_DROPS, AfterValidator(_HARD_DROPS.check), _EFFECTS] = Field(
        default=SKINS_OWN, title="Hard drop", description="What a hard drop leaves in the air."
    )
    lock: Annotated[str, _LOCKS, AfterValidator(_LOCKS.check), _EFFECTS] = Field(
        default=SKINS_OWN, title="Lock", description="What a piece looks like just after its lock."
    )
    line_clear: Annotated[str, _LINE_CLEARS, AfterValidator(_LINE_CLEARS.check), _EFFECTS] = Field(
        default=SKINS_OWN, title="Line clear", description="How full lines go."
    )
    ghost: Annotated[bool, _FIELD] = Field(default=True, title="Ghost", description="Show where the piece would land.")
    grid: Annotated[bool, _FIELD] = Field(default=False, title="Grid", description="Mark the empty cells.")
    spawn_preview: Annotated[bool, _FIELD] = Field(
        default=False, title="Spawn preview", description="Show where the next piece will come in."
    )
    lock_meter: Annotated[bool, _FIELD] = Field(
        default=False, title="Lock meter", description="Show on the floor how long the piece may still lie."
    )
    show_next: Annotated[bool, _BESIDE] = Field(
        default=True, title="Next pieces", description="Show the pieces to come."
    )
    show_hold: Annotated[bool, _BESIDE] = Field(default=True, title="Hold", description="Show the piece in hold.")
    show_stats: Annotated[bool, _BESIDE] = Field(
        default=True, title="Score and level", description="Show the level, the score and the lines."
    )
    show_time: Annotated[bool, _BESIDE] = Field(default=True, title="Time", description="Show the time of the game.")
    show_goal: Annotated[bool, _BESIDE] = Field(default=True, title="Goal", description="Show what is left to do.")
    show_focus: Annotated[bool, _BESIDE] = Field(
        default=True, title="What counts", description="Show the figure that the mode is about."
    )
    show_pieces: Annotated[bool, _BESIDE] = Field(
        default=True, title="Piece counts", description="Show how many pieces there were of each shape."
    )
    show_mode: Annotated[bool, _BESIDE] = Field(default=True, title="Mode", description="Show the name of the mode.")
    show_messages: Annotated[bool, _BESIDE] = Field(
        default=True, title="Messages", description="Tell what earned points."
    )
    show_race: Annotated[bool, _BESIDE] = Field(
        default=True, title="Race", description="Show how the game stands against your best, and what it will come to."
    )
    show_rival: Annotated[bool, _BESIDE] = Field(
        default=False, title="Best beside you", description="Show your best game, small, running along with you."
    )
    legend: Annotated[bool, _BESIDE] = Field(default=True, title="Key legend", description="Show which keys there are.")
    pressed_keys: Annotated[bool, _BESIDE] = Field(
        default=False, title="Pressed buttons", description="Show under the field which buttons are held."
    )
    show_pps: Annotated[bool, _FIGURES] = Field(
        default=True, title="Pieces a second", description="Show the pace: PPS, pieces placed a second."
    )
    show_kpp: Annotated[bool, _FIGURES] = Field(
        default=True, title="Keys a piece", description="Show KPP, the presses that a piece takes."
    )
    show_finesse: Annotated[bool, _FIGURES] = Field(
        default=True, title="Finesse", description="Show how many pieces took no press too many."
    )
    show_combo: Annotated[bool, _FIGURES] = Field(
        default=True, title="Combo", description="Show how many pieces in a row have cleared lines."
    )
    show_back_to_back: Annotated[bool, _FIGURES] = Field(
        default=True, title="Back-to-back", description="Show B2B, how many hard clears in a row there were."
    )
    fps: Annotated[int, Field(ge=1, le=240), Knob(1, "fps"), _FRAMES] = Field(
        default=60, title="Frame rate", description="How often a running game is drawn. Keys are drawn at once, always."
    )
    show_fps: Annotated[bool, _FRAMES] = Field(
        default=False, title="Show frame rate", description="Show how often the game is drawn."
    )
