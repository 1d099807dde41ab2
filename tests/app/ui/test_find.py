"""`/` opens a line to find by, and all that is typed from then on stands in it."""

from textual import events
from textual.widgets import Input

from piecement.ui.menu_graph import Node
from piecement.ui.widgets.handling_field import HandlingField
from tests.app.walking import Player, playing
from tests.sampling import mostly_wide


async def press_at_once(player: Player, *keys: str) -> None:
    """Send keys as one read of a terminal brings them: the application handles none before the last has come."""
    for key in keys:
        player.app.post_message(events.Key(key, "/" if key == "slash" else key))
    await player.settle()


def line_of(player: Player) -> Input:
    """Return the line with the focus."""
    assert isinstance(player.app.focused, Input)
    return player.app.focused


@mostly_wide(
    "node",
    [Node.SETTINGS, Node.MORE_MODES, Node.HELP, Node.TITLE, Node.CONTROLS, Node.LOOK, Node.SOUND, Node.MORE_SETTINGS],
    kept=4,
)
async def test_letters_right_after_slash_are_typed(node: Node) -> None:
    async with playing(at=node) as player:
        before = player.app.settings.now
        await press_at_once(player, "slash", *"halt/j")

        assert line_of(player).value == "halt/j"
        assert player.node is node
        assert player.app.settings.now == before


async def test_slash_is_a_key_where_keys_are_asked_for() -> None:
    async with playing(at=Node.CONTROLS) as player:
        await player.press("down", "down", "enter", "slash")

        assert player.app.settings.now.controls.bindings.button("slash") is not None
        assert not isinstance(player.app.focused, Input)


async def test_slash_is_a_key_in_the_trial_field() -> None:
    async with playing(at=Node.SETTINGS) as player:
        await player.press("t", "slash")

        assert isinstance(player.app.focused, HandlingField)
