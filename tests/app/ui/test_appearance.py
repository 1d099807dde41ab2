"""On a terminal of 256 colours, each colour is shown by what comes nearest to it."""

from rich.color import ColorType
from rich.segment import Segment
from rich.style import Style
from textual.color import Color

from piecement.render.skins.tones import TONES
from piecement.ui.game_look import TONES as OWN_TONES
from piecement.ui.terminal_limits import NearestColours, nearest
from tests.sampling import together

RAMP = range(232, 256)
"""The greys."""


def channels(colour: str) -> tuple[int, int, int]:
    """Return the parts of `#RRGGBB`."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:], 16)


@together("tones", [name for name, tones in TONES.items() if tones.background])
def test_a_nearly_grey_background_is_grey(tones: str) -> None:
    background = TONES[tones].background
    assert background is not None
    parts = channels(background)

    if max(parts) - min(parts) < 24 and max(parts) < 250 and max(parts) > 0:
        assert nearest(*parts) in RAMP


def test_the_background_of_tetro_is_not_navy() -> None:
    assert nearest(*channels("#1E1E30")) in RAMP


def test_the_field_stands_out_from_the_background() -> None:
    assert nearest(*channels(OWN_TONES.background or "")) != nearest(*channels(OWN_TONES.field or ""))


@together(
    ("colour", "number"), [("#000000", 16), ("#FFFFFF", 231), ("#FF0000", 196), ("#FECB00", 220), ("#767676", 243)]
)
def test_colours_that_there_are_stay_as_they_are(colour: str, number: int) -> None:
    assert nearest(*channels(colour)) == number


def test_only_24_bit_colours_are_replaced() -> None:
    styles = [Style(color="#12121C", bgcolor="#1E1E30", bold=True), Style(color="color(4)"), Style(dim=True)]
    shown = NearestColours().apply([Segment("x", style) for style in styles], Color(0, 0, 0))

    changed = shown[0].style
    assert changed is not None
    assert changed.bold
    assert changed.color is not None
    assert changed.color.type is ColorType.EIGHT_BIT
    assert changed.color.number == 233
    assert [segment.style for segment in shown[1:]] == styles[1:]
