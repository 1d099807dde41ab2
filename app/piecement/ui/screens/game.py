"""A game with a player at the keys."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final, NamedTuple

from textual import events
from textual.geometry import Size

from piecement.input.bindings import Bindings
from piecement.input.key_names import key_label
from piecement.render.layout import Layout
from piecement.render.overlay import NO_OVERLAY, Overlay, footer, joined
from piecement.render.scene import Legend
from piecement.render.skins.look import HudStyle, Look, PanelKind
from piecement.session.events import BestBeaten
from piecement.session.puzzle_progress import attempts_of, puzzle_key
from piecement.session.race import Race
from piecement.session.records import Attempt
from piecement.session.session import Session
from piecement.session.splits import SplitSchedule
from piecement.settings.graphics import HINTED_GAMES
from piecement.settings.presets import preset_name, with_next_preset
from piecement.settings.settings import Settings
from piecement.storage.autosave import Autosave
from piecement.storage.recorder import NOT_RECORDED, NullRecorder, Recorder
from piecement.terminal.clock import MS
from piecement.ui.game.bot_controller import BotController
from piecement.ui.game.captions import Captions
from piecement.ui.game.director import Director
from piecement.ui.game.game_keys import GAME_KEYS, commands, played_rows, watched_rows
from piecement.ui.game.phases import Phase
from piecement.ui.game.running_screen import RunningScreen
from piecement.ui.game.side import Side
from piecement.ui.key_rows import GAME_WAITS, QUIT, KeyRow, first_key
from piecement.ui.launch import OUTPUT_KEY
from piecement.ui.menu_graph import Node, Trigger
from piecement.ui.screen import NodeScreen
from piecement.ui.services import Services
from piecement.ui.texts.keys import practice_legend
from piecement.ui.texts.results import is_new_best
from piecement_base.errors import errors_to
from piecement_base.formatting import clock_text, count_text
from piecement_base.language import _, ngettext
from piecement_base.origin import Origin
from piecement_base.plan import FULL_SPEED, STANDING, Plan
from piecement_engine import Button
from piecement_engine.game.inputs import LEVEL_DOWN, LEVEL_UP

if TYPE_CHECKING:
    from piecement.session.records import FinishedGame
    from piecement.ui.game.one_switch import OneSwitch

_QUESTION_NS: Final = 5_000_000_000
"""Time for which a question is shown (ns)."""

_STEP_MS: Final = 1000
"""Time that the mark rests on a choice, in a game that was begun with one switch and goes on without the setting."""

ONE_KEY: Final = Bindings.of({Button.HARD_DROP: ("space", "enter")})
"""The keys of one-switch play: one press of a held key counts."""

_LONG_NS: Final = 60_000_000_000
"""From this game time on, a game is not dropped without a question."""


class SingleGame(Director):
    """One session, recorded, beside the best one of its kind."""

    READY_GO = True
    race: Race | None = None

    def __init__(self, services: Services, start: Plan | Autosave) -> None:
        self._start = start
        super().__init__(services)

    def _new_recorder(self) -> Recorder | NullRecorder:
        services, start, session = self._services, self._start, self.sides[0].session
        if isinstance(start, Autosave):
            origin = start.origin
        else:
            origin = Origin.of(session.plan, datetime.now(UTC), preset=preset_name(services.settings.now, "gameplay"))
        services.games.last_seed = session.view.seed
        services.games.recorder = Recorder(services.store, session, origin, services.warn)
        return services.games.recorder

    def _new_session(self) -> Session:
        """Return a session that is paused: a new game, or one that is played on."""
        services, start = self._services, self._start
        services.games.tip = ""
        interface = services.settings.now.interface
        if isinstance(start, Autosave):
            if interface.one_switch_ms:
                start = self._start = start.with_speed(STANDING)
            services.games.last_plan = start.plan
            return start.session(services.clock)
        start = replace(start, speed=STANDING if interface.one_switch_ms else interface.game_speed)
        services.games.last_plan = start
        session = Session(start, start.game(services.keyboard.rules), services.clock)
        session.mark_unranked(practice=start.is_practice or start.mode.is_practice(start.options))
        if start.speed == FULL_SPEED and (online := services.used_online) is not None:
            online.submissions.stream(session)
        return session

    def _new_sides(self) -> Sequence[Side]:
        services, session = self._services, self._new_session()
        self._faults = session.statistics.counts.faults or 0
        self._noted = len(session.view.outcomes)
        """Number of attempts at a puzzle that are stored."""
        bot = BotController(session, services, bot=services.games.bot)
        captions = services.settings.now.interface.captions

        def legend(buttons: Legend, menu: Legend) -> Legend:
            """Return the keys of the bot while it plays, otherwise those of the player."""
            if bot.plays:
                return (*bot.legend(), *menu)
            return (*buttons, *menu, *practice_legend(services.keyboard.reachable))

        side = Side(
            session,
            self.keys,
            bot,
            services.appearance.look,
            sounds=services.sounds.of_game(session.view),
            change_legend=legend,
            switch=self._switch_of(session),
            captions=Captions(lambda: services.settings.now.sound, services.clock) if captions else None,
        )
        return (side,)

    def _switch_of(self, session: Session) -> "OneSwitch | None":
        """Return the mark of a game whose clock stands, which nothing else plays."""
        if session.plan.speed != STANDING:
            return None
        from piecement.ui.game.one_switch import OneSwitch  # it needs bots, and few games need it

        step_ms = self._services.settings.now.interface.one_switch_ms or _STEP_MS
        return OneSwitch(session, step_ms * MS)

    def bindings(self, settings: Settings) -> Bindings:
        return ONE_KEY if settings.interface.one_switch_ms else super().bindings(settings)

    def on_shown(self) -> None:
        hud = self.look_of(0, self._services.terminal.size).hud
        if self.race is None and (PanelKind.RACE in hud or PanelKind.RIVAL in hud):
            session, best = self.sides[0].session, None
            with errors_to(self._services.warn):
                best = self._services.games.best(session.plan)
            self.race = Race(SplitSchedule.of(session.plan.mode, session.view.rules), best)
            if self.race.is_run:
                self.sides[0].show_race(self.race)

    def look_of(self, number: int, share: Size) -> Look:
        """Return the look; the calm HUD has no place for the board of a rival that was chosen."""
        look = super().look_of(number, share)
        if self.sides[number].switch is not None:
            look = look._replace(reduced_motion=True)  # no time passes in which it could move
        if self.sides[number].session.plan.rival is None:
            return look
        hud = look.hud | {PanelKind.RACE, PanelKind.RIVAL}
        return look._replace(hud=hud, hud_style=HudStyle.FULL if look.is_calm else look.hud_style)

    def overlay(self, number: int, layout: Layout) -> Overlay:
        """Return the garbage that waits, in modes with attacks."""
        view, side = self.sides[number].session.view, self.sides[number]
        return NO_OVERLAY if view.rules.garbage is None else side.match_marks("", view.garbage, layout)

    def after_frame(self) -> None:
        if self.race is not None:
            self.race.look_ahead()
        self._note_attempts()
        before, self._faults = self._faults, self.sides[0].session.statistics.counts.faults or 0
        if self._faults > before:
            self._report_finesse(before)

    def _report_finesse(self, before: int) -> None:
        """Report the extra presses of a piece that has locked, or give the piece back, as the settings say."""
        side, extra = self.sides[0], self._faults - before
        chosen = self._services.settings.now.interface.finesse
        if chosen == "off" or side.bot.plays or side.session.is_over:
            return
        texts = [ngettext("{count} extra press", "{count} extra presses", extra).format(count=extra)]
        if chosen == "retry" and self.recorder.is_recording:
            side.session.practise_by("finesse")
            side.undo(side.session.undo_piece, self._services.clock())
            self.recorder.save()
            self._faults = before
            texts.append(_("Try again"))
        side.announce(*texts)

    def next_tick_ns(self, now_ns: int) -> int:
        """Return the next whole second where nothing changes before."""
        side = self.sides[0]
        return side.session.next_second_at_ns if side.is_calm else super().next_tick_ns(now_ns)

    def _note_attempts(self) -> None:
        """Store what came of each attempt at a puzzle since the last time."""
        session, is_own = self.sides[0].session, not self.sides[0].bot.plays
        before, self._noted = self._noted, max(self._noted, len(session.view.outcomes))
        for stage, used in attempts_of(session.view, before) if is_own and self._noted > before else ():
            over, pieces = max(0, used - stage.par), used or len(stage.pieces)
            attempt = Attempt(Node.PUZZLES.value, puzzle_key(stage), used > 0, over, pieces=pieces)
            with errors_to(self._services.warn):
                self._services.store.trainer_attempts.record(attempt)

    def on_over(self) -> None:
        self._note_attempts()
        self.recorder.finish()
        result, side = self.recorder.result, self.sides[0]
        if is_new_best(result) and not side.look.reduced_motion:
            side.finish(BestBeaten(side.session.view.time_ns + side.ending_ns))
        self._services.keyboard.note_releases()
        settings = self._services.settings
        interface = settings.now.interface
        if interface.games_played < HINTED_GAMES:
            played = interface.with_values(games_played=interface.games_played + 1)
            settings.apply(settings.now.with_values(interface=played))

    def following(self) -> tuple[Node, object]:
        result = self.recorder.result
        return Node.GAME_COMPLETE if result.end.won else Node.GAME_OVER, result


class _Question(NamedTuple):
    """Question of a key before its action: a second press while it is shown does the action."""

    deed: str
    text: str
    until_ns: int


class GameScreen(RunningScreen):
    """A game with a player at the keys.

    What makes a ranked game practice, and what drops a long one, asks once.
    """

    NODE = Node.GAME
    KEYS = GAME_KEYS
    _question: _Question | None = None
    _look_told = ""
    """Last message about the look."""

    @classmethod
    def build(cls, services: Services, payload: Plan | Autosave, /) -> NodeScreen:
        return cls(services, SingleGame(services, payload))

    def on_key(self, event: events.Key) -> None:
        """Handle keys that are set; stop all but commands, or the last key of a game chooses in the next menu."""
        bound = self._services.settings.now.commands
        # A key of a button is nothing else during play: not every driver keeps its press from Textual.
        is_button = self._phase is Phase.PLAYING and not self.bot_plays and self._is_played_with(event.key)
        key = None if is_button else first_key(event.key, self._services.settings.now)
        if key == bound.watch_key:
            self.action_watch()
        elif key == bound.hint_key:
            self.action_hint()
        elif key == bound.retry_key:
            self.action_restart()
        elif key in self._taking_back:
            self._taking_back[key]()
        elif change := self.sides[0].bot.change_by(event.key):
            self._services.settings.change("computer", *change)
        if event.key not in commands(self._services.settings.now) and event.key != OUTPUT_KEY:
            event.stop()

    def payloads(self) -> Mapping[Node, object]:
        """Return this screen for pop-ups over it."""
        return dict.fromkeys((Node.PAUSE, Node.SAVE_GAME, Node.LOAD_GAME), self)

    def key_rows(self) -> Iterator[KeyRow]:
        """Yield the keys of the player, or of the bot that plays, and those of any game."""
        settings = self._services.settings.now
        if self.bot_plays:
            yield from watched_rows(self.KEYS, settings, self._key_label, looks_ahead=self._services.games.bot is None)
        else:
            yield from played_rows(self.KEYS, self.button_rows(settings), settings, self._key_label)
        yield from self.mute_rows()
        # None for the help, which has its own key at its bottom: a low terminal has no more room.
        yield GAME_WAITS if self.keeps else QUIT

    def action_pause(self) -> None:
        """Pause; where the end is shown, go on at once."""
        if self._phase is Phase.ENDING:
            self._cut_short()
        else:
            self._stop_for(Node.PAUSE)

    def interrupt(self) -> None:
        """Pause a game that is played."""
        if self._phase in {Phase.PLAYING, Phase.COUNTING}:
            self.action_pause()

    def action_forfeit(self) -> None:
        if self._phase in {Phase.PLAYING, Phase.COUNTING}:
            self.sides[0].on_events(self.session.forfeit())
            self._check_end()
            self._paint()

    def action_restart(self) -> None:
        if self.is_long and not self._confirms("restart", f"{self.end_question} {_('Press again.')}"):
            return
        self._stop()
        self.navigate(self.NODE, Trigger.KEY, self.restarted)

    def restarted(self) -> Plan:
        """Give the game up, and return the plan of another one."""
        if self.keeps:
            self.give_up()
        return self.session.plan.with_new_pieces()

    @property
    def is_long(self) -> bool:
        """Whether so much was played that the game is not ended without a question."""
        return self.session.view.time_ns >= _LONG_NS and not self.director.is_over

    @property
    def end_question(self) -> str:
        """Question before this game is ended, with what would be lost."""
        view = self.session.view
        return _("End this game? {score}, {time}.").format(
            score=count_text("score", view.score), time=clock_text(view.time_ns)
        )

    def action_undo_piece(self) -> None:
        self._undo(self.session.undo_piece, _("Piece undone"))

    def action_undo_press(self) -> None:
        self._undo(self.session.undo_press, _("Press undone"))

    def action_redo(self) -> None:
        nothing = _("Nothing to redo")
        if self.keeps and not self.session.unranked:  # nothing was undone
            self.announce(nothing)
        else:
            self._undo(self.session.redo, _("Redone"), nothing)

    @property
    def _taking_back(self) -> dict[str, Callable[[], None]]:
        """Keys that the player has set for undo and redo."""
        bound = self._services.settings.now.commands
        keys = (bound.undo_key, bound.undo_press_key, bound.redo_key)
        actions = (self.action_undo_piece, self.action_undo_press, self.action_redo)
        return {key: action for key, action in zip(keys, actions, strict=True) if key}

    def action_navigate_to(self, target: str) -> None:
        if not self.keeps:
            self.announce(_(NOT_RECORDED))
        elif not self.director.is_over and self._phase is not Phase.WAITING:
            self._stop_for(Node(target))

    def action_look(self, steps: int) -> None:
        self._services.settings.apply(with_next_preset(self._services.settings.now, "graphics", steps))
        before, name = self._look_told, _(preset_name(self._services.settings.now, "graphics"))
        self._look_told = _("Look: {preset}").format(preset=name)
        self.sides[0].announce(self._look_told, instead_of=before)
        self._paint()

    def action_blindfold(self) -> None:
        hidden = not self._services.settings.now.interface.blindfold
        self._services.settings.change("interface", "blindfold", hidden)
        self.announce(_("Blindfold on") if hidden else _("Blindfold off"))

    def action_watch(self) -> None:
        if self._phase is Phase.PLAYING:
            self.sides[0].toggle_bot(self._clock_ns())
            self._check_end()
            self._paint()

    def action_hint(self) -> None:
        """Show hints in this game, or no more."""
        bot = self.sides[0].bot
        if bot.gives_hints or self._may_unrank("hint", _("Hints make it practice. Press again?")):
            bot.toggle_hints()
            self._frames.wake()
            self._paint()

    def action_level(self, steps: int) -> None:
        """Raise or lower the level, in practice."""
        if not self.keeps:
            self.announce(_(NOT_RECORDED))
        elif self._phase is Phase.PLAYING and self._may_unrank("level", _("It makes this practice. Press again?")):
            side = self.sides[0]
            side.on_events(self.session.shift_level(LEVEL_UP if steps > 0 else LEVEL_DOWN))
            self._check_end()
            self.announce(_("Level {level}").format(level=self.session.view.level))

    @property
    def keeps(self) -> bool:
        """Whether the game can be saved and undone."""
        return self.director.recorder.is_recording

    @property
    def outlives_program(self) -> bool:
        """Whether the game can be played on after the program ended."""
        return self.keeps and self._services.store.stores_games

    def give_up(self) -> "FinishedGame":
        self.session.forfeit()
        self.director.recorder.finish()
        return self.director.recorder.result

    def moment(self) -> Autosave:
        """Return the game as it is now. Raises `StorageError` where it cannot be saved."""
        return self.director.recorder.autosave()

    def _key_label(self, key: str) -> str:
        return key_label(self._services.keyboard.reachable(key), ascii_only=self.ascii_only)

    def _undo(self, undo: Callable[[], bool], done: str, nothing: str = "") -> None:
        if not self.keeps:
            self.announce(_(NOT_RECORDED))
        elif self.bot_plays:
            key = self._services.keyboard.reachable(self._services.settings.now.commands.watch_key)
            self.announce(_("{key} first: a bot plays").format(key=key_label(key)))
        elif self._phase in {Phase.PLAYING, Phase.COUNTING}:
            if not self._may_unrank("undo", _("Undo makes it practice. Press again?")):
                return
            if not self.sides[0].undo(undo, self._clock_ns()):
                self.announce(nothing or _("Nothing to undo"))
                return
            self.director.recorder.save()
            self.announce(done)

    def _may_unrank(self, deed: str, question: str) -> bool:
        """Return whether a game is unranked already, or is to be: it asks once."""
        return bool(self.session.unranked) or self._confirms(deed, question)

    def _confirms(self, deed: str, text: str) -> bool:
        """Return whether this question is shown; otherwise show it."""
        asked, self._question = self._question, None
        if asked is not None and asked.deed == deed and self._clock_ns() < asked.until_ns:
            return True
        self._question = _Question(deed, text, self._clock_ns() + _QUESTION_NS)
        self._frames.wake()
        self._paint()
        return False

    def _overlay(self, number: int, now_ns: int, layout: Layout) -> Overlay:
        """Add the question, or else why the game is unranked, at the bottom."""
        overlay, side = super()._overlay(number, now_ns, layout), self.director.sides[number]
        if number:
            return overlay
        if self._question is not None and now_ns < self._question.until_ns:
            return joined(overlay, footer(self._question.text, layout, side.look))
        is_marked = side.mark and not side.look.is_calm
        return joined(overlay, footer(side.mark.upper(), layout, side.look)) if is_marked else overlay
