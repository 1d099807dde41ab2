"""The screen of a match: your field on the left, the rival's on the right."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final, NamedTuple

from rich.style import Style
from textual.geometry import Size

from piecement.input.bindings import Bindings
from piecement.input.keyboard_input import KeyboardInput
from piecement.render.field_place import Layout
from piecement.render.overlay import NO_OVERLAY, Overlay, Span, joined
from piecement.render.skins.look import Look
from piecement.session.formatting import to_text
from piecement.session.match_session import RIVAL, YOU, MatchSeries, new_match
from piecement.settings.computer import FRIEND, OPPONENTS_OWN, Computer
from piecement.settings.retention import Retention
from piecement.settings.settings import Settings
from piecement.storage.errors import errors_to
from piecement.terminal.clock import MS
from piecement.ui.game.director import Director
from piecement.ui.game.game_keys import MATCH_KEYS, button_rows
from piecement.ui.game.side import Side, full_width
from piecement.ui.key_rows import KeyRow
from piecement.ui.menu_graph import Node
from piecement.ui.screen import size_class
from piecement.ui.screens.game import GameScreen
from piecement.ui.services import Services
from piecement.ui.texts.matches import about_match
from piecement.ui.texts.results import rival_name
from piecement.ui.widgets.previews import bare
from piecement_engine.bots import BOTS
from piecement_engine.match import RecordedMatch

_RUN_NS: Final = 300 * MS
"""Time for which sent rows run between the boards."""
_ARROWS: Final = 4


class _Sending(NamedTuple):
    """Rows that a side sent last."""

    total: int
    """Rows sent so far in the game."""
    rows: int
    at_ns: int


class MatchDirector(Director):
    """The sessions of a match, of which the player plays the first, and a bot or a friend the other."""

    SIDES = 2
    READY_GO = True

    def __init__(self, services: Services) -> None:
        self._has_friend = services.settings.now.computer.opponent == FRIEND
        self.series = MatchSeries(int(services.settings.now.computer.best_of))
        self._sent = [_Sending(0, 0, 0), _Sending(0, 0, 0)]
        super().__init__(services)

    def _new_sides(self) -> Sequence[Side]:
        chosen, look = self._services.settings.now.computer, self._services.appearance.look
        rules = self._services.settings.now.gameplay.overrides(key_releases=self._services.keyboard.reports_releases)
        names = chosen.your_name, rival_name(chosen)
        match = self.match = new_match(rules, self._services.clock, names, chosen.attack)
        self._is_counted = False
        yours, its = match.sessions
        rival_keys = KeyboardInput(bindings=self._rival_bindings(self._services.settings.now))
        rival_bot = self._new_bot(its, _at_its_pace(chosen), bot=chosen.opponent, is_rival=True)
        players = ((yours, self.keys, self._new_bot(yours, bot=self._services.games.bot)), (its, rival_keys, rival_bot))
        return [
            Side(
                session,
                keys,
                bot,
                look,
                sounds=self._services.sounds.of_game(session.view, is_own=not number),
                observer=partial(match.apply, number),
                attack=partial(match.pace, number),
            )
            for number, (session, keys, bot) in enumerate(players)
        ]

    def begin(self) -> None:
        super().begin()
        if not self._has_friend:
            self.sides[1].toggle_bot(self._services.clock())

    def on_over(self) -> None:
        """Count the game; store the match once it is decided, if the player played it alone."""
        if self._is_counted:
            return
        self._is_counted = True
        self.series = self.series.with_result(self.match.result())
        if self.series.winner is not None:
            with errors_to(self._services.warn):
                self._store()

    def _store(self) -> None:
        """Store the match, and in the record if the player played it alone. Raises `StorageError`."""
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
        """Return the look; of the rival the field alone if there is no more room, and never a bot's keys."""
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
        return joined(marks, self._sent_line(number, layout))

    def _sent_line(self, number: int, layout: Layout) -> Overlay:
        """Return the part of a line below both boards in which rows run to the other side, where there is room."""
        y = layout.field.bottom + 1
        if size_class(self._services.terminal.size) != "-roomy" or y >= layout.size.height - 1:
            return NO_OVERLAY
        self._sent = [self._new_sending(side, self._sent[side]) for side in (YOU, RIVAL)]
        sender = max((YOU, RIVAL), key=lambda side: self._sent[side].at_ns)
        sending, look = self._sent[sender], self.sides[number].look
        part = (self._services.clock() - sending.at_ns) / _RUN_NS
        if not sending.rows or part >= 1:
            return NO_OVERLAY
        line = sent_text(self.match.names, sender, sending.rows, part, look)
        half = len(line) // 2
        x, text = (layout.size.width - half, line[:half]) if number == YOU else (0, line[half:])
        tones = look.chosen_tones
        style = Style(color=tones.warn or tones.text, bgcolor=tones.background, bold=True)
        return {y: (Span(x, text, style),)}

    def _new_sending(self, side: int, last: "_Sending") -> "_Sending":
        total = self.match.counts(side).sent
        return last if total == last.total else _Sending(total, max(0, total - last.total), self._services.clock())

    def bindings(self, settings: Settings) -> Bindings:
        """Return the player's keys, or where two play, those on the left."""
        return settings.pair.bindings[0] if self._has_friend else super().bindings(settings)

    def apply_settings(self, settings: Settings) -> None:
        super().apply_settings(settings)
        self.sides[1].keys.bindings = self._rival_bindings(settings)

    def _rival_bindings(self, settings: Settings) -> Bindings:
        return settings.pair.bindings[1] if self._has_friend else Bindings()

    @property
    def is_over(self) -> bool:
        return self.match.is_over

    @property
    def since_end_ns(self) -> int:
        return self.match.since_end_ns


class MatchScreen(GameScreen):
    NODE = Node.MATCH
    DIRECTOR = MatchDirector
    KEYS = MATCH_KEYS  # saving and undoing are bound as in a game, to announce that they are not possible

    def button_rows(self, settings: Settings) -> Iterator[KeyRow]:
        """Yield the keys of the buttons, or where two play, the first ones of each side."""
        if settings.computer.opponent != FRIEND:
            return super().button_rows(settings)
        ascii_only = self.ascii_only
        unused = self.session.unused_buttons
        return button_rows(*settings.pair.bindings, most=1, ascii_only=ascii_only, unused=unused)


def _at_its_pace(chosen: Computer) -> Computer:
    """Return the settings, with the pace of the opponent as that of the bot."""
    pace = chosen.opponent_speed
    if pace == OPPONENTS_OWN and chosen.opponent in BOTS:
        pace = BOTS[chosen.opponent].pieces_per_second
    return chosen.changed("pieces_per_second", max(0.25, pace))


def sent_text(names: Sequence[str], sender: int, rows: int, part: float, look: Look) -> str:
    """Return names, arrows and the number of rows, of an even length; as much of the arrows as a part of the run."""
    arrow, number = ("><" if look.chosen_skin.is_ascii else "▶◀")[sender], str(rows)
    shown = 0 if look.reduced_motion else round(part * 2 * _ARROWS)
    run = f"{arrow * shown:<{2 * _ARROWS}}"
    run = f"{run[:_ARROWS]} {number} {run[_ARROWS:]}"
    run = run if sender == YOU else run[::-1].replace(number[::-1], number)
    width = max(len(name) for name in names)
    line = f"{names[YOU].upper():>{width}} {run} {names[RIVAL].upper():<{width}}"
    return line if len(line) % 2 == 0 else line + " "
