"""The terminal: bytes in and key events out, frames in and bytes out, and what is detected of it."""
