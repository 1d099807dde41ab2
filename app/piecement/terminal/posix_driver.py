"""The terminal driver on Linux, macOS and the BSDs.

Theory of operation. Textual's own driver keeps the kitty flags 1|8|16 active, to which the alternate keys (4) are
added. While a screen captures keys, the flags of a game are on top of them: pushed at the start of the capture, popped
at its end and before Textual restores the terminal (at exit, after an error, for a suspension by signal or by
`App.suspend`), and pushed again when Textual takes the terminal back. A terminal without that protocol may have the
win32 input mode, as the console of Windows has behind ssh: then that mode is requested instead. The event loop itself
reads what is typed, and hands a key event to the screen that captures keys at once, past all message queues; everything
else takes its usual path, including Textual's own `Key` unless the screen had a use for it.
"""

import asyncio
import os
import shutil
import signal
from codecs import utf_8_decode
from collections.abc import Callable, Iterable
from time import perf_counter
from typing import Any, Final

from textual import constants, events
from textual.app import App
from textual.message import Message

from piecement.terminal import character_widths, replies, win32_input
from piecement.terminal.console_keys import ConsoleKeys
from piecement.terminal.environment import has_unicode, is_gnu_screen, is_guest
from piecement.terminal.frame_driver import FrameDriver
from piecement.terminal.key_capture import KeyboardDetected, KeyCapture, TerminalAnswered
from piecement.terminal.key_events import KeyEvent
from piecement.terminal.key_parser import KeyParser, TerminalInput
from piecement.terminal.keyboard_capabilities import KeyboardCapabilities
from piecement.terminal.keyboard_detection import KeyboardDetection, MissingReleases
from piecement.terminal.kitty_protocol import ADD_ALTERNATES, ASK, POP, PUSH
from piecement.terminal.output import SYNC_START
from piecement.terminal.signals import TerminalSignals, is_in_background
from piecement.terminal.textual_internals import end_program, heed_size_signals, holds_terminal
from piecement_base.language import _

_CLEAR: Final = "\x1b[0m\x1b[H\x1b[J"
"""Sequence that clears the game off the main screen, the only one in GNU screen, mosh and others."""
_READ_SIZE: Final = 4096


class KeyboardDriver(KeyCapture, FrameDriver):
    """Textual's POSIX driver with key capture, restoring the terminal however it ends."""

    def __init__(self, app: App[object], *, mouse: bool = True, **options: Any) -> None:  # as `Driver` has them
        # GNU screen delays Esc until the next key while mouse reports are on.
        super().__init__(app, mouse=mouse and not is_gnu_screen(os.environ), **options)
        self._has_queried_appearance = False
        self._parser = KeyParser()
        self._unread = b""
        """First bytes of a character whose last ones have not come yet."""
        self._tick_call: asyncio.TimerHandle | None = None
        """Call that is due if nothing follows what was read, such as a lone Esc."""
        self._has_win32_input = False
        """Whether the terminal reported support for the win32 input mode."""
        self._console_keys: ConsoleKeys | None = None
        """Reader of that mode's records; None until the mode is requested."""
        self._detection = KeyboardDetection(self._announce)
        self._missing_releases = MissingReleases()
        self._capabilities = KeyboardCapabilities(None)
        self._is_suspending = False
        self._signals = TerminalSignals(
            self.loop, end=self._end_by_signal, before_stop=self._publish_suspension, after_continue=self._continue
        )

    def start_application_mode(self) -> None:
        """Acquire the terminal, at the start and after a suspension."""
        if self._started:
            return  # Textual would start all its threads a second time
        self._signals.handle()
        super().start_application_mode()  # type: ignore[no-untyped-call]  # so in Textual
        self._started = holds_terminal(self)
        if self._started:
            self._start_reading()
            if constants.DISABLE_KITTY_KEY:
                self._announce(KeyboardCapabilities(None))
            else:
                self.write(ADD_ALTERNATES)
            self._query_appearance()
            self._query_keyboard()

    @property
    def can_suspend(self) -> bool:
        return not is_guest()

    def takes_frame(self) -> bool:
        return KeyCapture.takes_frame(self) and FrameDriver.takes_frame(self)

    def suspend_application_mode(self) -> None:
        self._is_suspending = True
        try:
            super().suspend_application_mode()
        finally:
            self._is_suspending = False

    def resume_application_mode(self) -> None:
        """Reacquire the terminal and repaint what others have drawn over."""
        super().resume_application_mode()
        self.app.call_later(self.app.refresh)

    def stop_application_mode(self) -> None:
        if not self._is_suspending:
            self._signals.ignore()
        if self._started:
            self._started = False
            self._detection.cancel_wait()
            self.finish_frame()
            self._writer.discard(SYNC_START)
            self._pop()
            self.write(_CLEAR)
            if is_in_background(self.fileno):
                self.attrs_before = None  # a shell has set its own, and types in the terminal
            super().stop_application_mode()
            # Until the terminal answers anew that it reports sizes, Textual is to heed the signal for a new size.
            heed_size_signals(self)

    def process_message(self, message: Message | replies.TerminalReply) -> None:
        if isinstance(message, events.AppBlur):
            self._missing_releases.forget_presses()
        if isinstance(message, Message):
            super().process_message(message)
        else:
            self._handle_reply(message)

    def send_message(self, message: Message) -> None:
        """Queue a message in the event loop, in which it was read."""
        self.app.post_message(message)

    def run_input_thread(self) -> None:
        """Read nothing in Textual's own thread, which ends at once: the event loop reads."""

    def disable_input(self) -> None:
        self._stop_reading()
        super().disable_input()

    def _start_reading(self) -> None:
        self._parser, self._unread, self._console_keys = KeyParser(), b"", None
        self._missing_releases.forget_presses()
        self._parser.expect_replies()  # Textual sent queries when it acquired the terminal
        try:
            self.loop.add_reader(self.fileno, self._read_input)
        except OSError as error:  # the system cannot wait for a file, which has no keys
            if self.input_tty:
                sentence = _("piecement: the terminal cannot be read ({strerror}).").format(strerror=error.strerror)
                self.app.exit(return_code=1, message=sentence)

    def _stop_reading(self) -> None:
        self.loop.remove_reader(self.fileno)
        self._wait_for_more(None)

    def _read_input(self) -> None:
        try:
            data = os.read(self.fileno, _READ_SIZE)
        except OSError:  # the terminal was closed under the program
            data = b""
        if not data:
            self._stop_reading()
            if self.input_tty:
                self._signals.ignore()
                self._end_by_signal(signal.SIGHUP)
            return
        data = self._unread + data
        text, length = utf_8_decode(data, "replace")
        self._unread = data[length:]
        if text:
            self._process(self._console_keys.feed_text if self._console_keys else self._parser.feed, text)

    def _tick(self) -> None:
        self._process((self._console_keys or self._parser).tick)

    def _process(self, parse: Callable[..., Iterable[TerminalInput]], *text: str) -> None:
        """Forward what a parser returns, but no `Key` of a key event that was taken; a failure ends the program."""
        is_taken = False
        try:
            for message in parse(*text):
                if isinstance(message, KeyEvent):
                    were_missing = self._missing_releases.are_missing
                    for release in self._missing_releases.mark(message):
                        self._deliver_key(release)
                    if self._missing_releases.are_missing is not were_missing:
                        self._announce(self._capabilities)
                    is_taken = self._deliver_key(message)
                elif not (is_taken and isinstance(message, events.Key)):
                    self.process_message(message)
        except Exception as error:
            self.release()
            end_program(self.app, error)
        due = (self._console_keys or self._parser).escape_due
        if due is not None or self._tick_call is not None:
            self._wait_for_more(due)

    def _deliver_key(self, event: KeyEvent) -> bool:
        """Pass an event to the sink and return whether it was taken."""
        return self._sink is not None and self._sink_context.run(self._sink, event) is True

    def _wait_for_more(self, due: float | None) -> None:
        if self._tick_call is not None:
            self._tick_call.cancel()
        self._tick_call = None if due is None else self.loop.call_later(max(0.0, due - perf_counter()), self._tick)

    def _handle_reply(self, reply: replies.TerminalReply) -> None:
        if isinstance(reply, replies.KeyboardFlags):
            self._detection.handle_reply(reply.flags)
        elif isinstance(reply, replies.DeviceAttributes):
            self._detection.handle_reply(None)
        elif isinstance(reply, replies.CursorPosition):
            found = character_widths.characters_of(reply.row, reply.column)
            self.has_bytes_only = found is character_widths.Characters.BYTES or not has_unicode(os.environ)
        elif win32_input.is_offered(reply):
            self._has_win32_input = True
        self.app.post_message(TerminalAnswered(reply))

    def _query_appearance(self) -> None:
        if self.input_tty and not self._has_queried_appearance:
            self._has_queried_appearance = True
            fits = character_widths.fits_widths(*shutil.get_terminal_size())
            width_query = character_widths.width_query(replies.ASK_CURSOR) if fits else ""
            self.write(win32_input.ASK + replies.ASK_BACKGROUND + width_query)

    def _query_keyboard(self) -> None:
        if self._releases_wanted:
            self._push()
        elif self._may_ask:
            self.write(PUSH + ASK + POP + replies.ASK_DEVICE)
            self._expect_reply()

    def _expect_reply(self) -> None:
        self._parser.expect_replies()
        self._detection.start_wait()

    def _request_releases(self) -> None:
        if self._releases_wanted:
            self._push()
        else:
            self._pop()

    def _push(self) -> None:
        if self._started and not self._parser.is_capturing and self._may_ask:
            self._parser.is_capturing = True
            self._missing_releases.forget_presses()
            self.write(PUSH + ASK + replies.ASK_DEVICE)
            self._expect_reply()

    def _pop(self) -> None:
        if self._parser.is_capturing:
            self._parser.is_capturing = False
            self._parser.flags_in_force = 0
            self.write(POP)
            if self._console_keys:
                self._console_keys.set_mode(asked=False)
                self.write(win32_input.DISABLE)

    @property
    def _may_ask(self) -> bool:
        """Whether the terminal can be asked for releases."""
        return self.input_tty and not constants.DISABLE_KITTY_KEY

    def _announce(self, capabilities: KeyboardCapabilities) -> None:
        """Announce what the keyboard reports: by kitty's protocol, or else by the win32 input mode, if it has that."""
        if capabilities.flags is None and self._has_win32_input:
            capabilities = win32_input.CAPABILITIES
            if self._parser.is_capturing:
                self._request_records()
        self._capabilities = capabilities._replace(lacks_releases=self._missing_releases.are_missing)
        self.app.post_message(KeyboardDetected(self._capabilities))

    def _request_records(self) -> None:
        self._console_keys = self._console_keys or ConsoleKeys(self._parser)
        self._console_keys.set_mode(asked=True)
        self.write(win32_input.ENABLE)

    def _end_by_signal(self, number: int) -> None:
        self.app.exit(return_code=128 + number)

    def _continue(self) -> None:
        """Reacquire the terminal after a stop, as a shell may have used it in any way."""
        if is_in_background(self.fileno):
            os.kill(os.getpid(), signal.SIGSTOP)  # until the program is in the foreground
        elif self._started:  # SIGSTOP leaves no chance to prepare
            self._publish_suspension()
            self.suspend_application_mode()
            self.resume_application_mode()
            self.app.post_message(self.SignalResume())
        else:
            self._signals.resume()

    def _publish_suspension(self) -> None:
        # Textual publishes it for its own ways to suspend, and leaves its type open.
        self.app.app_suspend_signal.publish(self.app)  # pyright: ignore[reportUnknownMemberType]
