"""What the game looks like."""

from collections.abc import Iterable
from typing import Annotated, Final

from piecement.render.skins.hard_drops import HARD_DROPS
from piecement.render.skins.line_clears import LINE_CLEARS
from piecement.render.skins.locks import LOCKS
from piecement.render.skins.look import SKINS_OWN
from piecement.render.skins.palettes import PALETTES
from piecement.render.skins.skins import SKINS
from piecement.render.skins.tones import TONES
from piecement.settings.section import Section, setting
from piecement.settings.setting_spec import Choices, Group, Range, title_of
from piecement.terminal.clock import MAX_FPS, MIN_FPS

AUTOMATIC: Final = "auto"
"""The palette that follows from what the terminal can, and the screen colours of the application itself."""

_TONE_TITLES: Final = {"terminal": "Terminal's own", "nes": "NES"}
_WORDS: Final = {"ascii": "ASCII"}


def _effects(names: Iterable[str]) -> Choices:
    titles = {name: " ".join(_WORDS.get(word, word) for word in name.split()) for name in names}
    return Choices(
        {SKINS_OWN: "The skin's own", **{name: title[0].upper() + title[1:] for name, title in titles.items()}}
    )


_SKINS: Final = Choices(
    {name: skin.title for name, skin in SKINS.items()}, {name: skin.sentence for name, skin in SKINS.items()}
)
_PALETTES: Final = Choices(
    {AUTOMATIC: "Automatic", **{name: palette.title for name, palette in PALETTES.items()}},
    {
        AUTOMATIC: "Those of tetrs in 24 bit, 16 colours, or none, by what the terminal can.",
        "okabe_ito": "Colour-blind safe: the set of Masataka Okabe and Kei Ito.",
        "tol_light": "Colour-blind safe: the light set of Paul Tol.",
    },
)
_TONES: Final = Choices(
    {
        AUTOMATIC: "Piecement",
        **{name: _TONE_TITLES.get(name, title_of(name).title().replace(" On ", " on ")) for name in TONES},
    }
)
_GROUNDS: Final = Choices(
    {AUTOMATIC: "Automatic", "dark": "Dark", "light": "Light"},
    {AUTOMATIC: "As the terminal answers."},
)
_LOCKED: Final = Choices(
    {"own": "As the pieces", "one": "All grey"}, {"one": "Only the piece in play and those to come have colours."}
)
_HARD_DROPS: Final = _effects(HARD_DROPS)
_LOCKS: Final = _effects(LOCKS)
_LINE_CLEARS: Final = _effects(LINE_CLEARS)
_FEATS: Final = Choices({"none": "None", "beside": "Beside the field", "full": "Full"})

_LOOK: Final = Group("Look")
_EFFECTS: Final = Group("Effects")
_FIELD: Final = Group("Field")
_BESIDE: Final = Group("Beside the field")
_FIGURES: Final = Group("Figures")
_FRAMES: Final = Group("Frames")


class Graphics(Section):
    """What the game looks like."""

    skin: Annotated[str, _SKINS, _LOOK] = setting(
        default="unicode", title="Skin", sentence="What blocks and frames are drawn with."
    )
    palette: Annotated[str, _PALETTES, _LOOK] = setting(
        default=AUTOMATIC, title="Colours", sentence="The colours of the pieces, from 24 bit to none."
    )
    tones: Annotated[str, _TONES, _LOOK] = setting(
        default=AUTOMATIC,
        title="Screen colours",
        sentence="The colours of everything else, where the pieces have 24 bit.",
    )
    ground: Annotated[str, _GROUNDS, _LOOK] = setting(
        default=AUTOMATIC,
        title="Background",
        sentence="What the terminal's own background is, for looks which leave it so.",
    )
    locked_colour: Annotated[str, _LOCKED, _LOOK] = setting(
        default="own", title="Locked pieces", sentence="What colour the pieces have that lie on the board."
    )
    hard_drop: Annotated[str, _HARD_DROPS, _EFFECTS] = setting(
        default=SKINS_OWN, title="Hard drop", sentence="What a hard drop leaves in the air."
    )
    lock: Annotated[str, _LOCKS, _EFFECTS] = setting(
        default=SKINS_OWN, title="Lock", sentence="What a piece looks like just after its lock."
    )
    line_clear: Annotated[str, _LINE_CLEARS, _EFFECTS] = setting(
        default=SKINS_OWN, title="Line clear", sentence="How full lines go."
    )
    feats: Annotated[str, _FEATS, _EFFECTS] = setting(
        default="full",
        title="Feats",
        sentence="Where big clears, spins, combos and the like flash: nowhere, beside the field, or in it too.",
    )
    ghost: Annotated[bool, _FIELD] = setting(default=True, title="Ghost", sentence="Show where the piece would land.")
    grid: Annotated[bool, _FIELD] = setting(default=False, title="Grid", sentence="Mark the empty cells.")
    spawn_preview: Annotated[bool, _FIELD] = setting(
        default=False, title="Spawn preview", sentence="Show where the next piece will come in."
    )
    lock_meter: Annotated[bool, _FIELD] = setting(
        default=False, title="Lock meter", sentence="Show on the floor how long the piece may still lie."
    )
    show_next: Annotated[bool, _BESIDE] = setting(
        default=True, title="Next pieces", sentence="Show the pieces to come."
    )
    show_hold: Annotated[bool, _BESIDE] = setting(default=True, title="Hold", sentence="Show the piece in hold.")
    show_stats: Annotated[bool, _BESIDE] = setting(
        default=True, title="Score and level", sentence="Show the level, the score and the lines."
    )
    show_time: Annotated[bool, _BESIDE] = setting(default=True, title="Time", sentence="Show the time of the game.")
    show_goal: Annotated[bool, _BESIDE] = setting(default=True, title="Goal", sentence="Show what is left to do.")
    show_focus: Annotated[bool, _BESIDE] = setting(
        default=True, title="What counts", sentence="Show the figure that the mode is about."
    )
    show_pieces: Annotated[bool, _BESIDE] = setting(
        default=True, title="Piece counts", sentence="Show how many pieces there were of each shape."
    )
    show_mode: Annotated[bool, _BESIDE] = setting(default=True, title="Mode", sentence="Show the name of the mode.")
    show_messages: Annotated[bool, _BESIDE] = setting(
        default=True, title="Messages", sentence="Tell what earned points."
    )
    show_race: Annotated[bool, _BESIDE] = setting(
        default=True, title="Race", sentence="Show how the game stands against your best, and what it will come to."
    )
    show_rival: Annotated[bool, _BESIDE] = setting(
        default=False, title="Best beside you", sentence="Show your best game, small, running along with you."
    )
    legend: Annotated[bool, _BESIDE] = setting(default=True, title="Key legend", sentence="Show which keys there are.")
    pressed_keys: Annotated[bool, _BESIDE] = setting(
        default=False, title="Pressed buttons", sentence="Show under the field which buttons are held."
    )
    show_pps: Annotated[bool, _FIGURES] = setting(
        default=True, title="Pieces a second", sentence="Show the pace: PPS, pieces placed a second."
    )
    show_kpp: Annotated[bool, _FIGURES] = setting(
        default=True, title="Keys a piece", sentence="Show KPP, the presses that a piece takes."
    )
    show_finesse: Annotated[bool, _FIGURES] = setting(
        default=True, title="Finesse", sentence="Show how many pieces took no press too many."
    )
    show_combo: Annotated[bool, _FIGURES] = setting(
        default=True, title="Combo", sentence="Show how many pieces in a row have cleared lines."
    )
    show_back_to_back: Annotated[bool, _FIGURES] = setting(
        default=True, title="Back-to-back", sentence="Show B2B, how many hard clears in a row there were."
    )
    fps: Annotated[int, Range(MIN_FPS, MAX_FPS, 1, "fps"), _FRAMES] = setting(
        default=60, title="Frame rate", sentence="How often a running game is drawn. Keys are drawn at once, always."
    )
    show_fps: Annotated[bool, _FRAMES] = setting(
        default=False, title="Show frame rate", sentence="Show how often the game is drawn."
    )
