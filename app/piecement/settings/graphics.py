"""Settings of the look."""

from collections.abc import Iterable
from typing import Annotated, Final, Self

from piecement.render.skins.line_clears import LINE_CLEARS
from piecement.render.skins.look import ALL_LARGE, SKINS_OWN
from piecement.render.skins.palettes import PALETTES
from piecement.render.skins.piece_effects import HARD_DROPS, LOCKS
from piecement.render.skins.skins import SKINS
from piecement.render.skins.tones import TONES
from piecement.settings.choices import names_of
from piecement.settings.section import Section, setting
from piecement.settings.specs import Group
from piecement.settings.values import Choices, Range
from piecement.terminal.clock import MAX_FPS, MIN_FPS
from piecement_base.language import N_

AUTOMATIC: Final = "auto"
"""Choice of the palette that suits the terminal, and of the application's own screen colours."""

_SKINS: Final = Choices(lambda: {name: (skin.title, skin.sentence) for name, skin in SKINS.items()})
_SUITABLE: Final = (N_("Automatic"), N_("The skin's colours, as many as the terminal can show."))
_PALETTES: Final = Choices(
    lambda: {AUTOMATIC: _SUITABLE, **{name: (one.title, one.sentence) for name, one in PALETTES.items()}}
)


def _effects(names: Iterable[str]) -> Choices:
    return names_of("effect", (SKINS_OWN, *names))


HINTED_GAMES: Final = 3
"""Number of a player's first games with key hints."""


class Graphics(Section):
    """Settings of the look. A change of what stands beside the field makes the HUD the custom one."""

    skin: Annotated[str, _SKINS, Group("Look")] = setting("modern", "Skin", "The look of blocks and frames.")
    palette: Annotated[str, _PALETTES] = setting(AUTOMATIC, "Colours", "The piece colours, from true colour to none.")
    tones: Annotated[str, names_of("tones", (AUTOMATIC, *TONES))] = setting(
        AUTOMATIC, "Screen", "The colours of everything else, in true colour."
    )
    ground: Annotated[str, names_of("ground")] = setting(
        AUTOMATIC, "Background", "Your terminal's background, for looks that show it."
    )
    locked_colour: Annotated[str, names_of("locked_colour")] = setting(
        "own", "Locked pieces", "The colour of locked pieces."
    )
    hard_drop: Annotated[str, _effects(HARD_DROPS), Group("Effects")] = setting(
        SKINS_OWN, "Hard drop", "What a hard drop leaves behind."
    )
    lock: Annotated[str, _effects(LOCKS)] = setting(SKINS_OWN, "Lock", "What a piece looks like just after it locks.")
    line_clear: Annotated[str, _effects(LINE_CLEARS)] = setting(SKINS_OWN, "Line clear", "How full lines disappear.")
    feats: Annotated[str, names_of("feats")] = setting(
        "full", "Callouts", "Where big clears, spins and combos are announced."
    )
    ghost: Annotated[bool, Group("Field")] = setting(True, "Ghost", "Show where the piece will land.")
    edges: bool = setting(True, "Edges", "Set the blocks of Modern apart: lighter edges, or gaps.")
    grid: bool = setting(False, "Grid", "Mark the empty cells.")
    spawn_preview: bool = setting(False, "Spawn preview", "Show where the next piece will spawn.")
    lock_meter: bool = setting(False, "Lock meter", "Show how soon the piece locks.")
    hud: Annotated[str, names_of("hud"), Group("Beside the field")] = setting(
        "calm", "HUD", "What stands beside the field."
    )
    key_hints: Annotated[str, names_of("key_hints")] = setting(
        "first", "Key hints", "Name the keys below the field of a calm HUD."
    )
    show_next: bool = setting(True, "Next pieces", "Show the next pieces.")
    large_previews: Annotated[int, Range(1, ALL_LARGE, 1, N_("pieces"), {ALL_LARGE: N_("all")})] = setting(
        ALL_LARGE, "Large previews", "How many next pieces may be drawn at full size."
    )
    show_hold: bool = setting(True, "Hold", "Show the held piece.")
    show_stats: bool = setting(True, "Score and level", "Show the level, the score and the lines.")
    show_time: bool = setting(True, "Time", "Show the game time.")
    show_goal: bool = setting(True, "Goal", "Show what is left to the goal.")
    show_focus: bool = setting(True, "Key figure", "Show the most important figure of the mode.")
    show_pieces: bool = setting(True, "Piece counts", "Show how often you got each piece.")
    show_mode: bool = setting(True, "Mode", "Show the name of the mode.")
    show_messages: bool = setting(True, "Messages", "Show what scored points.")
    show_race: bool = setting(True, "Race", "Show your pace against your best game, and the projected result.")
    show_rival: bool = setting(False, "Best game", "Replay your best game, small, beside yours.")
    legend: bool = setting(True, "Key legend", "Show the keys beside the field.")
    pressed_keys: bool = setting(False, "Input display", "Show your inputs under the field.")
    show_pps: Annotated[bool, Group("Stats")] = setting(True, "Pieces/s", "Show PPS, the pieces placed per second.")
    show_kpp: bool = setting(True, "Keys/piece", "Show KPP, the key presses per piece.")
    show_finesse: bool = setting(True, "Finesse", "Show how many pieces had no extra presses.")
    show_combo: bool = setting(True, "Combo", "Show the combo: line clears in a row.")
    show_back_to_back: bool = setting(True, "Back-to-back", "Show B2B: quads and spins in a row.")
    show_attack: bool = setting(True, "Attack", "Show APM, rows and spike, as if you played a match.")
    fps: Annotated[int, Range(MIN_FPS, MAX_FPS, 1, N_("fps")), Group("Frames")] = setting(
        60, "Frame rate", "Frames per second. Key presses always show at once."
    )
    show_fps: bool = setting(False, "Show frame rate", "Show the frames per second.")

    def changed(self, name: str, value: object) -> Self:
        changed = super().changed(name, value)
        return changed.with_values(hud="custom") if name in HUD_SWITCHES else changed


HUD_SWITCHES: Final = frozenset(
    name for name in Graphics.names() if name.startswith("show_") and name != "show_fps"
) | {"legend", "pressed_keys"}
"""Settings of a custom HUD."""
