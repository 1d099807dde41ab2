"""Replays of games: at any speed, from any moment, with marks to jump to, and played on from there."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from functools import partial
from typing import ClassVar, Final

from rich.cells import cell_len
from textual import events
from textual.app import ComposeResult
from textual.content import Content
from textual.widgets import Static

from piecement.render.overlay import NO_OVERLAY, too_small
from piecement.render.picture import Picture
from piecement.render.replay_renderer import TooSmallError, caption_of
from piecement.render.scene import Caption, Scene
from piecement.render.skins.look import Look, PanelKind
from piecement.session.hud import Rival
from piecement.session.records import origin_of
from piecement.session.replay_player import Mark, MarkKind, ReplayPlayer, ReplayStart
from piecement.settings.settings import Settings
from piecement.storage.autosave import Autosave
from piecement.terminal.canvas.flush_screen import FlushScreen
from piecement.terminal.clock import SECOND_NS
from piecement.ui.bases.game_actions import copy_line
from piecement.ui.game.game_keys import mute_row
from piecement.ui.game.replay_exports import ReplayExports
from piecement.ui.key_rows import LAST_KEYS, SAVE_ROW, KeyRow
from piecement.ui.menu_graph import Node, Trigger
from piecement.ui.screen import Showing
from piecement.ui.services import Services
from piecement.ui.texts.bars import BAR_SIGNS
from piecement.ui.texts.plain_hints import plain_hint, wants_ascii
from piecement.ui.texts.sound import toggle_sound
from piecement.ui.widgets.game_canvas import GameCanvas
from piecement_base.errors import StorageError, errors_to
from piecement_base.formatting import clock_text
from piecement_base.language import N_, _, error_text
from piecement_base.origin import Origin
from piecement_engine import Event, Recording, RecordingError
from piecement_engine.match import RoundRecording

MARK_NAMES: Final = {MarkKind.QUAD: N_("quad"), MarkKind.SPIN: N_("spin"), MarkKind.MISTAKE: N_("mistake")}

_COLOURS: Final = {MarkKind.QUAD: "$good", MarkKind.SPIN: "$key", MarkKind.MISTAKE: "$bad"}
_MARKS: Final = "┬|"
"""Sign of a mark: the first character, or the second in ASCII."""


class ReplayBar(Static):
    """Shows state, time, a bar with marks, length and speed in one line."""

    DEFAULT_CSS = "ReplayBar { height: 1; }"

    def __init__(self) -> None:
        super().__init__(id="progress")

    def show(self, player: ReplayPlayer, *, hides_length: bool = False) -> None:
        """Show where a replay is; a hidden length is shown only at the end."""
        state = _("paused") if player.is_paused else ">"
        loop = _(" loop") if player.loops else ""
        left = f" {state} {clock_text(player.view.time_ns)} "
        speed = plain_hint(f"×{player.speed:g}", ascii_only=wants_ascii(self))
        if hides_length and player.part < 1:
            self.update(Content.assemble((left, "$accent"), (f" {speed}{loop} ", "$muted")))
            return
        right = f" {clock_text(player.recording.time_ns)} {speed}{loop} "
        room = self.size.width - cell_len(left) - cell_len(right)
        bar = self._bar(player.part, player.marks, player.recording.time_ns, room)
        self.update(Content.assemble((left, "$accent"), bar, (right, "$muted")))

    def _bar(self, part: float, marks: Sequence[Mark], length_ns: int, width: int) -> Content:
        if width <= 0:
            return Content()
        ascii_only = wants_ascii(self)
        seen, here, ahead = BAR_SIGNS[ascii_only]
        at = min(width - 1, round(part * (width - 1)))
        cells = [(seen, "$accent")] * at + [(here, "$accent bold")] + [(ahead, "$muted")] * (width - 1 - at)
        for mark in marks:
            place = min(width - 1, round(mark.time_ns / max(1, length_ns) * (width - 1)))
            if place != at:
                cells[place] = _MARKS[ascii_only], _COLOURS[mark.kind]
        return Content.assemble(*cells)


_BAR_NS: Final = 100_000_000
"""The time between two updates of the bar."""

_Control = Callable[[ReplayPlayer], object]


def _toggle_loop(player: ReplayPlayer) -> None:
    player.loops = not player.loops


def _jump_to_mark(player: ReplayPlayer) -> str:
    mark = player.jump_to_mark()
    return _(MARK_NAMES[mark.kind]).capitalize() if mark else _("There is no mark in this replay.")


_CONTROLS: Final[Mapping[str, _Control]] = {
    "space": ReplayPlayer.toggle,
    "left,h": partial(ReplayPlayer.jump_by, change_ns=-SECOND_NS),
    "right": partial(ReplayPlayer.jump_by, change_ns=SECOND_NS),
    "shift+left": partial(ReplayPlayer.jump_by, change_ns=-10 * SECOND_NS),
    "shift+right": partial(ReplayPlayer.jump_by, change_ns=10 * SECOND_NS),
    "up,plus,k": partial(ReplayPlayer.change_speed, steps=1),
    "down,j": partial(ReplayPlayer.change_speed, steps=-1),
    "minus": ReplayPlayer.usual_speed,
    "full_stop": ReplayPlayer.jump_to_piece,
    "comma": ReplayPlayer.jump_to_piece_before,
    "right_square_bracket": partial(ReplayPlayer.jump_to_input, step=1),
    "left_square_bracket": partial(ReplayPlayer.jump_to_input, step=-1),
    "n": _jump_to_mark,
    "l": _toggle_loop,
    "home,0": partial(ReplayPlayer.seek_fraction, part=0),
    **{str(tenths): partial(ReplayPlayer.seek_fraction, part=tenths / 10) for tenths in range(1, 10)},
    "end": partial(ReplayPlayer.seek_fraction, part=1),
}
"""The keys of the replay player."""


def _controls(*keys: str) -> dict[str, str]:
    return {key: f"control('{key}')" for key in keys}


_PAUSE: Final = KeyRow("Space", N_("pause or resume"), (("space", N_("pause")),), _controls("space"))


class ReplayScreen(Showing[int | ReplayStart | RoundRecording | Recording], FlushScreen[None]):
    """The replay of a game, by its id. Where its recording cannot be used, it shows why."""

    NODE = Node.REPLAY
    IS_GAME = True
    ALLOW_SELECT: ClassVar[bool] = False
    KEYS = (
        _PAUSE,
        KeyRow(
            "← →",
            N_("1 second, with Shift 10"),
            (("left right", N_("1 s")),),
            _controls("left,h", "right", "shift+left", "shift+right"),
        ),
        KeyRow(
            ", .", N_("piece before, next piece"), (("comma full_stop", N_("piece")),), _controls("comma", "full_stop")
        ),
        KeyRow("N", N_("next quad, spin or mistake"), (("n", N_("mark")),), _controls("n")),
        KeyRow("P", N_("play from here"), (("p", N_("play from here")),), {"p": "navigate_to('game')"}),
        KeyRow("↑ ↓", N_("faster and slower"), (), _controls("up,plus,k", "down,j")),
        KeyRow("-", N_("normal speed"), (), _controls("minus")),
        KeyRow("[ ]", N_("go to an input"), (), _controls("left_square_bracket", "right_square_bracket")),
        KeyRow(N_("0 to 9"), N_("go to 0% to 90%"), (), _controls("home,0", *"123456789")),
        KeyRow("Home End", N_("start and end"), (), _controls("end")),
        KeyRow("L", N_("loop"), (), _controls("l")),
        SAVE_ROW,
        KeyRow(
            "V F G X",
            N_("save SVG, cast, GIF, game"),
            (),
            {"v": "picture", "f": "animate(False)", "g": "animate(True)", "x": "export"},
        ),
        KeyRow("B", N_("hide or show the length"), (), {"b": "hide_length"}),
        KeyRow("U", N_("save as a fumen"), (), {"u": "fumen"}),
        KeyRow("C", N_("copy as a line"), (), {"c": "copy_line"}),
        KeyRow("Tab", N_("the other side of a match"), (), {"tab": "other_side"}),
        *LAST_KEYS,
    )

    def __init__(self, services: Services, start: int | ReplayStart | RoundRecording | Recording) -> None:
        super().__init__(services)
        start = ReplayStart(start) if isinstance(start, int) else start
        self._canvas = GameCanvas()
        self._bar = ReplayBar()
        self._frames = self.frame_clock(self._frame, fps=services.settings.now.graphics.fps)
        self.player: ReplayPlayer | None = None
        self._other: ReplayPlayer | None = None
        """The other side of a match, which runs along."""
        self._names: tuple[str, ...] = ()
        """Names of the sides of a match, the visible one first."""
        self._origin = Origin.from_dict({})
        self._error = ""
        self._bar_due_ns = 0
        self._is_paused = False
        """Whether the bar and the keys show a pause."""
        try:
            self._open(start)
        except (StorageError, RecordingError) as error:
            self._error = error_text(error)
        self._exports: Final = ReplayExports(services, start, self._origin.mode)
        self._picture: Final = Picture()
        self._look, self._caption = self._new_look()
        self._sounds = self.player and services.sounds.of_game(self.player.view)

    def _open(self, start: ReplayStart | RoundRecording | Recording) -> None:
        """Prepare to play a stored game, or a match. Raises `StorageError` or `RecordingError` where it cannot be."""
        played, at_ns = start if isinstance(start, ReplayStart) else (start, 0)
        if isinstance(played, RoundRecording):
            self.player, self._other = map(ReplayPlayer, played.games)
            self._names = tuple(map(str, played.about["names"]))
            self._other.jump_to(at_ns)
        elif isinstance(played, Recording):
            self.player = ReplayPlayer(played)
        else:
            self.player = ReplayPlayer(self._services.store.games.recording(played), self._mistakes_ns(played))
        self.player.jump_to(at_ns)
        self._origin = origin_of(self.player.recording)

    def _mistakes_ns(self, game: int) -> list[int]:
        """Return when the costliest mistakes of a stored game were, if the coach has reviewed it."""
        reviewed = (one.mistakes for one in self._services.store.game_reviews.all() if one.game == game)
        return [moment.time_ns for mistakes in reviewed for moment in mistakes.worst]

    def contents(self) -> ComposeResult:
        yield self._canvas
        yield Static(self._error, id="message", classes="-said" if self._error else "", markup=False)
        yield self._bar

    def on_mount(self) -> None:
        self._services.settings.changed.subscribe(self, self._apply_settings)

    def on_screen_resume(self) -> None:
        if self.player is not None:
            self.player.rest()
            self._frames.start()
            self.call_after_refresh(self._resize)

    def on_screen_suspend(self) -> None:
        self._frames.stop()

    def on_unmount(self) -> None:
        self._frames.stop()
        self._exports.close()

    def on_resize(self, _: events.Resize) -> None:
        self.call_after_refresh(self._resize)

    def on_key(self, event: events.Key) -> None:
        """Turn sound off or on."""
        if event.key == self._mute_key:
            self.announce(toggle_sound(self._services.sounds))

    def key_rows(self) -> Iterator[KeyRow]:
        yield _PAUSE.labelled(N_("resume")) if self._is_paused else _PAUSE
        yield from self.KEYS[1:]
        yield mute_row(self._mute_key, ascii_only=self.ascii_only)

    def payloads(self) -> Mapping[Node, object]:
        """Return the game to play on, and this screen to save from."""
        return {Node.GAME: self.moment, Node.SAVE_GAME: self}

    def moment(self) -> Autosave:
        """Return a game that goes on from here, for practice. Raises `StorageError` at the end of the replay."""
        game = self.player and self.player.take_over()
        if not game:
            raise StorageError(_("You cannot play from here."))
        return Autosave.practice(game, self._origin)

    def announce(self, *texts: str) -> None:
        message = self.query_one("#message", Static)
        message.update(" ".join(texts))
        message.set_class(any(texts), "-said")

    def action_control(self, keys: str) -> None:
        """Run the control of some keys, and show the moment without the effects of the one before."""
        if self.player is not None:
            self.announce("")
        self._act(_CONTROLS[keys])
        self._forget()
        self._resize()

    def _act(self, act: _Control) -> None:
        """Do something with the replay, if there is one, and announce the text that comes of it."""
        if self.player is not None:
            with self._errors_shown():
                if isinstance(said := act(self.player), str):
                    self.announce(said)

    def action_other_side(self) -> None:
        """Watch the other side of a match, from the same moment."""
        seen, other = self.player, self._other
        if seen is None or other is None:
            return
        with self._errors_shown():
            other.go_along(seen)
            self.player, self._other, self._names = other, seen, self._names[::-1]
            self._look, self._caption = self._new_look()
            self._forget()
            self._resize()

    def action_navigate_to(self, target: str) -> None:
        with self._errors_shown():
            self.navigate(Node(target), Trigger.KEY)

    def action_picture(self) -> None:
        self._act(lambda player: self._exports.picture(player.view.time_ns))

    def action_animate(self, is_gif: bool) -> None:
        begin = partial(self._exports.begin_animation, look=self._own_look, size=self._canvas.size, is_gif=is_gif)
        self._act(lambda player: begin(player.recording))

    def action_hide_length(self) -> None:
        """Hide the length and the marks in all replays until their end, or show them again."""
        hides = not self._services.settings.now.interface.hides_length
        self._services.settings.change("interface", "hides_length", hides)
        self._refresh_bar(self._services.clock())

    def action_export(self) -> None:
        with self._errors_shown():
            self.announce(self._exports.replay())

    def action_fumen(self) -> None:
        with self._errors_shown():
            self.announce(self._exports.fumen())

    def action_copy_line(self) -> None:
        self._act(lambda player: copy_line(self._services, player.recording, self.announce))

    def _errors_shown(self) -> AbstractContextManager[None]:
        """Show errors of storing and replaying instead of raising them."""
        return errors_to(self.announce, RecordingError, TooSmallError)

    def _frame(self, now_ns: int) -> None:
        player = self.player
        if player is None:
            return
        view = player.view
        try:
            game_events = player.advance(now_ns)
            player.look_ahead()
        except RecordingError as error:
            self._frames.stop()
            self.announce(error_text(error))
            return
        if player.view != view:  # another game, as after a jump back
            self._forget()
        elif self._sounds is not None:
            self._sounds.play(game_events, view)
        self._draw(game_events)
        with self._errors_shown():
            if said := self._exports.write_animation():
                self.announce(said)
        if now_ns >= self._bar_due_ns:
            self._refresh_bar(now_ns)

    def _forget(self) -> None:
        """Drop the effects and sounds of the moment before."""
        self._picture.clear()
        if self._sounds is not None:
            self._sounds.forget()

    def _draw(self, game_events: Iterable[Event]) -> None:
        player = self.player
        if player is None or not self._canvas.size:
            return
        self._picture.on_events(game_events, player.view, self._look)
        size, rival = self._canvas.size, self._rival(player)
        scene = Scene(player.view, self._look, self._caption, size, player.position_ns, player.stats, rival=rival)
        frame = self._picture.frame(scene)
        layout = frame.layout
        self._canvas.draw(frame, NO_OVERLAY if layout.fits else too_small(*size, layout.minimum, self._look))
        self.flush(self._canvas)

    def _rival(self, player: ReplayPlayer) -> Rival | None:
        """Advance the other side of a match, and return its visible state."""
        if self._other is None:
            return None
        with self._errors_shown():
            self._other.go_along(player)
        return Rival(tuple(self._other.view.rows), self._other.view.piece)

    def _refresh_bar(self, now_ns: int) -> None:
        player = self.player
        if player is None:
            return
        self._bar_due_ns = now_ns + _BAR_NS
        if self._is_paused is not player.is_paused:
            self._is_paused = player.is_paused
            self.show_keys()
        self._bar.show(player, hides_length=self._services.settings.now.interface.hides_length)

    def _resize(self) -> None:
        if self.player is not None and self._canvas.size:
            self._draw(())
            self._refresh_bar(self._services.clock())

    def _new_look(self) -> tuple[Look, Caption]:
        """Return the look and caption of the visible side."""
        caption, look = caption_of(self._origin), self._own_look
        if self._other is not None:
            rules = self._other.recording.setup.rules
            caption = caption._replace(title=self._names[0], rival=(rules.width, rules.skyline))
            look = look._replace(hud=look.hud | {PanelKind.RIVAL})
        return look, caption

    def _apply_settings(self, settings: Settings) -> None:
        self._frames.fps = settings.graphics.fps
        self._look, self._caption = self._new_look()
        self._resize()

    @property
    def _mute_key(self) -> str:
        return self._services.settings.now.sound.free_mute_key()

    @property
    def _own_look(self) -> Look:
        """The look of a game without another side."""
        return self._services.appearance.look._replace(pressed_keys=True)
