"""The director of a match at one keyboard."""

from collections.abc import Sequence
from functools import partial

from textual.geometry import Size

from piecement.input.bindings import Bindings
from piecement.input.keyboard_input import KeyboardInput
from piecement.render.layout import Layout
from piecement.render.overlay import Overlay, joined
from piecement.render.skins.look import Look
from piecement.session.events import MatchEnded
from piecement.session.match_facts import about_match
from piecement.session.match_series import RIVAL, YOU, MatchSeries
from piecement.session.match_session import new_match
from piecement.settings.computer import FRIEND, OPPONENTS_OWN, Computer
from piecement.settings.retention import Retention
from piecement.settings.settings import Settings
from piecement.ui.game.bot_controller import BotController
from piecement.ui.game.director import Director
from piecement.ui.game.field_layouts import full_width
from piecement.ui.game.sent_rows import SentRows
from piecement.ui.game.side import Side
from piecement.ui.game_look import bare
from piecement.ui.menu_graph import Node
from piecement.ui.services import Services
from piecement.ui.texts.matches import rival_name
from piecement_base.errors import errors_to
from piecement_base.timestamps import to_text
from piecement_engine.bots import BOTS
from piecement_engine.match import RecordedMatch


class MatchDirector(Director):
    """Director of a match: the player has the first side, a bot or a friend the second."""

    READY_GO = True

    def __init__(self, services: Services) -> None:
        self._has_friend = services.settings.now.computer.opponent == FRIEND
        self.series = MatchSeries(int(services.settings.now.computer.best_of))
        self._sent_rows = SentRows(services.clock)
        super().__init__(services)

    def _new_sides(self) -> Sequence[Side]:
        chosen, look = self._services.settings.now.computer, self._services.appearance.look
        rules = self._services.keyboard.rules
        names = chosen.players[0], rival_name(chosen)
        match = self.match = new_match(rules, self._services.clock, names, chosen.attack)
        self._is_counted = False
        yours, its = match.sessions
        rival_keys = self._services.keyboard.new_input()
        self._bind_rival(rival_keys, self._services.settings.now)
        rival_bot = BotController(its, self._services, _at_its_pace(chosen), bot=chosen.opponent, is_rival=True)
        bot = BotController(yours, self._services, bot=self._services.run_state.bot)
        players = ((yours, self.keys, bot), (its, rival_keys, rival_bot))
        sides: list[Side] = []
        for number, (session, keys, bot) in enumerate(players):
            sounds = self._services.sounds.of_game(session.view, is_own=not number)
            observer, pace = partial(match.apply, number), partial(match.pace, number)
            sides.append(Side(session, keys, bot, look, sounds=sounds, observer=observer, attack=pace))
        return sides

    def begin(self) -> None:
        super().begin()
        if not self._has_friend:
            self.sides[1].toggle_bot(self._services.clock())

    def on_over(self) -> None:
        """Count the game; store the match once it is decided."""
        if self._is_counted:
            return
        self._is_counted = True
        for number, side in enumerate(self.sides):
            side.call_out_end(MatchEnded(side.session.view.time_ns, won=number == self.match.result().winner))
        self.series = self.series.with_result(self.match.result())
        if self.series.winner is not None:
            with errors_to(self._services.warn):
                self._store()

    def _store(self) -> None:
        """Store the match; also count it in the record, unless the player had help. Raises `StorageError`."""
        store = self._services.store
        if not self.series.unranked:
            store.match_records.add(self.match.names[RIVAL], self.series.wins)
        if store.may_save and store.retention.includes(Retention.REPLAYS):
            ended = store.now().astimezone()
            about = about_match(self.series, to_text(ended))
            rounds = tuple(result.recording for result in self.series.results)
            store.versus_matches.put(ended, RecordedMatch(rounds, about))

    def following(self) -> tuple[Node, object] | None:
        return None if self.series.winner is None else (Node.MATCH_OVER, self.series)

    def look_of(self, number: int, share: Size) -> Look:
        """Return the look; that of the rival has only the field if space is short, and never the keys of a bot."""
        look = super().look_of(number, share)
        if number == 0:
            return look
        if share.width < full_width(look):
            return bare(look)
        return look._replace(legend=look.legend and self._has_friend, show_fps=False)

    def overlay(self, number: int, layout: Layout) -> Overlay:
        name, wins = self.match.names[number], self.series.wins
        shown = f"{name} {wins[number]}-{wins[1 - number]}" if self.series.best_of > 1 else name
        marks = self.sides[number].match_marks(shown, self.match.counts(number), layout)
        totals = [self.match.counts(sender).sent for sender in (YOU, RIVAL)]
        return joined(marks, self._sent_rows.overlay(number, totals, layout, self.sides[number].look))

    def bindings(self, settings: Settings) -> Bindings:
        """Return the player's keys, or where two play, those on the left."""
        return settings.pair.bindings[0] if self._has_friend else super().bindings(settings)

    def apply_settings(self, settings: Settings) -> None:
        super().apply_settings(settings)
        self._bind_rival(self.sides[1].keys, settings)

    def _bind_rival(self, keys: KeyboardInput, settings: Settings) -> None:
        keys.bindings = settings.pair.bindings[1] if self._has_friend else Bindings()
        self._services.keyboard.apply(settings.interface, keys)

    @property
    def is_over(self) -> bool:
        return self.match.is_over

    @property
    def since_end_ns(self) -> int:
        return self.match.since_end_ns


def _at_its_pace(chosen: Computer) -> Computer:
    """Return the settings, with the pace of the opponent as that of the bot."""
    pace = chosen.opponent_speed
    if pace == OPPONENTS_OWN and chosen.opponent in BOTS:
        pace = BOTS[chosen.opponent].pieces_per_second
    return chosen.changed("pieces_per_second", max(0.25, pace))
