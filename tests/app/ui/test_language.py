"""Languages changed while the program runs."""

from piecement.ui.menu_graph import Node
from piecement_base.language import current_language
from tests.app.walking import Player, playing, text_of
from tests.sampling import mostly_wide


async def speak(player: Player, language: str) -> None:
    """Change the setting, as its row does."""
    settings = player.app.services.settings
    settings.change("interface", "language", language)
    await player.settle()


@mostly_wide("node", [Node.SETTINGS, Node.CONTROLS, Node.LOOK, Node.SOUND, Node.SYSTEM], kept=2)
async def test_settings_speak_a_new_language_at_once(node: Node) -> None:
    async with playing(at=node) as player:
        await speak(player, "de")

        assert player.app.stack.current is node
        assert current_language() == "de"
        assert "zurück" in text_of(player.app).lower()


async def test_screens_below_speak_it_when_they_come_back() -> None:
    async with playing(at=Node.SETTINGS) as player:
        await speak(player, "de")
        await player.press("escape")

        assert "Einstellungen" in text_of(player.app)
        await player.go_to(Node.SETTINGS)
        await speak(player, "en")
        await player.press("escape")
        assert "Settings" in text_of(player.app)


async def test_a_paused_game_goes_on_in_it() -> None:
    async with playing(at=Node.GAME) as player:
        game = player.app.screen
        await player.press("escape")
        await player.go_to(Node.SETTINGS)
        await speak(player, "de")
        await player.press("escape")

        assert "PAUSE" in text_of(player.app)
        await player.press("escape")
        assert player.app.screen is game
        assert "Punkte" in text_of(player.app)
