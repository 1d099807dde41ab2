"""Style sheets that are parsed once, for all applications of a process."""

from collections.abc import Callable
from typing import Any, Final

from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet

_REAL_PARSE: Final[Callable[..., list[RuleSet]]] = Stylesheet._parse_rules
_PARSED: Final[dict[object, dict[object, list[RuleSet]]]] = {}
"""The rules of style sheets by the variables of a theme, and then by what Textual keeps them by."""


def parse_once(sheet: Stylesheet, *source: Any, **more: Any) -> list[RuleSet]:  # Any: as Textual hands it on
    """Stand in for `Stylesheet._parse_rules`."""
    known: Any = _PARSED.setdefault(tuple(sorted(sheet._variables.items())), {})
    sheet._parse_cache = known
    return _REAL_PARSE(sheet, *source, **more)
