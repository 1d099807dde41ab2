"""Settings of the look."""

from collections.abc import Iterable
from typing import Annotated, ClassVar, Final, Self

from piecement.language import _
from piecement.render.skins.animation import HARD_DROPS, LOCKS
from piecement.render.skins.line_clears import LINE_CLEARS
from piecement.render.skins.look import ALL_LARGE, SKINS_OWN
from piecement.render.skins.palettes import PALETTES
from piecement.render.skins.skins import SKINS
from piecement.render.skins.tones import TONES
from piecement.settings.section import Section, setting
from piecement.settings.specs import Choices, Range, choice_title, registered
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

    GROUPS: ClassVar = {
        "skin": _("Look"),
        "hard_drop": _("Effects"),
        "ghost": _("Field"),
        "hud": _("Beside the field"),
        "show_pps": _("Stats"),
        "fps": _("Frames"),
    }

    skin: Annotated[str, _SKINS] = setting(_("Skin"), _("The look of blocks and frames."), default="modern")
    palette: Annotated[str, _PALETTES] = setting(
        _("Colours"), _("The piece colours, from true colour to none."), default=AUTOMATIC
    )
    tones: Annotated[str, _TONES] = setting(
        _("Screen"), _("The colours of everything else, in true colour."), default=AUTOMATIC
    )
    ground: Annotated[str, _GROUNDS] = setting(
        _("Background"), _("Your terminal's background, for looks that show it."), default=AUTOMATIC
    )
    locked_colour: Annotated[str, _LOCKED] = setting(
        _("Locked pieces"), _("The colour of locked pieces."), default="own"
    )
    hard_drop: Annotated[str, _HARD_DROPS] = setting(
        _("Hard drop"), _("What a hard drop leaves behind."), default=SKINS_OWN
    )
    lock: Annotated[str, _LOCKS] = setting(
        _("Lock"), _("What a piece looks like just after it locks."), default=SKINS_OWN
    )
    line_clear: Annotated[str, _LINE_CLEARS] = setting(
        _("Line clear"), _("How full lines disappear."), default=SKINS_OWN
    )
    feats: Annotated[str, _FEATS] = setting(
        _("Callouts"), _("Where big clears, spins and combos are announced."), default="full"
    )
    ghost: bool = setting(_("Ghost"), _("Show where the piece will land."), default=True)
    grid: bool = setting(_("Grid"), _("Mark the empty cells."), default=False)
    spawn_preview: bool = setting(_("Spawn preview"), _("Show where the next piece will spawn."), default=False)
    lock_meter: bool = setting(_("Lock meter"), _("Show how soon the piece locks."), default=False)
    hud: Annotated[str, _HUDS] = setting(_("HUD"), _("What stands beside the field."), default="calm")
    key_hints: Annotated[str, _HINTS] = setting(
        _("Key hints"), _("Name the keys below the field of a calm HUD."), default="first"
    )
    show_next: bool = setting(_("Next pieces"), _("Show the next pieces."), default=True)
    large_previews: Annotated[int, Range(1, ALL_LARGE, 1, _("pieces"), {ALL_LARGE: _("all")})] = setting(
        _("Large previews"), _("How many next pieces may be drawn at full size."), default=ALL_LARGE
    )
    show_hold: bool = setting(_("Hold"), _("Show the held piece."), default=True)
    show_stats: bool = setting(_("Score and level"), _("Show the level, the score and the lines."), default=True)
    show_time: bool = setting(_("Time"), _("Show the game time."), default=True)
    show_goal: bool = setting(_("Goal"), _("Show what is left to the goal."), default=True)
    show_focus: bool = setting(_("Key figure"), _("Show the most important figure of the mode."), default=True)
    show_pieces: bool = setting(_("Piece counts"), _("Show how often you got each piece."), default=True)
    show_mode: bool = setting(_("Mode"), _("Show the name of the mode."), default=True)
    show_messages: bool = setting(_("Messages"), _("Show what scored points."), default=True)
    show_race: bool = setting(
        _("Race"), _("Show your pace against your best game, and the projected result."), default=True
    )
    show_rival: bool = setting(_("Best game"), _("Replay your best game, small, beside yours."), default=False)
    legend: bool = setting(_("Key legend"), _("Show the keys beside the field."), default=True)
    pressed_keys: bool = setting(_("Input display"), _("Show your inputs under the field."), default=False)
    show_pps: bool = setting(_("Pieces/s"), _("Show PPS, the pieces placed per second."), default=True)
    show_kpp: bool = setting(_("Keys/piece"), _("Show KPP, the key presses per piece."), default=True)
    show_finesse: bool = setting(_("Finesse"), _("Show how many pieces had no extra presses."), default=True)
    show_combo: bool = setting(_("Combo"), _("Show the combo: line clears in a row."), default=True)
    show_back_to_back: bool = setting(_("Back-to-back"), _("Show B2B: quads and spins in a row."), default=True)
    show_attack: bool = setting(_("Attack"), _("Show APM, rows and spike, as if you played a match."), default=True)
    fps: Annotated[int, Range(MIN_FPS, MAX_FPS, 1, _("fps"))] = setting(
        _("Frame rate"), _("Frames per second. Key presses always show at once."), default=60
    )
    show_fps: bool = setting(_("Show frame rate"), _("Show the frames per second."), default=False)

    def changed(self, name: str, value: object) -> Self:
        changed = super().changed(name, value)
        return changed.with_values(hud="custom") if name in HUD_SWITCHES else changed


HUD_SWITCHES: Final = frozenset(
    name for name in Graphics.names() if name.startswith("show_") and name != "show_fps"
) | {"legend", "pressed_keys"}
"""Settings of a custom HUD."""
