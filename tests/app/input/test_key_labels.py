"""Labels of keys on the screen."""

from piecement.input.key_labels import key_label
from piecement.input.key_presets import PRESETS
from tests.sampling import together


@together(
    ("key", "label", "ascii_label"),
    [
        ("left", "←", "Left"),
        ("right", "→", "Right"),
        ("up", "↑", "Up"),
        ("down", "↓", "Down"),
        ("space", "Space", "Space"),
        ("escape", "Esc", "Esc"),
        ("enter", "Enter", "Enter"),
        ("pageup", "PgUp", "PgUp"),
        ("pagedown", "PgDn", "PgDn"),
        ("backspace", "Back", "Back"),
        ("delete", "Del", "Del"),
        ("left_shift", "Shift", "Shift"),
        ("right_control", "Right Ctrl", "Right Ctrl"),
        ("kp_4", "Num 4", "Num 4"),
        ("kp_left", "Num ←", "Num Left"),
        ("kp_add", "Num +", "Num +"),
        ("kp_enter", "Num Enter", "Num Enter"),
        ("a", "A", "A"),
        ("f5", "F5", "F5"),
        ("semicolon", ";", ";"),
        ("slash", "/", "/"),
        ("full_stop", ".", "."),
        ("minus", "-", "-"),
        ("less_than_sign", "<", "<"),
        ("ñ", "Ñ", "U+00D1"),
        ("ф", "Ф", "U+0424"),
        ("ß", "ß", "U+00DF"),
        ("media_play", "Media Play", "Media Play"),
        ("ctrl+z", "Ctrl+Z", "Ctrl+Z"),
        ("pad_a", "Pad A", "Pad A"),
        ("pad_left", "Pad left", "Pad left"),
        ("pad_l_up", "Pad L up", "Pad L up"),
        ("pad_r2", "Pad R2", "Pad R2"),
        ("ctrl+shift+left", "Ctrl+Shift+←", "Ctrl+Shift+Left"),
    ],
)
def test_keys_have_short_labels(key: str, label: str, ascii_label: str) -> None:
    assert key_label(key) == label
    assert key_label(key, ascii_only=True) == ascii_label


@together("preset", PRESETS)
def test_ascii_labels_of_a_preset_are_ascii_and_differ(preset: str) -> None:
    keys = [key for key, _ in PRESETS[preset].pairs]
    labels = [key_label(key, ascii_only=True) for key in keys]

    assert all(label.isascii() for label in labels)
    assert len(set(labels)) == len(keys)
