"""Settings of the look."""

from collections.abc import Iterable
from typing import Annotated, Final, Self

from piecement.language import _
from piecement.render.skins.animation import HARD_DROPS, LOCKS
from piecement.render.skins.line_clears import LINE_CLEARS
from piecement.render.skins.look import ALL_LARGE, SKINS_OWN
from piecement.render.skins.palettes import PALETTES
from piecement.render.skins.skins import SKINS
from piecement.render.skins.tones import TONES
from piecement.settings.section import Section, setting
from piecement.settings.specs import Choices, Range, SettingGroup, choice_title, registered
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
_HUDS: Final = Choices(
    {"calm": _("Calm"), "normal": _("Normal"), "full": _("Full"), "custom": _("Custom")},
    {
        "calm": _("Four figures, chosen by the mode."),
        "normal": _("Calm, with keys per piece and finesse."),
        "full": _("All figures, as in tetrs."),
        "custom": _("The figures switched on below."),
    },
)
_HINTS: Final = Choices({"first": _("First 3 games"), "on": _("On"), "off": _("Off")})
HINTED_GAMES: Final = 3
"""Number of a player's first games with key hints."""

_FEATS: Final = Choices({"none": _("None"), "beside": _("Beside the field"), "full": _("Full")})

_LOOK: Final = SettingGroup(_("Look"))
_EFFECTS: Final = SettingGroup(_("Effects"))
_FIELD: Final = SettingGroup(_("Field"))
_PANELS: Final = SettingGroup(_("Beside the field"))
_FIGURES: Final = SettingGroup(_("Stats"))
_FRAMES: Final = SettingGroup(_("Frames"))


class Graphics(Section):
    """Settings of the look. A change of what stands beside the field makes the HUD the custom one."""

    skin: Annotated[str, _SKINS, _LOOK] = setting(
        default="modern", title=_("Skin"), sentence=_("The look of blocks and frames.")
    )
    palette: Annotated[str, _PALETTES, _LOOK] = setting(
        default=AUTOMATIC, title=_("Colours"), sentence=_("The piece colours, from true colour to none.")
    )
    tones: Annotated[str, _TONES, _LOOK] = setting(
        default=AUTOMATIC, title=_("Screen"), sentence=_("The colours of everything else, in true colour.")
    )
    ground: Annotated[str, _GROUNDS, _LOOK] = setting(
        default=AUTOMATIC, title=_("Background"), sentence=_("Your terminal's background, for looks that show it.")
    )
    locked_colour: Annotated[str, _LOCKED, _LOOK] = setting(
        default="own", title=_("Locked pieces"), sentence=_("The colour of locked pieces.")
    )
    hard_drop: Annotated[str, _HARD_DROPS, _EFFECTS] = setting(
        default=SKINS_OWN, title=_("Hard drop"), sentence=_("What a hard drop leaves behind.")
    )
    lock: Annotated[str, _LOCKS, _EFFECTS] = setting(
        default=SKINS_OWN, title=_("Lock"), sentence=_("What a piece looks like just after it locks.")
    )
    line_clear: Annotated[str, _LINE_CLEARS, _EFFECTS] = setting(
        default=SKINS_OWN, title=_("Line clear"), sentence=_("How full lines disappear.")
    )
    feats: Annotated[str, _FEATS, _EFFECTS] = setting(
        default="full", title=_("Callouts"), sentence=_("Where big clears, spins and combos are announced.")
    )
    ghost: Annotated[bool, _FIELD] = setting(
        default=True, title=_("Ghost"), sentence=_("Show where the piece will land.")
    )
    grid: Annotated[bool, _FIELD] = setting(default=False, title=_("Grid"), sentence=_("Mark the empty cells."))
    spawn_preview: Annotated[bool, _FIELD] = setting(
        default=False, title=_("Spawn preview"), sentence=_("Show where the next piece will spawn.")
    )
    lock_meter: Annotated[bool, _FIELD] = setting(
        default=False, title=_("Lock meter"), sentence=_("Show how soon the piece locks.")
    )
    hud: Annotated[str, _HUDS, _PANELS] = setting(
        default="calm", title=_("HUD"), sentence=_("What stands beside the field.")
    )
    key_hints: Annotated[str, _HINTS, _PANELS] = setting(
        default="first", title=_("Key hints"), sentence=_("Name the keys below the field of a calm HUD.")
    )
    show_next: Annotated[bool, _PANELS] = setting(
        default=True, title=_("Next pieces"), sentence=_("Show the next pieces.")
    )
    large_previews: Annotated[int, Range(1, ALL_LARGE, 1, _("pieces"), {ALL_LARGE: _("all")}), _PANELS] = setting(
        default=ALL_LARGE, title=_("Large previews"), sentence=_("How many next pieces may be drawn at full size.")
    )
    show_hold: Annotated[bool, _PANELS] = setting(default=True, title=_("Hold"), sentence=_("Show the held piece."))
    show_stats: Annotated[bool, _PANELS] = setting(
        default=True, title=_("Score and level"), sentence=_("Show the level, the score and the lines.")
    )
    show_time: Annotated[bool, _PANELS] = setting(default=True, title=_("Time"), sentence=_("Show the game time."))
    show_goal: Annotated[bool, _PANELS] = setting(
        default=True, title=_("Goal"), sentence=_("Show what is left to the goal.")
    )
    show_focus: Annotated[bool, _PANELS] = setting(
        default=True, title=_("Key figure"), sentence=_("Show the most important figure of the mode.")
    )
    show_pieces: Annotated[bool, _PANELS] = setting(
        default=True, title=_("Piece counts"), sentence=_("Show how often you got each piece.")
    )
    show_mode: Annotated[bool, _PANELS] = setting(
        default=True, title=_("Mode"), sentence=_("Show the name of the mode.")
    )
    show_messages: Annotated[bool, _PANELS] = setting(
        default=True, title=_("Messages"), sentence=_("Show what scored points.")
    )
    show_race: Annotated[bool, _PANELS] = setting(
        default=True, title=_("Race"), sentence=_("Show your pace against your best game, and the projected result.")
    )
    show_rival: Annotated[bool, _PANELS] = setting(
        default=False, title=_("Best game"), sentence=_("Replay your best game, small, beside yours.")
    )
    legend: Annotated[bool, _PANELS] = setting(
        default=True, title=_("Key legend"), sentence=_("Show the keys beside the field.")
    )
    pressed_keys: Annotated[bool, _PANELS] = setting(
        default=False, title=_("Input display"), sentence=_("Show your inputs under the field.")
    )
    show_pps: Annotated[bool, _FIGURES] = setting(
        default=True, title=_("Pieces/s"), sentence=_("Show PPS, the pieces placed per second.")
    )
    show_kpp: Annotated[bool, _FIGURES] = setting(
        default=True, title=_("Keys/piece"), sentence=_("Show KPP, the key presses per piece.")
    )
    show_finesse: Annotated[bool, _FIGURES] = setting(
        default=True, title=_("Finesse"), sentence=_("Show how many pieces had no extra presses.")
    )
    show_combo: Annotated[bool, _FIGURES] = setting(
        default=True, title=_("Combo"), sentence=_("Show the combo: line clears in a row.")
    )
    show_back_to_back: Annotated[bool, _FIGURES] = setting(
        default=True, title=_("Back-to-back"), sentence=_("Show B2B: quads and spins in a row.")
    )
    show_attack: Annotated[bool, _FIGURES] = setting(
        default=True, title=_("Attack"), sentence=_("Show APM, rows and spike, as if you played a match.")
    )
    fps: Annotated[int, Range(MIN_FPS, MAX_FPS, 1, _("fps")), _FRAMES] = setting(
        default=60, title=_("Frame rate"), sentence=_("Frames per second. Key presses always show at once.")
    )
    show_fps: Annotated[bool, _FRAMES] = setting(
        default=False, title=_("Show frame rate"), sentence=_("Show the frames per second.")
    )

    def changed(self, name: str, value: object) -> Self:
        changed = super().changed(name, value)
        return changed.with_values(hud="custom") if name in HUD_SWITCHES else changed


HUD_SWITCHES: Final = frozenset(
    name for name in Graphics.names() if name.startswith("show_") and name != "show_fps"
) | {"legend", "pressed_keys"}
"""Settings of a custom HUD."""
