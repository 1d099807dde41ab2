"""The director of a game of one player, which is recorded and raced against the best one of its kind."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

from textual.geometry import Size

from piecement.input.bindings import Bindings
from piecement.render.layout import Layout
from piecement.render.overlay import NO_OVERLAY, Overlay
from piecement.render.scene import Legend
from piecement.render.skins.look import HudStyle, Look, PanelKind
from piecement.session.events import BestBeaten
from piecement.session.puzzle_progress import attempts_of, puzzle_key
from piecement.session.race import Race
from piecement.session.session import Session
from piecement.session.splits import SplitSchedule
from piecement.settings.graphics import HINTED_GAMES
from piecement.settings.presets import preset_name
from piecement.settings.settings import Settings
from piecement.storage.autosave import Autosave
from piecement.storage.recorder import NullRecorder, Recorder
from piecement.terminal.clock import MS
from piecement.training.trainers import Attempt
from piecement.ui.game.bot_controller import BotController
from piecement.ui.game.captions import Captions
from piecement.ui.game.director import Director
from piecement.ui.game.side import Side
from piecement.ui.menu_graph import Node
from piecement.ui.services import Services
from piecement.ui.texts.keys import practice_legend
from piecement_base.errors import errors_to
from piecement_base.language import _, ngettext
from piecement_base.origin import Origin
from piecement_base.plan import FULL_SPEED, STANDING, Plan
from piecement_engine import Button

if TYPE_CHECKING:
    from piecement.ui.game.one_switch import OneSwitch

_STEP_MS: Final = 1000
"""Time that the mark rests on a choice, in a game that was begun with one switch and goes on without the setting."""

ONE_KEY: Final = Bindings.of({Button.HARD_DROP: ("space", "enter")})
"""The keys of one-switch play: one press of a held key counts."""


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
        services.run_state.last_seed = session.view.seed
        services.run_state.recorder = Recorder(services.store, session, origin, services.warn)
        return services.run_state.recorder

    def _new_session(self) -> Session:
        """Return a session that is paused: a new game, or one that is played on."""
        services, start = self._services, self._start
        services.run_state.tip = ""
        interface = services.settings.now.interface
        if isinstance(start, Autosave):
            if interface.one_switch_ms:
                start = self._start = start.with_speed(STANDING)
            services.run_state.last_plan = start.plan
            return start.session(services.clock)
        start = replace(start, speed=STANDING if interface.one_switch_ms else interface.game_speed)
        services.run_state.last_plan = start
        session = Session(start, start.game(services.keyboard.rules), services.clock)
        session.mark_unranked(practice=start.is_practice or start.mode.is_practice(start.options))
        if start.speed == FULL_SPEED and (online := services.used_online) is not None:
            online.submissions.stream(session)
        return session

    def _new_sides(self) -> Sequence[Side]:
        services, session = self._services, self._new_session()
        self._faults = session.statistics.counts.faults or 0
        """Number of extra presses up to the last frame."""
        self._noted = len(session.view.outcomes)
        """Number of attempts at a puzzle that are stored."""
        bot = BotController(session, services, bot=services.run_state.bot)
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
                best = self._services.stored_games.rival_of(session.plan)
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
        if result.is_new_best and not side.look.reduced_motion:
            side.call_out_end(BestBeaten(side.session.view.time_ns + side.ending_ns))
        self._services.keyboard.note_releases()
        settings = self._services.settings
        interface = settings.now.interface
        if interface.games_played < HINTED_GAMES:
            played = interface.with_values(games_played=interface.games_played + 1)
            settings.apply(settings.now.with_values(interface=played))

    def following(self) -> tuple[Node, object]:
        result = self.recorder.result
        return Node.GAME_COMPLETE if result.end.won else Node.GAME_OVER, result
