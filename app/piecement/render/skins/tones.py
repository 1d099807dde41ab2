"""Tones: the colours of everything except tiles, namely text, frames and backgrounds."""

from typing import Final, NamedTuple


class Tones(NamedTuple):
    """Colours as `#RRGGBB`; None for the terminal's own."""

    text: str | None = None
    muted: str | None = None
    """Colour of labels and hints; None for the text colour, dimmed."""
    accent: str | None = None
    """Colour of headings and current values."""
    frame: str | None = None
    grid: str | None = None
    background: str | None = None
    """Colour behind everything."""
    field: str | None = None
    """Colour behind the cells of the field; None for the background."""


TERMINAL: Final = Tones()
"""Tones with the terminal's own colours."""

TONES: Final[dict[str, Tones]] = {
    "terminal": TERMINAL,
    "tetro_dark": Tones(
        text="#E4E8F6", accent="#5CD0E8", frame="#EEF2FF", grid="#DAE0F4", background="#1E1E30", field="#18182A"
    ),
    "gruvbox_dark": Tones(text="#EBDBB2", accent="#FBF1C7", background="#282828"),
    "solarized_light": Tones(text="#586E75", accent="#586E75", background="#FDF6E3", field="#EEE8D5"),
    "matrix": Tones(text="#C1FF8A", background="#0F191C", field="#111B1E", grid="#141C1F"),
    "sequoia": Tones(text="#E2E4ED", background="#0F1014", field="#0D0E12"),
    "amber": Tones(text="#FF9400", background="#251200"),
    "one_half_dark": Tones(text="#DCDFE4", accent="#FFFFFF", background="#23262F", field="#1E2129"),
    "nes": Tones(text="#FCFCFC", accent="#A4E4FC", background="#787878", grid="#787878", field="#000000"),
    "white_on_black": Tones(text="#FFFFFF", background="#000000"),
    "black_on_white": Tones(text="#000000", background="#FFFFFF"),
}
"""Sets of tones by name, as alternatives to those of the application's theme."""
