"""Settings of the look."""

from collections.abc import Iterable
from typing import Annotated, Final, Self

from pydantic import Field

from piecement.language import _
from piecement.render.skins.animation import HARD_DROPS, LOCKS
from piecement.render.skins.line_clears import LINE_CLEARS
from piecement.render.skins.look import ALL_LARGE, SKINS_OWN
from piecement.render.skins.palettes import PALETTES
from piecement.render.skins.skins import SKINS
from piecement.render.skins.tones import TONES
from piecement.settings.section import Section
from piecement.settings.specs import Choices, Group, Range, choice_title, registered
from piecement.terminal.clock import MAX_FPS, MIN_FPS

AUTOMATIC: Final = "auto"
"""Choice of the palette that suits the terminal, and of the application's own screen colours."""

_TONE_TITLES: Final = {"terminal": _("Terminal's own"), "nes": "NES"}
_WORDS: Final = {"ascii": "ASCII"}


def _effects(names: Iterable[str]) -> Choices:
    titles = {name: " ".join(_WORDS.get(word, word) for word in name.split()) for name in names}
    return Choices(
        {SKINS_OWN: _("The skin's own"), **{name: _(title[0].upper() + title[1:]) for name, title in titles.items()}}
    )


_SKINS: Final = Choices(registered(SKINS, "title"), registered(SKINS, "sentence"))
_PALETTES: Final = Choices(
    registered(PALETTES, "title", {AUTOMATIC: _("Automatic")}),
    {
        AUTOMATIC: _("Those of the skin in 24 bit, 16 colours, or none: whatever the terminal can show."),
        "okabe_ito": _("Colour-blind safe: the set by Masataka Okabe and Kei Ito."),
        "tol_light": _("Colour-blind safe: the light set by Paul Tol."),
    },
)
_TONES: Final = Choices(
    {
        AUTOMATIC: _("Piecement"),
        **{name: _(_TONE_TITLES.get(name, choice_title(name).title().replace(" On ", " on "))) for name in TONES},
    }
)
_GROUNDS: Final = Choices(
    {AUTOMATIC: _("Automatic"), "dark": _("Dark"), "light": _("Light")}, {AUTOMATIC: _("Follows your terminal.")}
)
_LOCKED: Final = Choices(
    {"own": _("Piece colours"), "one": _("All grey")}, {"one": _("Only the active and next pieces have colours.")}
)
_HARD_DROPS: Final = _effects(HARD_DROPS)
_LOCKS: Final = _effects(LOCKS)
_LINE_CLEARS: Final = _effects(LINE_CLEARS)
_HUDS: Final = Choices.of(
    {
        "calm": (_("Calm"), _("Four figures, chosen by the mode.")),
        "normal": (_("Normal"), _("Calm, with keys per piece and finesse.")),
        "full": (_("Full"), _("All figures, as in tetrs.")),
        "custom": (_("Custom"), _("The figures switched on below.")),
    }
)
_HINTS: Final = Choices({"first": _("First 3 games"), "on": _("On"), "off": _("Off")})
HINTED_GAMES: Final = 3
"""Number of a player's first games with key hints."""

_FEATS: Final = Choices({"none": _("None"), "beside": _("Beside the field"), "full": _("Full")})


class Graphics(Section):
    """Settings of the look. A change of what stands beside the field makes the HUD the custom one."""

    skin: Annotated[str, _SKINS, Group(_("Look"))] = Field(
        default="modern", title=_("Skin"), description=_("The look of blocks and frames.")
    )
    palette: Annotated[str, _PALETTES] = Field(
        default=AUTOMATIC, title=_("Colours"), description=_("The piece colours, from true colour to none.")
    )
    tones: Annotated[str, _TONES] = Field(
        default=AUTOMATIC, title=_("Screen"), description=_("The colours of everything else, in true colour.")
    )
    ground: Annotated[str, _GROUNDS] = Field(
        default=AUTOMATIC, title=_("Background"), description=_("Your terminal's background, for looks that show it.")
    )
    locked_colour: Annotated[str, _LOCKED] = Field(
        default="own", title=_("Locked pieces"), description=_("The colour of locked pieces.")
    )
    hard_drop: Annotated[str, _HARD_DROPS, Group(_("Effects"))] = Field(
        default=SKINS_OWN, title=_("Hard drop"), description=_("What a hard drop leaves behind.")
    )
    lock: Annotated[str, _LOCKS] = Field(
        default=SKINS_OWN, title=_("Lock"), description=_("What a piece looks like just after it locks.")
    )
    line_clear: Annotated[str, _LINE_CLEARS] = Field(
        default=SKINS_OWN, title=_("Line clear"), description=_("How full lines disappear.")
    )
    feats: Annotated[str, _FEATS] = Field(
        default="full", title=_("Callouts"), description=_("Where big clears, spins and combos are announced.")
    )
    ghost: Annotated[bool, Group(_("Field"))] = Field(
        default=True, title=_("Ghost"), description=_("Show where the piece will land.")
    )
    grid: bool = Field(default=False, title=_("Grid"), description=_("Mark the empty cells."))
    spawn_preview: bool = Field(
        default=False, title=_("Spawn preview"), description=_("Show where the next piece will spawn.")
    )
    lock_meter: bool = Field(default=False, title=_("Lock meter"), description=_("Show how soon the piece locks."))
    hud: Annotated[str, _HUDS, Group(_("Beside the field"))] = Field(
        default="calm", title=_("HUD"), description=_("What stands beside the field.")
    )
    key_hints: Annotated[str, _HINTS] = Field(
        default="first", title=_("Key hints"), description=_("Name the keys below the field of a calm HUD.")
    )
    show_next: bool = Field(default=True, title=_("Next pieces"), description=_("Show the next pieces."))
    large_previews: Annotated[int, Range(1, ALL_LARGE, 1, _("pieces"), {ALL_LARGE: _("all")})] = Field(
        default=ALL_LARGE, title=_("Large previews"), description=_("How many next pieces may be drawn at full size.")
    )
    show_hold: bool = Field(default=True, title=_("Hold"), description=_("Show the held piece."))
    show_stats: bool = Field(
        default=True, title=_("Score and level"), description=_("Show the level, the score and the lines.")
    )
    show_time: bool = Field(default=True, title=_("Time"), description=_("Show the game time."))
    show_goal: bool = Field(default=True, title=_("Goal"), description=_("Show what is left to the goal."))
    show_focus: bool = Field(
        default=True, title=_("Key figure"), description=_("Show the most important figure of the mode.")
    )
    show_pieces: bool = Field(
        default=True, title=_("Piece counts"), description=_("Show how often you got each piece.")
    )
    show_mode: bool = Field(default=True, title=_("Mode"), description=_("Show the name of the mode."))
    show_messages: bool = Field(default=True, title=_("Messages"), description=_("Show what scored points."))
    show_race: bool = Field(
        default=True, title=_("Race"), description=_("Show your pace against your best game, and the projected result.")
    )
    show_rival: bool = Field(
        default=False, title=_("Best game"), description=_("Replay your best game, small, beside yours.")
    )
    legend: bool = Field(default=True, title=_("Key legend"), description=_("Show the keys beside the field."))
    pressed_keys: bool = Field(
        default=False, title=_("Input display"), description=_("Show your inputs under the field.")
    )
    show_pps: Annotated[bool, Group(_("Stats"))] = Field(
        default=True, title=_("Pieces/s"), description=_("Show PPS, the pieces placed per second.")
    )
    show_kpp: bool = Field(default=True, title=_("Keys/piece"), description=_("Show KPP, the key presses per piece."))
    show_finesse: bool = Field(
        default=True, title=_("Finesse"), description=_("Show how many pieces had no extra presses.")
    )
    show_combo: bool = Field(default=True, title=_("Combo"), description=_("Show the combo: line clears in a row."))
    show_back_to_back: bool = Field(
        default=True, title=_("Back-to-back"), description=_("Show B2B: quads and spins in a row.")
    )
    show_attack: bool = Field(
        default=True, title=_("Attack"), description=_("Show APM, rows and spike, as if you played a match.")
    )
    fps: Annotated[int, Range(MIN_FPS, MAX_FPS, 1, _("fps")), Group(_("Frames"))] = Field(
        default=60, title=_("Frame rate"), description=_("Frames per second. Key presses always show at once.")
    )
    show_fps: bool = Field(default=False, title=_("Show frame rate"), description=_("Show the frames per second."))

    def changed(self, name: str, value: object) -> Self:
        changed = super().changed(name, value)
        return changed.with_values(hud="custom") if name in HUD_SWITCHES else changed


HUD_SWITCHES: Final = frozenset(
    name for name in Graphics.names() if name.startswith("show_") and name != "show_fps"
) | {"legend", "pressed_keys"}
"""Settings of a custom HUD."""
