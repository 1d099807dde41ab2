"""Contents of the title after its first frame, which need the engine and the settings: demonstration, cards, tip."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Final

from rich.cells import cell_len, set_cell_size
from textual.content import Content

from piecement.render.cells import pad
from piecement.render.skins.look import Look
from piecement.render.skins.palettes import WHITE
from piecement.render.skins.skins import TileKind
from piecement.render.skins.tones import TILE_CONTRAST, legible
from piecement.session.achievements import ACHIEVEMENTS
from piecement.settings.settings import Settings
from piecement.settings.styles import style_of
from piecement.storage.autosave import Autosave, AutosaveSummary
from piecement.storage.game_query import GameQuery
from piecement.storage.store import Store
from piecement.ui.services import Services
from piecement.ui.texts.achievements import part_done, progress_text
from piecement.ui.texts.bars import meter
from piecement.ui.texts.games import main_result
from piecement.ui.texts.tips import tip_text
from piecement.ui.widgets.logo import FLASH, Logo, Paint
from piecement.ui.widgets.previews import ModePreview
from piecement_base.daily import DAILY_MODES, utc_day
from piecement_base.errors import StorageError
from piecement_base.formatting import ordinal, seconds_text
from piecement_base.language import _, ngettext
from piecement_base.modes import mode_title
from piecement_base.origin import Owner
from piecement_engine import MODES, TETROMINOES, version

_CARD_WIDTH: Final = 32
_MODE_WIDTH: Final = 13
_FIGURE_WIDTH: Final = 9
_LAST_GAMES: Final = 3
_METER_WIDTH: Final = 16
_TELLING_PLACE: Final = 9
"""Last place that the title mentions."""

_BY_END: Final = GameQuery(owner=Owner.OWN, sort="ended", descending=True)


class TitleHome:
    """Contents of the title: a demonstration, the look of the logo, cards, a tip, and games to resume."""

    def __init__(self, services: Services, logo: Logo) -> None:
        self.version: Final = version.__version__
        self._services: Final = services
        self._logo: Final = logo
        self.demo: Final = ModePreview(services.clock, services.appearance.look)
        self.demo.add_class("third")
        self.apply_look(services.settings.now)

    def apply_look(self, settings: Settings) -> None:
        """Show the letters and the demonstration in the current look."""
        look = self._services.appearance.look
        self._logo.paint = _paint_of(look)
        rules = MODES["marathon"].rules_with(settings.gameplay.overrides(key_releases=True))
        self.demo.show_rules(rules, look._replace(hud=frozenset(), figures=frozenset(), blindfold=False))

    @property
    def is_numbered(self) -> bool:
        """Whether entries show their keys; the menu of tetrs has none."""
        style = style_of(self._services.settings.now)
        return style is None or style.name != "tetrs"

    def cards(self, *, ascii_only: bool) -> tuple[tuple[str, list[Content]], ...]:
        """Return the titles and the lines of the cards: the daily, the last games, the next goal."""
        makers: Mapping[str, Callable[[Store], list[Content]]] = {
            _("TODAY"): _today_lines,
            _("LAST GAMES"): _last_game_lines,
            _("NEXT GOAL"): partial(_goal_lines, ascii_only=ascii_only),
        }
        return tuple((title, self._lines(make)) for title, make in makers.items())

    def _lines(self, make: Callable[[Store], list[Content]]) -> list[Content]:
        with suppress(StorageError):
            return make(self._services.store)
        return []

    @property
    def has_replay(self) -> bool:
        """Whether there is a recorded game to watch."""
        with suppress(StorageError):
            return self._services.stored_games.last_recorded() is not None
        return False

    def pop_tip(self, *, has_room: bool) -> str:
        """Return news, or the tip that fits the last game, one a day at most, and note that it was shown."""
        now, name = self._services.settings.now, self._services.run_state.tip
        if now.interface.news:  # the settings are older than styles; choosing a style empties it
            return _("New: styles. Settings › Play.")
        today = utc_day(self._services.store.now()).isoformat()
        is_new = name not in now.interface.seen_tips
        if not name or not has_room or (is_new and now.interface.tip_day == today):
            return ""
        if is_new:
            seen = now.interface.with_values(seen_tips=(*now.interface.seen_tips, name), tip_day=today)
            self._services.settings.apply(now.with_values(interface=seen))
        return tip_text(name)

    def left_text(self, left: Sequence[AutosaveSummary]) -> str:
        """Return the name of the only game that was left, or the number of games."""
        if len(left) > 1:
            return ngettext("{count} game", "{count} games", len(left)).format(count=len(left))
        return f"{mode_title(left[0].origin.mode)} {seconds_text(left[0].time_ns)}"

    def resume(self, game: AutosaveSummary) -> Autosave:
        """Claim a game that was left, and return it. Raises `StorageError`."""
        return Autosave.of(*self._services.store.autosaves.resume(game.origin.token))


def _paint_of(look: Look) -> Paint:
    """Return the glyphs and colours of the letters, which are those of the tiles in the game."""
    skin, palette = look.chosen_skin, look.chosen_palette
    tiles = {name: shape.tile for name, shape in TETROMINOES.items()} | {FLASH: WHITE}
    return {
        name: (skin.glyph(TileKind.LOCKED, tile), legible(palette.colour(tile), look.seen_on, TILE_CONTRAST))
        for name, tile in tiles.items()
    }


def _today_lines(store: Store) -> list[Content]:
    """Return the first daily that was not played today, or the way to a first game. Raises `StorageError`."""
    if not store.games.ids(_BY_END, 1):
        return [Content(_("Play a first game: 40 Lines"))]
    begun = store.daily_tries.begun(utc_day(store.now()))
    open_modes = [mode for mode in DAILY_MODES if mode not in begun]
    if not open_modes:
        return [Content(_("All dailies played."))]
    return [_line(_("Daily: {mode}").format(mode=mode_title(open_modes[0])), _("not played"))]


def _last_game_lines(store: Store) -> list[Content]:
    """Return the last games with their results and places. Raises `StorageError`."""
    lines: list[Content] = []
    for game in store.games.read(store.games.ids(_BY_END, _LAST_GAMES)):
        place = store.games.placing(game.id).place
        told = _("best") if place == 1 else _("{place} best").format(place=ordinal(place)) if place else ""
        shown = told if place and place <= _TELLING_PLACE else ""
        result = pad(main_result(game.mode, game.result), _FIGURE_WIDTH)
        title = f"{set_cell_size(mode_title(game.mode), _MODE_WIDTH)} {result}"
        lines.append(_line(title.rstrip(), shown))
    return lines


def _goal_lines(store: Store, *, ascii_only: bool) -> list[Content]:
    """Return the nearest achievement that is not earned, and how far it is. Raises `StorageError`."""
    earned, progress = store.achievements.earned(), store.achievements.progress()
    open_ones = [one for one in ACHIEVEMENTS if one.name not in earned and part_done(one, progress) < 1]
    if not open_ones:
        return []
    nearest = max(open_ones, key=partial(part_done, progress=progress))
    far = progress.get(nearest.name)
    if far is None or not far.value:
        return [Content(_(nearest.sentence))]
    bar = meter(far.part, _METER_WIDTH, ascii_only=ascii_only)
    return [Content(_(nearest.sentence)), Content.assemble((bar, "$primary"), f"  {progress_text(nearest, far)}")]


def _line(text: str, beside: str) -> Content:
    gap = " " * max(1, _CARD_WIDTH - cell_len(text) - cell_len(beside))
    return Content.assemble(text, gap, (beside, "$muted"))
