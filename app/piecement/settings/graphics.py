"""Settings of the look."""

from collections.abc import Iterable
from typing import Annotated, Final, Self

from piecement.render.skins.animation import HARD_DROPS, LOCKS
from piecement.render.skins.line_clears import LINE_CLEARS
from piecement.render.skins.look import ALL_LARGE, SKINS_OWN
from piecement.render.skins.palettes import PALETTES
from piecement.render.skins.skins import SKINS
from piecement.render.skins.tones import TONES
from piecement.settings.choices import names_of
from piecement.settings.section import Section, setting
from piecement.settings.specs import Choices, Group, Range
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

    skin: Annotated[str, _SKINS, Group(N_("Look"))] = setting(
        "modern", N_("Skin"), N_("The look of blocks and frames.")
    )
    palette: Annotated[str, _PALETTES] = setting(
        AUTOMATIC, N_("Colours"), N_("The piece colours, from true colour to none.")
    )
    tones: Annotated[str, names_of("tones", (AUTOMATIC, *TONES))] = setting(
        AUTOMATIC, N_("Screen"), N_("The colours of everything else, in true colour.")
    )
    ground: Annotated[str, names_of("ground")] = setting(
        AUTOMATIC, N_("Background"), N_("Your terminal's background, for looks that show it.")
    )
    locked_colour: Annotated[str, names_of("locked_colour")] = setting(
        "own", N_("Locked pieces"), N_("The colour of locked pieces.")
    )
    hard_drop: Annotated[str, _effects(HARD_DROPS), Group(N_("Effects"))] = setting(
        SKINS_OWN, N_("Hard drop"), N_("What a hard drop leaves behind.")
    )
    lock: Annotated[str, _effects(LOCKS)] = setting(
        SKINS_OWN, N_("Lock"), N_("What a piece looks like just after it locks.")
    )
    line_clear: Annotated[str, _effects(LINE_CLEARS)] = setting(
        SKINS_OWN, N_("Line clear"), N_("How full lines disappear.")
    )
    feats: Annotated[str, names_of("feats")] = setting(
        "full", N_("Callouts"), N_("Where big clears, spins and combos are announced.")
    )
    ghost: Annotated[bool, Group(N_("Field"))] = setting(True, N_("Ghost"), N_("Show where the piece will land."))
    edges: bool = setting(True, N_("Edges"), N_("Set the blocks of Modern apart: lighter edges, or gaps."))
    grid: bool = setting(False, N_("Grid"), N_("Mark the empty cells."))
    spawn_preview: bool = setting(False, N_("Spawn preview"), N_("Show where the next piece will spawn."))
    lock_meter: bool = setting(False, N_("Lock meter"), N_("Show how soon the piece locks."))
    hud: Annotated[str, names_of("hud"), Group(N_("Beside the field"))] = setting(
        "calm", N_("HUD"), N_("What stands beside the field.")
    )
    key_hints: Annotated[str, names_of("key_hints")] = setting(
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
