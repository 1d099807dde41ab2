"""Files of the page in a browser, and the headers that they are sent with."""

from html import escape
from importlib.resources import files
from string import Template
from typing import Final

from piecement_base.language import spoken, text_in
from piecement_base.tables import read_table

_TYPES: Final = {
    "index.html": "text/html; charset=utf-8",
    "page.css": "text/css; charset=utf-8",
    "page.js": "text/javascript; charset=utf-8",
    "xterm.css": "text/css; charset=utf-8",
    "xterm.js": "text/javascript; charset=utf-8",
    "addon-fit.js": "text/javascript; charset=utf-8",
}
"""Content type of each file of the page. No other file of the folder is served."""

_PAGE: Final = "index.html"
TEXTS: Final = {row["place"]: row["text"] for row in read_table(__file__, "page_texts.csv")}
"""Texts of the page, by their placeholders."""

HEADERS: Final = {
    # xterm.js styles its cells inline; everything else is loaded from this server.
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; connect-src 'self'; img-src data:; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "Cache-Control": "no-store",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}


def page_file(name: str, accepted: str = "") -> tuple[str, bytes] | None:
    """Return the content type and the body of a file of the page, or None if it is unknown.

    An empty name means the page itself, which is in the first known language of the header `Accept-Language`.
    """
    name = name or _PAGE
    kind = _TYPES.get(name)
    if kind is None:
        return None
    body = files("piecement_server.visits").joinpath("page", name).read_bytes()
    if name == _PAGE:
        language = spoken({"LANGUAGE": ":".join(part.partition(";")[0].strip() for part in accepted.split(","))})
        texts = {place: escape(text_in(language, text)) for place, text in TEXTS.items()}
        body = Template(body.decode()).substitute(texts, language=language.replace("_", "-")).encode()
    return kind, body
