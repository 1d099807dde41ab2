"""Line of a round that is watched: its time, how far it is, and the keys of the watcher."""

from collections.abc import Iterator, Sequence
from typing import Final

from rich.cells import cell_len, set_cell_size
from rich.style import Style

from piecement.client.playback import Playback
from piecement.render.cells import cut
from piecement.render.overlay import Span
from piecement.render.skins.look import Look
from piecement.terminal.clock import SECOND_NS
from piecement.ui.texts.bars import marked_bar
from piecement.ui.texts.plain_hints import plain_hint
from piecement_base.formatting import clock_text
from piecement_base.language import _

_LEAST_BAR: Final = 10
"""Minimum width of the bar (columns)."""


class PlaybackLine:
    """The line of a playback at one moment, in a look."""

    def __init__(self, playback: Playback, look: Look, *, is_recorded: bool, has_others: bool) -> None:
        """Prepare the line of a recorded or running round; `has_others` says whether another player can be shown."""
        self._playback: Final = playback
        self._is_recorded: Final = is_recorded
        self._has_others: Final = has_others
        self._is_ascii: Final = look.chosen_skin.is_ascii
        tones = look.chosen_tones
        self._accent, self._key, self._muted = (
            Style(color=color or tones.text, bgcolor=tones.background, bold=color is tones.accent)
            for color in (tones.accent, tones.key or tones.accent, tones.muted)
        )

    def whole(self, width: int, *, has_keys: bool) -> tuple[Span, ...]:
        """Return the time at the left of a line, as many keys as fit at the right, and a bar between them."""
        playback, state = self._playback, cut(f" {self._time_text()} ", width)
        state_width = cell_len(state)
        keys = [(plain_hint(name, ascii_only=self._is_ascii), does) for name, does in self._keys()] if has_keys else []
        while keys and _width_of(keys) > width - state_width:
            del keys[0]
        spans, x = [Span(0, state, self._accent)], width - _width_of(keys)
        room = x - state_width
        if playback.end_ns and keys and room >= _LEAST_BAR:
            bar = marked_bar(playback.time_ns() / playback.end_ns, room, ascii_only=self._is_ascii)
            spans.append(Span(state_width, bar, self._muted))
        for name, does in keys:
            spans += [Span(x + 3, name, self._key), Span(x + 4 + cell_len(name), does, self._muted)]
            x += _width_of([(name, does)])
        return tuple(spans)

    def time_note(self, x: int, width: int) -> tuple[Span, ...]:
        """Return the time alone, in a place beside a field."""
        text = self._time_text()
        if cell_len(text) > width:
            text = self._short_text()
        return (Span(x, set_cell_size(text, width), self._accent),)

    def key_note(self, x: int, width: int) -> tuple[Span, ...]:
        """Return the key that leaves the round, in a place beside a field."""
        does = f" {self._leaves_for}"
        fits = cell_len("Esc" + does) <= width
        return (Span(x, "Esc", self._key), *([Span(x + 3, does, self._muted)] if fits else []))

    @property
    def _leaves_for(self) -> str:
        return _("back") if self._is_recorded else _("menu")

    def _time_text(self) -> str:
        playback = self._playback
        time, end_ns = clock_text(playback.time_ns()), playback.end_ns
        if self._is_recorded and end_ns is not None:
            times = f"{time} / {clock_text(end_ns)}"
            return f"{_('paused')} {times}" if playback.is_paused else times
        if playback.is_paused:
            return _("paused at {time}").format(time=time)
        if playback.is_live:
            return _("watching live")
        return _("{time}, {behind} s behind").format(time=time, behind=playback.delay_ns // SECOND_NS)

    def _short_text(self) -> str:
        if self._playback.is_paused:
            return _("paused")
        is_live = not self._is_recorded and self._playback.is_live
        return _("live") if is_live else clock_text(self._playback.time_ns())

    def _keys(self) -> Iterator[tuple[str, str]]:
        yield "Space", _("resume") if self._playback.is_paused else _("pause")
        yield "←→", _("5 s")
        if self._has_others:
            yield "↑↓", _("player")
        yield "Esc", self._leaves_for
        yield "?", _("keys")


def _width_of(keys: Sequence[tuple[str, str]]) -> int:
    """Return the columns of keys with what they do, and the blanks before each."""
    return sum(4 + cell_len(name) + cell_len(does) for name, does in keys)
