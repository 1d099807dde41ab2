"""Replies of a terminal to the game's requests, and their meaning for the game."""

from collections.abc import Iterator
from typing import Final, TypeVar

from textual import events

from piecement.cli.commands.doctor_findings import Finding, Surroundings
from piecement.terminal import win32_input
from piecement.terminal.background import Background, background_of_colour, background_of_environment
from piecement.terminal.character_widths import Characters, characters_by_column, width_query_here
from piecement.terminal.key_parser import KeyParser
from piecement.terminal.keyboard_capabilities import KeyboardCapabilities
from piecement.terminal.kitty_protocol import ASK, POP, PUSH
from piecement.terminal.query_without_textual import replies_in
from piecement.terminal.replies import (
    ASK_BACKGROUND,
    ASK_CURSOR,
    BackgroundColour,
    CursorPosition,
    DeviceAttributes,
    KeyboardFlags,
    TerminalName,
    TerminalReply,
)
from piecement_base.language import N_, _, ngettext

_QUERY_NAME: Final = "\x1b[>0q"

QUERIES: Final = f"{PUSH}{ASK}{POP}{win32_input.ASK}{_QUERY_NAME}{ASK_BACKGROUND}{width_query_here(ASK_CURSOR)}"
"""Requests of the game, and a request for the terminal's name; device attributes are asked for after them."""

_SILENT: Final = N_("no reply")
_WIDTHS: Final = {
    Characters.GOOD: (N_("one column wide"), N_("All skins look right.")),
    Characters.WIDE: (
        N_("two columns wide"),
        N_("The game uses the ASCII skin; to use others, set ambiguous-width characters to narrow in the terminal."),
    ),
    Characters.BYTES: (
        N_("not decoded as UTF-8"),
        N_("The terminal does not use UTF-8, so the game uses the ASCII skin."),
    ),
}
_BACKGROUNDS: Final = {
    Background.DARK: N_("Dark: the game uses colours for a dark background."),
    Background.LIGHT: N_("Light: the game uses colours for a light background."),
    Background.UNKNOWN: N_("Unknown: the game uses colours readable on both. Set it under Settings, Look."),
}

Answer = TypeVar("Answer", bound=TerminalReply)


def keyboard_in(replies: str) -> KeyboardCapabilities | None:
    """Return the keyboard capabilities from the replies, or None without device attributes, as every terminal has."""
    answers = replies_in(replies)
    if _first(answers, DeviceAttributes) is None:
        return None
    if (flags := _first(answers, KeyboardFlags)) is not None:
        return KeyboardCapabilities(flags.flags)
    return win32_input.CAPABILITIES if any(map(win32_input.is_offered, answers)) else KeyboardCapabilities(None)


def answer_findings(found: Surroundings) -> Iterator[Finding]:
    """Yield the findings about the replies of the terminal."""
    answers = replies_in(found.replies)
    name, attributes = _first(answers, TerminalName), _first(answers, DeviceAttributes)
    yield Finding(_("Name"), name.name if name else _(_SILENT))
    yield Finding(_("Attributes"), ";".join(map(str, attributes.attributes)) if attributes else _(_SILENT))
    yield _background(found, _first(answers, BackgroundColour))
    yield _blocks(_first(answers, CursorPosition))
    yield _raw(found.replies)


def _first(answers: list[TerminalReply], kind: type[Answer]) -> Answer | None:
    return next((answer for answer in answers if isinstance(answer, kind)), None)


def _background(found: Surroundings, answer: BackgroundColour | None) -> Finding:
    if answer is None:
        return Finding(_("Background"), _(_SILENT), _(_BACKGROUNDS[background_of_environment(found.environment)]))
    channels = answer.red, answer.green, answer.blue
    return Finding(
        _("Background"), "#{:02X}{:02X}{:02X}".format(*channels), _(_BACKGROUNDS[background_of_colour(*channels)])
    )


def _blocks(answer: CursorPosition | None) -> Finding:
    width = characters_by_column(answer.column) if answer else None
    return Finding(_("Block width"), *map(_, _WIDTHS[width] if width else (_SILENT,)))


def _raw(replies: str) -> Finding:
    if not replies:
        return Finding(_("Raw reply"), _("nothing"), _("The terminal did not reply."))
    keys = [message.key for message in KeyParser().feed(replies) if isinstance(message, events.Key)]
    count = len(replies_in(replies))
    answers = ngettext("{count} reply", "{count} replies", count).format(count=count)
    wrong = _("The game mistakes parts of this for keys: {keys}.").format(keys=", ".join(keys))
    meaning = wrong if keys else _("The game finds {answers} in this and no stray keys.").format(answers=answers)
    return Finding(_("Raw reply"), replies.replace("\x1b", "ESC ").encode("unicode_escape").decode(), meaning)
