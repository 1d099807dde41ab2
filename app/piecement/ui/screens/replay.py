"""Watching a game that was played: at any speed, from any moment, and on from there."""

from collections.abc import Generator, Iterable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Final

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.widgets import ProgressBar, Static

from piecement.render.layout import Size
from piecement.render.overlay import NO_OVERLAY, too_small
from piecement.render.picture import Picture
from piecement.render.replay_renderer import ReplayRenderer, TooSmallError, caption_of
from piecement.session.marks import Marks
from piecement.session.origin import Origin, new_token
from piecement.session.replay_player import Watching
from piecement.storage.asciicast import write_asciicast
from piecement.storage.atomic_file import write_atomically
from piecement.storage.autosave import Autosave
from piecement.storage.errors import StorageError
from piecement.terminal.canvas.flush import FlushScreen
from piecement.terminal.canvas.frame_clock import FrameClock
from piecement.terminal.canvas.frame_timers import platform_frame_timer
from piecement.ui.command_keys import SAVE, with_second
from piecement.ui.menu_graph import Edge, Node, Way
from piecement.ui.messages import GoBack
from piecement.ui.node_screen import NodeScreen
from piecement.ui.style_sheets import STYLES
from piecement.ui.widgets.game_canvas import GameCanvas
from piecement_engine import Event, RecordingError
from piecement_engine.recording import clock

if TYPE_CHECKING:
    from piecement.render.skins.look import Look
    from piecement.settings.whole import Settings
    from piecement.ui.services import Services

_SECOND_NS: Final = 1_000_000_000
_BAR_NS: Final = 100_000_000
"""The time between two looks at what changes with every frame."""

_FILMED_AT_ONCE: Final = 4
"""How many frames of a film are written between two of the screen."""

_STEPS: Final = 1000
"""How finely the progress is shown."""

_LEGEND: Final = (
    ("Pause", "[Space]"),
    ("1 s", "[←] [→]"),
    ("Speed", "[↑] [↓]"),
    ("Piece", "[N]"),
    ("Play on", "[Enter]"),
    ("Help", "[?]"),
    ("Back", "[Esc]"),
    ("Input", "[,] [.]"),
    ("Part", "[0]-[9]"),
    ("Loop", "[L]"),
    ("Save", "[Ctrl+S]"),
    ("Picture", "[V]"),
    ("ReplayRenderer", "[F]"),
    ("Export", "[X]"),
)
"""The keys, those first that a low terminal has room for."""


def build(services: "Services", game: int) -> "ReplayScreen":
    """Return the screen of a kept game, by its id."""
    return ReplayScreen(services, game)


class ReplayScreen(FlushScreen[None], NodeScreen):
    """A replay."""

    NODE = Node.REPLAY
    CSS_PATH = STYLES / "replay.tcss"
    ALLOW_SELECT: ClassVar[bool] = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "back", "Back", show=False),
        Binding("space", "pause", "Pause", show=False),
        Binding("left,h", "jump(-1)", "Back by a second", show=False),
        Binding("right", "jump(1)", "On by a second", show=False),
        Binding("shift+left", "jump(-10)", "Back by ten seconds", show=False),
        Binding("shift+right", "jump(10)", "On by ten seconds", show=False),
        Binding("up,plus,k", "speed(1)", "Faster", show=False),
        Binding("down,j", "speed(-1)", "Slower", show=False),
        Binding("minus", "usual_speed", "As it was played", show=False),
        Binding("full_stop", "input(1)", "Next input", show=False),
        Binding("comma", "input(-1)", "Input before", show=False),
        Binding("n", "piece", "Next piece", show=False),
        Binding("home", "part(0)", "Start", show=False),
        Binding("end", "part(10)", "End", show=False),
        *(Binding(str(tenth), f"part({tenth})", f"{tenth}0 %", show=False) for tenth in range(10)),
        Binding("l", "loop", "Loop", show=False),
        Binding("enter", "play_on", "Play on from here", show=False),
        Binding(with_second(SAVE), "save", "Save in a slot", show=False),
        Binding("v", "picture", "Write a picture", show=False),
        Binding("f", "film", "Write a film", show=False),
        Binding("x", "export", "Export the replay", show=False),
        Binding("ctrl+z", "app.suspend_process", "Suspend", show=False),
    ]

    def __init__(self, services: "Services", game: int) -> None:
        super().__init__()
        self._services = services
        self.game = game
        self._canvas = GameCanvas()
        frame_timer = services.frame_timer or platform_frame_timer
        self._frames = FrameClock(
            self._frame,
            services.terminal.fail,
            fps=services.settings.now.graphics.fps,
            frame_timer=frame_timer,
            now_ns=services.clock,
        )
        self._watching: Watching | None = None
        self._origin = Origin.from_dict({})
        self._complaint = ""
        self._bar_due_ns = 0
        self._writing_cast: Generator[float, None, None] | None = None
        try:
            recording = services.store.games.recording(game)
            self._watching = Watching(recording)
            self._origin = Origin.from_dict(recording.about)
        except (StorageError, RecordingError) as error:
            self._complaint = str(error)
        self._picture = self._new_picture()

    def compose(self) -> ComposeResult:
        """Lay out the game over the bar."""
        yield self._canvas
        with Horizontal(id="bar"):
            yield Static(id="state")
            yield ProgressBar(total=_STEPS, show_percentage=False, show_eta=False, id="way")
            yield Static(self._complaint, id="told", markup=False)

    def on_mount(self) -> None:
        """Follow how games are to be drawn."""
        self._services.settings.changed.subscribe(self, self._dress)

    def on_screen_resume(self) -> None:
        """Let it run."""
        if self._watching is not None:
            self._watching.rest()
            self._frames.start()
            self.call_after_refresh(self._lay_out)

    def on_screen_suspend(self) -> None:
        """Let it rest while something lies over it."""
        self._frames.stop()

    def on_unmount(self) -> None:
        """Leave nothing running."""
        self._frames.stop()
        if self._writing_cast is not None:
            self._writing_cast.close()

    def on_resize(self, _: events.Resize) -> None:
        """Use the room there is."""
        self.call_after_refresh(self._lay_out)

    def payload(self, edge: Edge) -> object:
        """Return what is played on, or this screen to save a moment of it. Raises `StorageError`."""
        match edge.target:
            case Node.GAME:
                return self.moment()
            case Node.SAVE_GAME:
                return self
            case _:
                return super().payload(edge)

    def action_back(self) -> None:
        """Leave the screen."""
        self.post_message(GoBack(self.NODE))

    def action_pause(self) -> None:
        """Pause, or go on."""
        if self._watching is not None:
            was_at_end = self._watching.playback.is_at_end
            self._watching.toggle()
            self._moved(jumped=was_at_end)

    def action_jump(self, seconds: int) -> None:
        """Go on or back by some seconds."""
        if self._watching is not None:
            self._watching.jump_by(seconds * _SECOND_NS)
            self._moved()

    def action_speed(self, steps: int) -> None:
        """Go faster or slower."""
        if self._watching is not None:
            self._watching.change_speed(steps)
            self._moved(jumped=False)

    def action_usual_speed(self) -> None:
        """Go as fast as it was played."""
        if self._watching is not None:
            self._watching.usual_speed()
            self._moved(jumped=False)

    def action_input(self, step: int) -> None:
        """Pause at the next change of buttons, or at the one before."""
        if self._watching is not None:
            self._watching.jump_to_input(step)
            self._moved()

    def action_piece(self) -> None:
        """Pause where the next piece comes into play."""
        if self._watching is not None:
            self._watching.jump_to_piece()
            self._moved()

    def action_part(self, tenths: int) -> None:
        """Go to some tenths of the whole."""
        if self._watching is not None:
            self._watching.jump_to_part(tenths / 10)
            self._moved()

    def action_loop(self) -> None:
        """Begin anew after the end, or not."""
        if self._watching is not None:
            self._watching.loops = not self._watching.loops
            self._moved(jumped=False)

    def action_play_on(self) -> None:
        """Play on from here, for practice."""
        try:
            self.navigate(Node.GAME, Way.CHOICE)
        except StorageError as error:
            self._say(str(error))

    def action_save(self) -> None:
        """Choose a slot to keep this moment in."""
        self.navigate(Node.SAVE_GAME, Way.KEY)

    def moment(self) -> Autosave:
        """Return a game that goes on from here, for practice. Raises `StorageError` where nothing goes on."""
        game = self._watching and self._watching.take_over()
        if not game:
            raise StorageError("There is nothing to play on from.")
        return Autosave.of(game, self._practice())

    def tell(self, sentence: str) -> None:
        """Tell the player something beside the game."""
        self._say(sentence)

    def action_picture(self) -> None:
        """Write what is seen to a picture."""
        if self._watching is None:
            return
        time_ms = self._watching.view.time_ns // 1_000_000
        path = self._file(f"-{time_ms}.svg")
        try:
            write_atomically(path, self._services.terminal.export_screenshot().encode())
            self._say(f"Written to {path}.")
        except StorageError as error:
            self._say(str(error))

    def action_film(self) -> None:
        """Write the whole replay to a film for terminals, a few frames at a time."""
        if self._watching is None or self._writing_cast is not None:
            return
        try:
            renderer = ReplayRenderer(self._watching.playback.recording, self._look, Size(*self._canvas.size))
            self._writing_cast = write_asciicast(renderer, self._file(".cast"))
        except (StorageError, RecordingError, TooSmallError) as error:
            self._say(str(error))

    def action_export(self) -> None:
        """Write the replay itself to a file."""
        try:
            self._say(f"Written to {self._services.store.replays.export(self.game)}.")
        except StorageError as error:
            self._say(str(error))

    def _frame(self, now_ns: int) -> None:
        watching = self._watching
        if watching is None:
            return
        was = watching.view
        try:
            game_events = watching.advance(now_ns)
            watching.look_ahead()
        except RecordingError as error:
            self._frames.stop()
            self._say(str(error))
            return
        if watching.view != was:
            self._picture.clear()
        self._draw(game_events)
        self._film_on()
        if now_ns >= self._bar_due_ns:
            self._tell(now_ns)

    def _film_on(self) -> None:
        """Write some frames of the film that is being written."""
        if self._writing_cast is None:
            return
        try:
            for _ in range(_FILMED_AT_ONCE - 1):
                next(self._writing_cast)
            self._say(f"Writing the film: {next(self._writing_cast):.0%}")
            return
        except StopIteration:
            self._say(f"Written to {self._file('.cast')}.")
        except (StorageError, RecordingError) as error:
            self._say(str(error))
        self._writing_cast = None

    def _file(self, ending: str) -> Path:
        """Return where to write what is made of this game."""
        return self._services.store.paths.replays / f"{self._origin.mode}-{self.game}{ending}"

    def _moved(self, *, jumped: bool = True) -> None:
        """Show what a key brought about."""
        if jumped:
            self._picture.clear()
        self._say("")
        self._draw(())
        self._tell(self._services.clock())

    def _draw(self, game_events: Iterable[Event]) -> None:
        watching = self._watching
        if watching is None or not self._canvas.size:
            return
        layout = self._picture.layout
        if not layout.fits:
            self._canvas.draw(too_small(*self._canvas.size, layout.minimum, self._look))
        else:
            self._picture.on_events(game_events, watching.view)
            self._canvas.mark(self._picture.show(watching.view, time_ns=watching.seen_ns, stats=watching.stats))
            self._canvas.draw(NO_OVERLAY)
        self.flush(self._canvas)

    def _tell(self, now_ns: int) -> None:
        """Tell how far it is, and how fast."""
        watching = self._watching
        if watching is None:
            return
        self._bar_due_ns = now_ns + _BAR_NS
        how = "paused" if watching.is_paused else f"{watching.speed:g}x"
        loop = " loop" if watching.loops else ""
        time, length = clock(watching.view.time_ns), clock(watching.playback.length_ns)
        self.query_one("#state", Static).update(f"{how}{loop}  {time} / {length}")
        self.query_one("#way", ProgressBar).update(progress=round(watching.part * _STEPS))

    def _lay_out(self) -> None:
        if self._watching is not None and self._canvas.size:
            self._picture.resize(*self._canvas.size, self._watching.view)
            self._canvas.forget_rows()
            self._draw(())
            self._tell(self._services.clock())

    def _new_picture(self) -> Picture:
        picture = Picture(self._look, caption_of(self._origin, _LEGEND))
        if self._watching is not None:
            picture.resize(*self._services.terminal.size, self._watching.view)
            self._canvas.hang(picture)
        return picture

    def _dress(self, settings: "Settings") -> None:
        self._frames.fps = settings.graphics.fps
        self._picture = self._new_picture()
        self._lay_out()

    def _practice(self) -> Origin:
        """Return the origin of a game that goes on from a moment of this one."""
        return replace(self._origin, token=new_token()).marked(Marks(practice=True))

    def _say(self, sentence: str) -> None:
        self.query_one("#told", Static).update(sentence)

    @property
    def _look(self) -> "Look":
        return self._services.appearance.look._replace(pressed_keys=True)
