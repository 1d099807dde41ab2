"""Settings of the look."""

from collections.abc import Iterable
from typing import Annotated, Final, Self

from piecement.render.skins.animation import HARD_DROPS, LOCKS
from piecement.render.skins.line_clears import LINE_CLEARS
from piecement.render.skins.look import ALL_LARGE, SKINS_OWN
from piecement.render.skins.palettes import PALETTES
from piecement.render.skins.skins import SKINS
from piecement.render.skins.tones import TONES
from piecement.settings.section import Section, setting
from piecement.settings.specs import Choices, Group, Range, Registered, choice_title
from piecement.terminal.clock import MAX_FPS, MIN_FPS
from piecement_base.language import N_

AUTOMATIC: Final = "auto"
"""Choice of the palette that suits the terminal, and of the application's own screen colours."""

_TONE_TITLES: Final = {"terminal": N_("Terminal's own"), "nes": "NES"}
_WORDS: Final = {"ascii": "ASCII"}


def _effects(names: Iterable[str]) -> Choices:
    titles = {name: " ".join(_WORDS.get(word, word) for word in name.split()) for name in names}
    return Choices(
        {SKINS_OWN: N_("The skin's own"), **{name: (title[0].upper() + title[1:]) for name, title in titles.items()}}
    )


_SKINS: Final = Choices.registered(lambda: {name: (skin.title, skin.sentence) for name, skin in SKINS.items()})
_PALETTES: Final = Choices(
    Registered(lambda: {AUTOMATIC: N_("Automatic"), **{name: one.title for name, one in PALETTES.items()}}),
    {
        AUTOMATIC: N_("The skin's colours, as many as the terminal can show."),
        "distinct": N_("Pieces and garbage that differ clearly in each kind of colour blindness."),
        "high_contrast": N_("Bright colours on black that differ in each kind of colour blindness."),
        "okabe_ito": N_("The set by Masataka Okabe and Kei Ito."),
        "tol_light": N_("The light set by Paul Tol."),
    },
)
_TONES: Final = Choices(
    {
        AUTOMATIC: N_("Piecement"),
        **{name: (_TONE_TITLES.get(name, choice_title(name).title().replace(" On ", " on "))) for name in TONES},
    }
)
_GROUNDS: Final = Choices(
    {AUTOMATIC: N_("Automatic"), "dark": N_("Dark"), "light": N_("Light")}, {AUTOMATIC: N_("Follows your terminal.")}
)
_LOCKED: Final = Choices(
    {"own": N_("Piece colours"), "one": N_("All grey")}, {"one": N_("Only the active and next pieces have colours.")}
)
_HARD_DROPS: Final = _effects(HARD_DROPS)
_LOCKS: Final = _effects(LOCKS)
_LINE_CLEARS: Final = _effects(LINE_CLEARS)
_HUDS: Final = Choices.of(
    {
        "calm": (N_("Calm"), N_("Four figures, chosen by the mode.")),
        "normal": (N_("Normal"), N_("Calm, with keys per piece and finesse.")),
        "full": (N_("Full"), N_("All figures, as in tetrs.")),
        "custom": (N_("Custom"), N_("The figures switched on below.")),
    }
)
_HINTS: Final = Choices({"first": N_("First 3 games"), "on": N_("On"), "off": N_("Off")})
HINTED_GAMES: Final = 3
"""Number of a player's first games with key hints."""

_FEATS: Final = Choices({"none": N_("None"), "beside": N_("Beside the field"), "full": N_("Full")})


class Graphics(Section):
    """Settings of the look. A change of what stands beside the field makes the HUD the custom one."""

    skin: Annotated[str, _SKINS, Group(N_("Look"))] = setting(
        "modern", N_("Skin"), N_("The look of blocks and frames.")
    )
    palette: Annotated[str, _PALETTES] = setting(
        AUTOMATIC, N_("Colours"), N_("The piece colours, from true colour to none.")
    )
    tones: Annotated[str, _TONES] = setting(
        AUTOMATIC, N_("Screen"), N_("The colours of everything else, in true colour.")
    )
    ground: Annotated[str, _GROUNDS] = setting(
        AUTOMATIC, N_("Background"), N_("Your terminal's background, for looks that show it.")
    )
    locked_colour: Annotated[str, _LOCKED] = setting("own", N_("Locked pieces"), N_("The colour of locked pieces."))
    hard_drop: Annotated[str, _HARD_DROPS, Group(N_("Effects"))] = setting(
        SKINS_OWN, N_("Hard drop"), N_("What a hard drop leaves behind.")
    )
    lock: Annotated[str, _LOCKS] = setting(SKINS_OWN, N_("Lock"), N_("What a piece looks like just after it locks."))
    line_clear: Annotated[str, _LINE_CLEARS] = setting(SKINS_OWN, N_("Line clear"), N_("How full lines disappear."))
    feats: Annotated[str, _FEATS] = setting(
        "full", N_("Callouts"), N_("Where big clears, spins and combos are announced.")
    )
    ghost: Annotated[bool, Group(N_("Field"))] = setting(True, N_("Ghost"), N_("Show where the piece will land."))
    edges: bool = setting(True, N_("Edges"), N_("Set the blocks of Modern apart: lighter edges, or gaps."))
    grid: bool = setting(False, N_("Grid"), N_("Mark the empty cells."))
    spawn_preview: bool = setting(False, N_("Spawn preview"), N_("Show where the next piece will spawn."))
    lock_meter: bool = setting(False, N_("Lock meter"), N_("Show how soon the piece locks."))
    hud: Annotated[str, _HUDS, Group(N_("Beside the field"))] = setting(
        "calm", N_("HUD"), N_("What stands beside the field.")
    )
    key_hints: Annotated[str, _HINTS] = setting(
        "first", N_("Key hints"), N_("Name the keys below the field of a calm HUD.")
    )
    show_next: bool = setting(True, N_("Next pieces"), N_("Show the next pieces."))
    large_previews: Annotated[int, Range(1, ALL_LARGE, 1, N_("pieces"), {ALL_LARGE: N_("all")})] = setting(
        ALL_LARGE, N_("Large previews"), N_("How many next pieces may be drawn at full size.")
    )
    show_hold: bool = setting(True, N_("Hold"), N_("Show the held piece."))
    show_stats: bool = setting(True, N_("Score and level"), N_("Show the level, the score and the lines."))
    show_time: bool = setting(True, N_("Time"), N_("Show the game time."))
    show_goal: bool = setting(True, N_("Goal"), N_("Show what is left to the goal."))
    show_focus: bool = setting(True, N_("Key figure"), N_("Show the most important figure of the mode."))
    show_pieces: bool = setting(True, N_("Piece counts"), N_("Show how often you got each piece."))
    show_mode: bool = setting(True, N_("Mode"), N_("Show the name of the mode."))
    show_messages: bool = setting(True, N_("Messages"), N_("Show what scored points."))
    show_race: bool = setting(True, N_("Race"), N_("Show your pace against your best game, and the projected result."))
    show_rival: bool = setting(False, N_("Best game"), N_("Replay your best game, small, beside yours."))
    legend: bool = setting(True, N_("Key legend"), N_("Show the keys beside the field."))
    pressed_keys: bool = setting(False, N_("Input display"), N_("Show your inputs under the field."))
    show_pps: Annotated[bool, Group(N_("Stats"))] = setting(
        True, N_("Pieces/s"), N_("Show PPS, the pieces placed per second.")
    )
    show_kpp: bool = setting(True, N_("Keys/piece"), N_("Show KPP, the key presses per piece."))
    show_finesse: bool = setting(True, N_("Finesse"), N_("Show how many pieces had no extra presses."))
    show_combo: bool = setting(True, N_("Combo"), N_("Show the combo: line clears in a row."))
    show_back_to_back: bool = setting(True, N_("Back-to-back"), N_("Show B2B: quads and spins in a row."))
    show_attack: bool = setting(True, N_("Attack"), N_("Show APM, rows and spike, as if you played a match."))
    fps: Annotated[int, Range(MIN_FPS, MAX_FPS, 1, N_("fps")), Group(N_("Frames"))] = setting(
        60, N_("Frame rate"), N_("Frames per second. Key presses always show at once.")
    )
    show_fps: bool = setting(False, N_("Show frame rate"), N_("Show the frames per second."))

    def changed(self, name: str, value: object) -> Self:
        changed = super().changed(name, value)
        return changed.with_values(hud="custom") if name in HUD_SWITCHES else changed


HUD_SWITCHES: Final = frozenset(
    name for name in Graphics.names() if name.startswith("show_") and name != "show_fps"
) | {"legend", "pressed_keys"}
"""Settings of a custom HUD."""
