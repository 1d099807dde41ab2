"""The terminal: bytes in and key events out, frames in and bytes out.

Theory of operation. Textual runs the application; this package extends its drivers and its screens, and asks its
parser. Private names of Textual are used in `textual_internals` alone.

Bytes in. The event loop reads the terminal (`posix_driver`); on Windows, a thread does, which writes nothing
(`windows_driver`). `scanner` divides the input into whole chunks by grammar alone, so that a split, truncated or
unknown reply never looks like a key. `key_parser`, with Textual's parser, turns chunks into messages: each key yields
Textual's own `Key`, with a `KeyDown` before it, and each reported release a `KeyUp`. `kitty_protocol` reads the keys of
kitty's protocol, `win32_input`, `windows_keys` and `console_keys` those of Windows, `replies` the replies to queries.
From these `keyboard_detection` derives what the keyboard can report, and `character_widths` whether the glyphs of
the game have their width.

Key events and capture. `Key` takes Textual's way through its message queues. While a screen captures keys
(`keyboard_app`, `key_capture`), the driver also requests releases from the terminal, and delivers every key event,
stamped with `clock` as it is read, to one sink by a call in the event loop, past all queues. An error of the sink ends
the capture and the program. If the driver has no capture, the app derives presses from `Key`.

Frames out. `canvas` holds the frame clock and widgets of cached rows. A `FlushScreen` writes the changed parts of its
canvases straight to the driver if nothing else paints and nothing covers them; otherwise the compositor paints.

Output never waits. `frame_driver` joins the pieces of a frame to one; `output` writes as much as the terminal accepts
and retries the rest from the event loop. While output is queued, frames are skipped and not queued, and the whole
screen is painted afterwards. A terminal that reads nothing therefore delays neither keys nor the game.

Signals. `signals` handles ends, stops and continuations in the event loop, `console_close` the end of a Windows
console. Every end, also one by an error, takes the same way: further signals are ignored, queued frames discarded,
the keyboard mode popped, the screen cleared and the terminal restored. After a stop everything is requested anew, as a
shell may have used the terminal meanwhile.

`environment` and `background` are for drawing: the colours that the terminal is known for, and those it shows.
"""
