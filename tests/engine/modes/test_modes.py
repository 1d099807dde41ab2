"""Declarations of the modes: their order, rules, fixed fields and options."""

import json
from dataclasses import replace
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

import pytest

from piecement_engine import MODES, Game, Limit, Limits, Mode, RuleError, Rules, modes, register_mode
from piecement_engine.bots import Player, Search, SearchingBot
from piecement_engine.bots.bot import Habits
from piecement_engine.modes import GROUPS, Choice, Letters, Number, Option, OptionValue, Switch
from piecement_engine.modes.cheese import Cheese
from piecement_engine.modes.combo import LAYOUTS
from piecement_engine.modes.garbage import StartRows
from piecement_engine.modes.mode import MODES_OWN
from piecement_engine.modes.tables import MODE_ROWS, OPTION_ROWS
from piecement_engine.rules.rules import LONGEST_NS
from tests.sampling import mostly_wide, together

SECOND = 1_000_000_000
Overrides = dict[str, Any]  # the values of rules are of many types

EACH_MODE = together("mode", MODES.values())
EACH_OPTION = together(("mode", "option"), [(mode, option) for mode in MODES.values() for option in mode.options])


def some_values(option: Option) -> list[OptionValue]:
    """Return values that an option can have: its ends, and some between."""
    match option:
        case Number():
            between = [option.default + steps * option.step for steps in (-1, 1, 3)]
            inside = {value for value in between if option.low <= value <= option.high}
            return sorted({option.low, option.default, min(option.high, 10_000), *inside})
        case Choice():
            return list(option.choices)
        case Switch():
            return [False, True]
        case Letters():
            return ["", option.letters[:3], option.letters * 8]


def with_options(mode: str, **options: OptionValue) -> Rules:
    return MODES[mode].rules_with(options=options)


def test_the_menu_has_the_modes_in_groups() -> None:
    groups = [mode.group for mode in MODES.values()]

    assert groups == sorted(groups, key=GROUPS.index)
    assert set(groups) == set(GROUPS)


@EACH_MODE
def test_every_title_fits_beside_the_field_and_names_no_program(mode: Mode) -> None:
    assert len(mode.title) <= 14
    assert mode.title.lower() not in {"jminos", "pytetris", "tetrs", "tetro"}


def test_every_row_of_the_tables_is_a_mode_or_an_option() -> None:
    options = {
        f"{of}{option.name}" for mode in MODES.values() for option in mode.options for of in (f"{mode.name}.", "")
    }

    assert OPTION_ROWS.keys() <= options
    assert [*MODE_ROWS] == [*MODES]


def test_all_modes_are_in_the_menu() -> None:
    files = [import_module(f"{modes.__name__}.{file.name}") for file in iter_modules(modes.__path__)]
    declared = {mode.name for file in files for mode in vars(file).values() if isinstance(mode, Mode)}

    assert declared == set(MODES)


def test_no_mode_of_recordings_is_gone() -> None:
    assert set(MODES) >= {
        *("40_lines", "marathon", "master", "cheese", "puzzle", "sprint", "time_trial", "dig", "combo", "survival"),
        *("ascent", "zen", "invisible", "20g", "guideline", "classic", "game_boy", "elektronika_60", "polyomino"),
        *("regular", "swift", "cascade", "jminos", "pytetris", "custom"),
    }


@together(
    ("name", "level", "rises", "limits"),
    [
        ("40_lines", 3, False, Limits(lines=Limit(40))),
        ("marathon", 1, True, Limits(level=Limit(19))),
        ("master", 20, True, Limits(lines=Limit(300))),
        ("cheese", 1, False, Limits(lines=Limit(32))),
        ("puzzle", 3, False, Limits(level=Limit(24))),
        ("time_trial", 3, False, Limits(time=Limit(180 * SECOND))),
        ("custom", 1, True, Limits(time=Limit(60 * SECOND))),
    ],
)
def test_the_modes_of_the_seed_have_its_speed_and_goal(name: str, level: int, rises: bool, limits: Limits) -> None:
    rules = MODES[name].rules

    assert (rules.start_level, rules.level_up, rules.limits) == (level, rises, limits)


@EACH_MODE
def test_every_mode_describes_itself_in_one_sentence(mode: Mode) -> None:
    assert MODES[mode.name] is mode
    assert mode.title[0].isupper() or mode.title[0].isdigit()
    assert mode.sentence.endswith(".")
    assert "\n" not in mode.sentence


@EACH_MODE
def test_every_mode_ranks_and_shows_results_that_games_have(mode: Mode) -> None:
    results = {"time", "pieces", "lines", "level", "score"}

    assert mode.ranking
    assert {key.removeprefix("-") for key in mode.ranking} <= results
    assert mode.headline in results


def test_only_the_invisible_mode_is_invisible() -> None:
    assert [mode.name for mode in MODES.values() if mode.invisible] == ["invisible"]


@EACH_OPTION
def test_every_option_at_its_default_leaves_the_rules_alone(mode: Mode, option: Option) -> None:
    assert mode.rules_with(options={option.name: option.default}) == mode.rules


@pytest.mark.wide
@EACH_OPTION
def test_every_option_value_plays_and_survives_json(mode: Mode, option: Option) -> None:
    for value in some_values(option):
        rules = mode.rules_with(options={option.name: value})
        Game(rules, 0).update(SECOND // 10)

        assert Rules.from_dict(json.loads(json.dumps(rules.to_dict()))) == rules


@EACH_OPTION
def test_every_option_changes_rules_unless_it_needs_another(mode: Mode, option: Option) -> None:
    waiting = {"start_style", "board", "queue_end"} if mode.name in {"custom", "jminos", "guideline"} else set[str]()
    waiting |= {"attack_rule"} if mode.name == "zen" else set()
    for value in some_values(option):
        changed = mode.rules_with(options={option.name: value}) != mode.rules

        assert changed == (value != option.default) or option.name in waiting


@EACH_OPTION
def test_every_option_describes_itself(mode: Mode, option: Option) -> None:
    assert option.title[0].isupper()
    assert option.sentence.endswith(".")
    assert [other.name for other in mode.options].count(option.name) == 1


@EACH_OPTION
def test_no_option_takes_a_value_out_of_its_range(mode: Mode, option: Option) -> None:
    beyond: list[Any] = [None, 1.5, [], "no such name"]  # wrong on purpose
    beyond += [option.low - 1, option.high + 1, True] if isinstance(option, Number) else [17]
    for value in beyond:
        with pytest.raises(RuleError, match=f"^{option.name} is "):
            mode.rules_with(options={option.name: value})


def test_an_unknown_option_is_named_with_those_that_there_are() -> None:
    with pytest.raises(RuleError, match="unknown option 'speed' of the mode 'sprint': options are lines"):
        with_options("sprint", speed=3)
    with pytest.raises(RuleError, match="unknown option 'speed' of the mode 'plain': it has none"):
        replace(MODES["40_lines"], name="plain", options=()).rules_with(options={"speed": 3})


def test_the_layouts_of_combo_can_all_be_chosen() -> None:
    layout = MODES["combo"].options[0]
    assert isinstance(layout, Choice)

    assert list(layout.choices) == list(LAYOUTS)


@together(
    ("mode", "options", "expected"),
    [
        ("sprint", {"lines": "20"}, Rules(limits=Limits(lines=Limit(20)))),
        ("sprint", {"lines": "100"}, Rules(limits=Limits(lines=Limit(100)))),
        ("time_trial", {"seconds": 120}, Rules(start_level=3, limits=Limits(time=Limit(120 * SECOND)))),
        ("invisible", {"lines": 0}, Rules()),
        (
            "cheese",
            {"goal": 20, "rows": 10, "messiness": 30},
            Rules(limits=Limits(lines=Limit(20)), modifiers=(Cheese(rows=10, supply=20, messiness=30),)),
        ),
        ("cheese", {"goal": 0}, Rules(modifiers=(Cheese(supply=None),))),
        ("cheese", {"endless_supply": True}, Rules(limits=Limits(lines=Limit(32)), modifiers=(Cheese(supply=None),))),
        (
            "dig",
            {"rows": 5},
            Rules(limits=Limits(lines=Limit(5)), modifiers=(Cheese(rows=5, supply=5, repeats=False),)),
        ),
        (
            "custom",
            {
                "start_level": 7,
                "level_up": False,
                "fall_ms": 40,
                "time": 0,
                "lines": 50,
                "pieces": 200,
                "score": 9000,
                "level": 25,
                "start_rows": 4,
                "start_style": "holes",
            },
            Rules(
                start_level=7,
                fall_delay_ns=40_000_000,
                limits=Limits(pieces=Limit(200), lines=Limit(50), level=Limit(25), score=Limit(9000)),
                modifiers=(StartRows(4, "holes"),),
            ),
        ),
        ("custom", {"fall_ms": 0, "level_up": False, "time": 0}, Rules(fall_delay_ns=0)),
        ("custom", {"fall_ms": 100_001, "level_up": False, "time": 0}, Rules(fall_delay_ns=LONGEST_NS)),
    ],
)
def test_options_together_make_the_rules_that_they_say(
    mode: str, options: dict[str, OptionValue], expected: Rules
) -> None:
    assert with_options(mode, **options) == expected


@together(
    ("options", "leveling", "limits"),
    [
        ({}, "ten_lines", Limits(lines=Limit(150))),
        ({"levels": 20}, "ten_lines", Limits(lines=Limit(200))),
        ({"goal": "variable"}, "variable_goal", Limits(level=Limit(15))),
        ({"goal": "variable", "levels": 30}, "variable_goal", Limits(level=Limit(30))),
        ({"goal": "variable", "levels": 0}, "variable_goal", Limits()),
        ({"levels": 0}, "ten_lines", Limits()),
    ],
)
def test_the_guideline_has_a_fixed_or_a_variable_goal(
    options: dict[str, OptionValue], leveling: str, limits: Limits
) -> None:
    rules = with_options("guideline", **options)

    assert (rules.leveling, rules.limits) == (leveling, limits)


@together(
    ("options", "size", "pieces"),
    [
        ({}, (13, 26), "5"),
        ({"rank": 4}, (10, 20), "tetrominoes"),
        ({"rank": 7}, (18, 36), "7"),
        ({"rank": 8, "board": "usual"}, (10, 20), "8"),
        ({"rank": 6, "mixed": True}, (15, 30), "1-6"),
    ],
)
def test_the_board_grows_with_the_pieces(options: dict[str, OptionValue], size: tuple[int, int], pieces: str) -> None:
    rules = with_options("polyomino", **options)

    assert (rules.width, rules.skyline) == size
    assert rules.pieces == pieces
    assert rules.randomizer == ("rank_bag" if options.get("mixed") else "bag")


def test_jminos_has_the_leniency_of_its_seed() -> None:
    """Presses between pieces are remembered, a direction charges all the time, and hold cannot lose."""
    rules = MODES["jminos"].rules

    assert (rules.initial_hold, rules.initial_rotation, rules.initial_move) == ("tapped", "tapped", "charged")
    assert (rules.hold, rules.safe_hold) == ("unlimited", True)


@pytest.mark.parametrize("mode", ["polyomino", "jminos"])
@mostly_wide("rank", [10, 4, 5])
def test_a_board_of_any_height_is_crossed_in_the_same_time(mode: str, rank: int) -> None:
    for level in (1, 5, 19, 20):
        view = Game(with_options(mode, rank=rank, start_level=level), 0).view
        usual = Game(Rules(start_level=level), 0).view

        assert view.fall_delay_ns == usual.fall_delay_ns * 20 // view.skyline
        assert view.lock_delay_ns == usual.lock_delay_ns


def test_overrides_fill_in_open_fields_of_a_mode() -> None:
    overrides: Overrides = {"das_ns": 100_000_000, "preview_count": 6, "scoring": "guideline", "rotation_system": "srs"}
    rules = MODES["marathon"].rules_with(overrides)

    assert rules == replace(MODES["marathon"].rules, **overrides)


@EACH_MODE
def test_overrides_do_not_reach_fixed_fields_of_a_mode(mode: Mode) -> None:
    board: Overrides = {"width": 12, "pieces": "5", "hold": "off"}
    overrides: Overrides = {"start_level": 9, "limits": {}, "modifiers": [], **board}
    rules = mode.rules_with(overrides)
    hold = mode.rules.hold if "hold" in mode.fixed() else "off"

    assert mode.fixed() >= MODES_OWN | mode.rules.to_dict().keys()
    assert rules == replace(mode.rules, hold=hold)


def test_fields_set_by_an_option_are_fixed_too() -> None:
    zen = MODES["zen"]

    assert "soft_drop_interval_ns" in zen.fixed({"level": 0}) - zen.fixed()
    assert zen.rules_with({"soft_drop_interval_ns": 1}, {"level": 0}).soft_drop_interval_ns == 33_000_000


def test_an_unknown_wish_is_refused() -> None:
    with pytest.raises(RuleError, match="unknown rule 'gravity'"):
        MODES["marathon"].rules_with({"gravity": 20})


def test_a_mode_of_ones_own_joins_the_menu(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(modes, "MODES", {**MODES})
    rules = Rules(limits=Limits(lines=Limit(10)))
    own = Mode("own", title="Own", sentence="Ten lines.", rules=rules, ranking=("time",), headline="time")
    register_mode(own)

    assert list(modes.MODES)[-1] == "own"
    assert own.rules_with({"das_ns": 0}) == replace(own.rules, das_ns=0)


def test_regular_and_swift_are_as_in_tetro_tui() -> None:
    """160 lines by the curves that go by lines, ranked by points; 40 lines at 667 ms a row and 500 ms to lock."""
    regular, swift = MODES["regular"].rules, MODES["swift"].rules

    assert (regular.timing, regular.limits, regular.scoring) == ("tetro", Limits(lines=Limit(160)), "tetro")
    assert MODES["regular"].ranking[0] == "-score"
    assert (swift.fall_delay_ns, swift.lock_delay_ns) == (667_000_000, 500_000_000)
    assert swift.limits == Limits(lines=Limit(40))
    assert MODES["swift"].ranking == ("-lines", "time")


@EACH_MODE
def test_cascade_is_an_option_of_every_mode(mode: Mode) -> None:
    if mode.name == "cascade":
        assert mode.rules.cascade
    else:
        assert not mode.rules.cascade
        assert with_options(mode.name, cascade=True) == replace(mode.rules, cascade=True)


def test_twists_are_an_option_of_cascade() -> None:
    assert MODES["cascade"].rules.spin_rule == "t_three_corner", "as recordings of the mode have it"
    assert with_options("cascade", twists=True) == replace(MODES["cascade"].rules, spin_rule="all_twists")


def test_cascade_polyominoes_and_guideline_combine() -> None:
    rules = with_options("guideline", rank=5, mixed=True, cascade=True)

    assert rules.cascade
    assert (rules.pieces, rules.scoring, rules.rotation_system) == ("1-5", "guideline", "srs")
    assert (rules.width, rules.skyline) == (13, 26)
    game = Game(rules, 3)
    player = Player(game, SearchingBot(Habits(search=Search("survive", 1, 1))))
    player.advance(6 * SECOND)
    assert game.view.pieces > 20


def test_custom_has_a_board_pieces_and_garbage_of_ones_own() -> None:
    rules = with_options("custom", width=12, skyline=16, cells="1-5", rising_rows=True)

    assert (rules.width, rules.skyline, rules.height) == (12, 16, 36)
    assert (rules.pieces, rules.randomizer) == ("1-5", "rank_bag")
    assert [modifier.kind for modifier in rules.modifiers] == ["rising_rows"]


@together(
    ("rank", "size"),
    [
        *((1, (10, 20, 40)), (4, (10, 20, 40)), (5, (13, 26, 52)), (6, (15, 30, 60))),
        *((7, (18, 36, 72)), (8, (20, 40, 80)), (10, (25, 50, 100))),
    ],
)
def test_a_board_grows_with_the_rank(rank: int, size: tuple[int, int, int]) -> None:
    rules = MODES["polyomino"].rules_with(options={"rank": rank})

    assert (rules.width, rules.skyline, rules.height) == size
