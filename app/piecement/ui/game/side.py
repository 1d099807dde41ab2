"""A side of a game: a session, the keys and the bot that play it, and its picture."""

from collections.abc import Callable, Iterable
from dataclasses import KW_ONLY, dataclass
from typing import TYPE_CHECKING, Final

from textual.geometry import Size

from piecement.input.keyboard_input import DIRECTIONS, ButtonChange, KeyboardInput
from piecement.render.feats import callout_of
from piecement.render.garbage_marks import corner_marks
from piecement.render.hud_figures import MATCH_FIGURES, figures_of
from piecement.render.layout import Layout
from piecement.render.layout_planner import layout_for
from piecement.render.overlay import NO_OVERLAY, Overlay, end_banner
from piecement.render.picture import Frame, Picture
from piecement.render.scene import Caption, Legend, Scene
from piecement.render.skins.look import FeatPlace, Look, PanelKind
from piecement.session.hud import STATS_INTERVAL_NS, HudStats, Rival
from piecement.session.session import Session
from piecement.session.statistics import AttackPace
from piecement.terminal.clock import MS
from piecement.terminal.key_events import KeyEvent
from piecement.ui.game.bot_controller import BotController
from piecement.ui.game.captions import Captions
from piecement.ui.sounds import GameSounds
from piecement.ui.texts.games import MARK_NAMES
from piecement.ui.texts.keys import PAUSE, button_legend, key_hints, menu_legend
from piecement_base.language import _, current_language
from piecement_engine import Event, Piece
from piecement_engine.events import Announced, PieceMoved, PieceRotated

if TYPE_CHECKING:
    from piecement.session.race import Race
    from piecement.ui.game.one_switch import OneSwitch
    from piecement_engine import GameView
    from piecement_engine.match import RowCounts

_WARNED_NS: Final = 500 * MS
"""Time before garbage may rise in which its bar is red."""

_PULSE_NS: Final = 200 * MS
"""Time for which the bar of garbage that is due is bright, and then not."""

_MOTION: Final = frozenset({PieceMoved, PieceRotated})
"""Events that begin no effect and no message, and do not count in a race."""


@dataclass(eq=False)
class Side:
    """One field and its player. Each side gets all key events, and uses those that are bound there."""

    session: Session
    keys: KeyboardInput
    bot: BotController
    _look: Look
    _: KW_ONLY
    sounds: GameSounds | None = None
    """Plays the effects and the music of the game."""
    observer: Callable[[list[Event]], object] | None = None
    """Called with the events of the game, in their order."""
    change_legend: Callable[[Legend, Legend], Legend] | None = None
    """Returns the legend to show instead of the keys of buttons and of the menu, which it is given."""
    attack: Callable[[], AttackPace] | None = None
    """Returns how fast rows are sent."""
    has_figures: bool = True
    """Whether more is beside the field than the pieces that come and hold."""
    escape: str = PAUSE
    """The effect of Esc."""
    switch: "OneSwitch | None" = None
    """The mark of one-switch play: any key of a button chooses the placement that it is on."""
    captions: Captions | None = None
    """Names the effects on the display."""

    def __post_init__(self) -> None:
        session = self.session
        self.goals: tuple[Piece, ...] = ()
        """Placements that a trainer asks for."""
        self.goals_move = False
        """Whether the goals change with every frame."""
        self._is_invisible = session.plan.mode.invisible
        self._race: Race | None = None
        self._picture = Picture()
        self._is_moving = self._calls_out = False
        """Whether the last frame had an effect that goes on, and a callout."""
        self._finale_ns: int | None = None
        """Time that what is called out after the end takes, None before it (ns)."""
        self._stats = HudStats()
        self._stats_due_ns = 0
        """Time from which the figures are made anew."""
        self._fps: int | None = None
        self._rival: Rival | None = None
        self._jumps = session.jumps
        """Number of jumps in time that the picture has followed."""
        self._first: GameView | None = None
        """The game at its first moment, while it waits for READY and GO."""
        self._unranked = session.unranked
        """Reasons why the game is unranked, as the caption shows them."""
        self._caption = self._new_caption()

    @property
    def look(self) -> Look:
        """The look of the field, without the locked cells where the mode hides them."""
        is_hidden = self._is_invisible and not self.session.is_over
        return self._look._replace(blindfold=True) if is_hidden else self._look

    def restyle(self, look: Look) -> None:
        """Draw in a look from now on, with a legend of the keys that are bound now."""
        self._look = look
        self._caption = self._new_caption()

    def show_race(self, race: "Race") -> None:
        """Show a race of the session from now on."""
        self._race = race
        self._caption = self._new_caption()

    def _new_caption(self) -> Caption:
        mode, race = self.session.plan.mode, self._race
        if not self.has_figures:
            return Caption(language=current_language())
        ascii_only, unused = self._look.chosen_skin.is_ascii, self.session.unused_buttons
        bindings = self.keys.bindings
        buttons, menu = button_legend(bindings, ascii_only=ascii_only, unused=unused), menu_legend(self.escape)
        if self.switch is not None:
            buttons = tuple((_("Choose"), key) for _drop, key in buttons)
        keys = (*buttons, *menu)
        shown_keys = self.change_legend(buttons, menu) if self.change_legend else keys
        is_alone = self.attack is None
        hinted = tuple(line for line in shown_keys[1:] if line not in keys) if self.bot.plays else buttons
        hints = key_hints(hinted, self.escape) if self._look.key_hints and bindings.pairs else ()
        timed = mode.headline == "time" or self.session.view.rules.limits.time is not None
        return Caption(
            title=_(mode.title),
            focus=mode.headline,
            legend=shown_keys,
            has_race=race is not None,
            has_attack=self.attack is not None,
            rival=race.field if race and PanelKind.RIVAL in self._look.hud else None,
            is_timed=timed or not self._look.is_calm,  # the full HUD is that of tetrs
            figures=MATCH_FIGURES if self.attack else figures_of(mode, self.session.view.rules),
            best=_("best {result}").format(result=race.target) if race and race.target else "",
            mark=self.mark if is_alone else "",
            hints=hints if is_alone else hints[-2:],
            main_hint=hints[-3:-2] if self.bot.plays else (),
            language=current_language(),
        )

    @property
    def mark(self) -> str:
        """Words about the kind of game, such as that it is practice; none for a ranked one."""
        return " ".join(_(MARK_NAMES[name]) for name in self._unranked.names())

    @property
    def is_calm(self) -> bool:
        """Whether nothing is shown that passes within a second: no hundredths and no callout."""
        return not self._caption.is_timed and not self._calls_out

    @property
    def idle_until_ns(self) -> int:
        """The time before which nothing but the clock of the game changes; 0 if every frame counts."""
        look, race = self._look, self._race
        follows_race = race is not None and (race.is_looking_ahead or self._caption.rival is not None)
        is_moving = self._is_moving or self.goals_move or look.show_fps or look.lock_meter or follows_race
        if self.switch is not None and not self.bot.plays:
            return 0 if is_moving else self.switch.due_ns
        is_played = self.bot.plays or self.bot.gives_hints or (self.keys.tracker.held and self.keys.tracker.guesses)
        return 0 if is_moving or is_played else self.session.next_event_at_ns

    def apply_key(self, event: KeyEvent) -> bool:
        """Apply a key event, unless a bot plays, and return whether the game changed.

        The bot thinks no more until the next frame is drawn.
        """
        if self.bot.plays or self.bot.gives_hints:
            self.bot.slices.stop()
        changes = self.keys.handle(event)
        if self.switch is not None and not self.bot.plays:
            return self._choose(self.switch, changes)
        return not self.bot.plays and self._apply(changes)

    def show_first_piece(self) -> None:
        """Show the game as it begins until `press_held`: with its first piece, and the next ones."""
        ahead = self.session.branch()
        ahead.play(self.session.view.time_ns, None)
        self._first = ahead.view

    def press_held(self, now_ns: int) -> None:
        """Press all buttons that are held already, as the game begins; the DAS of a direction is charged."""
        self._first = None
        held = self.keys.held
        if not held or self.bot.plays:
            return
        if held & DIRECTIONS:
            self.on_events(self.session.hold_charged(held, now_ns - self.keys.direction_ns))
        else:
            self.on_events(self.session.hold(held, now_ns))

    def advance(self, now_ns: int) -> None:
        if self.keys.tracker.held:
            self._apply(self.keys.poll(now_ns))
        if self.bot.plays:
            self.on_events(self.bot.advance())
        if self.switch is not None and not self.bot.plays:
            self.on_events(self.switch.advance(now_ns))
            self.goals = self.switch.goals
        events = self.session.advance()
        if self.session.jumps != self._jumps:
            self._jumps = self.session.jumps
            self.go_back()
        if events or (self.sounds is not None and self.sounds.sounds.is_listening):
            self.on_events(events)
        if self._race is not None and self._race.is_timed:
            self._race.on_events((), self.session.view)

    def halt(self, now_ns: int, at_ns: int | None) -> None:
        """Stop the session, the keys and the bot, at a time that may be a little in the past; None is now."""
        self.bot.slices.stop()
        self.keys.release_all(now_ns)
        self.on_events(self.session.pause(at_ns))

    def toggle_bot(self, now_ns: int) -> None:
        """Switch between the bot and the player."""
        self._apply(self.keys.release_all(now_ns))
        if text := self.bot.toggle():
            self.announce(text)

    def undo(self, undo: Callable[[], bool], now_ns: int) -> bool:
        """Undo something in the session; return whether there was anything to undo."""
        self.keys.release_all(now_ns)
        if not undo():
            return False
        self.go_back()
        if self.sounds is not None:
            self.sounds.forget()
        return True

    def go_back(self) -> None:
        """End all effects of past events: the game went back to an earlier moment."""
        self._picture.clear()
        self._stats_due_ns = 0
        if self._race:
            self._race.go_back(self.session.view)

    def on_events(self, events: list[Event]) -> None:
        """Show, sound and observe events."""
        if not _MOTION.issuperset(map(type, events)):
            if self._race:
                self._race.on_events(events, self.session.view)
            self._picture.on_events(events, self.session.view, self._look)
        if (heard := self.sounds) is not None and (heard.sounds.is_listening or heard.listener is not None):
            heard.play(events, self.session.view)
        if events and self.observer is not None:
            self.observer(events)
        if self.captions is not None:
            self.captions.on_events(events, self.session.view)

    def announce(self, *texts: str, instead_of: str = "") -> None:
        """Show messages beside the field, perhaps instead of an earlier one."""
        self._picture.withdraw(instead_of)
        view = self.session.view
        self._picture.on_events([Announced(view.time_ns, text) for text in texts], view, self._look)

    def call_out_end(self, event: Event) -> None:
        """Call out something about the end of the game, where the look celebrates."""
        look, view = self._look, self.session.view
        if look.chosen_skin.is_modern and look.feats == FeatPlace.FULL:
            self._finale_ns = event.time_ns - view.time_ns + callout_of(event).shown_ns
            self._picture.on_events([event], view, look)

    @property
    def ending_ns(self) -> int:
        """Time that the end of the game is shown at least (ns); none is needed without motion."""
        return 0 if self._look.reduced_motion else max(self._picture.ending_ns, self._finale_ns or 0)

    def layout(self, size: Size) -> Layout:
        """Return the layout of the side in a size."""
        return layout_for(*size, self.session.view, self.look, self._caption)

    def frame(self, size: Size, now_ns: int, fps: int | None = None) -> Frame:
        """Return the frame of the side at a time and in a size."""
        if now_ns >= self._stats_due_ns:
            self._stats_due_ns = now_ns + STATS_INTERVAL_NS
            self._stats = self._new_stats()
        self._fps = fps if self._look.show_fps else None
        self._rival = (
            self._race.advance_rival(self.session.view.time_ns) if self._race and self._caption.rival else None
        )
        return self._draw(size, is_answer=False)

    def answer(self, size: Size) -> Frame:
        """Return the frame that answers a key: after a mere move the figures beside the field are of the last frame."""
        return self._draw(size, is_answer=True)

    def _draw(self, size: Size, *, is_answer: bool) -> Frame:
        session = self.session
        view = self._first or session.view
        if session.unranked is not self._unranked:
            self._unranked = session.unranked
            self._caption = self._new_caption()
        scene = Scene(
            view,
            self.look if self._is_invisible else self._look,
            self._caption,
            size,
            view.time_ns if view.end is None and self._finale_ns is None else max(view.time_ns, session.time_ns),
            stats=self._stats,
            fps=self._fps,
            hint=self.bot.advice() if self.bot.gives_hints else None,
            goals=self.goals,
            rival=self._rival,
        )
        frame = self._picture.frame(scene, is_answer=is_answer)
        self._is_moving, self._calls_out = frame.is_moving, frame.calls_out
        return frame

    def _new_stats(self) -> HudStats:
        view = self.session.view
        stats = HudStats.of(view, self.session.statistics, self.attack() if self.attack else None)
        if self._race:
            self._picture.on_events(self._race.take_new_lead(view.time_ns), view, self._look)
            stats = stats._replace(race=self._race.standings())
            if self._look.is_calm:
                stats = stats._replace(splits=self._race.splits(), best_part=self._race.best_part(view.time_ns))
        return stats

    def match_marks(self, name: str, counts: "RowCounts", layout: Layout) -> Overlay:
        """Return the name and the garbage of a side in a match, as an overlay."""
        view = self.session.view
        soon_ns = view.time_ns + (_WARNED_NS if self.look.chosen_skin.is_modern else 0)
        burning = sum(waiting.rows for waiting in view.waiting_rows if waiting.due_ns > soon_ns)
        is_bright = not self._look.is_steady and view.time_ns // _PULSE_NS % 2 == 1
        return corner_marks(name, counts, layout, self.look, burning=burning, is_bright=is_bright)

    def end_overlay(self, part: float, layout: Layout) -> Overlay:
        """Return the overlay that falls at the end, of which a part from 0 to 1 has fallen."""
        end = self.session.view.end
        if end is None or self._look.reduced_motion or self._picture.ending_ns:
            return NO_OVERLAY
        return end_banner(part, layout, self._look, won=end.won)

    def _choose(self, switch: "OneSwitch", changes: Iterable[ButtonChange]) -> bool:
        """Choose what the mark is on for each press, and return whether there was one."""
        presses = [time_ns for time_ns, held in changes if held]
        for time_ns in presses:
            self.on_events(switch.press(time_ns))
            self.goals = switch.goals
        return bool(presses)

    def _apply(self, changes: Iterable[ButtonChange]) -> bool:
        """Change the held buttons, and return whether the game changed; a fall has no event."""
        has_happened, piece = False, self.session.view.piece
        for time_ns, held in changes:
            if events := self.session.hold(held, time_ns):
                has_happened = True
                self.on_events(events)
        return has_happened or self.session.view.piece is not piece
