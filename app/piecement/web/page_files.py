"""The files of the page, and what a browser is told about them."""

from importlib.resources import files
from typing import Final, NamedTuple

_TYPES: Final = {
    "index.html": "text/html; charset=utf-8",
    "page.css": "text/css; charset=utf-8",
    "page.js": "text/javascript; charset=utf-8",
    "xterm.css": "text/css; charset=utf-8",
    "xterm.js": "text/javascript; charset=utf-8",
    "addon-fit.js": "text/javascript; charset=utf-8",
}
"""What there is, and its type. Nothing else in the folder is served."""

HEADERS: Final = {
    # The terminal sets the styles of its cells in the page itself; nothing else comes from elsewhere.
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; connect-src 'self'; img-src data:; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "Cache-Control": "no-store",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}


class PageFile(NamedTuple):
    kind: str
    """As `Content-Type` has it."""
    body: bytes


def page_file(name: str) -> PageFile | None:
    """Return a file of the page, the page itself for an empty name, or None where there is no such file."""
    name = name or "index.html"
    kind = _TYPES.get(name)
    return None if kind is None else PageFile(kind, files("piecement.web").joinpath("page", name).read_bytes())
