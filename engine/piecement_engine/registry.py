"""Registration of values under the names by which rules and recordings refer to them."""

from typing import Any

from piecement_engine.errors import RuleError, cut


def register(
    registry: dict[str, Any], name: object, value: object, *, fits: bool, form: str, replace: bool = False
) -> None:  # Any: `fits` says what belongs into which registry
    """Add a value to a registry.

    Raises `RuleError` if it does not fit, which says its `form`, or if its name is no text, or taken by another value
    that is not to be replaced.
    """
    if not fits:
        raise RuleError(f"{cut(repr(value))} cannot be registered: it is to be {form}")
    if not isinstance(name, str) or not name:
        raise RuleError(f"the name {cut(repr(name))} cannot be registered: it is a text")
    if not replace and registry.get(name, value) is not value:
        raise RuleError(f"{cut(name)} is registered already: choose another name, or give replace=True")
    registry[name] = value
