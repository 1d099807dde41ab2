"""The rule editor makes rules of one's own, which are played, stored and shared."""

from collections.abc import Callable
from dataclasses import fields, replace

import pytest
from textual import events
from textual.widgets import Input, OptionList, Static

from piecement.session.own_rules import OwnRules
from piecement.session.rule_draft import RuleDraft
from piecement.settings.specs import SettingSpec
from piecement.settings.styles import with_style
from piecement.storage.named_texts import DRAFT
from piecement.ui.menu_graph import Node
from piecement.ui.rule_specs import GOAL, WITHOUT_ROW, modifier_specs, rule_specs, set_value
from piecement.ui.screens.rule_editor import RuleEditorScreen, RuleEntry
from piecement.ui.texts.rule_summaries import SUMMARIES, in_words
from piecement.ui.widgets.menu_list import MenuList
from piecement.ui.widgets.settings_list import SettingsList
from piecement_base.errors import StorageError
from piecement_base.plan import Plan
from piecement_engine import MODES, MODIFIERS, Limit, Limits, RuleError, Rules
from piecement_engine.modes.cheese import Cheese
from piecement_engine.modes.garbage import StartRows
from piecement_engine.rules.limits import LIMIT_NAMES
from piecement_engine.rules.rules import RULE_NAMES
from piecement_engine.rules.timing import SECOND
from tests.app.setting_rows import asked_by
from tests.app.walking import Player, playing, text_of, words_of
from tests.sampling import together

MARATHON = MODES["marathon"].rules
NARROW = OwnRules("Narrow", Rules(width=6, start_level=2))


def editor(player: Player) -> RuleEditorScreen:
    return player.screen_as(RuleEditorScreen)


async def at(player: Player, row: str) -> None:
    """Move the cursor to a row by its id."""
    rows: OptionList = editor(player).query_one(SettingsList).rows
    for group in [option.id for option in rows.options if str(option.id).startswith("group.")]:
        if row not in [option.id for option in rows.options]:
            rows.highlighted = rows.get_option_index(str(group))
            await player.press("enter")
    rows.highlighted = rows.get_option_index(row)
    await player.settle()


async def enter(player: Player, line: str) -> None:
    await player.press("f")
    player.app.screen.query_one("#line", Input).value = line
    await player.press("enter")


async def test_draft_that_could_not_be_read_is_not_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise StorageError("The database is locked.")

    async with playing() as player:
        rule_sets = player.app.store.rule_sets
        rule_sets.put(DRAFT, NARROW.line())
        with monkeypatch.context() as locked:
            locked.setattr(rule_sets, "find", refuse)
            await player.go_to(Node.RULE_EDITOR)
        await player.press("escape")

        assert rule_sets.find(DRAFT) == NARROW.line()


async def test_a_rule_is_changed_by_the_arrows_and_typed() -> None:
    async with playing(at=Node.RULE_EDITOR) as player:
        await at(player, "rules.width")
        await player.press("right", "right")
        await at(player, "rules.line_clear_delay_ns")
        await player.press("enter", *["backspace"] * 3, "7", "5", "enter")

        assert editor(player).draft.rules == replace(MARATHON, width=12, line_clear_delay_ns=75_000_000)


async def test_impossible_rules_are_refused_with_the_reason() -> None:
    async with playing(at=Node.RULE_EDITOR) as player:
        await at(player, "rules.height")
        await player.press("enter", *["backspace"] * 2, "9", "enter")

        assert "height is 9" in words_of(player.app)
        assert editor(player).draft.rules == MARATHON

        await at(player, "rules.modifier ascent")
        await player.press("right")
        assert "width is 10" in words_of(player.app)
        assert editor(player).draft.rules == MARATHON

        await at(player, "handling")
        assert "Your own handling applies." in words_of(player.app)

        await enter(player, '{"name":"Gems","rules":{"modifiers":[{"kind":"ascent"}]}}')
        await player.press("p")
        assert player.node is Node.RULE_EDITOR
        assert "width is 10" in words_of(player.app)


async def test_the_rules_of_a_mode_are_taken_and_changed() -> None:
    async with playing(at=Node.RULE_EDITOR) as player:
        await at(player, "beginning")
        await player.press("enter", "up", "enter")
        taken = editor(player).draft.rules
        await at(player, "rules.cascade")
        await player.press("right")

        assert taken in [mode.rules for mode in MODES.values()]
        assert taken != MODES["marathon"].rules
        assert editor(player).draft.rules.cascade


async def test_they_are_played_and_kept_under_their_name() -> None:
    async with playing(at=Node.RULE_EDITOR) as player:
        piecement = with_style(player.app.settings.now, "piecement")  # which keeps games without a line
        player.app.settings.apply(piecement.with_value("interface", "ready_go", False))
        await enter(player, NARROW.line())
        await player.press("p")
        session = player.session
        await player.wait_ms(100)
        await player.press("space")
        await player.wait_ms(100)
        await player.give_up()
        (game,) = player.app.store.games.modes()

        assert session.view.rules.width == 6
        assert not session.unranked
        assert game == NARROW.mode().name


async def test_stored_rules_are_among_more_modes() -> None:
    async with playing(at=Node.RULE_EDITOR) as player:
        await enter(player, NARROW.line())
        await player.press("w", "escape", "escape")
        await player.go_to(Node.MORE_MODES)
        modes = player.app.screen.query_one(MenuList)
        modes.highlighted = modes.get_option_index("Narrow")
        await player.press("enter")

        assert player.session.view.rules.width == 6
        assert player.session.plan.mode is MODES["Narrow"]


async def test_stored_rules_are_opened_played_and_deleted() -> None:
    async with playing(at=Node.RULE_EDITOR) as player:
        await enter(player, NARROW.line())
        await player.press("w")
        await enter(player, OwnRules("Other", Rules()).line())
        await player.press("b", "enter")
        opened, plan, mode = editor(player).draft.own, editor(player).payloads()[Node.GAME], MODES["Narrow"]
        assert callable(plan)
        planned = plan()
        await player.press("shift+delete")

        assert opened == NARROW
        assert planned == Plan(mode)
        assert "Narrow" not in MODES


async def test_stored_names_are_no_modes_to_begin_with() -> None:
    """Keys that come faster than the list of stored rules opens may ask for that of the modes meanwhile."""
    async with playing(at=Node.RULE_EDITOR) as player:
        await player.press("w")
        editor(player).action_open()
        editor(player).query_one(SettingsList).ask(asked_by(player, "beginning"))
        await player.settle()
        await player.press("home", "enter")

        assert editor(player).draft.rules == next(iter(MODES.values())).rules


async def test_a_line_is_copied_pasted_and_refused_and_kept() -> None:
    async with playing(at=Node.RULE_EDITOR) as player:
        player.app.screen.post_message(events.Paste(NARROW.line()))
        await player.press("c")
        copied = player.app.clipboard
        await enter(player, "nonsense")

        assert copied == NARROW.line()
        assert editor(player).draft.own == NARROW
        assert "not a line of rules" in str(editor(player).query_one("#status", Static).content)

        await at(player, "name")
        await player.press("enter", *["backspace"] * 8, "A", "b", "enter", "escape", "r")
        assert editor(player).draft.own == replace(NARROW, name="Ab")


def test_every_field_of_the_rules_has_a_row_or_a_reason() -> None:
    """And so has every field of each modifier, of which one that is registered later may be the only one without."""
    specs = {spec.name for spec in (*rule_specs(), *modifier_specs())}
    limits = {f"limit {name}" for name in LIMIT_NAMES} | {f"loses {name}" for name in LIMIT_NAMES}
    modifiers = {kind: made() for kind, made in MODIFIERS.items() if kind not in WITHOUT_ROW}
    of_modifiers = {f"modifier {kind}" for kind in modifiers}
    of_modifiers |= {f"modifier {kind}.{field.name}" for kind, made in modifiers.items() for field in fields(made)}

    assert specs == set(RULE_NAMES) - {"limits", "modifiers"} - set(WITHOUT_ROW) | limits | of_modifiers
    assert all(WITHOUT_ROW.values())


@together("spec", [*rule_specs(), *modifier_specs()])
def test_every_row_steps_and_goes_back_to_its_mode(spec: SettingSpec) -> None:
    """A step gives other rules, or says why it cannot be."""
    draft = RuleDraft(OwnRules("A", MARATHON), MODES["marathon"])
    refused: list[str] = []

    def apply(change: Callable[[], None]) -> None:
        try:
            change()
        except RuleError as error:
            refused.append(str(error))

    row = RuleEntry(spec, draft, apply)
    before = row.text()
    row.step(1)
    stepped = draft.rules
    row.clear()

    assert row.text().value == before.value
    assert not row.text().note
    assert stepped != MARATHON or refused or row.text().value


def test_a_time_limit_keeps_its_fraction_of_a_second() -> None:
    """A file of a mode may have one."""
    draft = RuleDraft(OwnRules("A", Rules(limits=Limits(time=Limit(2_500_000_000)))))
    loses = next(spec for spec in rule_specs() if spec.name == "loses time")
    set_value(loses, draft, value=True)

    assert SUMMARIES[GOAL](draft.rules) == "2.5 s"
    assert draft.rules.limits == Limits(time=Limit(2_500_000_000, win=False))


@together(
    ("limits", "summary"),
    [
        (Limits(lines=Limit(1)), "1 line"),
        (Limits(score=Limit(10_000), level=Limit(20)), "level 20, 10,000 points"),
        (Limits(time=Limit(10_000_000 * SECOND)), "10000000 s"),
    ],
)
def test_a_goal_is_told_alike_in_rows_and_sentences(limits: Limits, summary: str) -> None:
    rules = Rules(limits=limits)

    assert SUMMARIES[GOAL](rules) == summary
    assert all(goal in in_words(rules) for goal in summary.split(", "))


async def test_garbage_is_made_by_rows_of_its_own() -> None:
    async with playing(at=Node.RULE_EDITOR) as player:
        await at(player, "rules.modifier cheese")
        await player.press("right")
        await at(player, "rules.modifier cheese.rows")
        await player.press("right", "right")
        await at(player, "rules.modifier start_rows.style")
        await player.press("right")
        both = editor(player).draft.rules.modifiers
        await at(player, "rules.modifier cheese")
        await player.press("left", "p")
        session = player.session

        assert both == (Cheese(rows=10), StartRows(style="holes"))
        assert session.view.rules.modifiers == (StartRows(style="holes"),)


async def test_groups_of_rules_unfold_one_by_one() -> None:
    async with playing(at=Node.RULE_EDITOR) as player:
        rows = editor(player).query_one(SettingsList).rows
        folded = [option.id for option in rows.options]
        await at(player, "group.width")
        await player.press("enter")
        unfolded = [option.id for option in rows.options]
        await player.press("enter")

        assert folded[:3] == ["name", "beginning", "group.width"]
        assert len(folded) == 9
        assert set(unfolded) - set(folded) >= {"rules.width", "rules.skyline"}
        assert [option.id for option in rows.options] == folded


async def test_what_differs_from_the_mode_says_changed() -> None:
    async with playing(at=Node.RULE_EDITOR) as player:
        before = text_of(player.app)
        await at(player, "group.width")
        await player.press("right")
        changed = text_of(player.app)
        await player.press("delete")

        assert "as in Marathon" in before
        assert "from Marathon, 1 change)" in changed
        assert "11 × 20" in changed
        assert "changed" in changed
        assert "as in Marathon" in text_of(player.app)


def test_start_from_shows_the_mode_taken() -> None:
    draft = RuleDraft(OwnRules("A", MARATHON), MODES["marathon"])
    draft.begin_with(MODES["time_trial"])
    draft.set_rule("width", 8)
    again = RuleDraft(OwnRules("B", MARATHON))
    again.read(draft.own.line())

    assert draft.mode == again.mode == MODES["time_trial"]


async def test_the_rule_editor_is_ascii_where_it_must_be() -> None:
    async with playing() as player:
        player.app.settings.change("graphics", "skin", "ascii")
        await player.go_to(Node.RULE_EDITOR)

        assert text_of(player.app).isascii()
