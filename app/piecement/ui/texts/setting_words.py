"""Words that players and other games use for settings, by the row that each leads to in the settings."""

from typing import Final

from piecement_base.language import N_
from piecement.ui.menu_graph import Node

REBINDING: Final = N_("rebind bind binding bindings hotkey keyboard controls")
"""Words for every row that holds a key."""

SETTING_WORDS: Final[dict[str, str]] = {
    "style": N_("preset profile theme controls rules"),
    "handling": N_("tuning speed sensitivity"),
    "soft_drop": N_("sdf soft drop factor speed"),
    "graphics.": N_("theme appearance accessibility colour blind colour-blind contrast preset"),
    "effects": N_("particles animation flash accessibility"),
    "gameplay.das_ms": N_("autoshift charge delay handling"),
    "gameplay.arr_ms": N_("autoshift repeat speed handling"),
    "gameplay.das_cut_ms": N_("das cut dcd"),
    "gameplay.soft_drop_by": N_("sdf soft drop factor"),
    "gameplay.soft_drop_interval_ms": N_("sdf soft drop factor speed"),
    "gameplay.rotation_system": N_("srs kick table wallkick"),
    "gameplay.randomizer": N_("7-bag generator random seed"),
    "gameplay.preview_count": N_("next queue"),
    "gameplay.appearance_delay_ms": N_("are spawn delay"),
    "gameplay.locking": N_("infinity lock delay"),
    "gameplay.timing": N_("gravity level speed"),
    "interface.ready_go": N_("start countdown"),
    "interface.pause_on_blur": N_("focus autopause"),
    "interface.key_releases": N_("accessibility keyup kitty hold"),
    "interface.hold_to_wall": N_("accessibility das"),
    "interface.gamepad": N_("controller joystick accessibility"),
    "computer.retry_key": N_("forfeit retry reset"),
    "computer.pause_key": N_("forfeit give up end game"),
    "hard_drop": N_("instant drop"),
    "sonic_drop": N_("firm drop"),
    "graphics.skin": N_("theme blocks tiles accessibility ascii"),
    "graphics.palette": N_("color colour theme accessibility colour blind colour-blind color-blind"),
    "graphics.tones": N_("color theme dark light accessibility contrast background"),
    "graphics.locked_colour": N_("color accessibility"),
    "graphics.ground": N_("color theme dark light transparent"),
    "graphics.ghost": N_("shadow"),
    "graphics.feats": N_("accessibility announcements popups"),
    "graphics.large_previews": N_("accessibility next size"),
    "graphics.fps": N_("fps framerate"),
    "graphics.show_fps": N_("fps framerate"),
    "graphics.legend": N_("controls"),
    "interface.reduced_motion": N_("accessibility animation shake flash epilepsy"),
    "interface.blindfold": N_("invisible"),
    "sound.sound": N_("volume mute audio silence"),
    "sound.bell": N_("accessibility beep"),
    "sound.effects_volume": N_("audio sfx"),
    "sound.music_volume": N_("audio"),
    "sound.mute_key": N_("volume silence"),
    "storage.retention": N_("keep savefile save file saves storage privacy delete data"),
    Node.STORAGE: N_("savefile save file folder path data disk"),
    Node.ABOUT: N_("version licence license credits"),
    Node.FIRST_RUN: N_("welcome style"),
    "interface.language": N_("translation locale german english"),
    "computer.attract_s": N_("idle attract screensaver"),
    "copy_settings": N_("export share backup savefile"),
    "paste_settings": N_("import share restore savefile"),
}
