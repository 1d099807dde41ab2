"""The number of colours follows from the environment, also where Rich is wrong."""

import sys

import pytest

from piecement.cli.main import settle_colours
from piecement.terminal.background import Background, background_of_colour, background_of_environment, colour_behind
from piecement.terminal.environment import colour_system, has_unicode, is_gnu_screen, terminal_name
from tests.programs import output_of
from tests.sampling import together


@together(
    "term",
    [
        "xterm-kitty",
        "alacritty",
        "alacritty-direct",
        "foot",
        "foot-extra",
        "xterm-ghostty",
        "wezterm",
        "konsole-direct",
    ],
)
def test_terminals_of_all_colours_are_known_by_their_names_alone(term: str) -> None:
    assert colour_system({"TERM": term}) == "truecolor"


@together("term", ["xterm", "xterm-256color", "st-256color", "linux", "footloose", ""])
def test_other_terminals_are_left_to_the_usual_detection(term: str) -> None:
    assert colour_system({"TERM": term}) is None


@pytest.mark.parametrize(
    ("environment", "system"),
    [
        ({"STY": "1.x", "TERM": "screen", "COLORTERM": "truecolor"}, "standard"),
        ({"STY": "1.x", "TERM": "screen.xterm-256color", "COLORTERM": "truecolor"}, "256"),
        ({"TERM": "screen-256color", "COLORTERM": "24bit"}, "256"),
        ({"STY": "1.x", "TERM": "xterm-kitty"}, "standard"),
    ],
)
def test_gnu_screen_gets_no_24_bit_colours_despite_leaks(environment: dict[str, str], system: str) -> None:
    assert colour_system(environment) == system


def test_a_terminal_without_a_name_is_named_by_its_multiplexer() -> None:
    assert terminal_name({"TMUX": "/tmp/tmux"}) == "tmux"
    assert terminal_name({"TMUX": "/tmp/tmux", "TERM_PROGRAM": "kitty"}) == "kitty, tmux"


def test_tmux_is_not_taken_for_gnu_screen() -> None:
    assert not is_gnu_screen({"TMUX": "x", "TERM": "screen-256color"})
    assert is_gnu_screen({"TERM": "screen"})


@pytest.mark.skipif(sys.platform == "win32", reason="the console of Windows needs no locale")
@pytest.mark.parametrize(
    ("environment", "has"),
    [
        ({}, True),
        ({"LANG": "de_DE.utf8"}, True),
        ({"LC_CTYPE": "UTF-8"}, True),
        ({"LC_ALL": "", "LANG": "C.UTF-8"}, True),
        ({"LC_ALL": "C", "LANG": "C.UTF-8"}, False),
        ({"LANG": "de_DE.ISO-8859-1"}, False),
        ({"LC_CTYPE": "POSIX", "LANG": "C.UTF-8"}, False),
    ],
)
def test_a_locale_has_utf_8_by_its_name(environment: dict[str, str], has: bool) -> None:
    assert has_unicode(environment) is has


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no terminfo")
@pytest.mark.parametrize(
    ("term", "settled"),
    [("vt100", {"NO_COLOR": "1"}), ("sun", {"NO_COLOR": "1"}), ("linux", {}), ("unheard-of", {}), ("", {})],
)
def test_terminals_without_colours_get_none(term: str, settled: dict[str, str]) -> None:
    script = "from piecement.cli.main import settle_colours; settled = {}; settle_colours(settled); print(settled)"

    assert output_of(script, TERM=term) == f"{settled}\n"


def test_textual_gets_found_colours_unless_the_player_chose() -> None:
    environment = {"TERM": "foot"}
    settle_colours(environment)
    said = {"TERM": "foot", "TEXTUAL_COLOR_SYSTEM": "256"}
    settle_colours(said)
    served = {"TERM": "screen", "STY": "1.x", "TEXTUAL_DRIVER": "x"}
    settle_colours(served)

    assert environment["TEXTUAL_COLOR_SYSTEM"] == "truecolor"
    assert said["TEXTUAL_COLOR_SYSTEM"] == "256"
    assert "TEXTUAL_COLOR_SYSTEM" not in served


@together(
    ("colour", "background"),
    [
        ((0, 0, 0), Background.DARK),
        ((255, 255, 255), Background.LIGHT),
        ((0, 43, 54), Background.DARK),
        ((253, 246, 227), Background.LIGHT),
        ((0, 0, 255), Background.DARK),
        ((255, 255, 0), Background.LIGHT),
    ],
)
def test_background_is_light_where_black_reads_better(colour: tuple[int, int, int], background: Background) -> None:
    assert background_of_colour(*colour) is background


@together(
    ("environment", "background"),
    [
        ({}, Background.UNKNOWN),
        ({"COLORFGBG": "0;15"}, Background.LIGHT),
        ({"COLORFGBG": "0;default;15"}, Background.LIGHT),
        ({"COLORFGBG": "15;0"}, Background.DARK),
        ({"COLORFGBG": "15;default"}, Background.UNKNOWN),
        ({"TERM": "linux"}, Background.DARK),
    ],
)
def test_the_environment_may_tell_the_background(environment: dict[str, str], background: Background) -> None:
    assert background_of_environment(environment) is background


def test_only_full_cells_are_painted_over_their_own_colour() -> None:
    assert colour_behind("██", "#FF0000", "#000000") == "#FF0000"
    assert colour_behind("▓▓", "#FF0000", "#000000") == "#000000"
    assert colour_behind("██", None, "#000000") == "#000000"
